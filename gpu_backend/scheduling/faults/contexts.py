"""Contexts whose admission takes too little, or leaves something behind when it fails."""

from __future__ import annotations

from ....model.sorts import Pool
from ..contexts import Contexts
from ..core import Core
from ..pools import KvCachePools
from ..prefix_skip import PrefixSkip
from ..request import LlmRequest
from ..slots import IndexMapper, SeqSlotManager
from ..walk import Attempt, SchedulingPass, Trying
from .registry import fault


@fault("failed_chunk_keeps_its_claims", id="F-S12", laws=("S12",))
class FailedChunkKeepsItsClaims(Contexts):
    """A first chunk that fails is suspended, and goes on holding the prefix that it claimed."""

    def withdraw_first(self, request: LlmRequest) -> None:
        """Suspend it."""
        self.suspend_request(request)


@fault("cursor_outlives_its_cache", id="F-S13", laws=("S12",))
class CursorOutlivesItsCache(Contexts):
    """The caches of a failed first chunk are given up, and its cursor stays where the prefix ended."""

    def withdraw_first(self, request: LlmRequest) -> None:
        """Leave the cursor."""
        self.free_caches(request)


@fault("later_chunk_loses_its_context", laws=("S12", "S19", "S8"))
class LaterChunkLosesItsContext(Contexts):
    """A later chunk that fails is cleaned up like a first one, and what was computed is lost."""

    def withdraw_later(self, request: LlmRequest) -> None:
        """Give everything up."""
        self.abandon(request)


@fault("failed_chunk_is_not_noted", laws=("S15",))
class FailedChunkIsNotNoted(Contexts):
    """A chunk that fails is not noted: a pass that helps nobody is no stall for the detector."""

    def note_given_up(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note nothing."""


@fault("context_preemption_goes_on", id="F-S15", laws=("S16", "O1"))
class ContextPreemptionGoesOn(Contexts):
    """The walk goes on after a victim gave its pages up: another context takes them, and the next pass begins again."""

    def keep_pages_for_next_pass(self, walk: SchedulingPass) -> None:
        """Walk on."""
        walk.walk_on()


@fault("scheduled_request_is_preempted", laws=("S1",))
class ScheduledRequestIsPreempted(Contexts):
    """A request that the pass has scheduled gives its caches up for a context, and stays scheduled."""

    def check_unscheduled(self, victim: LlmRequest) -> None:
        """Take anybody."""


@fault("key_is_registered_before_the_chunk", id="F-S19", laws=("S13",))
class KeyIsRegisteredBeforeTheChunk(Contexts):
    """A request counts as computing its block as soon as it is looked up, though its chunk may still fail."""

    def claim(self, p: int, r: int, reused: int) -> None:
        """Register the block at once."""
        super().claim(p, r, reused)
        self.prefixes.contribute(self.queue.find(r), 1)


@fault("seats_are_not_asked_for", id="F-S21", laws=("S19",))
class SeatsAreNotAskedFor(Contexts):
    """Index slots are free, and nobody asks for a sequence slot, of which there are fewer."""

    def check_seat(self, request: LlmRequest) -> None:
        """Do not ask."""

    def take_seat(self, request: LlmRequest) -> None:
        """Take one if there is one."""
        if len(self.seats.free):
            super().take_seat(request)


@fault("missing_index_slot_is_not_noticed", id="F-S22", laws=("S18",))
class MissingIndexSlotIsNotNoticed(IndexMapper):
    """A cache is made where no index slot is free, instead of trying again in the next pass."""

    def check_free(self) -> None:
        """Do not ask."""

    def take(self, request: LlmRequest) -> int:
        """Give nothing where nothing is free."""
        return super().take(request) if len(self.free) else -1


@fault("draft_is_no_part_of_the_admission", id="F-R2", laws=("S2", "R2"))
class DraftIsNoPartOfTheAdmission(Contexts):
    """Only the target's cache decides; whether the draft pool has one turns out after the pass."""

    def check_caches(self, request: LlmRequest) -> None:
        """Ask the target's pool only."""

    def schedule(self, request: LlmRequest, tokens: int) -> None:
        """Grow what there is."""
        if all(request in manager.caches for manager in self.kv.managers):
            super().schedule(request, tokens)
            return
        self.kv.target.resume(request)
        self.kv.target.extend(request, tokens)
        self.batch.add(request, tokens)
        self.planning().walk_on()


@fault("target_keeps_its_deeper_claim", id="F-R6", laws=("R2", "S4", "R1"))
class TargetKeepsItsDeeperClaim(KvCachePools):
    """The draft pool finds less, and the target's claim is not cut down to it."""

    def cut_target(self, request: LlmRequest, tokens: int) -> None:
        """Leave the target's claim."""


@fault("deeper_claim_moves_the_cursor", laws=("R1", "S4"))
class DeeperClaimMovesTheCursor(Contexts):
    """The draft pool may find more than the target, and the cursor moves to where nothing is computed."""

    def check_claim(self, pool: Pool, request: LlmRequest, reused: int) -> None:
        """Hold the draft's claim against the context only."""
        del pool
        super().check_claim(Pool.TARGET, request, reused)


@fault("whole_context_is_claimed", laws=("S4",))
class WholeContextIsClaimed(Contexts):
    """The whole context is found, and no token is left from which the first answer could be computed."""

    def check_claim(self, pool: Pool, request: LlmRequest, reused: int) -> None:
        """Let the target find everything."""
        if pool != Pool.TARGET or reused != request.prompt_len:
            super().check_claim(pool, request, reused)


@fault("cursor_stays_at_its_start", laws=("S4", "R2", "R1"))
class CursorStaysAtItsStart(Contexts):
    """A prefix is found, and the context is computed from its start all the same."""

    def move_cursor(self, pool: Pool, request: LlmRequest, reused: int) -> None:
        """Leave the cursor."""


@fault("later_chunk_is_not_resumed", laws=("S2",))
class LaterChunkIsNotResumed(Contexts):
    """A later chunk is tried with its caches still suspended."""

    def resume_target(self, request: LlmRequest) -> None:
        """Resume nothing."""


@fault("later_chunk_goes_up_the_ladder", laws=("S9",))
class LaterChunkGoesUpTheLadder(Contexts):
    """A later chunk looks for victims anywhere on the list, as a generation does."""

    def attempt_at_later_chunk(self, walk: SchedulingPass) -> Attempt:
        """Look for a victim."""
        return Attempt(Trying.EVICT, walk.end)


@fault("nobody_computes_what_is_waited_for", laws=("S13",))
class NobodyComputesWhatIsWaitedFor(PrefixSkip):
    """A request waits for a block that nobody computes: the pass may stay empty."""

    def check(self, key: int) -> None:
        """Wait for anything."""


@fault("walk_stays_at_a_deferred_request", laws=("S9",))
class WalkStaysAtADeferredRequest(Contexts):
    """The walk stays at a request that was deferred, which is then scheduled in the same pass."""

    def leave_deferred(self, walk: SchedulingPass) -> None:
        """Stay."""


@fault("slot_is_lost_with_its_request", laws=("S19",))
class SlotIsLostWithItsRequest(SeqSlotManager):
    """A slot is taken from a request, and does not become free."""

    def release(self, request: LlmRequest) -> None:
        """Forget the slot."""
        self.slots.pop(request, None)


@fault("victim_keeps_its_row", id="F-S1", laws=("S6", "S14"))
class VictimKeepsItsRow(Core):
    """A suspended request keeps its row of the last step, and would read another's newest token there."""

    def suspend_request(self, request: LlmRequest) -> None:
        """Suspend the caches only."""
        self.kv.suspend(request)
