"""The commanded engine: every event of the model is a method, and a call of it is done or refused."""

from __future__ import annotations

from typing import Final

from ..conformance.engine import Done, Refused
from ..model.lifecycle import EVENTS
from ..model.trace import Call
from .admission import Admission
from .ending import Ending
from .pausing import Pausing
from .refusal import Refusal
from .registry import Registry
from .stepping import Stepping
from .suspension import Suspension


class CommandedEngine(Admission, Stepping, Suspension, Pausing, Ending, Registry):
    """An engine that does what it is told, event by event."""

    def command(self, call: Call) -> Done | Refused:
        """Do one event, or refuse it and change nothing."""
        if call.event not in COMMANDS:
            raise LookupError(f"{call.event}: the engine knows no such event")
        try:
            getattr(self, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()


COMMANDS: Final = frozenset(name for name in EVENTS if hasattr(CommandedEngine, name))
"""The events of the model that are methods of the engine."""
