"""The parts of the scheduler, and what all that is done to a request shares."""

from __future__ import annotations

import torch

from .batch import ScheduledBatch, SchedulerOutput
from .config import SchedulerConfig
from .detector import StallDetector
from .errors import OutOfTurn, expect
from .inflight import InFlightSteps
from .pools import KvCachePools
from .prefix_skip import PrefixSkip
from .queue import RequestQueue
from .request import LlmRequest, RequestState
from .rows import BatchRows
from .slots import SeqSlotManager
from .transfers import TransferManager
from .victims import VictimRules
from .walk import SchedulingPass


class Core:
    """The list, the pools, the pass and the step. Subclasses add what is done with them."""

    request_queue = RequestQueue
    kv_cache_pools = KvCachePools
    seq_slot_manager = SeqSlotManager
    transfer_manager = TransferManager
    victim_rules = VictimRules
    scheduled_batch = ScheduledBatch
    scheduling_pass = SchedulingPass
    batch_rows = BatchRows
    prefix_skip = PrefixSkip
    stall_detector = StallDetector

    def __init__(self, config: SchedulerConfig, kv: KvCachePools | None = None) -> None:
        """`kv` are the pools that are scheduled for, where they are not the scheduler's own."""
        self.config = config
        self.queue = self.request_queue()
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.kv = self.kv_cache_pools(config, self.device) if kv is None else kv
        self.seats = self.seq_slot_manager(config.seats)
        self.inflight = InFlightSteps()
        self.transfers = self.transfer_manager(self.kv)
        self.victims = self.victim_rules(self.kv, self.inflight, self.transfers, recompute=config.recompute)
        self.batch = self.scheduled_batch(config.max_requests, config.max_tokens)
        self.output = SchedulerOutput()
        self.walk: SchedulingPass | None = None
        """The pass that is under way."""
        self.launching = False
        """Whether the forward has begun, and some whom it takes have not departed yet."""
        self.rows = self.batch_rows()
        self.prefixes = self.prefix_skip()
        self.detector = self.stall_detector(config.stall_limit)

    # Where things are

    def check_between(self) -> None:
        """Refuse while a pass is under way: it is one call."""
        expect(self.walk is None, OutOfTurn, "a pass is under way")

    def planning(self) -> SchedulingPass:
        """Return the pass that is under way, or refuse."""
        if self.walk is None:
            raise OutOfTurn("no pass is under way")
        return self.walk

    def at_walk(self, r: int) -> LlmRequest:
        """Return the request that the pass is at, or refuse another one."""
        walk, request = self.planning(), self.queue.find(r)
        here = request.rank == walk.position and self.walk_goes_on(walk)
        expect(here, OutOfTurn, f"the pass is not at request {r}")
        return request

    def walk_goes_on(self, walk: SchedulingPass) -> bool:
        """Whether the walk has somebody left to come to."""
        return walk.position < walk.end

    def could_run(self, request: LlmRequest) -> bool:
        """Whether the walk under way is for a request, and may touch it."""
        walk = self.planning()
        wanted = request.generates if walk.phase is walk.phase.GENERATION else request.is_context
        return wanted and not self.victims.left_alone(request)

    # What is done to a request

    def schedule(self, request: LlmRequest, tokens: int) -> None:
        """Put a request into the batch with room for its tokens, and walk on; or refuse."""
        self.kv.grow(request, tokens)
        self.batch.add(request, tokens)
        self.planning().walk_on()

    def suspend_request(self, request: LlmRequest) -> None:
        """Let the caches leave the device. The row of the step before is another's when they come back."""
        self.kv.suspend(request)
        self.rows.forget(request)

    def free_caches(self, request: LlmRequest) -> None:
        """Give up all caches; nothing of them can be read or rejected any more."""
        self.kv.free(request)
        self.inflight.discard_drafts(request)
        self.rows.forget(request)

    def rewind(self, request: LlmRequest) -> None:
        """Let the context begin at its start."""
        request.context_position = request.prepopulated = 0

    def abandon(self, request: LlmRequest) -> None:
        """Leave nothing of a context that was not computed."""
        self.free_caches(request)
        self.rewind(request)

    def give_up_caches(self, victim: LlmRequest) -> None:
        """Pause a victim for recompute: all that it computed is given up."""
        self.free_caches(victim)
        victim.state = RequestState.RECOMPUTE_PAUSED
        self.output.spare(victim)
        self.output.recompute_paused.append(victim)
        walk = self.planning()
        if victim in walk.left:
            walk.left.remove(victim)

    def conclude(self, request: LlmRequest) -> None:
        """End a request: it gives back all that it holds."""
        self.abandon(request)
        self.release_seat(request)
        self.prefixes.stop(request)
        self.inflight.read(request)
        request.state = RequestState.GENERATION_COMPLETE
        request.prompt_len = 0
        request.generation_only = False
        request.inputs = None

    def release_seat(self, request: LlmRequest) -> None:
        """Give the sequence slot back, if there is one."""
        self.seats.release(request)
