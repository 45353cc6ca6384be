"""Places with identities: a free list, and who holds which."""

from __future__ import annotations

from .snapshot import PoolView


class Places:
    """Numbered places, given out lowest first. Two of these may share one free list, as both pools share the host."""

    def __init__(self, size: int, free: list[int] | None = None) -> None:
        """Start with all of them free."""
        self.size = size
        self.free = list(range(size)) if free is None else free
        self.held: dict[int, tuple[int, ...]] = {}

    def set(self, holder: int, amount: int) -> None:
        """Let the holder have exactly so many places: the last to come is the first to go."""
        has = self.held.get(holder, ())
        if len(has) == amount:
            return
        if len(has) < amount:
            taken = self.free[: amount - len(has)]
            del self.free[: len(taken)]
            self.held[holder] = has + tuple(taken)
            return
        self.free[:] = sorted([*self.free, *has[amount:]])
        self.held[holder] = has[:amount]
        if not amount:
            del self.held[holder]

    def view(self) -> PoolView:
        """Return who holds which place now."""
        return PoolView(self.size, tuple(self.free), dict(self.held))
