"""The cells of a state: one flat name for each scalar or map, pools spelled out, shared by all worlds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..fields import Kind, Spec
from ..sorts import Adapter, Pool, Request
from ..state import World


@dataclass(frozen=True, slots=True)
class Cell:
    """One scalar or one map of the state. `index` is the sort that indexes it, or None for a scalar."""

    name: str
    field: str
    pool: Pool | None
    spec: Spec
    index: type | None

    @property
    def total(self) -> str:
        """The name of the total that is kept with a ledger."""
        return f"{self.name}.total"


def cell_name(field: str, pool: Pool | None) -> str:
    """Return the flat name of a field, or of its part for one pool."""
    return field if pool is None else f"{field}.{Pool(pool).name}"


def _cells() -> Iterator[Cell]:
    for name, spec in World.specs.items():
        for pool in Pool if spec.pooled else (None,):
            yield Cell(cell_name(name, pool), name, pool, spec, spec.index)


CELLS: dict[str, Cell] = {cell.name: cell for cell in _cells()}
"""Every cell, in the order of the state."""

SIZES: tuple[str, ...] = tuple(name for name, cell in CELLS.items() if cell.spec.kind is Kind.SIZE)
"""The cells that are fixed for a whole run."""

INITIAL: dict[str, str] = {
    cell.name: cell_name(cell.spec.starts_as, cell.pool if World.specs[cell.spec.starts_as].pooled else None)
    for cell in CELLS.values()
    if cell.spec.starts_as
}
"""Cells that start as large as another cell; every other cell starts at zero."""


for _cell in CELLS.values():
    if 0 in _cell.spec.among:
        raise ValueError(f"the tally {_cell.name} counts what every key starts as: it would not start at zero")


def watchers(field: str) -> list[Cell]:
    """Return the tallies that a write to the field may change."""
    return [cell for cell in CELLS.values() if cell.spec.kind is Kind.TALLY and field in (cell.spec.of, cell.spec.by)]


SORT_NAMES: dict[type | None, str] = {Request: "request", Adapter: "adapter", Pool: "pool", None: "scalar"}
"""How each sort is called in messages."""
