"""The cells of a state: one flat name for each scalar or map, enums spelled out, shared by all worlds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from ..fields import Kind, Schema, Spec
from ..state import World


@dataclass(frozen=True, slots=True)
class Cell:
    """One scalar or one map of the state. `index` is the first sort that indexes it, or None for a scalar."""

    name: str
    field: str
    pool: IntEnum | None
    spec: Spec

    @property
    def index(self) -> type | None:
        """The first sort that indexes the map, or None for a scalar."""
        found: type | None = self.spec.index
        return found

    @property
    def indices(self) -> tuple[type, ...]:
        """All sorts that index the map."""
        return self.spec.indices

    @property
    def total(self) -> str:
        """The name of the total that is kept with a ledger."""
        return f"{self.name}.total"

    @property
    def holders(self) -> str:
        """The name of the numbers of holders that are kept with a relation."""
        return f"{self.name}.holders"


def cell_name(field: str, pool: IntEnum | None) -> str:
    """Return the flat name of a field, or of its part for one member of the enum that splits it."""
    return field if pool is None else f"{field}.{pool.name}"


_GHOSTS = frozenset({"total", "holders"})


class Layout:
    """Every cell of one kind of state, in the order of its declarations."""

    def __init__(self, schema: type[Schema]) -> None:
        """Spell out the declarations."""
        self.schema = schema
        self.cells: dict[str, Cell] = {cell.name: cell for cell in self._cells()}
        self.sizes = tuple(name for name, cell in self.cells.items() if cell.spec.kind is Kind.SIZE)
        self.initial = {cell.name: self._source(cell) for cell in self.cells.values() if cell.spec.starts_as}
        self._tallies = [cell for cell in self.cells.values() if cell.spec.kind is Kind.TALLY]
        self.depth = dict(self._depths())
        for cell in self._tallies:
            self._check_tally(cell)
        for name, spec in schema.specs.items():
            if spec.kind in (Kind.LEDGER, Kind.RELATION) and spec.low < 0:
                raise ValueError(f"{name} is a {spec.kind.value} whose amounts may be negative: its total says nothing")
            strange = [each.name for each in spec.members or () if not each.name.isidentifier() or each.name in _GHOSTS]
            if strange:
                raise ValueError(f"{name} has a map for {strange[0]!r}, which is no name for a part of the state")
            if spec.members is not None and [int(each) for each in spec.members] != list(range(len(spec.members))):
                raise ValueError(f"{name} has a map for each member of an enum whose values are not 0, 1, 2, …")

    def _check_tally(self, cell: Cell) -> None:
        """Refuse a tally that would not start at zero, or that a write could move without counting."""
        of, by = self.cells[cell.spec.of], self.cells[cell.spec.by] if cell.spec.by else None
        counted = [each for each in (of, by) if each is not None]
        kept = of.spec.kind is Kind.FIELD and (by is None or by.spec.kind in (Kind.FIELD, Kind.SIZE))
        plain = kept and all(len(each.indices) == 1 for each in counted)
        if 0 in cell.spec.among or of.spec.starts_as:
            raise ValueError(f"the tally {cell.name} counts what every key starts as: it would not start at zero")
        if not plain or of is by or len({each.index for each in counted}) != 1:
            raise ValueError(f"the tally {cell.name} can only count plain fields over one sort, by another of them")

    def _cells(self) -> Iterator[Cell]:
        for name, spec in self.schema.specs.items():
            for pool in spec.members if spec.pooled else (None,):
                yield Cell(cell_name(name, pool), name, pool, spec)

    def _source(self, cell: Cell) -> str:
        source = cell.spec.starts_as
        return cell_name(source, cell.pool if self.schema.specs[source].pooled else None)

    def _depths(self) -> Iterator[tuple[str, int]]:
        for cell in self.cells.values():
            yield cell.name, len(cell.indices)
            if cell.spec.kind is Kind.LEDGER:
                yield cell.total, 0
            elif cell.spec.kind is Kind.RELATION:
                yield cell.holders, 1

    def cell_of(self, name: str) -> Cell:
        """Return the cell that a name is of: its own, or one of the ghosts that are kept with it."""
        return self.cells[name.removesuffix(".total").removesuffix(".holders")]

    def watchers(self, field: str) -> list[Cell]:
        """Return the tallies that a write to the field may change."""
        return [cell for cell in self._tallies if field in (cell.spec.of, cell.spec.by)]


_LAYOUTS: dict[type[Schema], Layout] = {}


def layout(schema: type[Schema]) -> Layout:
    """Return the layout of a kind of state, made once."""
    known = _LAYOUTS.get(schema)
    if known is None:
        known = _LAYOUTS[schema] = Layout(schema)
    return known


CELLS = layout(World).cells
"""Every cell of the lifecycle."""

SIZES = layout(World).sizes
"""The cells of the lifecycle that are fixed for a whole run."""
