"""What the tests of reports share: results made on the spot, and texts that mean harm."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from schedule_conformance.corpus.case import Case, Expect
from schedule_conformance.judging.verdict import Outcome, Verdict
from schedule_conformance.ports.messages import Answer, Hello
from schedule_conformance.report.formats import FORMATS
from schedule_conformance.running.provenance import Provenance
from schedule_conformance.running.run import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "\" onmouseover=\"document.title='owned'",
    "' --> ]]> {{7*7}} ${7*7} %0A::error::owned",
    "`code` | cell | [link](javascript:alert(1)) ``` fence",
    "first\n::error::owned\r\nnot ok 9 - owned\n# heading",
    "\x1b[31mred\x07 \u202ereversed \ud800 \x00 \u2028 \u0085",
)
"""Texts that a report must show and not obey: of HTML, Markdown, annotations, TAP, terminals."""


def case(case_id: str, **members: Any) -> Case:
    """A case, whose expectation is met by nothing that the tests answer."""
    shared: dict[str, Any] = {"rules": ["FOLD-1"], "op": "view", "args": {}, "why": "An example."}
    return Case(id=case_id, **shared | {"expect": Expect(value={"n": 1})} | members)


def failed(case_id: str, got: Any = None, **members: Any) -> Outcome:
    """A failure of such a case."""
    return Outcome(case(case_id, **members), Verdict.FAIL, Answer(1, value=got))


def passed(case_id: str, **members: Any) -> Outcome:
    """A case that passed."""
    return Outcome(case(case_id, **members), Verdict.PASS)


def result(outcomes: Sequence[Outcome], **members: Any) -> Result:
    """The result of a run of the port `mine`."""
    given: dict[str, Any] = {
        "hello": Hello(1, "mine", ["view"], version="2.1", language="go", tz="2026a"),
        "again": ["--", "my", "port"],
        "notes": [],
        "given_up": None,
        "seconds": 1.5,
        "chapter_seconds": {"x": 1.25},
        "provenance": Provenance("0.1.0", "0123456789ab", ["x/*", "--smoke"]),
    }
    return Result(outcomes=outcomes, **given | members)


def written(form: str, result: Result) -> str:
    """A report in a format."""
    stream = StringIO()
    FORMATS[form](result, stream)
    return stream.getvalue()


def hostile_result() -> Result:
    """A result in which every text of others means harm."""
    outcomes = [
        failed(f"x/{n}", {"n": text, text: [text]}, why=text, mistake=text, args={text: text})
        for n, text in enumerate(HOSTILE)
    ]
    outcomes += [
        Outcome(case(f"y/{n}-{verdict}"), verdict, note=text)
        for n, text in enumerate(HOSTILE)
        for verdict in (Verdict.ERRORED, Verdict.KNOWN, Verdict.SKIPPED)
    ]
    hello = Hello(1, HOSTILE[1], ["view"], version=HOSTILE[5], language=HOSTILE[4], tz=HOSTILE[6])
    return result(
        outcomes,
        hello=hello,
        notes=list(HOSTILE),
        doubts=list(HOSTILE),
        given_up=HOSTILE[0],
        again=["--", *HOSTILE],
        provenance=Provenance("0.1.0", "0123456789ab", HOSTILE),
    )
