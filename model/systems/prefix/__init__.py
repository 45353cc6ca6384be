"""The prefix cache."""

from ...system import complete
from . import events, faults, laws, possible
from .state import Tree, small

__all__ = ["events", "faults", "laws", "possible"]

SYSTEM = complete(Tree, small=small)
