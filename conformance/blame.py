"""Which line of the model an error comes from, so that it can be told in one sentence."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable

from ..model.language import short_path

WRITTEN = ("model/events/", "model/laws/", "model/faults/", "model/systems/", "model/state.py")
"""Where events and laws are written: what their code raises is to be corrected there."""

MODEL = ("model/",)
"""The whole model: what goes wrong while it is imported."""

_FRAME = re.compile(r'^ *File "([^"]+)", line (\d+)', re.MULTILINE)
"""A frame in a printed traceback, of this process or of the one that did the work."""


def sentence(error: BaseException, *places: Iterable[str]) -> str | None:
    """Return file, line and error in a sentence, or None if none of the code in these places was running.

    The first of the places that was running is named, at its last frame.
    """
    frames = [(short_path(file), line) for file, line in _FRAME.findall("".join(traceback.format_exception(error)))]
    for place in places:
        for file, line in reversed(frames):
            if file.startswith(tuple(place)):
                return f"{file}:{line}: {type(error).__name__}: {_said(error)}"
    return None


def _said(error: BaseException) -> str:
    """Return what an error says, on one line."""
    return " ".join(str(error).split()) or "nothing more is said"
