"""Writes the zone sweep: every transition of every zone, probed around both ends.

The expected instants come from the raw tz data by scanning offsets (``tz_history``); the third
column, where a row has one, comes from asking every older release the same (``sweep_rows``).

To rerun, in a development install of this project, with the releases to compare::

    pip download --no-deps --only-binary :all: --dest WHEELS tzdata==2020.1   # and each later one
    python conformance/generators/zone_sweep.py --wheels WHEELS

The sweep states the newest release among the wheels; the oldest is as far back as the third column
looks. Equal wheels give equal bytes. ``--until 2100 --out FOLDER`` sweeps a longer range elsewhere.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from generators.sweep_files import area_text, by_area, readme_text
from generators.sweep_rows import sweep
from generators.tz_releases import releases_in

LAST_YEAR = 2037
CORPUS = Path(__file__).parents[1] / "corpus" / "zones" / "sweep"


def main() -> None:
    """Write one file for each area, and the README that counts them."""
    parser = argparse.ArgumentParser(description="Write the zone sweep of the corpus.")
    parser.add_argument("--wheels", type=Path, required=True, help="folder of tzdata wheels")
    parser.add_argument("--until", type=int, default=LAST_YEAR, help="last year (%(default)s)")
    parser.add_argument("--out", type=Path, default=CORPUS, help="folder to write to")
    options = parser.parse_args()
    releases = releases_in(options.wheels)
    names = [release.name for release in releases]
    areas = by_area(sweep(releases, options.until))
    options.out.mkdir(parents=True, exist_ok=True)
    for area, entries in areas.items():
        (options.out / f"{area}.json").write_text(area_text(entries, names[-1], names[0]))
    (options.out / "README.md").write_text(readme_text(areas, names, options.until))


if __name__ == "__main__":
    main()
