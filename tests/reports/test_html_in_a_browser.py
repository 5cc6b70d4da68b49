"""The HTML report in a browser without a network, opened from the disk, wide and narrow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from report_kit import failed, hostile_result, passed, result, written

from schedule_conformance.commands.main import main

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from schedule_conformance.running.run import Result

TESTS = Path(__file__).parents[1]


class Page:
    """A report in the browser."""

    def __init__(self, browser: Chrome, folder: Path) -> None:
        self._browser, self._folder = browser, folder

    def open(
        self, file: Path, width: int = 1280, scheme: str = "light", media: str = "screen"
    ) -> None:
        """Open a file anew."""
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self._browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self._browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": media, "features": [feature]}
        )
        self._browser.get(file.as_uri())

    def report(self, result: Result) -> None:
        """Open the report on a result."""
        file = self._folder / "report.html"
        file.write_text(written("html", result), "utf-8")
        self.open(file)

    def run(self, script: str, *words: Any) -> Any:
        """Run a script in the page."""
        return self._browser.execute_script(script, *words)

    def press(self, keys: str) -> None:
        """Type, where the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self._browser).send_keys(keys).perform()

    def shown(self) -> int:
        """How many failures can be seen."""
        count: int = self.run(
            "return [...document.querySelectorAll('.failure')].filter(e => e.offsetHeight).length"
        )
        return count

    def console(self) -> list[str]:
        """What the page wrote to its console since it was asked last."""
        entries: list[dict[str, str]] = self._browser.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries]


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Page:
    return Page(browser, tmp_path)


