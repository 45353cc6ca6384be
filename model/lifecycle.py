"""The lifecycle as one system: importing this registers every event and every law of it."""

from . import events, faults, laws
from .equivalents import EQUIVALENT
from .search import small
from .state import World
from .system import complete

LIFECYCLE = complete(World, small=small, equivalents=EQUIVALENT)
EVENTS = LIFECYCLE.events
LAWS = LIFECYCLE.laws
SOMETIMES = LIFECYCLE.sometimes

__all__ = ["EVENTS", "LAWS", "LIFECYCLE", "SOMETIMES", "events", "faults", "laws"]
