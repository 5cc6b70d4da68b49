"""What the cases of a rule show: the codes that they end with, and the names that they hold."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from binding.asking import cases
from binding.data import CODES, read

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case


@cache
def _shown() -> dict[str, str]:
    """The requests and expectations of all cases of each rule, as compact JSON in one text."""
    texts: dict[str, list[str]] = defaultdict(list)
    for case in cases().values():
        text = _compact(case)
        for rule in case.rules:
            texts[rule].append(text)
    return {rule: "\n".join(parts) for rule, parts in texts.items()}


def _compact(case: Case) -> str:
    parts: list[Any] = [case.op, case.args, msgspec.to_builtins(case.expect)]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    if isinstance(case.args.get("text"), str):
        text += case.args["text"].replace(" ", "")
    return text


@cache
def _log_names() -> str:
    log = json.dumps(read("log"), separators=(",", ":"))
    return log.replace('\\"', '"')


def shows_code(rule: str, code: str) -> bool:
    """Whether a case of the rule ends with the code, or has it in a result."""
    return code in CODES and f'"{code}"' in _shown().get(rule, "")


def shows_name(rule: str, quoted: str) -> bool:
    """Whether what a text quotes occurs as a whole in a case of the rule.

    For rules of the log on disk, which have no cases, the shapes of the log take their place.
    """
    name = re.sub(r"(?<=[:,]) ", "", quoted).replace("…", "").strip()
    if re.match(r"^\w+:", name):
        name = re.sub(r"^(\w+):", r'"\1":', name)
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    text = _log_names() if rule.startswith("LOG-") or rule == "log" else _shown().get(rule, "")
    return bool(name) and pattern.search(text) is not None
