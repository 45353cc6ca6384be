"""All of paired reuse in one class: what an engine calls, and what a fault is built into."""

from __future__ import annotations

from .admission import Admission
from .arrival import Arrival
from .computing import Computing
from .publishing import Publishing


class PairedReuse(Arrival, Admission, Computing, Publishing):
    """The two pools with every event."""
