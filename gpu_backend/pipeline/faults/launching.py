"""Launches that leave behind what they must renew, and rows that are read too early, too late, or by another."""

from __future__ import annotations

import torch
from torch import Tensor

from ..flight import Flight
from ..in_flight import StepsInFlight
from ..inputs import Inputs
from ..kv_cache import Widths
from ..model_runner import Forward, ModelRunner
from ..pages import PagePool
from ..step import Step
from .registry import fault


@fault("displaced_request_keeps_row", id="F-G1", laws=("G8",))
class DisplacedRequestKeepsRow(Flight):
    """Who is left out of a step keeps the row of the one before."""

    def renew_rows(self, step: Step) -> None:
        """Give rows to the members only."""
        for r, frame in step.frames.items():
            self.requests[r].row = frame.row


@fault("rows_are_numbered_by_request", laws=("R6",))
class RowsAreNumberedByRequest(Flight):
    """The batch is sorted after its rows were given out: each request reads the newest token of another."""

    def renew_rows(self, step: Step) -> None:
        """Number the members by request."""
        super().renew_rows(step)
        for row, r in enumerate(sorted(step.frames)):
            self.requests[r].row = row


@fault("last_step_is_not_replaced", laws=("S14",))
class LastStepIsNotReplaced(StepsInFlight):
    """The rows of the step before stay those that the next one reads."""

    def note_last(self, step: Step) -> None:
        """Note the first step only."""
        self.last = self.last or step


@fault("third_step_is_launched", laws=("O2",))
class ThirdStepIsLaunched(StepsInFlight):
    """A step is launched over two in flight, and nobody waits for the older ones' frames."""

    def check_depth(self) -> None:
        """Do not count."""


@fault("older_step_is_forgotten", laws=("O2", "S10"))
class OlderStepIsForgotten(StepsInFlight):
    """A launch takes the step before for answered."""

    def push(self, step: Step) -> None:
        """Let the new step be the only one."""
        self.steps.clear()
        super().push(step)


@fault("launched_step_stays_planned", laws=("O2", "S10"))
class LaunchedStepStaysPlanned(Flight):
    """What was launched is still planned, and would be launched again."""

    def begin_plan(self) -> None:
        """Go on with the plan."""


@fault("launch_forgets_reservation", laws=("S3",))
class LaunchForgetsReservation(Flight):
    """What a step reserved is not recorded with it, so that nothing can be given back when it is answered."""

    def renew_rows(self, step: Step) -> None:
        """Forget the widths with the plan."""
        super().renew_rows(step)
        for frame in step.frames.values():
            frame.widths = Widths(0, 0)


@fault("launch_claims_no_adapters", id="F-P10", laws=("P6",))
class LaunchClaimsNoAdapters(StepsInFlight):
    """The adapters of what is in flight are not counted as in use."""

    def pin(self, step: Step) -> None:
        """Let the slots go with the plan."""


@fault("adapters_go_with_first_frame", laws=("P6",))
class AdaptersGoWithFirstFrame(StepsInFlight):
    """The slots of a step are free once the first of its frames is answered."""

    def retire_frame(self, step: Step, r: int) -> None:
        """Unpin with each frame."""
        super().retire_frame(step, r)
        self.adapters.unpin(step)


@fault("forward_does_not_wait_for_rows", laws=("R6",))
class ForwardDoesNotWaitForRows(StepsInFlight):
    """The next step is computed before the one in flight has sampled what it begins with."""

    def push(self, step: Step) -> None:
        """Compute at once."""
        super().push(step)
        if step.forward is not None:
            self.runner.wait(step.forward)


@fault("row_counts_rejected_tokens", laws=("R6",))
class RowCountsRejectedTokens(ModelRunner):
    """The device goes on from where it would be had all drafted tokens been kept; only the host is told."""

    def accept(self, forward: Forward, row: int, kept: int) -> list[int]:
        """Leave the row as it was sampled."""
        before = forward.rows[row].clone()
        said = super().accept(forward, row, kept)
        forward.rows[row] = before
        return said


@fault("row_is_one_position_ahead", laws=("R6",))
class RowIsOnePositionAhead(ModelRunner):
    """The newest token of a row is taken for computed, and written one place too far (TensorRT-LLM #13592)."""

    def read_rows(self, inputs: Inputs) -> tuple[Tensor, Tensor]:
        """Count the newest token twice."""
        first, starts = super().read_rows(inputs)
        return first, torch.where(inputs.sources >= 0, starts + 1, starts)


@fault("padding_writes_first_page", laws=("K2", "R6"))
class PaddingWritesFirstPage(ModelRunner):
    """What a padded batch has too much is written to the page with the number 0, which is somebody's."""

    def write(self, pool: PagePool, cells: Tensor, at: Tensor, values: Tensor, active: Tensor) -> None:
        """Let the padding be a page of the pool."""
        padding, pool.padding = pool.padding, 0
        super().write(pool, cells, at, values, active)
        pool.padding = padding


@fault("base_model_reads_first_slot", laws=("R6",))
class BaseModelReadsFirstSlot(StepsInFlight):
    """A request without an adapter is computed with whatever is in the first slot."""

    def slot_of(self, task: int) -> int:
        """Let 0 stand for no slot."""
        return super().slot_of(task) if task else 0
