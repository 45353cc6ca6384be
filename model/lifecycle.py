"""The whole lifecycle: importing this registers every event and every law."""

from . import events, laws
from .language import EVENTS, LAWS

__all__ = ["EVENTS", "LAWS", "events", "laws"]
