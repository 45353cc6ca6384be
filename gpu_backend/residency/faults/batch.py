"""A batch that takes whom it should not, rows that outlive it, and tokens read from the wrong ones."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from ....model.systems.slots.state import Stage
from ..decode_step import DecodeStep
from ..ending import GivingWay
from ..pausing import Pausing
from ..requests import ResidentRequest
from ..resuming import Resuming
from ..stepping import Planning, Retiring
from .registry import fault


@fault("launch_leaves_old_rows", id="F-G1", laws=("S14",))
class LaunchLeavesOldRows(Planning):
    """A displaced request keeps its row of an older batch."""

    def clear_old_rows(self) -> None:
        """Look at the new batch only."""


@fault("suspend_keeps_the_row", id="F-S1", laws=("S6", "G7"))
class SuspendKeepsTheRow(GivingWay):
    """A suspended request owns its row of the last batch still, and will read another's token from it."""

    def stop_decoding_of_suspended(self, request: ResidentRequest) -> None:
        """Leave it as it is."""


@fault("pause_keeps_the_row", laws=("S6",))
class PauseKeepsTheRow(Pausing):
    """A paused request reads its newest token, when it goes on, from a row that others have used since."""

    def clear_row_of_paused(self, request: ResidentRequest) -> None:
        """Leave it as it is."""


@fault("rows_are_read_in_the_new_order", laws=("S18", "G2"))
class RowsAreReadInTheNewOrder(DecodeStep):
    """The step reads each request's newest token where the request stands now, and not where it stood."""

    def inputs(self, batch: Sequence[ResidentRequest]) -> Tensor:
        """Read the rows of the last batch from the first on."""
        tokens = super().inputs(batch)
        for at, request in enumerate(batch):
            if request.batch_idx is not None:
                tokens[at] = self.new_tokens[at]
        return tokens


@fault("every_row_is_read", laws=("S18",))
class EveryRowIsRead(DecodeStep):
    """A request that was not in the last batch reads from a row of it as well (TensorRT-LLM #13592)."""

    def inputs(self, batch: Sequence[ResidentRequest]) -> Tensor:
        """Never ask the host."""
        return self.new_tokens[: len(batch)].clone()


@fault("schedule_every_live_request", id="F-S24", laws=("S5",))
class ScheduleEveryLiveRequest(Planning):
    """After a forced resume all that are live are scheduled, more than a batch takes."""

    def check_batch_room(self) -> None:
        """Do not count."""


@fault("schedule_a_paused_request", laws=("S5", "G2"))
class ScheduleAPausedRequest(Planning):
    """The scheduler was not told who is paused."""

    def check_not_paused(self, request: ResidentRequest) -> None:
        """Do not look."""


@fault("schedule_into_a_running_batch", laws=("S5",))
class ScheduleIntoARunningBatch(Planning):
    """A request joins a batch that runs already."""

    def schedule(self, r: int) -> None:
        """Take whoever fits."""
        request = self.requests.get(r)
        if self.running and request in self.displaced() and len(self.running) < self.max_batch:
            assert request is not None
            self.running.append(request)
        else:
            super().schedule(r)


@fault("next_pass_begins_with_the_first_token", laws=("S5", "G4"))
class NextPassBeginsWithTheFirstToken(Resuming):
    """The next pass begins while the batch still runs."""

    def check_last_pass_over(self) -> None:
        """Take a running batch for one that is over."""
        if self.stage != Stage.RUN:
            super().check_last_pass_over()


@fault("paused_requests_count_as_stalled", id="F-G25", laws=("S15",))
class PausedRequestsCountAsStalled(Planning):
    """The stall detector takes a paused request for one that could run."""

    def runnable(self) -> list[ResidentRequest]:
        """Return whoever is live."""
        return self.live()


@fault("stall_is_not_forgotten", laws=("S15",))
class StallIsNotForgotten(Resuming):
    """A pass without progress counts until the end of the next one."""

    def forget_stall(self) -> None:
        """Leave it to the end of the pass."""


@fault("retire_counts_no_step", id="F-G23", laws=("G7",))
class RetireCountsNoStep(Retiring):
    """A decode step is none of those that a request has to make, so that it is never paused again."""

    def count_step(self, request: ResidentRequest) -> None:
        """Count nothing."""
