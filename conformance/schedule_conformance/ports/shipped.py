"""Adapters that are shipped: finding one, and installing it once into a cache of its own.

An adapter is a folder with a manifest `port.json`. Where packages must be installed, it is copied
to a folder of the user's cache whose name depends on the adapter's content, so that a new version
never meets an old installation; it is put there whole or not at all.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from schedule_conformance.base import data
from schedule_conformance.base.cache import cache_folder
from schedule_conformance.base.usage import UsageError, did_you_mean
from schedule_conformance.ports.process import Command, PortUnusable

_MANIFEST = "port.json"
_KNOWN = "known-failures.json"
_OUTPUT_SHOWN = 2000


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to start an adapter: its command, the program it needs, and who installs its packages."""

    command: list[str]
    needs: str
    install: Literal["npm"] | None = None


class _Installed(msgspec.Struct):
    """What npm says that it installed: packages by the folder of each."""

    packages: dict[str, Any]


def names() -> list[str]:
    """The adapters there are."""
    return sorted(manifest.parent.name for manifest in data.folder("ports").glob(f"*/{_MANIFEST}"))


def known_failures(name: str) -> Path | None:
    """The list of known failures that comes with an adapter, if one does."""
    file = _folder(name) / _KNOWN
    return file if file.is_file() else None


def command(name: str) -> Command:
    """How an adapter is started, installed if need be.

    Raises:
        UsageError: there is no such adapter.
        PortUnusable: what it needs is not there, or its packages cannot be installed.
    """
    folder = _folder(name)
    manifest = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Manifest)
    if shutil.which(manifest.needs) is None:
        raise PortUnusable(f"the port {name} needs {manifest.needs}, which is not on the PATH")
    if manifest.install is not None:
        folder = _installed(folder)
    return Command(manifest.command, folder)


def _folder(name: str) -> Path:
    if name not in names():
        there_are = ", ".join(names()) or "none"
        hint = did_you_mean(name, names())
        raise UsageError(f"there is no adapter {name or repr(name)}; there are: {there_are}{hint}")
    return data.folder("ports") / name


def _installed(adapter: Path) -> Path:
    """The folder where the packages of an adapter are installed.

    Two processes may get here at once: each installs into a folder of its own, the first to finish
    puts it in place, and the other finds it there.
    """
    home = _cache(adapter.name)
    target = home / f"{adapter.name}-{_fingerprint(adapter)}"
    if _is_whole(target, adapter):
        return target
    npm = shutil.which("npm")
    if npm is None:
        raise PortUnusable(
            f"installing the port {adapter.name} needs npm, which is not on the PATH"
        )
    sys.stderr.write(f"installing the packages of the port {adapter.name}, once, in {target}\n")
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f"{adapter.name}-", dir=home) as scratch:
            copy = Path(scratch) / adapter.name
            shutil.copytree(adapter, copy, ignore=shutil.ignore_patterns("node_modules"))
            _install(npm, copy)
            _put_in_place(copy, target, adapter)
    except OSError as error:
        raise PortUnusable(f"cannot install the port {adapter.name} in {home}: {error}") from None
    return target


def _install(npm: str, folder: Path) -> None:
    locked = (folder / "package-lock.json").is_file()
    words = [npm, "ci" if locked else "install", "--omit=dev", "--no-audit", "--no-fund"]
    done = subprocess.run(  # noqa: S603 - npm as found on the PATH, with arguments of ours
        words, cwd=folder, capture_output=True, check=False
    )
    if done.returncode != 0:
        output = (done.stdout + done.stderr).decode(errors="replace").strip()
        reason = f"{' '.join(['npm', *words[1:]])} failed with status {done.returncode}"
        raise PortUnusable(
            f"cannot install the port {folder.name}: {reason}", output[-_OUTPUT_SHOWN:]
        )


def _put_in_place(copy: Path, target: Path, adapter: Path) -> None:
    if target.is_dir() and not _is_whole(target, adapter):
        shutil.rmtree(target)
    try:
        copy.rename(target)
    except OSError:
        if not target.is_dir():
            raise


def _files(adapter: Path) -> list[Path]:
    """The files of an adapter, but for packages that someone put there."""
    return [
        file
        for file in sorted(adapter.rglob("*"))
        if file.is_file() and "node_modules" not in file.relative_to(adapter).parts
    ]


def _fingerprint(adapter: Path) -> str:
    """A short name for the content of an adapter."""
    digest = sha256()
    for file in _files(adapter):
        name = file.relative_to(adapter)
        digest.update(f"{name.as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _cache(name: str) -> Path:
    folder = cache_folder()
    if folder is None:
        raise PortUnusable(
            f"the port {name} is installed in a cache, and there is no home folder for it: set"
            " XDG_CACHE_HOME"
        )
    return folder


def _is_whole(target: Path, adapter: Path) -> bool:
    """Whether an installation still has its files, which a cache may lose at any time."""
    packages = target / "node_modules" / ".package-lock.json"
    try:
        listed = msgspec.json.decode(packages.read_bytes(), type=_Installed).packages
    except (OSError, msgspec.MsgspecError):
        return False
    files = [file.relative_to(adapter) for file in _files(adapter)]
    return all((target / file).is_file() for file in files) and all(
        (target / name / "package.json").is_file() for name in listed
    )
