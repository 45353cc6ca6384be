"""The prefix index of one pool: cells by their keys, at most one under each."""

from __future__ import annotations

from .cells import Cell, CellPool


class PrefixIndex:
    """Holds the cells that are filed. Any may leave, even while those behind it stay."""

    def __init__(self, pool: CellPool) -> None:
        self.pool = pool
        self.filed: dict[int, Cell] = {}

    def find(self, key: int) -> Cell | None:
        """Return the cell that is filed under a key, if there is one."""
        return self.filed.get(key)

    def file(self, key: int, cell: Cell) -> None:
        """File a cell under a key that has none."""
        self.filed[key] = cell
        self.pool.hold(cell)

    def evict(self, key: int) -> None:
        """Let a cell leave; requests that hold it keep it."""
        self.release(self.filed.pop(key))

    def release(self, cell: Cell) -> None:
        """Hold a cell no longer."""
        self.pool.let_go(cell)
