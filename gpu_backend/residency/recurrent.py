"""The recurrent states of resident requests: a row of real memory for each, poisoned as soon as it is nobody's."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from ..memory import DTYPE, POISON
from .content import WIDTH, poisoned
from .slot_pool import SlotPool


class RecurrentStates(SlotPool):
    """States by slot: [slots, WIDTH]."""

    what = "recurrent-state slots"

    def __init__(self, device: torch.device) -> None:
        self.device = device
        super().__init__()

    def resize(self, entries: int) -> None:
        """Allocate so many states."""
        super().resize(entries)
        self.memory = poisoned(entries, WIDTH, self.device)

    def restore(self, request: int, state: list[float]) -> None:
        """Write the state that a prefix match found into a request's slot."""
        self.memory[self.slot_of[request]] = torch.tensor(state, dtype=DTYPE, device=self.device)

    def give_back(self, slot: int) -> None:
        """Poison a state before its slot is handed out again."""
        self.poison(slot)
        super().give_back(slot)

    def poison(self, slot: int) -> None:
        """Make a state unfit to be read."""
        self.memory[slot] = POISON

    def rows(self, requests: Sequence[int]) -> Tensor:
        """Return where the states of some requests are."""
        return torch.tensor([self.slot_of[r] for r in requests], device=self.device)
