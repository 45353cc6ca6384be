"""The pipeline of steps: one step is planned while up to two are in flight, seen at the level of counts.

A pass mutates both pools before it is known that a forward follows, and what is launched is settled only after the next
step was planned, or launched, on top of it. So growth is revocable until the launch, every step records what it
reserved, and a request that leaves with frames in flight leaves their pages fenced behind it. Lives are not numbered:
frames are retired in the order of their launch, so that the number of late ones says which they are.

Left out, and therefore free to happen at any time or not at all: why a request is planned, suspended or paused; seats
and sequence slots; the host tier that suspended work goes to; the prefix tree; what tokens say.
"""

from ...system import complete
from . import events, faults, laws, possible
from .equivalents import EQUIVALENT
from .state import WIDE, Pipeline, small

SYSTEM = complete(Pipeline, small=small, wide=WIDE, equivalents=EQUIVALENT)

__all__ = ["SYSTEM", "Pipeline", "events", "faults", "laws", "possible", "small"]
