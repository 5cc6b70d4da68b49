"""Audits an archive of session logs on Dask: `python archive.py FOLDER ... [--scheduler ADDRESS]`.

Prints a JSON object for each log, as `schedule-spec audit --json` does, and by the same function.
Without the address of a scheduler, two processes of this machine work. Exit code: 0 all are sound,
1 one is not.
"""

from argparse import ArgumentParser
from functools import partial

from dask import bag
from distributed import Client

from schedule_conformance.audit.many import audited
from schedule_conformance.audit.sources import logs
from schedule_conformance.audit.telling import Wishes

LOGS_IN_A_TASK = 100
"""Enough to hide what a task costs, few enough to share the work evenly."""


def main() -> int:
    """Audit the logs of the folders named, in the order of their names."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="such as tcp://scheduler:8786")
    options = parser.parse_args()
    one = partial(audited, wishes=Wishes(json=True, several=True), most=100)
    here = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with Client(options.scheduler) if options.scheduler else Client(**here):
        names = bag.from_sequence(logs(options.folders), partition_size=LOGS_IN_A_TASK)
        told = names.map(one).compute()
    for log in told:
        print(log.lines, end="")
    return int(any(log.verdict != "sound" for log in told))


if __name__ == "__main__":
    raise SystemExit(main())
