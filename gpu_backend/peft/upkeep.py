"""Names and copies, outside of any request: register, reload, unregister, and what is done to an entry."""

from __future__ import annotations

from ...model.systems.adapters.state import Level
from .requests import Core


class Upkeep(Core):
    """What clients do to names, and what time does to entries."""

    def register(self, a: int) -> None:
        """Give an adapter's weights a name."""
        self.peft.registry.register(a)

    def reload(self, a: int, c: int) -> None:
        """Let a name stand for other weights; who was admitted before goes on with those it has."""
        self.peft.registry.reload(a, c)

    def unregister(self, a: int) -> None:
        """Take a name away."""
        copies = [level for level in Level if self.peft.cache(level).find(a) is not None]
        self.peft.registry.unregister(a, len(copies))

    def take(self, at: int, a: int) -> None:
        """A claim has its pages."""
        self.peft.take(Level(at), a)

    def load(self, at: int, a: int) -> None:
        """Weights have arrived."""
        self.peft.load(Level(at), a)

    def fail_load(self, at: int, a: int) -> None:
        """Weights will not arrive."""
        self.peft.fail_load(Level(at), a)

    def evict(self, at: int, a: int) -> None:
        """A copy makes room for a claim."""
        self.peft.evict(Level(at), a)

    def discard(self, at: int, a: int) -> None:
        """A copy of outdated weights is given up."""
        self.peft.discard(Level(at), a)

    def unload(self, at: int, a: int) -> None:
        """A copy of an adapter that no request names is given up."""
        self.peft.unload(Level(at), a)
