"""What the body of an event, law or helper may contain, checked when it is defined.

Only what every world can read: indexing fields, comparing, adding, subtracting, branching, and calling helpers of the
same kind. No loops, no `min`, no `len`, no early `return`: a bulk change is a field's own method.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from enum import IntEnum
from typing import Any, NoReturn

from .fields import Kind, Schema, Spec
from .sorts import is_plain
from .sources import lines_of

WORLD_METHODS = frozenset({"pages"})

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.arguments, ast.arg, ast.If, ast.Compare, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub,
    ast.BinOp, ast.Add, ast.Sub, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.Tuple, ast.Constant,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Call, ast.keyword, ast.Expr, ast.Pass,
    ast.Assign, ast.AugAssign, ast.Return, ast.IfExp,
)  # fmt: skip


_WHOLE = {
    Kind.LEDGER: frozenset({"become", "clear"}),
    Kind.RELATION: frozenset({"copy", "clear"}),
    Kind.FIELD: frozenset({"add", "subtract"}),
}
"""What can be done to a map as a whole, or to a whole row of it."""

_METHODS = frozenset().union(*_WHOLE.values()) | WORLD_METHODS


class ForbiddenSyntax(Exception):
    """The body holds something that the worlds cannot all read. The message names file and line."""


def check_body(function: Callable[..., Any], *, returns: bool) -> None:
    """Raise `ForbiddenSyntax` unless every world can read the body; a value may be returned at its end if `returns`."""
    if not isinstance(function, types.FunctionType):
        raise ForbiddenSyntax(
            f"{function!r} is no plain function, and a proof can read nothing else; see model/syntax.py"
        )
    lines, start = lines_of(function)
    try:
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except SyntaxError as error:
        where = f"{function.__code__.co_filename}:{start}"
        raise ForbiddenSyntax(
            f"{where}: {function.__name__} cannot be read by itself ({error.msg}); write it at the left edge"
        ) from error
    check = _Check(function, tree, start, returns=returns)
    if function.__code__.co_freevars or hasattr(function, "__wrapped__"):
        check.refuse(tree, "a name of a function around it, or another function within")
    if getattr(tree, "name", "") not in ("", function.__code__.co_name):
        check.refuse(tree, "another function on its first line")
    check.run()


class _Check:
    """One body, the names it may use, and where to say that it is wrong."""

    def __init__(self, function: Callable[..., Any], tree: ast.stmt, start: int, *, returns: bool) -> None:
        self.function, self.tree, self.start, self.returns = function, tree, start, returns

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Say what no proof can read, and where."""
        self.wrong(node, f"contains {what}, which a proof cannot read; see model/syntax.py")

    def wrong(self, node: ast.AST, said: str) -> NoReturn:
        """Say what is wrong and where."""
        filename = inspect.getsourcefile(self.function) or "<unknown>"
        line = self.start + getattr(node, "lineno", 1) - 1
        raise ForbiddenSyntax(f"{filename}:{line}: {getattr(self.function, '__name__', 'it')} {said}")

    def run(self) -> None:
        """Look at the whole function."""
        tree = self.tree
        if not isinstance(tree, ast.FunctionDef):
            self.refuse(tree, "something other than a plain function")
        if len(tree.decorator_list) > 1:
            self.refuse(tree, "a second decorator")
        given = tree.args
        if given.defaults or given.kw_defaults or given.kwonlyargs or given.vararg or given.kwarg:
            self.refuse(tree, "an argument with a default, or one that is not named")
        self.params = [arg.arg for arg in given.args]
        states = {arg.arg: self._state(arg.annotation) for arg in given.args}
        self.worlds = {name: state.specs for name, state in states.items() if state is not None}
        body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
        every = [node for statement in body for node in ast.walk(statement)]
        self.indices = {id(node.slice) for node in every if isinstance(node, ast.Subscript)}
        self.called = {id(node.func) for node in every if isinstance(node, ast.Call)}
        self.locals = {node.id for node in every if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for node in every:
            if isinstance(node, ast.Return) and (not self.returns or node is not body[-1]):
                self.refuse(node, "a `return` that is not its last statement" if self.returns else "a `return`")
            self.word(node)
            if isinstance(node, ast.Call):
                self.call(node)
            elif isinstance(node, ast.Assign | ast.AugAssign):
                self.target(node)
            elif isinstance(node, ast.Attribute):
                self.attribute(node)
            elif isinstance(node, ast.Name):
                self.name(node)

    def _state(self, annotation: ast.expr | None) -> type[Schema] | None:
        """Return the state that an argument is annotated with, if it is one."""
        if annotation is None:
            return None
        name = ast.unparse(annotation).strip("'\"")
        known = self.function.__globals__.get(name)
        return known if isinstance(known, type) and issubclass(known, Schema) else None

    def word(self, node: ast.AST) -> None:
        """Refuse whatever is not in the list of what all worlds can read."""
        operators = [child for child in ast.iter_child_nodes(node) if not hasattr(child, "lineno")]
        for part in (*operators, node):  # an operator has no line of its own
            if not isinstance(part, _ALLOWED):
                self.refuse(node, f"`{type(part).__name__}`")
        if isinstance(node, ast.Tuple) and id(node) not in self.indices:
            self.refuse(node, "a tuple that is no key of a field, and is always true")
        if isinstance(node, ast.Constant) and not isinstance(node.value, int | str):
            self.refuse(node, f"the constant {node.value!r}")
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            self.refuse(node, "`in` (write `one_of(value, …)`)")

    def name(self, node: ast.Name) -> None:
        """Allow arguments, what the body assigns, and globals that cannot change: numbers, enums and helpers."""
        if node.id in self.params or node.id in self.locals:
            return
        known = self.function.__globals__.get(node.id)
        enum = isinstance(known, type) and issubclass(known, IntEnum) and is_plain(known)
        if _is_helper(known) and id(node) not in self.called:
            self.refuse(node, f"the helper `{node.id}` without a call")
        if not ((isinstance(known, int) and is_plain(type(known))) or enum or _is_helper(known)):
            self.refuse(node, f"the name `{node.id}`, which is no argument, no helper and no constant")

    def attribute(self, node: ast.Attribute) -> None:
        """Allow a field of a world, what its kind of field has, and a member of an enum."""
        owner = node.value
        if isinstance(owner, ast.Name) and owner.id in self.worlds:
            if node.attr not in self.worlds[owner.id] and node.attr not in WORLD_METHODS:
                self.refuse(node, f"`{ast.unparse(node)}`, which the state does not declare")
        elif isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name) and owner.value.id in self.worlds:
            spec = self.worlds[owner.value.id].get(owner.attr)
            if spec is None or not _has(spec, node.attr):
                self.refuse(node, f"`{ast.unparse(node)}`, which this kind of field does not have")
        elif not self._member(owner, node.attr):
            self.refuse(node, f"`{ast.unparse(node)}`, which is no field of the world and no member of an enum")

    def _member(self, owner: ast.expr, attribute: str) -> bool:
        """Whether an attribute is a member of an enum, the only thing that is read of anything but a world."""
        if not isinstance(owner, ast.Name) or owner.id in {*self.params, *self.locals}:
            return False
        known = self.function.__globals__.get(owner.id)
        return isinstance(known, type) and issubclass(known, IntEnum) and attribute in known.__members__

    def call(self, node: ast.Call) -> None:
        """Allow helpers, and the methods of worlds and ledgers (which `attribute` looks at)."""
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in _METHODS:
            return
        own = {*self.params, *self.locals}
        name = called.id if isinstance(called, ast.Name) and called.id not in own else ""
        known = self.function.__globals__.get(name)
        if not _is_helper(known):
            self.refuse(node, f"a call of `{ast.unparse(called)}`, which is not a helper")
        if getattr(known, "__name__", "") == "require" and not _sentence(node):
            self.wrong(node, 'has a guard without a sentence; write require(condition, "what must be so")')

    def target(self, node: ast.Assign | ast.AugAssign) -> None:
        """Allow writing to a field of the world and to a name of one's own."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) != 1 or isinstance(targets[0], ast.Tuple):
            self.refuse(node, "an assignment to several names at once")
        target = targets[0]
        owner = target.value if isinstance(target, ast.Subscript) else target
        if isinstance(target, ast.Name) and target.id in self.params:
            self.refuse(node, f"an assignment to its own argument `{target.id}`")
        if isinstance(owner, ast.Attribute) and not (
            isinstance(owner.value, ast.Name) and owner.value.id in self.worlds
        ):
            self.refuse(node, "an assignment to something other than a field of the world")
        if isinstance(target, ast.Subscript) and not isinstance(owner, ast.Attribute):
            self.refuse(node, "an assignment to something other than a field of the world")


def _is_helper(known: object) -> bool:
    """Whether it is a helper itself. A function around one is not: nobody has looked at what it does besides."""
    return isinstance(known, types.FunctionType) and known.__dict__.get("tenure_helper") is known


def _sentence(guard: ast.Call) -> bool:
    """Whether a guard says as its second argument, in a text that stands there, what must be so."""
    said = [each.value for each in guard.args[1:2] if isinstance(each, ast.Constant)]
    return any(isinstance(each, str) and each.strip() for each in said)


def _has(spec: Spec, attribute: str) -> bool:
    """Whether a declared name has an attribute: ghosts only where they are kept, whole changes only of plain maps."""
    if attribute == "total":
        return spec.kind is Kind.LEDGER or (spec.kind is Kind.TALLY and not spec.by)
    if attribute == "holders":
        return spec.kind is Kind.RELATION
    return attribute in _WHOLE.get(spec.kind, ()) and not spec.pooled
