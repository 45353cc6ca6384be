"""Work of the device: it is submitted at once, done when the device comes to it, and seen by the host only if it asks.

On a GPU copies have a stream of their own beside that of the steps, and behind each piece of work there is an event,
which the host waits for before it hands out again what that work has touched. Elsewhere a queue keeps the same order:
work that was submitted touches nothing until the device comes to it, so that memory which is reused before shows it.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from ...model.systems.pages.state import Outcome

Kernel = Callable[..., None]
"""What the device does. It may be told what only the device knows."""


class Work:
    """A piece of work, and what became of it on the device."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.outcome = Outcome.PENDING
        self.finished: torch.cuda.Event | None = None
        """The event behind it, where it ran on a GPU."""

    def run(self, *told: int) -> None:
        """The device comes to it, and does it."""
        self.stream.run(self, *told)

    def drop(self, outcome: Outcome) -> None:
        """The device does not do it, and touches nothing of it any more."""
        self.stream.drop(self, outcome)

    def wait(self) -> None:
        """Return once the device has really ended, so that what it touched may be handed out."""
        if self.finished is not None:
            self.finished.synchronize()


class Stream:
    """A queue of work where there is no GPU."""

    def __init__(self) -> None:
        self.queue: dict[Work, Kernel] = {}

    def submit(self, kernel: Kernel) -> Work:
        """Hand work to the device, and go on."""
        work = Work(self)
        self.queue[work] = kernel
        return work

    def run(self, work: Work, *told: int) -> None:
        """Do a piece of work that was submitted."""
        kernel = self.queue.pop(work)
        self.execute(work, lambda: kernel(*told))
        work.outcome = Outcome.DONE

    def execute(self, work: Work, kernel: Kernel) -> None:
        """Do it here and now."""
        del work
        kernel()

    def drop(self, work: Work, outcome: Outcome) -> None:
        """Take a piece of work out that is never done."""
        del self.queue[work]
        work.outcome = outcome


class CudaStream(Stream):
    """A stream of a GPU. What was written before on the current stream is there when the work begins."""

    def __init__(self, device: torch.device) -> None:
        super().__init__()
        self.device = device
        self.stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]

    def execute(self, work: Work, kernel: Kernel) -> None:
        """Launch it on this stream, with an event behind it."""
        self.stream.wait_stream(torch.cuda.current_stream(self.device))
        with torch.cuda.stream(self.stream):
            kernel()
            work.finished = torch.cuda.Event()  # type: ignore[no-untyped-call]
            work.finished.record(self.stream)


def stream_on(device: torch.device) -> Stream:
    """Return a new stream of a device."""
    return CudaStream(device) if device.type == "cuda" else Stream()
