"""Growth for the next step that is not undone, not paired, or not counted."""

from __future__ import annotations

from ....model.sorts import Pool
from ...refusal import OutOfRoom
from ..core import Core
from ..frame import Frame
from ..in_flight import DEPTH
from ..kv_cache import Residence, Widths
from ..planning import Planning
from ..requests import LlmRequest
from ..step import Step
from .registry import fault


def begins_decoding(frame: Frame) -> bool:
    """Whether what was planned last for a request is behind its prompt."""
    return frame.residence.capacity - frame.widths.target >= frame.request.prompt


@fault("admission_leaves_draft_out", id="F-R2", laws=("R2",))
class AdmissionLeavesDraftOut(Planning):
    """The draft pages are no part of admission."""

    def first_chunk(self, tokens: int) -> Widths:
        """Reserve target places only."""
        return Widths(tokens, 0)


@fault("step_is_as_large_as_two", id="F-S24", laws=("S5",))
class StepIsAsLargeAsTwo(Planning):
    """The room of all steps in flight is taken for that of each."""

    def check_room(self) -> None:
        """Multiply by the depth of the pipeline."""
        room, self.max_batch = self.max_batch, self.max_batch * DEPTH
        try:
            super().check_room()
        finally:
            self.max_batch = room


@fault("every_request_sees_no_adapters", id="F-P13", laws=("P5",))
class EveryRequestSeesNoAdapters(Planning):
    """Each request is compared with a step that reads no adapter yet."""

    def check_adapters(self, task: int) -> None:
        """Let everybody in."""


@fault("chunk_keeps_target_growth", id="F-R3", laws=("S10",))
class ChunkKeepsTargetGrowth(Planning):
    """Where the draft pool has no room for a chunk, the target pool's growth is not rolled back."""

    def reserve_chunk(self, request: LlmRequest, residence: Residence, tokens: int) -> None:
        """Grow the target all the same."""
        try:
            super().reserve_chunk(request, residence, tokens)
        except OutOfRoom:
            self.kv.grow(residence, Widths(tokens, 0))
            raise


@fault("decode_keeps_target_growth", id="F-R4", laws=("S10",))
class DecodeKeepsTargetGrowth(Planning):
    """Where the draft pool has no room for a growth, the target pool's is not rolled back, again at each try."""

    def reserve_decode(self, request: LlmRequest, residence: Residence, widths: Widths) -> None:
        """Grow the target all the same."""
        try:
            super().reserve_decode(request, residence, widths)
        except OutOfRoom:
            self.kv.grow(residence, Widths(widths.target, 0))
            raise


@fault("growth_is_charged_twice", id="F-R19", laws=("S10",))
class GrowthIsChargedTwice(Planning):
    """The scheduler grows the draft cache, and what prepares the step does so once more."""

    def plan(self, request: LlmRequest, residence: Residence, widths: Widths) -> None:
        """Mirror the growth in the draft pool."""
        super().plan(request, residence, widths)
        draft = residence.tables[Pool.DRAFT]
        draft.resize(draft.capacity + min(widths.draft, len(draft.pool.free)))


@fault("longest_counts_next_token_only", id="F-K7", laws=("S11",))
class LongestCountsNextTokenOnly(Planning):
    """The longest request is guarded by its next token, so that drafted ones go beyond what an index holds."""

    def check_length(self, residence: Residence, widths: Widths) -> None:
        """Leave the drafted tokens out."""
        del widths
        super().check_length(residence, Widths(1, 1))


@fault("chunk_drafts_too_early", laws=("R2",))
class ChunkDraftsTooEarly(Planning):
    """Any chunk, not the last one only, reserves a drafted token in the draft pool."""

    def reserve_chunk(self, request: LlmRequest, residence: Residence, tokens: int) -> None:
        """Reserve one place more."""
        widths = Widths(tokens, tokens + 1)
        self.kv.grow(residence, widths)
        self.plan(request, residence, widths)


@fault("decode_begins_in_prefill", laws=("S4",))
class DecodeBeginsInPrefill(Planning):
    """A request is taken to decode as soon as its first chunk is in flight."""

    def check_prompt_is_on_its_way(self, request: LlmRequest, residence: Residence) -> None:
        """Do not look at the prompt."""


@fault("displaced_request_decodes_too_early", laws=("S14",))
class DisplacedRequestDecodesTooEarly(Planning):
    """Who was left out of the step launched last is planned while its token is in flight in the one before."""

    def check_newest_token(self, request: LlmRequest, residence: Residence) -> None:
        """Do not ask where the token is."""


@fault("old_adapter_weights_are_planned", laws=("P12",))
class OldAdapterWeightsArePlanned(Planning):
    """A step is planned with a slot that is behind what the adapter's name stands for."""

    def check_readable(self, task: int) -> None:
        """Ask only whether there is a slot."""
        if task:
            self.adapters.slot(task)
            self.check_adapters(task)


@fault("second_vote_keeps_growth", id="F-S2", laws=("S10", "O1"))
class SecondVoteKeepsGrowth(Core):
    """The ranks vote against the step, and the growth of decoding requests is not undone."""

    def undo_growth(self, frame: Frame) -> None:
        """Undo chunks only."""
        if not begins_decoding(frame):
            super().undo_growth(frame)


@fault("benchmark_gate_reverts_target_only", id="F-S3", laws=("S10", "O1"))
class BenchmarkGateRevertsTargetOnly(Core):
    """The pass is retried with the growth of decoding requests undone in the target pool only."""

    def undo_growth(self, frame: Frame) -> None:
        """Leave the draft pool as it is."""
        draft = 0 if begins_decoding(frame) else frame.widths.draft
        self.kv.shrink(frame.residence, Widths(frame.widths.target, draft))


@fault("dropped_chunk_keeps_pages", id="F-S4", laws=("S10",))
class DroppedChunkKeepsPages(Core):
    """A filter after scheduling drops a chunk, whose pages stay with a request that nobody can evict."""

    def undo_growth(self, frame: Frame) -> None:
        """Undo the growth of decoding requests only."""
        if begins_decoding(frame):
            super().undo_growth(frame)


@fault("second_vote_reverts_draft_by_target", id="F-S23", laws=("S10",))
class SecondVoteRevertsDraftByTarget(Core):
    """A vote after the draft pool was mirrored takes back in it what the target pool had reserved."""

    def undo_growth(self, frame: Frame) -> None:
        """Use one width for both."""
        self.kv.shrink(frame.residence, Widths(frame.widths.target, frame.widths.target))


@fault("revoked_first_chunk_stays_admitted", id="F-S12", laws=("S12",))
class RevokedFirstChunkStaysAdmitted(Planning):
    """A request whose first chunk was revoked counts as started, with nothing computed."""

    def undo_admission(self, request: LlmRequest) -> None:
        """Leave it as it is."""


@fault("revoked_step_keeps_adapters", laws=("P12",))
class RevokedStepKeepsAdapters(Core):
    """A step of which nothing is left still counts as reading its adapters."""

    def drop_claims(self) -> None:
        """Leave the promises to the next plan."""


@fault("leaving_request_stays_planned", laws=("S2",))
class LeavingRequestStaysPlanned(Core):
    """A request is aborted between planning and launch, and the step is launched with it."""

    def withdraw(self, request: LlmRequest, tokens: int = 0) -> None:
        """Look at what is in flight only."""
        planned, self.planned = self.planned, Step()
        super().withdraw(request, tokens)
        self.planned = planned
