"""What a request's cache owns beside its pages: the buffers that list them, and the scratch slots of windowed layers.

A forward finds the pages of a request through page-index buffers, which hold a fixed number of blocks and are dropped
at each suspension. In layers that look back over a window only, blocks of a prompt's chunk that are out of the window
by the end of the chunk share a few scratch slots for the time of its forward. Every length is a number of whole blocks.

Left out, and therefore free to happen at any time or not at all: what is written in a page, and who shares it; sinks;
how much room the lower tier has; forwards that complete no block; why a request is suspended or resumed.
"""

from ...system import complete
from . import events, faults, laws, possible
from .equivalents import EQUIVALENT
from .state import Buffers, small

SYSTEM = complete(Buffers, small=small, equivalents=EQUIVALENT)

__all__ = ["SYSTEM", "Buffers", "events", "faults", "laws", "possible", "small"]
