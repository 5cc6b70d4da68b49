"""The site in a browser without a network, opened from the disk, wide and narrow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schedule_conformance.corpus.shipped import load_shipped

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CASES = load_shipped(sweeps=False)
PAGES = [
    "index.html",
    "playground.html",
    "corpus.html",
    "rules.html",
    "spec/fold.html",
    "spec/machines.html",
    "docs/tutorial.html",
    "docs/evidence/index.html",
    "code/reference/session_schedule/fold.py.html",
]
TABS = {"log": 0, "change": 1, "local time": 2, "fixed rate": 3, "case": 4}


class Page:
    """A page of the site in the browser."""

    def __init__(self, browser: Chrome, site: Path) -> None:
        self._browser, self._site = browser, site

    def open(self, address: str, width: int = 1280) -> None:
        """Open a page anew, even if only its fragment differs."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self._browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self._browser.get("about:blank")
        self._browser.get(f"{self._site.as_uri()}/{address}")

    def run(self, script: str, *words: Any) -> Any:
        """Run a script in the page."""
        return self._browser.execute_script(script, *words)

    def console(self) -> list[str]:
        """What the page wrote to its console since it was asked last."""
        entries: list[dict[str, str]] = self._browser.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries]

    def try_out(self, tab: str, **values: str) -> str:
        """Fill the fields of a panel of the playground; the text of what it says."""
        self.run(
            """
            const [tab, values] = arguments;
            document.querySelectorAll("[role=tab]")[tab].click();
            for (const [name, value] of Object.entries(values)) {
              const field = document.querySelector(`.pg [name="${name}"]`);
              field.value = value;
              field.dispatchEvent(new Event("input", { bubbles: true }));
            }
            """,
            TABS[tab],
            values,
        )
        text: str = self.run("return document.querySelector('.output').innerText")
        return text


@pytest.fixture
def page(browser: Chrome, site: Path) -> Page:
    return Page(browser, site)


@pytest.mark.parametrize("address", PAGES)
def test_pages_load_without_a_complaint_and_fit_a_phone(address: str, page: Page) -> None:
    for width in (1280, 390):
        page.open(address, width)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth"), width
    assert page.console() == []


def test_the_corpus_is_filtered_by_rule_operation_and_words(page: Page) -> None:
    page.open("corpus.html#rule=FOLD-3")
    of_rule = sum("FOLD-3" in case.rules for case in CASES)
    count = "return document.getElementById('count').textContent"
    assert page.run(count) == f"{of_rule} of {len(CASES)} cases"
    page.run(
        "const query = document.getElementById('query'); query.value = 'op:frame';"
        "query.dispatchEvent(new Event('input'))"
    )
    assert page.run(count).startswith(f"{sum(case.op == 'frame' for case in CASES)} of ")
    page.open("corpus.html#case=fold/allocate/first")
    text = page.run("return document.querySelector('#cases details[open]').innerText")
    assert "schedule-spec run fold/allocate/first -- CMD" in text
    assert "FOLD-14" in text


def test_a_corrupt_log_names_the_line_and_the_rule(page: Page) -> None:
    page.open("playground.html")
    change = {"version": 1, "operation": "dispatch", "id": "schedule-1"}
    header = {"type": "session", "version": 0, "id": "one"}
    line = {"type": "schedule/change", "seq": 0, "time": 0, "data": change}
    said = page.try_out("log", text=f"{json.dumps(header)}\n\n{json.dumps(line)}\n")
    assert "Corrupt at line 3: corrupt_schedule_log" in said
    assert "FOLD-5 — A dispatch needs an active record" in said
    assert "The log folds: 0 events" in page.try_out("log", text="[]")
    assert "line 1 is not JSON" in page.try_out("log", text="{")


def test_a_change_is_judged(page: Page) -> None:
    page.open("playground.html")
    said = page.try_out("change", text='{"version":1.0,"operation":"delete","id":"a"}')
    assert "A valid change" in said
    assert "REC-3" in page.try_out("change", text='{"version":1,"operation":"delete","id":" a"}')


@pytest.mark.parametrize(
    ("date", "time", "said", "drawn"),
    [
        ("2026-03-08", "02:30:00", "ZONE-7 — A local time in a gap is refused", "gap"),
        ("2026-11-01", "01:30:00", "2026-11-01T05:30:00.000Z", "overlap"),
        ("2026-07-01", "12:00:00", "2026-07-01T16:00:00.000Z", None),
    ],
)
def test_a_local_time_is_judged_and_drawn(
    date: str, time: str, said: str, drawn: str | None, page: Page
) -> None:
    page.open("playground.html")
    zone = "America/New_York"
    assert said in page.try_out("local time", date=date, time=time, time_zone=zone)
    shapes = "const shapes = [...document.querySelectorAll('.output rect')];"
    classes = page.run(f"{shapes} return shapes.map((each) => each.getAttribute('class'))")
    assert classes == ([drawn] if drawn else [])


def test_a_fixed_rate_is_drawn(page: Page) -> None:
    page.open("playground.html")
    said = page.try_out(
        "fixed rate",
        scheduledAt="2026-03-01T10:00:00.000Z",
        everySeconds="300",
        acceptedAt="2026-03-01T10:10:00.000Z",
    )
    assert "Delivers 2026-03-01T10:10:00.000Z" in said
    assert "Next target: 2026-03-01T10:15:00.000Z" in said
    assert page.run("return document.querySelectorAll('.output .missed').length") == 2
    assert page.run("return document.querySelectorAll('.output .latest').length") == 1


def test_an_example_of_the_text_is_tried_from_its_address(page: Page) -> None:
    page.open("playground.html#case=spec/FOLD-3/1")
    said = page.run("return document.querySelector('.output').innerText")
    assert said.startswith("As expected")
    assert "FOLD-3 — A reused id is corrupt" in said


def test_every_case_passes_in_the_page(page: Page) -> None:
    """But those that depend on the browser's tz database, or leave a choice."""
    page.open("playground.html")
    asked, wrong = page.run(
        """
        const { judge } = Playground.panels.find((panel) => panel.fill);
        const text = (each) => judge({ text: JSON.stringify(each) })[0].textContent;
        const lacking = /^(This port does not have: |Only the runner compares definitions)/;
        const settled = ({ tags, tz, level }) => !tags.includes("tz") && !tz && level === "must";
        const told = CASES.filter(settled).map((each) => [each.id, text(each)]);
        const asked = told.filter(([, said]) => !lacking.test(said));
        return [asked.length, asked.filter(([, said]) => !said.startsWith("As expected"))];
        """
    )
    assert asked > 0.85 * len(CASES)
    assert wrong == []


def test_a_wrong_expectation_is_told(page: Page) -> None:
    page.open("playground.html")
    asked = {"op": "allocate", "args": {"seenIds": []}, "expect": {"value": "schedule-0"}}
    assert page.try_out("case", text=json.dumps(asked)).startswith("Not as expected")
