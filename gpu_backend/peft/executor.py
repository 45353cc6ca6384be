"""All that can be done to requests and their adapters, in one class: what a fault is built into."""

from __future__ import annotations

from .lives import Admission, Leaving
from .planning import Planning
from .stepping import Ensuring, Stepping
from .upkeep import Upkeep


class PeftExecutor(Planning, Ensuring, Stepping, Upkeep, Admission, Leaving):
    """The caches with every event."""
