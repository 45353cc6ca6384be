"""Known faults of adapter caches that can be built into these, each a small step done wrongly."""

from typing import Final

from . import caches, contents, holders, passes
from .registry import FAULTS, with_faults

LEFT_OUT: Final = {
    "F-P4": "Who registers again in each pass changes nothing, for registrations are sets; counted ones are F-P17.",
    "F-P12": "What a refusal is raised as does not show beside the model; the tests of the manager look at its type.",
    "F-P19": "One object is called here, under one name for each method; Python itself refuses any other call.",
}
"""The known faults of PEFT caches that cannot be built in, by their id, each with the reason."""

__all__ = ["FAULTS", "LEFT_OUT", "caches", "contents", "holders", "passes", "with_faults"]
