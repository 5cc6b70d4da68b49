"""The site is built strictly; each rule has its address; and what checks it can fail."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import pytest

from schedule_conformance.base import data
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.shipped import load_shipped
from website import bundle
from website.checks import faults
from website.citations import RULE
from website.diagrams import as_graphviz
from website.layout import ROOT, pages, without_a_place
from website.links import Links

RULES = load_rules(data.folder("spec"))
SHOWN = {rule for case in load_shipped(sweeps=False) for rule in case.rules}
CITED = {
    rule
    for path in (ROOT / "reference" / "session_schedule").rglob("*.py")
    for rule in RULE.findall(path.read_text(encoding="utf-8"))
}
SOURCE = PurePosixPath("docs/porting.md")


def test_each_rule_has_a_permanent_address_its_cases_and_its_code(site: Path) -> None:
    for rule in RULES.values():
        page = (site / "spec" / f"{rule.chapter}.html").read_text(encoding="utf-8")
        assert f'id="{rule.id}"' in page, rule.id
        line = re.search(rf'<p class="rule-line"><a href="#{rule.id}">.*?</p>', page)
        assert line, rule.id
        assert (rule.id in SHOWN) == (f'corpus.html#rule={rule.id}">' in line[0]), rule.id
        assert (rule.id in CITED) == ("Python: " in line[0]), rule.id


def test_a_mention_of_a_rule_leads_to_it(site: Path) -> None:
    evidence = (site / "docs" / "evidence" / "clean-room.html").read_text(encoding="utf-8")
    assert 'href="../../spec/delivery.html#DUE-29">DUE-29</a>' in evidence


def test_a_mention_of_a_case_leads_to_it(site: Path) -> None:
    mistakes = (site / "docs" / "mistakes.html").read_text(encoding="utf-8")
    assert 'href="../corpus.html#case=input/prompt/next-line-kept"><code' in mistakes


def test_a_page_that_nobody_placed_is_listed_with_the_others() -> None:
    everything = "\n".join(page.with_suffix("").as_posix() for page in pages().values())
    assert without_a_place(everything) == []
    assert without_a_place(everything.replace("docs/fuzzing\n", "")) == [
        PurePosixPath("docs/fuzzing.md")
    ]


def test_code_is_shown_with_an_anchor_on_each_line(site: Path) -> None:
    page = (site / "code/reference/session_schedule/fold.py.html").read_text(encoding="utf-8")
    lines = (ROOT / "reference/session_schedule/fold.py").read_text("utf-8")
    for number in range(1, lines.count("\n") + 1):
        assert f'id="L-{number}"' in page


def test_state_diagrams_are_drawn(site: Path) -> None:
    page = (site / "spec" / "machines.html").read_text(encoding="utf-8")
    source = (data.folder("spec") / "machines.md").read_text(encoding="utf-8")
    assert source.count("```mermaid") == page.count('<object data="../_images/graphviz-') > 0


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="b.html">', "a.html: b.html leads to no file"),
        ('<a href="#there">', "a.html: #there leads to no place of its page"),
        ('<a href="a.html#q=x"><p id="there"><a href="#there">', None),
        ('<a href="https://example.com">', None),
        ('<script src="https://example.com/x.js">', "a.html: loads https://example.com/x.js"),
        ('<link rel="stylesheet" href="//example.com/x.css">', "a.html: loads //example.com/x.css"),
        ('<img src="x.png">', "a.html: x.png leads to no file"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(page: str, fault: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page)
    found = faults(tmp_path)
    assert len(found) == (fault is not None)
    assert not fault or found[0].startswith(fault)


def test_a_style_from_afar_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@import url('https://example.com/font.css'); a { b: url(c) }")
    assert faults(tmp_path) == ["a.css: loads https://example.com/font.css from afar"]


def test_a_link_to_a_file_leads_to_a_page_that_shows_it() -> None:
    links = Links(pages())
    text = "[it](../tests/test_layers.py) and [the rules](../spec/README.md#how-to-read-a-rule)"
    assert links.rewrite(text, SOURCE, SOURCE) == (
        "[it](../code/tests/test_layers.py.md) and [the rules](../spec/index.md#how-to-read-a-rule)"
    )
    assert links.shown == {PurePosixPath("tests/test_layers.py")}


def test_a_link_within_code_stays() -> None:
    text = "```python\nOPS[name](args)\n```"
    assert Links(pages()).rewrite(text, SOURCE, SOURCE) == text


def test_a_link_to_nothing_is_refused() -> None:
    with pytest.raises(FileNotFoundError, match=r"docs/porting\.md: there is no docs/nothing"):
        Links(pages()).rewrite("[it](nothing)", SOURCE, SOURCE)


def test_a_line_that_is_none_of_a_state_diagram_is_refused() -> None:
    with pytest.raises(ValueError, match="not a line of a state diagram: a ==> b"):
        as_graphviz("```mermaid\nstateDiagram-v2\n    a ==> b\n```\n")


@pytest.mark.parametrize(
    ("modules", "reason"),
    [
        ({"a.js": "export const x = 1;\n", "b.js": "export const x = 2;\n"}, "export one name"),
        ({"a.js": "export default 1;\n"}, "a.js: a form that is not known here"),
        ({"a.js": 'import fs from "node:fs";\n'}, "a.js: a form that is not known here"),
    ],
)
def test_a_port_that_cannot_be_one_script_is_refused(
    modules: dict[str, str], reason: str, tmp_path: Path
) -> None:
    for name, text in modules.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=reason):
        bundle.script(folder=tmp_path)
