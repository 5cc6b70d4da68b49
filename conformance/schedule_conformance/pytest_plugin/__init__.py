"""The pytest plugin: the conformance of a port, one test item for each case.

With `--schedule-port CMD` the items are there without a test file. Otherwise a test of yours that
takes `schedule_case` or `schedule_fuzz` becomes one item for each case or operation, and asks the
port that a fixture `schedule_port` of yours returns.

pytest loads this module wherever it is installed, so all else is imported where it is used.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schedule_conformance.pytest_plugin.checks import CaseCheck, FuzzCheck, Judge
    from schedule_conformance.running.partners import AnswerFunction, Partner

_EXAMPLES = 100
_NODE = "schedule::"


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


def pytest_configure(config: pytest.Config) -> None:
    """Refuse options that cannot be used, and take ids of our own items from the arguments."""
    ours = [word for word in config.args if word.startswith(_NODE)]
    if ours:
        config.args[:] = [word for word in config.args if word not in ours]
        config.option.schedule_items = ours
    from schedule_conformance.pytest_plugin.tally import Tally  # noqa: PLC0415

    config.pluginmanager.register(Tally(), "schedule-tally")
    if (command := config.getoption("schedule_port")) is not None:
        _words(command)
    if config.getoption("schedule_known"):
        from schedule_conformance.base.usage import UsageError  # noqa: PLC0415
        from schedule_conformance.corpus import known  # noqa: PLC0415

        swept = not config.getoption("schedule_no_sweep")
        try:
            entries = [entry for file in _files(config) for entry in known.load(file)]
            cases = _corpus(config)
            known.check([each for each in entries if "fuzz/" not in each.id], cases, swept=swept)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from None


def _words(command: str) -> list[str]:
    from schedule_conformance.ports.commandline import split  # noqa: PLC0415

    try:
        words = split(command)
    except ValueError as error:
        raise pytest.UsageError(f"--schedule-port {command!r}: {error}") from None
    if not words:
        raise pytest.UsageError("--schedule-port is empty: name the command of the port")
    return words


@pytest.fixture(scope="session")
def schedule_port(request: pytest.FixtureRequest) -> AnswerFunction | list[str]:
    """The port: a function from a request to its answer, or the words of a command.

    Override it with a fixture of scope `session`; it returns what `--schedule-port` says.
    """
    command = request.config.getoption("schedule_port")
    if command is None:
        pytest.fail("define a fixture schedule_port, or give --schedule-port", pytrace=False)
    return _words(command)


@pytest.fixture(scope="session")
def schedule_judge(
    request: pytest.FixtureRequest, schedule_port: AnswerFunction | list[str]
) -> Iterator[Judge | str]:
    """Compares the answers of the port; a text says why it cannot be run."""
    from schedule_conformance.judging.doubts import misspelt  # noqa: PLC0415
    from schedule_conformance.ports.process import Command, PortUnusable  # noqa: PLC0415
    from schedule_conformance.pytest_plugin.checks import Judge, unusable  # noqa: PLC0415
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
        yield unusable(error)
        return
    try:
        slips = "; ".join(misspelt(partner.hello.ops))
        yield slips or Judge(partner, _files(request.config), _corpus(request.config))
    finally:
        partner.close()


@pytest.fixture
def schedule_case(request: pytest.FixtureRequest, schedule_judge: Judge | str) -> CaseCheck:
    """One case of the corpus, or all local times of one zone; `check` puts it to the port."""
    from schedule_conformance.pytest_plugin.checks import CaseCheck  # noqa: PLC0415

    return CaseCheck(request.param, _usable(request, schedule_judge))


@pytest.fixture
def schedule_fuzz(request: pytest.FixtureRequest, schedule_judge: Judge | str) -> FuzzCheck:
    """One operation; `check` puts made-up questions to the port and to the reference."""
    from schedule_conformance.pytest_plugin.checks import FuzzCheck  # noqa: PLC0415

    option = request.config.getoption
    return FuzzCheck(
        op=request.param,
        judge=_usable(request, schedule_judge),
        examples=option("schedule_fuzz_examples"),
        seed=option("schedule_fuzz_seed"),
        surrogates=not option("schedule_no_surrogates"),
    )


_told_key = pytest.StashKey[bool]()


def _usable(request: pytest.FixtureRequest, judge: Judge | str) -> Judge:
    """The judge, if there is a port to ask; where there is none, one item says so for all."""
    reason = judge if isinstance(judge, str) else judge.unusable
    if reason is None and not isinstance(judge, str):
        return judge
    if not request.config.stash.get(_told_key, False):
        request.config.stash[_told_key] = True
        pytest.fail(str(reason), pytrace=False)
    pytest.skip("the port cannot be run, as was told before")


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
    ours = list(session.genitems(module))
    if chosen := getattr(config.option, "schedule_items", None):
        unknown = set(chosen) - {item.nodeid for item in ours}
        if unknown:
            raise pytest.UsageError(f"there is no item {min(unknown)}")
        ours = [item for item in ours if item.nodeid in chosen]
    items.extend(ours)


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
