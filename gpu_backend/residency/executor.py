"""All that can be done to resident requests, in one class: what a fault is built into."""

from __future__ import annotations

from .admission import Queueing
from .ending import GivingWay, Leaving
from .pausing import Pausing
from .setup import Setup
from .stepping import Planning, Retiring


class ResidentExecutor(Setup, Queueing, Pausing, Planning, Retiring, Leaving, GivingWay):
    """The pools, the pass and the batch with every event."""
