"""An adapter is installed once, whole or not at all, and what is missing is named."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from schedule_conformance.base import data
from schedule_conformance.base.usage import UsageError
from schedule_conformance.ports import shipped
from schedule_conformance.ports.process import PortUnusable

if TYPE_CHECKING:
    from pathlib import Path

INSTALLS = """#!/bin/sh
echo "$@" >> "$LOG"
echo fetching; sleep 0.2; mkdir -p node_modules/one; echo '{}' > node_modules/one/package.json
echo '{"packages": {"node_modules/one": {}}}' > node_modules/.package-lock.json
"""
FAILS = """#!/bin/sh
mkdir node_modules
echo "no network" >&2; exit 9
"""


class Setting:
    """A folder with one adapter, a PATH with programs of ours only, and an empty cache."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.programs, self.cache = folder / "bin", folder / "cache"
        self.log, self.adapter = folder / "log", folder / "ports" / "mine"
        self.adapter.mkdir(parents=True)
        self.programs.mkdir()
        manifest = {"command": ["node", "adapter.mjs"], "needs": "node", "install": "npm"}
        (self.adapter / "port.json").write_text(json.dumps(manifest))
        (self.adapter / "adapter.mjs").write_text("")
        monkeypatch.setattr(data, "folder", lambda name: folder / name)
        monkeypatch.setenv("PATH", f"{self.programs}:/usr/bin:/bin")
        monkeypatch.setenv("XDG_CACHE_HOME", str(self.cache))
        monkeypatch.setenv("LOG", str(self.log))

    def program(self, name: str, script: str) -> None:
        """Put a program on the PATH."""
        (self.programs / name).write_text(script)
        (self.programs / name).chmod(0o755)

    def installed(self) -> list[Path]:
        """What is in the cache."""
        return list((self.cache / "session-schedule-spec").iterdir())


@pytest.fixture
def setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Setting:
    return Setting(tmp_path, monkeypatch)


def test_an_adapter_is_installed_once(setting: Setting) -> None:
    setting.program("node", "")
    setting.program("npm", INSTALLS)
    command = shipped.command("mine")
    assert command == shipped.command("mine")
    assert command.arguments == ["node", "adapter.mjs"]
    assert command.folder is not None
    assert {file.name for file in command.folder.iterdir()} == {
        "adapter.mjs",
        "node_modules",
        "port.json",
    }
    assert setting.log.read_text() == "install --omit=dev --no-audit --no-fund\n"


@pytest.mark.parametrize(
    "lost", ["adapter.mjs", "node_modules/one/package.json", "node_modules/.package-lock.json"]
)
def test_an_installation_that_lost_files_is_made_again(setting: Setting, lost: str) -> None:
    setting.program("node", "")
    setting.program("npm", INSTALLS)
    folder = shipped.command("mine").folder
    assert folder is not None
    (folder / lost).unlink()
    assert shipped.command("mine").folder == folder
    assert (folder / lost).is_file()


def test_locked_versions_are_installed_as_locked(setting: Setting) -> None:
    (setting.adapter / "package-lock.json").write_text("{}")
    setting.program("node", "")
    setting.program("npm", INSTALLS)
    shipped.command("mine")
    assert setting.log.read_text() == "ci --omit=dev --no-audit --no-fund\n"


def test_a_changed_adapter_is_installed_anew(setting: Setting) -> None:
    setting.program("node", "")
    setting.program("npm", INSTALLS)
    before = shipped.command("mine")
    (setting.adapter / "adapter.mjs").write_text("// changed")
    assert shipped.command("mine").folder != before.folder


def test_two_processes_may_install_at_once(setting: Setting) -> None:
    setting.program("node", "")
    setting.program("npm", INSTALLS)
    with ThreadPoolExecutor() as pool:
        first, second = pool.map(shipped.command, ["mine", "mine"])
    assert first == second
    assert setting.installed() == [first.folder]


def test_a_failed_installation_leaves_nothing(setting: Setting) -> None:
    setting.program("node", "")
    setting.program("npm", FAILS)
    with pytest.raises(PortUnusable, match=r"npm install .* failed with status 9") as caught:
        shipped.command("mine")
    assert caught.value.stderr == "no network"
    assert setting.installed() == []


def test_a_missing_node_is_named(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(setting.programs))
    with pytest.raises(PortUnusable, match="the port mine needs node, which is not on the PATH"):
        shipped.command("mine")


def test_a_missing_npm_is_named(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(setting.programs))
    setting.program("node", "")
    with pytest.raises(PortUnusable, match="needs npm, which is not on the PATH"):
        shipped.command("mine")


def test_an_adapter_without_packages_runs_where_it_lies(setting: Setting) -> None:
    manifest = {"command": ["node", "x"], "needs": sys.executable}
    (setting.adapter / "port.json").write_text(json.dumps(manifest))
    assert shipped.command("mine").folder == setting.adapter


def test_known_failures_come_with_an_adapter(setting: Setting) -> None:
    assert shipped.known_failures("mine") is None
    (setting.adapter / "known-failures.json").write_text("{}")
    assert shipped.known_failures("mine") == setting.adapter / "known-failures.json"


def test_an_unknown_adapter_is_named_with_those_there_are(setting: Setting) -> None:
    with pytest.raises(UsageError, match="there is no adapter yours; there are: mine"):
        shipped.command("yours")


def test_the_adapters_shipped_have_manifests_that_can_be_read() -> None:
    assert "upstream" in shipped.names()
