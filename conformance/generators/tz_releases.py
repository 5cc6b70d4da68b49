"""Releases of the tz database as the ``tzdata`` package carries them, installed or in wheels."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path


@dataclass(frozen=True)
class Release:
    """One release: the TZif data of every zone whose name has a slash (ZONE-1)."""

    name: str
    zones: Mapping[str, bytes]
    targets: Mapping[str, str]


def installed_release() -> Release:
    """The release that the installed ``tzdata`` package carries."""
    return _read(resources.files("tzdata"))


def releases_in(folder: Path) -> list[Release]:
    """The releases of a folder of ``tzdata`` wheels, oldest first.

    Where the package was published twice for one release, as for 2021b, the later revision counts:
    it mends how the first one was built.
    """
    wheels = sorted(folder.glob("tzdata-*.whl"), key=_package_version)
    if not wheels:
        msg = f"no tzdata wheels in {folder}"
        raise FileNotFoundError(msg)
    by_name = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            release = _read(zipfile.Path(archive, "tzdata/"))
        by_name[release.name] = release
    return list(by_name.values())


def _package_version(wheel: Path) -> tuple[int, ...]:
    # 2021.2.post0 gives (2021, 2, 0), after (2021, 2).
    return tuple(map(int, re.findall(r"\d+", wheel.name.split("-")[1])))


def _read(package: Traversable) -> Release:
    own_words = (package / "__init__.py").read_text(encoding="utf-8")
    name = re.search(r'^IANA_VERSION = "(\w+)"', own_words, re.MULTILINE)
    if name is None:
        msg = f"{package} does not tell its release"
        raise ValueError(msg)
    zones = {}
    for zone in (package / "zones").read_text().split():
        if "/" in zone:
            zones[zone] = package.joinpath("zoneinfo", *zone.split("/")).read_bytes()
    source = (package / "zoneinfo" / "tzdata.zi").read_text(encoding="utf-8")
    links = (line.split() for line in source.splitlines() if line.startswith("L "))
    return Release(name[1], zones, {link: target for _, target, link in links})
