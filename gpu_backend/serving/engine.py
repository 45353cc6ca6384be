"""The loop of the whole engine: plan the next step while one is in flight, read that one, and launch the next.

What is planned ahead counts on nothing of the step in flight but its room; what that step brings is looked at before
the next one is launched. The forward itself returns when it is done: what overlaps is the bookkeeping.
So a request may be planned that then turns out to have ended, and it is taken out again.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ...conformance.wholes.whole import NobodyHelped
from ...model.instance import Instance
from ...model.sorts import Phase
from ..peft.executor import PeftExecutor
from ..refusal import Refusal, require
from ..requests import NO_DRAFT, Request
from ..scheduling.errors import Stalled
from ..scheduling.executor import SchedulingExecutor
from ..scheduling.request import LlmRequest, RequestState
from ..step import Step
from .adapter_pass import AdapterPass
from .config import ServingConfig
from .model_runner import ModelRunner
from .planner import Planner
from .pools import TreeKvCachePools, scheduler_config
from .progress import ServedRequest, keys_of, served
from .texts import Texts
from .tree import RecordedPrefixCache


class CannotGoOn(Exception):
    """A part has refused what the loop needs: one of the two is wrong."""


class ServingEngine:
    """One worker."""

    scheduling_executor = SchedulingExecutor
    kv_cache_pools = TreeKvCachePools
    peft_executor = PeftExecutor
    adapter_pass = AdapterPass
    pass_planner = Planner
    model_runner = ModelRunner

    def __init__(self, instance: Instance, seed: int) -> None:
        torch.set_num_threads(1)  # its steps are so small that a second thread only gets in the way
        self.config = config = ServingConfig.of(instance)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.texts = Texts(seed, config)
        self.keys = keys_of(config, self.texts)
        self.requests: dict[int, ServedRequest] = {}
        self.ended: dict[int, tuple[int, ...]] = {}
        """What those who have ended had."""
        self.kv = self.kv_cache_pools(config, self.texts, self.progress, self.device)
        self.scheduler = self.scheduling_executor(scheduler_config(config), self.kv)
        self.adapters = self.adapter_pass(config, self.peft_executor)
        self.planner = self.pass_planner(self.scheduler, self.kv, self.adapters, self.requests)
        self.runner = self.model_runner(config, self.kv, self.device)
        self.step_in_flight: Step | None = None
        self.resets = 0

    def progress(self, r: int) -> tuple[list[int], int]:
        """Return the tokens that are known of a request, and how many of them are computed."""
        record = self.requests[r].record
        return record.tokens, record.cursor

    # What clients do

    def submit(self, r: int) -> None:
        """Take in a client's request."""
        require(r not in self.requests and r not in self.ended, f"request {r} was submitted before")
        self.requests[r] = served(self.config, self.texts, self.keys, r)
        self.planner.do("arrive", r, self.config.prompt[r])
        self.adapters.submit(r, self.config.adapter[r])

    def cancel(self, r: int) -> None:
        """A client gives a request up: at once, or as soon as its step in flight is read."""
        require(r in self.requests and not self.requests[r].cancelled, f"there is no request {r}")
        if self.scheduler.queue.find(r) in self.scheduler.inflight:
            self.give_up_later(self.requests[r])
        else:
            self.planner.do("cancel", r)
            self.end(r)

    def give_up_later(self, request: ServedRequest) -> None:
        """Let a request end once its step in flight is read."""
        request.cancelled = True

    def reset(self) -> None:
        """Forget every prefix, as the weights are loaded anew; nobody may be away with what it has computed."""
        away = any(cache.hosted for manager in self.kv.managers for cache in manager.caches.values())
        require(not away, "a request that is to come back has computed something with the weights before")
        require(self.resets < self.config.resets, "the weights are not loaded again")
        self.resets += 1
        for tree in self.outdated_trees():
            tree.reset()
            tree.sweep()

    def outdated_trees(self) -> Sequence[RecordedPrefixCache]:
        """Return the trees that hold what was computed with the weights before."""
        return self.kv.trees

    def step(self) -> None:
        """Plan a step, read the one in flight, and launch the planned one."""
        require(self.requests, "there is nothing to do")
        try:
            with torch.inference_mode():
                self.go_through_step()
        except Stalled as stalled:
            raise NobodyHelped(stalled.reason) from stalled
        except Refusal as refusal:
            raise CannotGoOn(f"{type(refusal).__name__} in the middle of a step: {refusal.reason}") from refusal

    def go_through_step(self) -> None:
        """Go through one turn of the loop. Nothing in it may be refused but what it tries."""
        self.foresee()
        self.planner.plan()
        self.read()
        self.start_over()
        self.launch()
        for tree in self.kv.trees:
            tree.sweep()

    # The step in flight

    def foresee(self) -> None:
        """Plan nothing for requests that are known to end with the step in flight."""
        for r, request in self.requests.items():
            llm = self.scheduler.queue.find(r)
            if llm.generates and llm in self.scheduler.inflight and len(request.tokens) + 1 >= request.goal:
                self.planner.do("foresee", r)
                self.adapters.complete(r)

    def read(self) -> None:
        """Read the step in flight: what is accepted is kept, the room of what is not goes back."""
        step, self.step_in_flight = self.step_in_flight, None
        self.adapters.retire()
        if step is not None:
            for r in step.first:
                self.settle(step, self.scheduler.queue.find(r))

    def settle(self, step: Step, llm: LlmRequest) -> None:
        """Read what the step has brought to one request."""
        request = self.requests[llm.id]
        record, drafted = request.record, self.scheduler.inflight.drafted(llm)
        record.row = llm.batch_idx
        record.slot = self.seat_of(llm)
        computed, record.reserved = record.reserved, 0
        request.drafts = self.drafts_in(step, request, computed)
        if record.phase is Phase.DECODE:
            accepted = self.accepted(step, request, computed - 1)
            self.keep(step, request, accepted)
            record.cursor += 1 + accepted
            rejected = min(computed - 1 - accepted, drafted)
        else:
            rejected = 0
            record.cursor += computed
            if record.cursor == record.prompt:
                self.keep(step, request, computed - 1)
                record.phase = Phase.DECODE
        self.go_on(request, llm, rejected)

    def keep(self, step: Step, request: ServedRequest, index: int) -> None:
        """Let a request go on from one of its tokens in a step, with what is drafted behind it."""
        self.runner.keep(step, request.record, index)
        if request.record.paired:
            request.drafts[len(request.tokens)] = request.record.draft

    def drafts_in(self, step: Step, request: ServedRequest, computed: int) -> dict[int, int]:
        """Return the first draft that a step was run on, which is what the drafter kept of the step before."""
        drafted = request.record.phase is Phase.DECODE and computed > 1
        return {len(request.tokens): step.tokens[step.first[request.record.id] + 1]} if drafted else {}

    def accepted(self, step: Step, request: ServedRequest, drafted: int) -> int:
        """Return how many drafts are kept: those that the target says too, and no more than the request is to have."""
        return min(step.accepted(request.record.id, drafted), request.goal - len(request.tokens) - 1)

    def go_on(self, request: ServedRequest, llm: LlmRequest, rejected: int) -> None:
        """Let a request go on behind what was read, or end."""
        over = self.is_done(request) and llm.state is not RequestState.CONTEXT_INIT
        if llm.state is RequestState.CONTEXT_INIT and request.cancelled:
            self.planner.do("settle", llm.id, rejected)
            self.drop(llm)
            self.planner.do("cancel", llm.id)
            self.end(llm.id)
        elif over or request.cancelled:
            self.kv.publish(llm)
            self.planner.do("finish", llm.id)
            self.end(llm.id)
        else:
            self.planner.do("settle", llm.id, rejected)
            self.kv.publish(llm)

    def is_done(self, request: ServedRequest) -> bool:
        """Whether a request has said all that it was to say."""
        return request.done

    def drop(self, llm: LlmRequest) -> None:
        """Take a request out of the planned step, if it is in it."""
        if llm in self.scheduler.batch:
            self.planner.do("drop", llm.id)

    def end(self, r: int) -> None:
        """Nothing of a request is left but what it said."""
        record = self.requests[r].record
        if record.slot is not None:
            self.runner.forget(record.slot)
        self.adapters.end(r)
        self.ended[r] = tuple(self.requests.pop(r).tokens)

    def start_over(self) -> None:
        """Let victims whose step in flight was read begin again, with all that they have said as their context."""
        for r, request in self.requests.items():
            llm = self.scheduler.queue.find(r)
            if llm.state is not RequestState.RECOMPUTE_PAUSED:
                continue
            record = request.record
            if record.slot is not None:
                self.runner.forget(record.slot)
            record.slot, record.cursor, record.phase, record.draft = None, 0, Phase.PREFILL, NO_DRAFT
            record.prompt = self.context_of(request)
            self.planner.do("reset", r, record.prompt - llm.prompt_len)

    def context_of(self, request: ServedRequest) -> int:
        """Return how many tokens a request that starts over computes as its context."""
        return len(request.tokens)

    # The next step

    def launch(self) -> None:
        """Launch what was planned, but for requests whose adapter finds no room on the host."""
        for llm in [*self.scheduler.batch.tokens]:
            if not self.adapters.enter(llm.id):
                self.planner.do("drop", llm.id)
        self.adapters.count_the_rest()
        for llm in self.scheduler.batch.tokens:
            self.adapters.ensure(llm.id)
        for llm in self.scheduler.batch.tokens:
            self.adapters.do("bind", llm.id)
        batch = [self.prepared(llm, tokens) for llm, tokens in self.scheduler.batch.tokens.items()]
        if batch:
            self.step_in_flight = self.runner.run(batch, self.adapters.loras())
        self.adapters.launch()
        for llm in self.departing():
            self.planner.do("launch", llm.id, 0)

    def departing(self) -> list[LlmRequest]:
        """Return those who are in flight from now on."""
        return [*self.scheduler.batch.tokens]

    def prepared(self, llm: LlmRequest, tokens: int) -> Request:
        """Return what a step is run on for one request."""
        record = self.requests[llm.id].record
        record.row, record.slot, record.reserved = llm.batch_idx, self.seat_of(llm), tokens
        record.phase = Phase.PREFILL if llm.is_context else Phase.DECODE
        record.cursor = self.start_of(record, self.kv.target.capacity(llm) - tokens)
        for table, manager in zip(record.cache.tables, self.kv.managers, strict=True):
            table.device = manager.caches[llm].pages
        return record

    def seat_of(self, llm: LlmRequest) -> int:
        """Return the sequence slot by which the drafter keeps what it knows of a request."""
        return self.scheduler.seats.slots[llm]

    def start_of(self, record: Request, there: int) -> int:
        """Return the position at which a step goes on with a request: what was found in the trees is not computed."""
        del record
        return there
