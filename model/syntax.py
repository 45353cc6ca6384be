"""What the body of an event, law or helper may contain, checked when it is defined.

Only what every world can read: indexing fields, comparing, adding, subtracting, branching, and calling helpers of the
same kind. No loops, no `min`, no `len`, no early `return`: a bulk change is a field's own method.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

FIELD_METHODS = frozenset({"become", "clear"})
WORLD_METHODS = frozenset({"pages"})

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.arguments, ast.arg, ast.If, ast.Compare, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub,
    ast.BinOp, ast.Add, ast.Sub, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.Tuple, ast.Constant,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Call, ast.keyword, ast.Expr, ast.Pass,
    ast.Assign, ast.AugAssign, ast.Return, ast.IfExp,
)  # fmt: skip


class ForbiddenSyntax(Exception):
    """The body holds something that the worlds cannot all read. The message names file and line."""


def check_body(function: Callable[..., Any], *, returns: bool) -> None:
    """Raise `ForbiddenSyntax` unless every world can read the body; a value may be returned at its end if `returns`."""
    lines, start = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    filename = inspect.getsourcefile(function) or "<unknown>"

    def refuse(node: ast.AST, what: str) -> None:
        line = start + getattr(node, "lineno", 1) - 1
        msg = f"{filename}:{line}: {function.__name__} contains {what}, which a proof cannot read; see model/syntax.py"
        raise ForbiddenSyntax(msg)

    if not isinstance(tree, ast.FunctionDef):
        refuse(tree, "something other than a plain function")
        return
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    for node in (node for statement in body for node in ast.walk(statement)):
        if isinstance(node, ast.Return) and (not returns or node is not body[-1]):
            refuse(node, "a `return` that is not its last statement" if returns else "a `return`")
        elif isinstance(node, ast.Call):
            _check_call(node, function, refuse)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            _check_target(node, refuse)
        else:
            _check_word(node, refuse)


Refuse = Callable[[ast.AST, str], None]


def _check_word(node: ast.AST, refuse: Refuse) -> None:
    operators = [child for child in ast.iter_child_nodes(node) if not hasattr(child, "lineno")]
    for part in (*operators, node):  # an operator has no line of its own
        if not isinstance(part, _ALLOWED):
            refuse(node, f"`{type(part).__name__}`")
    if isinstance(node, ast.Constant) and not isinstance(node.value, int | str):
        refuse(node, f"the constant {node.value!r}")
    elif isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
        refuse(node, "`in` (write `one_of(value, …)`)")


def _check_call(node: ast.Call, function: Callable[..., Any], refuse: Refuse) -> None:
    called = node.func
    if isinstance(called, ast.Attribute) and called.attr in FIELD_METHODS | WORLD_METHODS:
        return
    if isinstance(called, ast.Name):
        target = function.__globals__.get(called.id)
        if getattr(target, "tenure_helper", False):
            return
    refuse(node, f"a call of `{ast.unparse(called)}`, which is not a helper")


def _check_target(node: ast.Assign | ast.AugAssign, refuse: Refuse) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if len(targets) != 1 or isinstance(targets[0], ast.Tuple):
        refuse(node, "an assignment to several names at once")
    target = targets[0]
    owner = target.value if isinstance(target, ast.Subscript) else target
    if isinstance(owner, ast.Attribute) and not isinstance(owner.value, ast.Name):
        refuse(node, "an assignment to something other than a field of the world")
    if isinstance(target, ast.Subscript) and not isinstance(owner, ast.Attribute):
        refuse(node, "an assignment to something other than a field of the world")
