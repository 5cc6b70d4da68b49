"""The tutorial goes as it says: its files are written, its commands run, their output compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from programs import needed

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
FIRST_PAGE = ROOT / "website" / "pages" / "index.md"
BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>[\w.]+) -->\n)?```(?P<kind>javascript|console)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
ELLIPSIS = "..."
# How long it took differs from run to run, and how many cases there are from month to month.
VARYING = re.compile(
    r"\b\d+(?:\.\d+)? s\b|\b\d+ questions\b|\b\d+ (?=passed)|\b[1-9]\d* (?=failed)|\b\d+(?=x )"
)


def told(text: str) -> list[str]:
    """The lines of a text that are compared, white space at their ends and what varies left out."""
    return [VARYING.sub("#", line.strip()) for line in text.splitlines() if line.strip()]


def commands(body: str) -> list[tuple[str, list[str]]]:
    """The commands of a console, each with the lines that it is to print."""
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], told(part.partition("\n")[2])) for part in parts]


def assert_printed(wanted: list[str], printed: list[str]) -> None:
    """Each line was printed, in order, and nothing between two but where there is an ellipsis."""
    place = 0
    for index, line in enumerate(wanted):
        if line == ELLIPSIS:
            continue
        if index and wanted[index - 1] == ELLIPSIS:
            found = (at for at in range(place, len(printed)) if line in printed[at])
            place = next(found, len(printed))
        assert place < len(printed), f"not printed: {line}"
        assert line in printed[place], f"{printed[place]}\ninstead of\n{line}"
        place += 1


def printed(command: str, folder: Path) -> str:
    """What a command prints that is run in a folder, with our own `schedule-spec` on the path."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(  # noqa: S602 - the commands of our own text
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_the_port_of_the_first_page_passes_what_it_has(tmp_path: Path) -> None:
    needed("node", "nodejs")
    page = FIRST_PAGE.read_text(encoding="utf-8")
    (block,) = (block for block in BLOCK.finditer(page) if block["kind"] == "javascript")
    (tmp_path / "my-port.mjs").write_text(block["body"])
    last = printed("schedule-spec run -- node my-port.mjs", tmp_path).splitlines()[-1]
    assert re.search(r"my-port: (?!0 )\d+ passed, 0 failed, \d+ unsupported", last)


def test_the_tutorial_goes_as_it_says(tmp_path: Path) -> None:
    needed("node", "nodejs")
    ran = 0
    for block in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if block["kind"] == "javascript":
            (tmp_path / block["file"]).write_text(block["body"])
            continue
        for command, wanted in commands(block["body"]):
            assert_printed(wanted, told(printed(command, tmp_path)))
            ran += 1
    assert ran >= 5
    assert (tmp_path / "statement.json").is_file()
