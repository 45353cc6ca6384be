"""Where forwards run: beside everything else, in the order in which they were issued."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch

Work = Callable[[], None]

_new_stream: Final[Callable[[torch.device], torch.cuda.Stream]] = torch.cuda.Stream
"""The class, as mypy may call it."""


class Issued:
    """Work that the device has got. On a CPU it is done when somebody waits for it, which is the latest moment.

    So whoever frees, moves or overwrites what the work still needs is found out, as on a device that is slow.
    """

    def __init__(self, work: Work) -> None:
        self.work: Work | None = work

    def wait(self) -> None:
        """Return when the work is done."""
        work, self.work = self.work, None
        if work is not None:
            work()

    def cancel(self) -> None:
        """Let the work be lost if it is not done."""
        self.work = None


class IssuedOnGpu(Issued):
    """Work on a stream of its own. It cannot be called back: who gives it up waits until it writes no more."""

    def __init__(self, work: Work, stream: torch.cuda.Stream) -> None:
        super().__init__(work)
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            work()
            self.done = stream.record_event()

    def wait(self) -> None:
        """Wait for the event behind the work."""
        self.done.synchronize()

    def cancel(self) -> None:
        """Wait as well."""
        self.done.synchronize()


class ComputeStream:
    """The stream of forwards."""

    def __init__(self, device: torch.device) -> None:
        self.stream = _new_stream(device) if device.type == "cuda" else None

    def issue(self, work: Work) -> Issued:
        """Let the device do some work, behind all that it was asked for before."""
        return Issued(work) if self.stream is None else IssuedOnGpu(work, self.stream)
