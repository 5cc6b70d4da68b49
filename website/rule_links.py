"""An extension of Sphinx: rules have their ids as anchors; what names a rule or case is a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from schedule_conformance.base import data
from schedule_conformance.corpus.rules import load_rules
from schedule_conformance.corpus.shipped import load_shipped
from website.citations import RULE

_HEADING = re.compile(rf"^({RULE.pattern}) — ")
_NOT_WITHIN = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block, nodes.raw)


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx know of the extension."""
    app.connect("doctree-read", _give_anchors)
    app.connect("doctree-resolved", _link_mentions)
    app.connect("doctree-resolved", _link_cases)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _give_anchors(_app: Sphinx, doctree: nodes.document) -> None:
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title)
        heading = _HEADING.match(title.astext()) if title else None
        if heading:
            section["ids"].insert(0, heading[1])


def _link_mentions(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(nodes.reference)):
        if address := _address(app, docname, node.astext()):
            node["refuri"] = address
            node["classes"].append("rule")
            node.attributes.pop("refid", None)
    for text in list(doctree.findall(nodes.Text)):
        if RULE.search(text) and not _is_within(text):
            text.parent.replace(text, list(_linked(app, docname, text.astext())))


def _link_cases(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let each id of a case that stands in a text lead to the case."""
    corpus = app.builder.get_relative_uri(docname, "corpus")
    for literal in list(doctree.findall(nodes.literal)):
        if literal.astext() in _CASES and not isinstance(literal.parent, nodes.reference):
            address = f"{corpus}#case={literal.astext()}"
            link = nodes.reference("", "", literal.deepcopy(), refuri=address, internal=True)
            literal.parent.replace(literal, link)


def _is_within(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, _NOT_WITHIN):
            return True
    return False


def _linked(app: Sphinx, docname: str, text: str) -> Iterator[nodes.Node]:
    end = 0
    for mention in RULE.finditer(text):
        address = _address(app, docname, mention[0])
        if address is None:
            continue
        yield nodes.Text(text[end : mention.start()])
        yield nodes.reference("", mention[0], refuri=address, internal=True, classes=["rule"])
        end = mention.end()
    yield nodes.Text(text[end:])


def _address(app: Sphinx, docname: str, rule: str) -> str | None:
    found = _RULES.get(rule)
    if found is None:
        return None
    return f"{app.builder.get_relative_uri(docname, f'spec/{found.chapter}')}#{rule}"


_RULES = load_rules(data.folder("spec"))
_CASES = {case.id for case in load_shipped(sweeps=False)}
