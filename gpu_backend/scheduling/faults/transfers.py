"""Contexts that come and go without being noticed, or leave their room behind."""

from __future__ import annotations

from ..request import LlmRequest
from ..transferring import Transferring
from ..transfers import Transfer, TransferManager
from .registry import fault


@fault("transfer_finds_no_seat", id="F-S21", laws=("S19",))
class TransferFindsNoSeat(Transferring):
    """Index slots alone limit the transfers; that there are fewer sequence slots shows when the context lands."""

    def check_seat_for_transfer(self) -> None:
        """Do not ask."""

    def seat_transfer(self, request: LlmRequest) -> None:
        """Take one if there is one."""
        if len(self.seats.free):
            super().seat_transfer(request)


@fault("transfer_is_not_noted", laws=("S7",))
class TransferIsNotNoted(Transferring):
    """A transfer writes into pages of which nobody knows that they are written."""

    def note_receive(self, request: LlmRequest) -> None:
        """Tell nobody."""


@fault("postponed_transfer_keeps_its_room", laws=("S12",))
class PostponedTransferKeepsItsRoom(Transferring):
    """A transfer that is not admitted keeps the pages that were meant for it."""

    def give_room_back(self, request: LlmRequest) -> None:
        """Keep it."""


@fault("scheduled_chunk_is_loaded", laws=("S2", "S7"))
class ScheduledChunkIsLoaded(Transferring):
    """A load writes into pages that the next forward reads."""

    def check_not_planned(self, request: LlmRequest) -> None:
        """Do not ask the batch."""


@fault("pages_come_free_under_the_pass", laws=("S15",))
class PagesComeFreeUnderThePass(Transferring):
    """A transfer ends while a pass is under way, which then reads other free pages than it began with."""

    def check_pass_is_over(self, transfer: Transfer) -> None:
        """Do not wait for the pass."""


@fault("ended_transfer_still_pins", laws=("S7",))
class EndedTransferStillPins(TransferManager):
    """A transfer is over, and its pages stay where they are for ever."""

    def end(self, request: LlmRequest) -> None:
        """Go on noting it."""


@fault("transfer_pins_nothing", laws=("S7",))
class TransferPinsNothing(TransferManager):
    """A transfer is noted, and the pages that it writes may be moved to the host under it."""

    def start(self, request: LlmRequest, transfer: Transfer) -> None:
        """Note it only."""
        self.active[request] = transfer
