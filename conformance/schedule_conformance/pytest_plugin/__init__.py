"""The pytest plugin: the conformance of a port, one test item for each case.

With `--schedule-port CMD` the items are there without a test file. Otherwise a test of yours that
takes `schedule_case` or `schedule_fuzz` becomes one item for each case or operation, and asks the
port that a fixture `schedule_port` of yours returns.

pytest loads this module wherever it is installed, so all else is imported where it is used.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.pytest_plugin.checks import CaseCheck, FuzzCheck, Judge
    from schedule_conformance.running.partners import AnswerFunction, Partner

_EXAMPLES = 100


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    group = parser.getgroup("schedule", "conformance of a port of Session-local Schedule")
    group.addoption("--schedule-port", metavar="CMD", help="run the corpus and fuzz this port")
    group.addoption(
        "--schedule-known", action="append", default=[], metavar="FILE", help="expected failures"
    )
    group.addoption(
        "--schedule-no-sweep", action="store_true", help="without the sweeps of all zones"
    )
    group.addoption(
        "--schedule-fuzz-examples",
        type=int,
        default=_EXAMPLES,
        metavar="N",
        help=f"questions an operation ({_EXAMPLES}); 0 is no fuzzing",
    )
    group.addoption(
        "--schedule-fuzz-seed", type=int, default=0, metavar="N", help="other questions (0)"
    )
    group.addoption(
        "--schedule-no-surrogates", action="store_true", help="fuzz without lone surrogates"
    )


@pytest.fixture(scope="session")
def schedule_port(request: pytest.FixtureRequest) -> AnswerFunction | list[str]:
    """The port: a function from a request to its answer, or the words of a command.

    Override it with a fixture of scope `session`; it returns what `--schedule-port` says.
    """
    command = request.config.getoption("schedule_port")
    if command is None:
        pytest.fail("define a fixture schedule_port, or give --schedule-port", pytrace=False)
    return shlex.split(command)


@pytest.fixture(scope="session")
def schedule_partner(schedule_port: AnswerFunction | list[str]) -> Iterator[Partner]:
    """The port, ready to be asked."""
    from schedule_conformance.ports.process import Command, PortUnusable  # noqa: PLC0415
    from schedule_conformance.running.partners import (  # noqa: PLC0415
        InProcessPartner,
        ProcessPartner,
    )

    try:
        partner: Partner = (
            InProcessPartner(schedule_port)
            if callable(schedule_port)
            else ProcessPartner(Command(schedule_port))
        )
    except PortUnusable as error:
        pytest.fail(f"{error}\n{error.stderr}".strip(), pytrace=False)
    yield partner
    partner.close()


@pytest.fixture(scope="session")
def schedule_judge(request: pytest.FixtureRequest, schedule_partner: Partner) -> Judge:
    """Compares the answers of the port."""
    from schedule_conformance.pytest_plugin.checks import Judge  # noqa: PLC0415

    return Judge(schedule_partner, _files(request.config), _corpus(request.config))


@pytest.fixture
def schedule_case(request: pytest.FixtureRequest, schedule_judge: Judge) -> CaseCheck:
    """One case of the corpus, or all local times of one zone; `check` puts it to the port."""
    from schedule_conformance.pytest_plugin.checks import CaseCheck  # noqa: PLC0415

    return CaseCheck(request.param, schedule_judge)


@pytest.fixture
def schedule_fuzz(request: pytest.FixtureRequest, schedule_judge: Judge) -> FuzzCheck:
    """One operation; `check` puts made-up questions to the port and to the reference."""
    from schedule_conformance.pytest_plugin.checks import FuzzCheck  # noqa: PLC0415

    option = request.config.getoption
    return FuzzCheck(
        op=request.param,
        judge=schedule_judge,
        examples=option("schedule_fuzz_examples"),
        seed=option("schedule_fuzz_seed"),
        surrogates=not option("schedule_no_surrogates"),
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one item for each case and for each operation."""
    if "schedule_case" in metafunc.fixturenames:
        from schedule_conformance.pytest_plugin.checks import groups  # noqa: PLC0415

        grouped = groups(_corpus(metafunc.config))
        metafunc.parametrize("schedule_case", grouped.values(), ids=grouped.keys(), indirect=True)
    if "schedule_fuzz" in metafunc.fixturenames:
        from schedule_conformance.pytest_plugin.checks import operations  # noqa: PLC0415

        ops = operations() if metafunc.config.getoption("schedule_fuzz_examples") else []
        metafunc.parametrize("schedule_fuzz", ops, ids=ops, indirect=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """With `--schedule-port`, add the items, unless there are tests that take the cases."""
    if config.getoption("schedule_port") is None or any(map(_takes_cases, items)):
        return
    path = Path(__file__).with_name("items.py")
    module = pytest.Module.from_parent(session, path=path, nodeid="schedule")
    items.extend(session.genitems(module))


def _takes_cases(item: pytest.Item) -> bool:
    return "schedule_case" in getattr(item, "fixturenames", ())


_corpus_key = pytest.StashKey[Any]()


def _corpus(config: pytest.Config) -> Any:
    """The corpus, which is read once."""
    if _corpus_key not in config.stash:
        from schedule_conformance.corpus.shipped import load_shipped  # noqa: PLC0415

        sweeps = not config.getoption("schedule_no_sweep")
        config.stash[_corpus_key] = load_shipped(sweeps=sweeps)
    return config.stash[_corpus_key]


def _files(config: pytest.Config) -> list[Path]:
    return [config.invocation_params.dir / name for name in config.getoption("schedule_known")]
