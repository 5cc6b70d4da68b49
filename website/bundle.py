"""The JavaScript port as one script, for pages that were opened from a disk.

Browsers load modules only from a server. So each module becomes a function of its own that
returns what it exports, in the order in which they need each other.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

from schedule_conformance.base import data

PORT = data.folder("ports") / "javascript"
_NOT_IN_A_PAGE = {"port.js", "index.js"}
_IMPORT = re.compile(
    r'^(?P<word>import|export) \{(?P<names>[^}]*)\} from "\./(?P<module>[\w.]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:function\*?|class|const) (?P<name>\w+))", re.MULTILINE)


def script(name: str = "Schedule", folder: Path = PORT) -> str:
    """Return a script that sets a global name to all that the port's modules export.

    Raises:
        ValueError: two modules export one name, or a module imports or exports in another form.
    """
    sources = {
        path.name: path.read_text(encoding="utf-8")
        for path in folder.glob("*.js")
        if path.name not in _NOT_IN_A_PAGE
    }
    needs = {module: _needed(text) for module, text in sources.items()}
    order = list(TopologicalSorter(needs).static_order())
    exported = [name for module in order for name in _exported(sources[module])]
    if len(exported) != len(set(exported)):
        raise ValueError("two modules export one name")
    modules = "".join(_module(module, sources[module]) for module in order)
    start = f"window.{name} = (() => {{\nconst modules = {{}};\n"
    return f"{start}{modules}return Object.assign({{}}, ...Object.values(modules));\n}})();\n"


def _needed(text: str) -> set[str]:
    return {found["module"] for found in _IMPORT.finditer(text)}


def _exported(text: str) -> list[str]:
    return [found["name"] for found in _EXPORT.finditer(text)]


def _module(module: str, text: str) -> str:
    body = _EXPORT.sub("", _IMPORT.sub(_destructured, text))
    if left := re.search(r"^(?:import|export)\b.*", body, re.MULTILINE):
        raise ValueError(f"{module}: a form that is not known here: {left[0]}")
    names = ", ".join(_exported(text))
    return f'modules["{module}"] = (() => {{\n{body}return {{ {names} }};\n}})();\n'


def _destructured(found: re.Match[str]) -> str:
    return f'const {{{found["names"]}}} = modules["{found["module"]}"];\n'
