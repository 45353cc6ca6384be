"""One scheduling pass after another: who is scheduled, who gives way, and what is undone when an attempt fails.

A pass walks the list of requests twice: for those that generate (and those that wait for a transfer), then for those
with context to compute. It is one call: arrivals, results of steps and transfers come between passes. Pages are not
seen: whether a growth or an admission finds some is left open, so it may fail at any time, for any reason, and every
order of victims that engines use is one of the runs. Adapters, the pause in place, and the cache of an encoder's
output are other systems' or left out; so is the content of the caches.
"""

from ...system import complete
from . import events, faults, laws, possible
from .equivalents import EQUIVALENT
from .state import WIDE, Pass, small

__all__ = ["events", "faults", "laws", "possible"]

SYSTEM = complete(Pass, small=small, wide=WIDE, equivalents=EQUIVALENT)
