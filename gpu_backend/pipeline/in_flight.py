"""The steps in flight: two at most, retired in the order of their launch."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from .adapters import AdapterSlots
from .errors import OutOfTurn, expect
from .frame import Frame
from .kv_cache import Residence
from .model_runner import ModelRunner
from .step import Step

DEPTH: Final = 2
"""Steps in flight at most."""


class StepsInFlight:
    """A queue of launched steps. The first is the one to be answered next."""

    def __init__(self, runner: ModelRunner, adapters: AdapterSlots) -> None:
        self.runner, self.adapters = runner, adapters
        self.steps: deque[Step] = deque()
        self.last: Step | None = None
        """The step launched last, whose rows the next one reads, whether or not it is still in flight."""

    def check_depth(self) -> None:
        """Refuse one more step than may be in flight."""
        expect(len(self.steps) < DEPTH, OutOfTurn, f"{DEPTH} steps are in flight")

    def launch(self, step: Step) -> None:
        """Send a step off behind those in flight; the device gets its forward once they are answered."""
        frames = list(step.frames.values())
        for row, frame in enumerate(frames):
            frame.row = row
        slots = [self.slot_of(frame.request.adapter) for frame in frames]
        step.forward = self.runner.prepare(frames, slots, self.last.forward if self.last is not None else None)
        self.pin(step)
        self.push(step)
        self.note_last(step)
        self.issue_next()

    def push(self, step: Step) -> None:
        """Let a step be the newest in flight."""
        self.steps.append(step)

    def note_last(self, step: Step) -> None:
        """Let the next step read the rows of this one."""
        self.last = step

    def slot_of(self, task: int) -> int:
        """Return the slot that a frame reads, the last one for the base model."""
        return self.adapters.slot(task).index if task else -1

    def pin(self, step: Step) -> None:
        """Let the step keep the slots that it reads as they are."""
        self.adapters.pin(step)

    def older(self) -> Step:
        """Return the step to be answered next, or refuse."""
        if not self.steps:
            raise OutOfTurn("no step is in flight")
        return self.steps[0]

    def frame(self, r: int) -> Frame:
        """Return a request's frame in the step to be answered next, or refuse."""
        frame = self.older().frames.get(r)
        if frame is None:
            raise OutOfTurn(f"the older step has no frame of request {r}")
        return frame

    def frames_of(self, residence: Residence) -> Iterator[Frame]:
        """Yield the frames in flight of one stay of a request, in the order of their steps."""
        for step in self.steps:
            yield from (frame for frame in step.frames.values() if frame.residence is residence)

    def is_in_flight(self, residence: Residence | None) -> bool:
        """Whether a frame of a stay is in flight."""
        return residence is not None and any(True for _ in self.frames_of(residence))

    def wait(self, step: Step) -> None:
        """Return when a step that did not fail has run."""
        if step.forward is not None and not step.failed:
            self.runner.wait(step.forward)

    def fail(self, step: Step) -> None:
        """A step is lost: what it has not written it never writes."""
        step.failed = True
        if step.forward is not None:
            self.runner.cancel(step.forward)

    def land(self, frame: Frame) -> None:
        """A frame is answered; its step retires with its last one."""
        step = self.older()
        self.retire_frame(step, frame.request.id)
        if not step.frames:
            self.retire(step)

    def retire_frame(self, step: Step, r: int) -> None:
        """Take a frame out of its step."""
        del step.frames[r]

    def retire(self, step: Step) -> None:
        """A step is answered as a whole: it reads nothing any more, and the device gets the next one."""
        self.steps.remove(step)
        self.adapters.unpin(step)
        self.issue_next()

    def issue_next(self) -> None:
        """Give the device the forward of the step to be answered next."""
        if self.steps:
            forward = self.steps[0].forward
            if forward is not None and forward.issued is None:
                self.runner.issue(forward)
