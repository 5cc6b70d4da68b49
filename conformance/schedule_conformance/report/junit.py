"""The report as JUnit XML: a suite for each chapter, with one test case for each case.

The time of a suite is how long its answers were waited for. What the run was of stands in the
properties of each suite.
"""

from __future__ import annotations

from itertools import groupby
from typing import IO, TYPE_CHECKING
from xml.etree import ElementTree as ET

from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.report import about, text
from schedule_conformance.report.causes import by_case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schedule_conformance.running.run import Result

_ELEMENTS = {Verdict.FAIL: "failure", Verdict.STALE: "failure", Verdict.ERRORED: "error"}


def write(result: Result, stream: IO[str]) -> None:
    """Write one document; what neither passed nor failed is skipped, with its reason."""
    root = ET.Element("testsuites", name=_xml(result.hello.name), time=f"{result.seconds:.3f}")
    likely = by_case(result)
    by_chapter = groupby(result.outcomes, key=lambda outcome: outcome.case.chapter)
    for chapter, outcomes in by_chapter:
        _add_suite(root, chapter, list(outcomes), result, likely)
    ET.indent(root)
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    stream.write(ET.tostring(root, encoding="unicode") + "\n")


def _add_suite(
    root: ET.Element,
    chapter: str,
    outcomes: list[Outcome],
    result: Result,
    likely: Mapping[str, str],
) -> None:
    verdicts = [outcome.verdict for outcome in outcomes]
    failures = verdicts.count(Verdict.FAIL) + verdicts.count(Verdict.STALE)
    errors = verdicts.count(Verdict.ERRORED)
    skipped = len(verdicts) - verdicts.count(Verdict.PASS) - failures - errors
    suite = ET.SubElement(
        root,
        "testsuite",
        name=chapter,
        tests=str(len(outcomes)),
        failures=str(failures),
        errors=str(errors),
        skipped=str(skipped),
        time=f"{result.chapter_seconds.get(chapter, 0):.3f}",
    )
    properties = ET.SubElement(suite, "properties")
    for name, content in about.facts(result).items():
        ET.SubElement(properties, "property", name=name, value=content)
    for outcome in outcomes:
        case = ET.SubElement(suite, "testcase", classname=chapter, name=_xml(outcome.case.id))
        if outcome.verdict is not Verdict.PASS:
            element = _ELEMENTS.get(outcome.verdict, "skipped")
            message = f"{outcome.verdict}: {outcome.note or outcome.case.why}"
            ET.SubElement(case, element, message=_xml(message)).text = _xml(
                _details(outcome, result, likely.get(outcome.case.id))
            )


def _details(outcome: Outcome, result: Result, likely: str | None) -> str:
    case = outcome.case
    lines = [
        f"rules: {', '.join(case.rules)}",
        f"given: {case.op} {text.value(case.args)}",
        f"expected: {text.result(case.expect)}",
    ]
    if outcome.answer is not None:
        lines.append(f"got: {text.result(outcome.answer)}")
    if likely is not None:
        lines.append(f"likely: {likely}")
    return "\n".join([*lines, f"rerun: {text.rerun(case, result.again)}"])


def _xml(content: str) -> str:
    """The text without what XML cannot hold, each line as it prints."""
    return "\n".join(map(text.visible, content.split("\n")))
