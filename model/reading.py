"""Terms without maps: what is read of a changed map is read of the map before, at the same key or at the changed one.

Laws and events read maps only at keys, and so do the questions asked of them. Then a map is needed no more: what an
event wrote is a number of cases on the key, and the map before it is a function of the key about which nothing is
known. Solvers answer such questions sooner, and cvc5 by far. Both are asked them in this form.

This is sound as each step replaces a term by an equal one (read over write, read of a constant map, of a function, of a
choice between maps), and a map of which only values at keys are spoken of may be any function. Where whole maps are
compared there is no such form, and it is refused.
"""

from __future__ import annotations

import z3


class WholeMap(Exception):
    """A term speaks of a map as a whole and not of its values."""


class Reader:
    """Turns terms into equal ones without maps, and remembers what it has turned."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._turned: dict[int, tuple[z3.ExprRef, z3.ExprRef]] = {}  # with the term itself, as ids are used again
        self._reads: dict[int, tuple[z3.ExprRef, tuple[z3.ExprRef, ...]]] = {}
        self._values: dict[tuple[int, ...], tuple[tuple[z3.ExprRef, ...], z3.ExprRef]] = {}
        self._functions: dict[str, z3.FuncDeclRef] = {}

    def turn(self, term: z3.ExprRef) -> z3.ExprRef:
        """Return an equal term without maps."""
        known = self._turned.get(term.get_id())
        if known is None:
            known = self._turned[term.get_id()] = (term, self._turn(term))
        return known[1]

    def _turn(self, term: z3.ExprRef) -> z3.ExprRef:
        if z3.is_select(term):
            array, key = term.children()
            return self._read(array, (self.turn(key),))
        if _is_empty(term):
            return z3.BoolVal(z3.is_and(term))
        readings = self._readings(term)
        return z3.substitute(term, *[(each, self.turn(each)) for each in readings]) if readings else term

    def _readings(self, term: z3.ExprRef) -> tuple[z3.ExprRef, ...]:
        """Return the parts of a term to be replaced: what is read of maps (not what is read to know where to read)."""
        known = self._reads.get(term.get_id())
        if known is None:
            if z3.is_array(term):
                raise WholeMap(f"a whole map is spoken of: {term}")
            if z3.is_select(term) or _is_empty(term):
                found = {term.get_id(): term}
            else:
                found = {each.get_id(): each for child in term.children() for each in self._readings(child)}
            known = self._reads[term.get_id()] = (term, tuple(found.values()))
        return known[1]

    def _read(self, array: z3.ExprRef, keys: tuple[z3.ExprRef, ...]) -> z3.ExprRef:
        """Return what a map holds at keys, the outermost first; these are turned already."""
        name = (array.get_id(), *(key.get_id() for key in keys))
        known = self._values.get(name)
        if known is None:
            known = self._values[name] = ((array, *keys), self._value(array, keys))
        return known[1]

    def _value(self, array: z3.ExprRef, keys: tuple[z3.ExprRef, ...]) -> z3.ExprRef:
        first, *rest = keys
        if z3.is_store(array):
            before, at, value = array.children()
            return z3.If(self.turn(at) == first, self._of(value, tuple(rest)), self._read(before, keys))
        if z3.is_app_of(array, z3.Z3_OP_ITE):
            condition, yes, no = array.children()
            return z3.If(self.turn(condition), self._read(yes, keys), self._read(no, keys))
        if z3.is_const_array(array):
            return self._of(array.children()[0], tuple(rest))
        if z3.is_quantifier(array):
            return self._of(z3.substitute_vars(array.body(), first), tuple(rest))
        if z3.is_select(array):
            outer, key = array.children()
            return self._read(outer, (self.turn(key), *keys))
        return self._function(array)(*keys)

    def _of(self, value: z3.ExprRef, keys: tuple[z3.ExprRef, ...]) -> z3.ExprRef:
        return self._read(value, keys) if keys else self.turn(value)

    def _function(self, array: z3.ExprRef) -> z3.FuncDeclRef:
        name = array.decl().name()
        if name not in self._functions:
            sorts, rest = [], array.sort()
            while isinstance(rest, z3.ArraySortRef):
                sorts.append(rest.domain())
                rest = rest.range()
            self._functions[name] = z3.Function(name, *sorts, rest)
        return self._functions[name]


def _is_empty(term: z3.ExprRef) -> bool:
    """Whether a term is an `and` or an `or` of nothing, which SMT-LIB does not know."""
    return (z3.is_and(term) or z3.is_or(term)) and not term.num_args()
