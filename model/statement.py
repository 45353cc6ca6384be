"""One question of the proof: what is known at one place, and what is to be shown there. Both solvers are asked it."""

from __future__ import annotations

from dataclasses import dataclass

from .formula import Formula, Path
from .goals import Goal
from .solve import Solver


@dataclass(frozen=True, slots=True)
class Statement:
    """What is known (told to a solver) and what is to be shown of one way through an event, or of another place.

    The solver serves other statements too: a statement is good until the next one is asked for.
    """

    name: str
    """What the statement is about, in a file name: `suspend.003`."""
    path: Path
    solver: Solver
    goals: list[Goal]
    untouched: list[Formula]
    """Laws that hold as they held before, as the way writes nothing that they read."""
    whole: bool = True
    """Whether it is about a whole way; if not, only about how one begins."""
