"""Texts for people in the reference: mutants of them are no faults, messages are not protocol."""

from __future__ import annotations

import ast
import textwrap

# Position of the text for people among the arguments of an exception.
_MESSAGE_ARGUMENT = {"ValueError": 0, "CorruptLog": 1, "InvalidInput": 2}
_NOTHING = ast.Constant(value=None)


def same_but_for_messages(before: str, after: str) -> bool:
    """Tell whether two sources of a function differ in messages alone (TOOL-15)."""
    return _without_messages(before) == _without_messages(after)


def _without_messages(source: str) -> str:
    return ast.dump(_Silence().visit(ast.parse(textwrap.dedent(source))))


class _Silence(ast.NodeTransformer):
    """Takes the texts for people out of a function."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            position = _MESSAGE_ARGUMENT.get(node.func.id, len(node.args))
            if position < len(node.args):
                node.args[position] = _NOTHING
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.targets:
            case [ast.Name(id="message")]:
                node.value = _NOTHING
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        for position, key in enumerate(node.keys):
            if isinstance(key, ast.Constant) and key.value == "message":
                node.values[position] = _NOTHING
        return node
