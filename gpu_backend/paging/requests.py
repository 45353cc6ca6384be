"""A request as far as its pages go: its table, what is set aside for its move, and the life it is in."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...model.systems.pages.state import Stage
from .content import mark_of_life
from .page import Page


@dataclass(eq=False, slots=True)
class Request:
    """A request from its submission on. After its end it has nothing, and stays so."""

    id: int
    weights: int
    """The version of the weights that it computes with in this life."""
    stage: Stage = Stage.LIVE
    life: int = 0
    """How often it started over; its end counts as well, so that late operations are none of a life that goes on."""
    table: list[Page] = field(default_factory=list)
    """Its pages, in the order in which it got them."""
    spares: list[Page] = field(default_factory=list)
    """The pages of the other tier that its set will be moved to."""
    offloaded: bool = False
    """Whether its set lies below the device."""
    move: int = 0
    """The operation that moved its set last."""

    @property
    def mark(self) -> int:
        """The mark of what it computes in this life."""
        return mark_of_life(self.id, self.life)
