"""An operation is issued on what it may not touch, or does not keep what it touches."""

from __future__ import annotations

from ....model.systems.pages.state import Job, Stage
from ..errors import NotWritten, check
from ..issue import Issuing
from ..kernels import Copies
from ..operations import Operation, OperationTable
from ..page import Page
from ..requests import Request
from ..streams import Kernel, Work
from .registry import fault


@fault("step_holds_nothing", laws=("K2", "K16"))
class StepHoldsNothing(Issuing):
    """A step is launched without keeping what it reads, so that the end of its request frees it."""

    def name(self, operation: Operation, reads: list[Page], writes: list[Page]) -> None:
        """Note what a step reads and writes, and keep nothing."""
        if operation.job != Job.STEP:
            super().name(operation, reads, writes)
        else:
            operation.reads, operation.writes = reads, writes


@fault("step_writes_a_shared_page", laws=("K5", "K16"))
class StepWritesASharedPage(Issuing):
    """A step writes on in a published page, instead of in a copy of it."""

    def check_private(self, page: Page) -> None:
        """Do not ask."""


@fault("step_writes_a_full_page", laws=("K11",))
class StepWritesAFullPage(Issuing):
    """A step writes over what is computed already."""

    def check_room(self, page: Page) -> None:
        """Do not ask."""


@fault("step_of_a_suspended_request", laws=("K4",))
class StepOfASuspendedRequest(Issuing):
    """A request runs whose pages may lie below the device."""

    def running(self, r: int, page: Page) -> Request:
        """Take whoever holds the page."""
        return self.holder(r, page, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING)


@fault("step_computes_with_the_newest_weights", laws=("L13", "K16"))
class StepComputesWithTheNewestWeights(Issuing):
    """The weights are exchanged under a request, whose later positions are computed with others than its first."""

    def weights_to_compute(self, request: Request) -> int:
        """Take those that there are now."""
        del request
        return self.index.weights


@fault("step_reads_the_table_late", laws=("L12", "K16"))
class StepReadsTheTableLate(Issuing):
    """A step looks into the host's own table when it runs, which is overwritten by then (TensorRT-LLM #15546)."""

    def launch(self, request: Request, page: Page) -> Kernel:
        """Capture only the place in the table."""
        at = request.table.index(page)

        def late(full: int) -> None:
            now = request.table[at] if at < len(request.table) else page
            self.kernels.step(request.table, now, request.weights, request.mark)(full)

        return late


@fault("name_is_used_again", laws=("K2", "O12"))
class NameIsUsedAgain(OperationTable):
    """A descriptor is used again before its operation was polled, whose pages nobody gives back."""

    def unused(self, number: int) -> Operation:
        """Take whatever it stands for."""
        return self.operations[number]


@fault("load_reads_a_private_page", laws=("K5", "K16"))
class LoadReadsAPrivatePage(Issuing):
    """A page is copied that its request may still write."""

    def check_shared(self, source: Page) -> None:
        """Ask for content only."""
        check(self.memory.written(source), NotWritten, f"page {source.id} is blank")


@fault("load_reads_a_free_page", laws=("K2", "K5"))
class LoadReadsAFreePage(Issuing):
    """A page is copied whose key was dropped between the lookup and the load."""

    def check_kept(self, source: Page) -> None:
        """Do not ask."""


@fault("load_across_the_weights", laws=("L13",))
class LoadAcrossTheWeights(Issuing):
    """A request that began with older weights loads what the new ones computed."""

    def check_same_weights(self, source: Page, request: Request) -> None:
        """Do not compare."""


@fault("load_forgets_for_whom", laws=("L13",))
class LoadForgetsForWhom(Issuing):
    """What is loaded counts as computed with the present weights, whoever it is loaded for."""

    def weights_to_load(self, request: Request) -> int:
        """Take those that there are now."""
        del request
        return self.index.weights


@fault("copy_leaves_its_source", laws=("K2", "K16"))
class CopyLeavesItsSource(Issuing):
    """A page that is copied can be evicted and given away meanwhile."""

    def name_copy(self, operation: Operation, source: Page, page: Page) -> None:
        """Note what is copied, and keep the target only."""
        operation.reads, operation.writes = [source], [page]


@fault("copy_overtakes_its_stream", id="F-K8", laws=("L12", "K16"))
class CopyOvertakesItsStream(Issuing):
    """A copy is made at once, whatever is still to be written before it on the device (vLLM #45704)."""

    def submit_copy(self, copies: Copies) -> Work:
        """Copy now, and once more in turn."""
        self.kernels.copy(copies)
        return super().submit_copy(copies)


@fault("store_stays_on_the_device", laws=("O12", "K2"))
class StoreStaysOnTheDevice(Issuing):
    """A page is stored in its own tier."""

    def check_below(self, source: Page, page: Page) -> None:
        """Do not ask."""


@fault("refused_store_loses_its_source", id="F-K9", laws=("K2",))
class RefusedStoreLosesItsSource(Issuing):
    """A cached page leaves its queue before room is found below, and is not put back where there is none."""

    def check_store_target(self, source: Page, page: Page) -> None:
        """Take the source out first."""
        self.pool.cached.discard(source)
        super().check_store_target(source, page)


@fault("send_of_a_page_with_room", laws=("K16",))
class SendOfAPageWithRoom(Issuing):
    """A peer reads a page while a step of its request writes it."""

    def check_settled_page(self, page: Page) -> None:
        """Do not ask."""


@fault("move_under_a_step", id="F-K8", laws=("K16",))
class MoveUnderAStep(Issuing):
    """A set is copied while a step in flight still writes to it."""

    def check_quiet(self, request: Request) -> None:
        """Do not wait for steps."""


@fault("move_leaves_its_request_suspended", laws=("O15",))
class MoveLeavesItsRequestSuspended(Issuing):
    """The request does not know that it moves, so that it may be resumed meanwhile."""

    def wait_for_move(self, request: Request) -> None:
        """Leave it as it was."""


@fault("move_mixes_pages_up", laws=("K16", "L13"))
class MoveMixesPagesUp(Issuing):
    """The pages of a set are copied in another order than they were set aside in."""

    def plan_copies(self, request: Request) -> Copies:
        """Turn the order of the originals round."""
        copies = super().plan_copies(request)
        return [(source, page) for (source, _), (_, page) in zip(reversed(copies), copies, strict=True)]
