"""A small mistake at one place of a function, and the function with the mistake in it."""

from __future__ import annotations

import ast
import copy
import types
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Mistake(Enum):
    """The kinds of mistakes."""

    DELETION = "deletion"
    """A statement is missing."""
    GUARD = "guard"
    """A guard is missing, or one of the conditions that it puts together."""
    FLIP = "flip"
    """A condition is the wrong way round, always or never holds, or lacks one of those that it puts together."""
    OFF_BY_ONE = "off-by-one"
    """A number is one more or one less, a bound is on the wrong side, something is added instead of subtracted."""


@dataclass(frozen=True, slots=True)
class Variation:
    """One mistake: its kind, the line, the place in the tree, what stands there instead, and the mistake in words."""

    kind: Mistake
    line: int
    place: int
    after: str
    text: str


def undecorated(function: ast.FunctionDef) -> ast.FunctionDef:
    """Return the function without its decorators."""
    plain = copy.copy(function)
    plain.decorator_list = []
    return plain


def varied(function: ast.FunctionDef, variation: Variation) -> ast.FunctionDef:
    """Return the function with the mistake in it; every other line stays where it is."""
    changed = copy.deepcopy(function)
    target = list(ast.walk(changed))[variation.place]
    (statement,) = ast.parse(variation.after).body
    wanted = statement.value if isinstance(statement, ast.Expr) and isinstance(target, ast.expr) else statement
    for node in ast.walk(wanted):
        ast.copy_location(node, target)
    return _Replace(target, wanted).visit(changed)  # type: ignore[no-any-return]


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, wanted: ast.AST) -> None:
        self.target, self.wanted = target, wanted

    def visit(self, node: ast.AST) -> Any:
        return self.wanted if node is self.target else super().visit(node)


def code_of(function: ast.FunctionDef, filename: str) -> types.CodeType:
    """Compile a function."""
    module = ast.fix_missing_locations(ast.Module([undecorated(function)], []))
    compiled = compile(module, filename, "exec", dont_inherit=True)
    return next(const for const in compiled.co_consts if isinstance(const, types.CodeType))


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a whole number as it is written."""
    return isinstance(node, ast.Constant) and type(node.value) is int


def number_in(node: ast.expr) -> int:
    """Return the whole number that an expression is."""
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int)
    return node.value


def shifted(amount: ast.expr, by: int) -> ast.expr:
    """Return an amount that is one more or one less, written as short as it goes."""
    if is_number(amount):
        return ast.parse(str(number_in(amount) + by), mode="eval").body
    if isinstance(amount, ast.BinOp) and is_number(amount.right):
        up = by if isinstance(amount.op, ast.Add) else -by
        return _sum(amount.left, amount.op, number_in(amount.right) + up)
    if isinstance(amount, ast.BinOp) and is_number(amount.left) and isinstance(amount.op, ast.Add):
        first = number_in(amount.left) + by
        return ast.BinOp(ast.Constant(first), amount.op, amount.right) if first else amount.right
    return _sum(amount, ast.Add(), by)


def _sum(left: ast.expr, op: ast.operator, amount: int) -> ast.expr:
    if amount == 0:
        return left
    if amount < 0:
        return ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), ast.Constant(-amount))
    return ast.BinOp(left, op, ast.Constant(amount))
