"""``python -m website``: builds the site, strictly, and checks its links."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

from website.checks import faults
from website.layout import ROOT
from website.staging import stage


def build(out: Path) -> int:
    """Build the site into a folder, which is emptied before; the exit code."""
    if out.exists():
        shutil.rmtree(out)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        stage(source)
        doctrees = str(Path(scratch) / "doctrees")
        words = ["-q", "-W", "--keep-going", "-b", "html", "-d", doctrees]
        code = sphinx_build([*words, str(source), str(out)])
    if code:
        return code
    wrong = faults(out)
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return int(bool(wrong))


def main() -> int:
    """Read the command line, and build."""
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", metavar="FOLDER")
    options = parser.parse_args()
    code = build(options.out)
    if code == 0:
        sys.stdout.write(f"{options.out / 'index.html'}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