@pytest.fixture(scope="module")
def drifting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on a port whose next target drifts."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    words = ["run", "--no-sweep", "--report", f"html={file}", "--"]
    port = [sys.executable, "-m", "wrong_ports", "next-target-drifts"]
    run = [sys.executable, "-m", "schedule_conformance", *words, *port]
    done = subprocess.run(run, cwd=TESTS, env={**os.environ}, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_report_loads_without_a_complaint_and_fits(
    page: Page, drifting: Path, width: int, scheme: str
) -> None:
    page.open(drifting, width, scheme)
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    bright = "return getComputedStyle(document.body).backgroundColor"
    assert (page.run(bright) == "rgb(255, 255, 255)") is (scheme == "light")
    assert page.console() == []


def test_failures_are_filtered_and_searched(page: Page, drifting: Path) -> None:
    page.open(drifting)
    whole = page.shown()
    page.run(
        "const by = document.getElementById('by-op'); by.value = 'occurrence';"
        "by.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    of_op = page.shown()
    assert 0 < of_op < whole
    count = "return document.getElementById('count').textContent"
    assert page.run(count) == f"{of_op} of {whole} shown"
    page.press("/")
    page.press("anchor/late-tick EVERY-2")
    assert page.shown() == 1
    page.run("document.querySelector('#filters button[type=reset]').click()")
    page.run("return new Promise(done => setTimeout(done, 20))")
    assert page.shown() == whole


def test_the_failures_of_one_cause_are_shown_alone(page: Page) -> None:
    causes = ["One.", "One.", "One.", "Two.", "Two."]
    page.report(result([failed(f"x/{n}", mistake=cause) for n, cause in enumerate(causes)]))
    assert page.shown() == 5
    page.run("document.querySelectorAll('.only')[1].click()")
    assert page.run("return document.getElementById('by-cause').value") == "1"
    assert page.shown() == 2


def test_a_failing_case_is_opened_by_keys_and_shows_all_of_it(page: Page, drifting: Path) -> None:
    page.open(drifting)
    page.press("j")
    page.press("\ue007")
    assert page.run("return document.querySelectorAll('.failure[open]').length") == 1
    page.press("\ue007")
    page.press("j")
    page.press("k")
    assert page.run("return document.activeElement.parentNode.matches('.failure')")
    opened = page.run(
        "const one = document.querySelector('[data-id=\"every/anchor/late-tick-does-not-push-the-"
        "next\"]'); one.open = true; return [one.innerText, one.querySelectorAll('svg').length,"
        "[...one.querySelectorAll('.sides mark')].map(e => e.textContent),"
        "one.querySelector('.command code').textContent]"
    )
    text, drawings, marked, command = opened
    assert "EVERY-2 — The next target is strictly after the decision" in text
    assert "The next target MUST be the first point of the grid" in text
    assert drawings == 1
    assert marked == ["0.000", "5.949"]
    assert command.startswith("schedule-spec run every/anchor/late-tick-does-not-push-the-next -- ")
    page.run("document.querySelector('.failure[open] .copy').click()")
    page.run("return new Promise(done => setTimeout(done, 50))")
    button = page.run("return document.querySelector('.failure[open] .copy').textContent")
    assert button in ("Copied", "Selected")
    assert page.console() == []


def test_hostile_texts_are_shown_and_not_obeyed(page: Page) -> None:
    page.report(hostile_result())
    page.run("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.run("return document.title") != "owned"
    assert page.run("return document.querySelectorAll('script').length") == 1
    assert page.run("return document.querySelectorAll('img, [onmouseover]').length") == 0
    text = page.run("return document.body.innerText")
    for part in ("<img src=x", "</script><script>", "\\u202ereversed", "\\ud800", "\\u001b[31m"):
        assert part in text
    assert page.console() == []


def test_a_page_may_load_nothing_and_run_no_other_script(page: Page) -> None:
    page.report(result([failed("x/1", {"n": 2})]))
    page.run(
        "const one = document.createElement('script'); one.textContent = 'document.title = 1';"
        "document.body.append(one);"
        "const image = new Image(); image.src = 'https://example.org/x.png';"
    )
    assert page.run("return document.title") == "mine: fail"
    refused = page.console()
    assert len(refused) == 2
    assert all("Content Security Policy" in each for each in refused)


def test_a_run_of_many_failures_stays_small_enough_to_open(page: Page) -> None:
    many = [failed(f"x/{n}", {"n": n + 2}, mistake=f"Mistake {n % 7}.") for n in range(68_000)]
    assert len(written("html", result(many))) < 8_000_000
    page.report(result(many))
    assert page.shown() == 600
    text = page.run("return document.body.innerText")
    assert "67400 more failures are not shown" in text
    assert "schedule-spec run --report jsonl=FILE -- my port" in text
    assert page.console() == []


def test_a_passing_run_has_a_page_too(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "passing.html"
    assert main(["run", "fold/allocate/*", "--no-sweep", "--report", f"html={file}"]) == 0
    page.open(file)
    assert page.run("return document.querySelector('.verdict').textContent") == "pass"
    assert page.console() == []


def test_print_opens_every_failure(page: Page, drifting: Path) -> None:
    page.open(drifting)
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert page.run("return document.querySelectorAll('.failure:not([open])').length") == 0
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.run("return document.querySelectorAll('.failure[open]').length") == 0


def test_runs_side_by_side_have_a_page(page: Page, tmp_path: Path) -> None:
    files = []
    for name, got in (("a", 1), ("b", 2)):
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_text(written("jsonl", result([failed("x/1", got), passed("x/2")])), "utf-8")
    better = tmp_path / "c.jsonl"
    better.write_text(written("jsonl", result([passed("x/1"), failed("x/2")])), "utf-8")
    file = tmp_path / "compared.html"
    assert main(["compare", *map(str, files), str(better), "--report", f"html={file}"]) == 1
    for width in (1280, 390):
        page.open(file, width)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    text = page.run("return document.body.innerText")
    assert "C: 1 worse than A, 1 better" in text
    assert "x/2 pass → fail" in text
    assert page.console() == []


def test_what_is_printed_is_light(page: Page, drifting: Path) -> None:
    page.open(drifting, scheme="dark", media="print")
    assert (
        page.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    )
    hidden = "return getComputedStyle(document.getElementById('filters')).display"
    assert page.run(hidden) == "none"
