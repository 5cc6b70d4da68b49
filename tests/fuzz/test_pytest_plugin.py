"""The pytest plugin, in test runs of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

FRAGILE = f"{sys.executable} {Path(__file__).with_name('fragile.py')}"
NO_SWEEP = "--schedule-no-sweep"
NO_FUZZ = "--schedule-fuzz-examples=0"

CONFTEST = """
import pytest
from schedule_conformance.reference_port.operations import answer

@pytest.fixture(scope="session")
def schedule_port():
    return {port}
"""
TESTS = """
def test_corpus(schedule_case):
    schedule_case.check()

def test_fuzzed(schedule_fuzz):
    schedule_fuzz.check()
"""


def run(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Run pytest in a process of its own, as modules of ours must not be imported twice in one."""
    return pytester.runpytest_subprocess(*words)


def with_port(pytester: pytest.Pytester, port: str) -> None:
    """A project whose port is this expression over `answer`."""
    pytester.makeconftest(CONFTEST.format(port=port))
    pytester.makepyfile(TESTS)


def test_a_command_is_run_without_a_test_file(pytester: pytest.Pytester) -> None:
    result = run(
        pytester, "--schedule-port", f"{FRAGILE} wrong", NO_SWEEP, NO_FUZZ, "-k", "fold/", "-v"
    )
    result.stdout.fnmatch_lines(["schedule::test_case?fold/*PASSED*"])
    result.stdout.fnmatch_lines(["*FAILED schedule::test_case?fold/*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_a_failure_shows_rule_given_expected_and_got(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--schedule-port", f"{FRAGILE} wrong", NO_SWEEP, NO_FUZZ, "-k", "fold/")
    result.stdout.fnmatch_lines(
        [
            "fold/* (FOLD-14*",
            "  given     allocate *",
            '  expected  "schedule-*"',
            '  got       "schedule-0"',
        ]
    )


def test_a_port_in_this_process_is_a_fixture(pytester: pytest.Pytester) -> None:
    with_port(pytester, "answer")
    result = run(pytester, NO_SWEEP, "--schedule-fuzz-examples=5", "-v", "-k", "every or view")
    result.stdout.fnmatch_lines(
        [
            "test_*::test_corpus?every/* PASSED*",
            "test_*::test_fuzzed?view? PASSED*",
        ]
    )
    assert result.ret == 0


def test_one_case_can_be_asked_by_its_node_id(pytester: pytest.Pytester) -> None:
    with_port(pytester, "answer")
    name = "every/anchor/late-tick-does-not-push-the-next"
    result = run(pytester, NO_SWEEP, f"{pytester.path.name}.py::nothing", "--collect-only")
    collected = run(pytester, NO_SWEEP, "--collect-only", "-q", "-k", name)
    node_id = next(line for line in collected.outlines if name in line)
    assert result.ret != 0
    run(pytester, NO_SWEEP, node_id).assert_outcomes(passed=1)


def test_a_sweep_is_one_item_for_each_zone(pytester: pytest.Pytester) -> None:
    with_port(pytester, "answer")
    result = run(pytester, "-v", "-k", "sweep/Europe/Berlin or sweep/Europe/Minsk")
    result.assert_outcomes(passed=2)


def test_an_exception_of_a_port_in_this_process_keeps_its_traceback(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(port_of_mine="def answer(request):\n    raise OSError('no disk')\n")
    with_port(
        pytester,
        "lambda request: answer(request) if request['op'] == 'hello'"
        " else __import__('port_of_mine').answer(request)",
    )
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "every/anchor")
    result.stdout.fnmatch_lines(["port_of_mine.py:2: OSError"])


def test_a_divergence_fails_the_item_of_its_operation(pytester: pytest.Pytester) -> None:
    with_port(
        pytester,
        "lambda request: {**answer(request), 'value': 'x'} if request['op'] == 'allocate'"
        " else answer(request)",
    )
    result = run(pytester, NO_SWEEP, "--schedule-fuzz-examples=20", "-k", "test_fuzzed")
    result.assert_outcomes(failed=1, passed=8)
    result.stdout.fnmatch_lines(["DIVERGENCE fuzz/allocate/*", '  port      "x"'])


def test_known_failures_are_expected_to_fail(pytester: pytest.Pytester) -> None:
    with_port(
        pytester,
        "lambda request: {**answer(request), 'value': 'x'} if request['op'] == 'allocate'"
        " else answer(request)",
    )
    failing = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "fold/", "-q", "-rf")
    ids = [line.split("[")[1].split("]")[0] for line in failing.outlines if "FAILED test" in line]
    known = {"known": [{"id": id_, "reason": "It is known."} for id_ in ids]}
    known["known"].append({"id": "every/anchor/*", "reason": "It is no longer true."})
    (pytester.path / "known.json").write_text(json.dumps(known))
    words = [NO_SWEEP, "--schedule-known=known.json", "--schedule-fuzz-examples=20"]
    fixed = run(pytester, *words, "-k", "fold/ or allocate", "-rx")
    assert fixed.parseoutcomes()["xfailed"] == len(ids) > 0
    assert fixed.ret == 0
    stale = run(pytester, *words, "-k", "every/anchor")
    assert stale.parseoutcomes()["failed"] > 0
    stale.stdout.fnmatch_lines(["*it passes, but is listed as a known failure*"])


