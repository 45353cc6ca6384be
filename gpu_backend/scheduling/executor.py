"""All that a pass decides, and all that happens between passes, in one class: what a fault is built into."""

from __future__ import annotations

from .contexts import Contexts
from .generations import Generations
from .launching import Launching
from .listing import Listing
from .results import Results
from .transferring import Transferring
from .walking import Walking


class SchedulingExecutor(Listing, Walking, Generations, Contexts, Launching, Results, Transferring):
    """The scheduler with every event."""
