"""Which small mistakes can be made in a function: something is missing, the wrong way round, or off by one.

A mistake is one place of the syntax tree, with the text that takes the place of what stands there. Only the numbers
that count something are shifted: not the keys of a map, the members of an enum, or what names a thing. Two mistakes
that read alike when the whole function is written out are one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from .fields import Spec
from .sorts import Flag, Sort
from .variation import Mistake, Variation, is_number, number_in, shifted, undecorated, varied


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known of the names that a function uses."""

    specs: Mapping[str, Spec]
    """The fields of the state."""
    arguments: Mapping[str, Sequence[Any]]
    """For each helper, the sorts of its arguments, without the state."""
    things: frozenset[str] = frozenset()
    """The names that stand for things and members of enums, which are never off by one."""


def variations(function: ast.FunctionDef, scope: Scope) -> list[Variation]:
    """Return every mistake of a function, in the order of its lines, each different from the function as it is."""
    seen = {ast.unparse(undecorated(function))}
    found = []
    for each in sorted(_Search(function, scope).body(function.body), key=lambda each: each.line):
        whole = ast.unparse(undecorated(varied(function, each)))
        if whole not in seen:
            seen.add(whole)
            found.append(each)
    return found


_STRICTER: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.LtE: ast.Lt, ast.GtE: ast.Gt}
_LOOSER: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.Gt: ast.GtE}
_OPPOSITE = {"add": "subtract", "subtract": "add"}
_BOUNDS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class _Search:
    """Looks for the mistakes of one function."""

    def __init__(self, function: ast.FunctionDef, scope: Scope) -> None:
        self.scope = scope
        self.places = {id(node): place for place, node in enumerate(ast.walk(function))}
        self.world = function.args.args[0].arg if function.args.args else ""
        self.counts = function.returns is not None and ast.unparse(function.returns) in {"int", "Tokens"}

    def change(self, kind: Mistake, old: ast.AST, new: ast.AST | str, text: str = "", at: str = "") -> Variation:
        """Return the mistake of writing one thing for another; `at` says of a short one where it stands."""
        after = new if isinstance(new, str) else ast.unparse(new)
        text = text or f"{at}{ast.unparse(old)} → {after}"
        return Variation(kind, getattr(old, "lineno", 0), self.places[id(old)], after, text)

    def missing(self, kind: Mistake, each: ast.stmt) -> Variation:
        """Return the mistake of leaving a statement out, which is named by its first line."""
        return self.change(kind, each, "pass", ast.unparse(each).split("\n")[0])

    def body(self, statements: Sequence[ast.stmt]) -> Iterator[Variation]:
        """Yield the mistakes of statements that follow each other."""
        for each in statements:
            yield from self.statement(each)

    def statement(self, each: ast.stmt) -> Iterator[Variation]:
        """Yield the mistakes of a statement, among them that it is missing."""
        if isinstance(each, ast.If | ast.Assign | ast.AugAssign) and not _names(each):
            yield self.missing(Mistake.DELETION, each)
        if isinstance(each, ast.If):
            yield from self.branch(each.test, never=bool(each.orelse))
            yield from self.body(each.body)
            yield from self.body(each.orelse)
        elif isinstance(each, ast.Assign | ast.AugAssign):
            yield from self.assigned(each)
        elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            guard = isinstance(each.value.func, ast.Name) and each.value.func.id == "require"
            yield self.missing(Mistake.GUARD if guard else Mistake.DELETION, each)
            if guard:
                yield from self.condition(each.value.args[0], Mistake.GUARD)
            else:
                yield from self.arguments(each.value)
        elif isinstance(each, ast.Return) and each.value is not None:
            yield from self.number(each.value) if self.counts else self.condition(each.value, Mistake.GUARD)

    def assigned(self, each: ast.Assign | ast.AugAssign) -> Iterator[Variation]:
        """Yield the mistakes of what is assigned: that an amount is off by one, or a flag the other one."""
        target = each.targets[0] if isinstance(each, ast.Assign) else each.target
        spec, at = self.field(target), f"{ast.unparse(target)} = "
        if spec is not None and spec.domain is Flag:
            if is_number(each.value):
                yield self.change(Mistake.OFF_BY_ONE, each.value, str(1 - number_in(each.value)), at=at)
            else:
                yield from self.condition(each.value, Mistake.FLIP)
        elif self.amount(target) or (spec is None and self.amount(each.value)):
            yield from self.number(each.value, at, kept=ast.unparse(target))
        else:
            yield from self.arithmetic(each.value)

    def branch(self, test: ast.expr, *, never: bool) -> Iterator[Variation]:
        """Yield that a condition is the wrong way round, or always holds, or `never` does, and the mistakes inside."""
        asked = f"if {ast.unparse(test)}"
        yield self.change(Mistake.FLIP, test, ast.UnaryOp(ast.Not(), test), f"{asked} → if not")
        yield self.change(Mistake.FLIP, test, "True", f"{asked} → always")
        if never:
            yield self.change(Mistake.FLIP, test, "False", f"{asked} → never")
        yield from self.condition(test, Mistake.FLIP)

    def condition(self, test: ast.expr, kind: Mistake) -> Iterator[Variation]:
        """Yield the mistakes inside a condition: a part of it is missing, or a bound in it is off by one."""
        if isinstance(test, ast.BoolOp):
            for at, part in enumerate(test.values):
                rest = test.values[:at] + test.values[at + 1 :]
                left = ast.BoolOp(test.op, rest) if len(rest) > 1 else rest[0]
                word = "and" if isinstance(test.op, ast.And) else "or"
                yield self.change(kind, test, left, f"without {word} {ast.unparse(part)}")
                yield from self.condition(part, kind)
        elif isinstance(test, ast.UnaryOp):
            yield from self.condition(test.operand, kind)
        elif isinstance(test, ast.IfExp):
            yield from self.branch(test.test, never=True)
            yield from self.condition(test.body, kind)
            yield from self.condition(test.orelse, kind)
        elif isinstance(test, ast.Compare):
            yield from self.comparison(test, kind)
        elif isinstance(test, ast.Call):
            yield from self.arguments(test)

    def comparison(self, test: ast.Compare, kind: Mistake) -> Iterator[Variation]:
        """Yield the mistakes of `a <= b`, or of a chain of those: a part is missing, or a bound is off by one."""
        terms = [test.left, *test.comparators]
        for end in (1, -1) if len(test.ops) > 1 else ():
            left = terms[1:] if end == 1 else terms[:-1]
            ops = test.ops[1:] if end == 1 else test.ops[:-1]
            yield self.change(kind, test, ast.Compare(left[0], ops, left[1:]))
        for at, op in enumerate(test.ops):
            for new, terms_then in self.bounds(op, terms, at):
                ops = [*test.ops[:at], new, *test.ops[at + 1 :]]
                yield self.change(Mistake.OFF_BY_ONE, test, ast.Compare(terms_then[0], ops, terms_then[1:]))
        for term in terms:
            yield from self.arithmetic(term)

    def bounds(self, op: ast.cmpop, terms: list[ast.expr], at: int) -> Iterator[tuple[ast.cmpop, list[ast.expr]]]:
        """Yield both ways in which a comparison of amounts is off by one."""
        left, right = terms[at], terms[at + 1]
        # A constant is shifted where there is one, so that the mistake reads as it would be made.
        side = at if is_number(left) else at + 1

        def shift(by: int) -> list[ast.expr]:
            moved = by if side == at + 1 else -by
            return [shifted(term, moved) if i == side else term for i, term in enumerate(terms)]

        if isinstance(op, _BOUNDS):
            wider = 1 if isinstance(op, ast.Lt | ast.LtE) else -1
            plain = not (is_number(left) or is_number(right))
            looser, stricter = _LOOSER.get(type(op)), _STRICTER.get(type(op))
            yield (looser(), terms) if plain and looser else (op, shift(wider))
            yield (stricter(), terms) if plain and stricter else (op, shift(-wider))
        elif isinstance(op, ast.Eq | ast.NotEq):
            spec = self.field(right if is_number(left) else left)
            if spec is not None and spec.domain is Flag and is_number(right):
                yield op, [ast.Constant(1 - number_in(right)) if i == at + 1 else term for i, term in enumerate(terms)]
            elif self.amount(left) or self.amount(right):
                yield op, shift(1)
                yield op, shift(-1)

    def number(self, value: ast.expr, at: str = "", kept: str = "") -> Iterator[Variation]:
        """Yield that an amount is one more or one less, unless that leaves what is written to as it was."""
        if isinstance(value, ast.IfExp):
            yield from self.branch(value.test, never=True)
            yield from self.number(value.body, at, kept)
            yield from self.number(value.orelse, at, kept)
            return
        for by in (1, -1) if not self.thing(value) else ():
            new = shifted(value, by)
            if ast.unparse(new) != kept:  # that the statement is missing is another mistake
                yield self.change(Mistake.OFF_BY_ONE, value, new, at=at)
        yield from self.arithmetic(value)

    def arithmetic(self, value: ast.expr) -> Iterator[Variation]:
        """Yield the mistakes inside an amount: a sum for a difference, and those of the amounts it is made of."""
        if isinstance(value, ast.BinOp):
            swapped = ast.Sub() if isinstance(value.op, ast.Add) else ast.Add()
            yield self.change(Mistake.OFF_BY_ONE, value, ast.BinOp(value.left, swapped, value.right))
            yield from self.arithmetic(value.left)
            yield from self.arithmetic(value.right)
        elif isinstance(value, ast.Call):
            yield from self.arguments(value)
        elif isinstance(value, ast.IfExp):
            yield from self.branch(value.test, never=True)
            yield from self.number(value.body)
            yield from self.number(value.orelse)

    def arguments(self, call: ast.Call) -> Iterator[Variation]:
        """Yield the mistakes of the amounts that something is called with."""
        called = call.func
        if isinstance(called, ast.Attribute):
            sorts: Sequence[Any] = (int,) * len(call.args) if called.attr == "pages" else ()
            given = call.args
            if called.attr in _OPPOSITE:
                opposite = ast.Attribute(called.value, _OPPOSITE[called.attr], ast.Load())
                yield self.change(Mistake.OFF_BY_ONE, called, opposite)
        else:
            assert isinstance(called, ast.Name)
            sorts, given = self.scope.arguments.get(called.id, ()), call.args[1:]
        at = f"{ast.unparse(called)}(…) of "
        for sort, argument in zip(sorts, given, strict=False):
            if sort is Flag and is_number(argument):
                yield self.change(Mistake.OFF_BY_ONE, argument, str(1 - number_in(argument)), at=at)
            elif sort is bool:
                yield from self.condition(argument, Mistake.FLIP)
            elif _counts(sort):
                yield from self.number(argument, at)

    def field(self, node: ast.expr) -> Spec | None:
        """Return the declaration of the field that an expression reads or writes, if it is one."""
        owner = node.value if isinstance(node, ast.Subscript) else node
        if isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name) and owner.value.id == self.world:
            return self.scope.specs.get(owner.attr)
        return None

    def thing(self, node: ast.expr) -> bool:
        """Whether an expression is known to name a thing, or to be a flag or the member of an enum."""
        if isinstance(node, ast.Name):
            return node.id in self.scope.things
        spec = self.field(node)
        return spec is not None and not _counts(spec.domain)

    def amount(self, node: ast.expr) -> bool:
        """Whether an expression counts something, and neither names a thing nor is a flag or the member of an enum."""
        if is_number(node) or isinstance(node, ast.BinOp):
            return True
        if isinstance(node, ast.IfExp):
            return self.amount(node.body) and self.amount(node.orelse)
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Attribute) and node.func.attr == "pages"
        owner = node.value if isinstance(node, ast.Subscript) else node
        if isinstance(owner, ast.Attribute) and owner.attr in {"total", "holders"}:
            return True
        spec = self.field(node)
        return spec is not None and _counts(spec.domain)


def _names(each: ast.stmt) -> bool:
    """Whether a statement gives something a name: without it the function would not run."""
    return any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) for node in ast.walk(each))


def _counts(sort: Any) -> bool:
    return isinstance(sort, type) and not issubclass(sort, Sort | IntEnum | Flag | bool)