def test_what_a_port_does_not_have_is_skipped(pytester: pytest.Pytester) -> None:
    with_port(
        pytester,
        "lambda request: answer(request) if request['op'] == 'hello'"
        " else {'seq': request['seq'], 'unsupported': 'not yet'}",
    )
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "every/anchor", "-rs")
    result.stdout.fnmatch_lines(["SKIPPED * not yet"])


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_a_run_that_skips_everything_is_no_pass(
    pytester: pytest.Pytester, workers: list[str]
) -> None:
    if workers:
        pytest.importorskip("xdist")
    with_port(
        pytester,
        "lambda request: answer(request) if request['op'] == 'hello'"
        " else {'seq': request['seq'], 'unsupported': 'not yet'}",
    )
    pytester.makepyfile(test_other="def test_other(): pass")
    few = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "every/anchor or other", *workers)
    count = few.parseoutcomes()["skipped"]
    few.stdout.fnmatch_lines(
        [f"nothing was judged: of {count} items for the port, all were skipped"]
    )
    assert few.ret == pytest.ExitCode.TESTS_FAILED
    others = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "test_other", *workers)
    assert others.ret == pytest.ExitCode.OK


def test_another_tz_release_is_skipped_with_the_reason(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        old="""
        from schedule_conformance.base import data
        from schedule_conformance.corpus import files
        from schedule_conformance.judging import tz

        CASES = files.load(data.folder("corpus"), sweeps=False)
        HELLO = {"protocol": 1, "name": "old", "ops": ["create"], "tz": "2020a"}

        def answer(request):
            if request["op"] == "hello":
                return {"seq": 0, "value": HELLO}
            (id_,) = [case.id for case in CASES if case.args == request["args"]][:1]
            instant = tz._others().get(id_, ["1970-01-01T00:00:00.000Z"])[0]
            given = request["args"]["input"]
            record = {"id": request["args"]["id"], "kind": "at", "prompt": given["prompt"]}
            return {"seq": 0, "value": {**record, "scheduledAt": instant}}
        """
    )
    with_port(pytester, "__import__('old').answer")
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "zones/release", "-rs")
    result.stdout.fnmatch_lines(["SKIPPED * the expectation holds since tz *"])


def test_a_port_that_cannot_be_run_is_one_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--schedule-port", "no-such-port", NO_SWEEP, NO_FUZZ)
    result.stdout.fnmatch_lines(["*cannot start no-such-port*"])
    outcomes = result.parseoutcomes()
    assert outcomes["errors" if "errors" in outcomes else "error"] == 1
    assert result.ret == 1


def test_misspelt_operations_are_one_error(pytester: pytest.Pytester) -> None:
    with_port(
        pytester,
        "lambda request: {'seq': 0, 'value': {'protocol': 1, 'name': 'x', 'ops': ['Fold']}}",
    )
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "fold/")
    result.stdout.fnmatch_lines(["*'Fold', which is no operation*did you mean fold?*"])
    assert result.ret == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--schedule-port="], "*--schedule-port is empty*"),
        (["--schedule-port='a"], "*No closing quotation*"),
        (["--schedule-known=missing.json"], "*missing.json: No such file*"),
        (["--schedule-known=stale.json"], "*fold/no-such-case fits no case of the corpus*"),
    ],
)
def test_an_option_that_cannot_be_used_is_one_line(
    pytester: pytest.Pytester, words: list[str], reason: str
) -> None:
    stale = {"known": [{"id": "fold/no-such-case", "reason": "r"}]}
    (pytester.path / "stale.json").write_text(json.dumps(stale))
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "fold/allocate/first", *words)
    result.stderr.fnmatch_lines([f"ERROR: {reason}"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_an_item_can_be_asked_by_the_id_that_is_printed(pytester: pytest.Pytester) -> None:
    words = ["--schedule-port", f"{FRAGILE} right", NO_SWEEP]
    run(pytester, *words, "schedule::test_case[fold/allocate/first]").assert_outcomes(passed=1)
    unknown = run(pytester, *words, "schedule::test_case[fold/none]")
    assert unknown.ret == pytest.ExitCode.USAGE_ERROR


def test_a_time_limit_of_pytest_ends_a_hunt_at_once(pytester: pytest.Pytester) -> None:
    with_port(
        pytester,
        "lambda request: pytest.fail('Timeout') if request['op'] == 'allocate'"
        " else answer(request)",
    )
    result = run(
        pytester, NO_SWEEP, "--schedule-fuzz-examples=50", "-k", "test_fuzzed and allocate"
    )
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*DIVERGENCE*")


def test_without_a_port_the_fixture_tells_what_to_do(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    result = run(pytester, NO_SWEEP, NO_FUZZ, "-k", "every/anchor")
    result.stdout.fnmatch_lines(["*define a fixture schedule_port, or give --schedule-port*"])


def test_where_it_is_not_used_the_plugin_imports_nothing_of_ours() -> None:
    script = (
        "import sys, schedule_conformance.pytest_plugin\n"
        "print(*sorted(name for name in sys.modules if name.partition('.')[0] in"
        " {'schedule_conformance', 'session_schedule', 'hypothesis', 'msgspec'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["schedule_conformance", "schedule_conformance.pytest_plugin"]


def test_the_example_of_the_guide_passes(pytester: pytest.Pytester) -> None:
    examples = Path(__file__).parents[2] / "docs" / "examples"
    for name in ("my_port.py", "test_my_port.py"):
        (pytester.path / name).write_bytes((examples / name).read_bytes())
    result = run(pytester, NO_SWEEP, "-k", "allocate")
    assert result.ret == 0
    assert result.parseoutcomes()["passed"] > 2
