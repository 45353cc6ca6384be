"""A step, from when it is put together until its last frame is answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from .frame import Frame
from .model_runner import Forward


@dataclass(eq=False, slots=True)
class Step:
    """Requests that are computed together."""

    frames: dict[int, Frame] = field(default_factory=dict)
    """By request, those that are not answered yet."""
    adapters: set[int] = field(default_factory=set)
    """The adapters that it was promised to read."""
    failed: bool = False
    forward: Forward | None = None
    """What the device does for it, once it is launched."""
