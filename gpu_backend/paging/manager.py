"""All that can be done to pages, in one class: what an engine owns, and what a fault is built into."""

from __future__ import annotations

from .device import Device
from .issue import Issuing
from .lives import Lives
from .polling import Polling
from .tables import Tables
from .upkeep import Upkeep


class PageManager(Lives, Tables, Issuing, Device, Polling, Upkeep):
    """The memory with every event."""
