"""Requests with context to compute: defer, claim, prepare, chunk, give_up, preempt_for_pages."""

from __future__ import annotations

from ...model.sorts import Pool
from .core import Core
from .errors import NoVictim, OutOfTurn, TooLong, expect
from .request import LlmRequest
from .walk import Attempt, SchedulingPass, Trying


class Contexts(Core):
    """The second walk: a context is looked up or resumed, and gets its chunk, or leaves nothing behind."""

    def defer(self, r: int, k: int) -> None:
        """Let a request wait a pass for its first block, which another computes, before anything of it is touched."""
        walk, request = self.context(r)
        expect(request.is_first_chunk, OutOfTurn, f"request {r} has started")
        self.prefixes.wait(request, k)
        self.output.deferred.append(request)
        self.leave_deferred(walk)

    def leave_deferred(self, walk: SchedulingPass) -> None:
        """Go on behind a request that waits."""
        walk.walk_on()

    def claim(self, p: int, r: int, reused: int) -> None:
        """Look a first chunk up in a pool: make its cache with the prefix that was found, or refuse."""
        pool = Pool(p)
        walk, request = self.context(r) if pool == Pool.TARGET else self.admitted(r)
        manager = self.kv.manager(pool)
        expect(manager is not None and request not in manager.caches, OutOfTurn, f"there is nothing to claim for {r}")
        self.check_claim(pool, request, reused)
        self.kv.claim(pool, request, reused)
        self.move_cursor(pool, request, reused)
        walk.attempt = Attempt(Trying.ADMIT)

    def check_claim(self, pool: Pool, request: LlmRequest, reused: int) -> None:
        """Refuse to find the whole context, or to let the draft find more than the target."""
        longest = request.prompt_len - 1 if pool == Pool.TARGET else request.context_position
        expect(reused <= longest, TooLong, f"{reused} tokens are more than may be reused")

    def move_cursor(self, pool: Pool, request: LlmRequest, reused: int) -> None:
        """Let the context begin where what was found ends, in whichever pool it ends first."""
        del pool
        request.context_position = request.prepopulated = reused

    def prepare(self, r: int) -> None:
        """Resume the target's cache for a later chunk, or refuse."""
        walk, request = self.context(r)
        expect(request.is_later_chunk, OutOfTurn, f"nothing of request {r} is computed")
        self.resume_target(request)
        walk.attempt = self.attempt_at_later_chunk(walk)

    def attempt_at_later_chunk(self, walk: SchedulingPass) -> Attempt:
        """Return what is tried for a later chunk: nobody is made a victim for it by a search."""
        del walk
        return Attempt(Trying.ADMIT)

    def resume_target(self, request: LlmRequest) -> None:
        """Let the next step read the target's cache, or refuse."""
        self.kv.target.resume(request)

    def chunk(self, r: int, tokens: int, k: int) -> None:
        """Schedule a chunk with room in every pool and a sequence slot, or refuse; others may wait for its block."""
        _, request = self.admitted(r)
        self.check_caches(request)
        self.check_chunk(request, tokens)
        self.check_seat(request)
        self.schedule(request, tokens)
        self.take_seat(request)
        self.prefixes.contribute(request, k)

    def check_caches(self, request: LlmRequest) -> None:
        """Refuse where a pool has no cache yet."""
        there = all(request in manager.caches for manager in self.kv.managers)
        expect(there, OutOfTurn, f"a pool has no cache of request {request.id}")

    def check_chunk(self, request: LlmRequest, tokens: int) -> None:
        """Refuse no tokens, and more than the request or the pass takes."""
        expect(tokens >= 1, OutOfTurn, "a chunk has a token")
        expect(request.context_position + tokens <= self.config.max_length, TooLong, "the chunk is too long")
        self.batch.check(tokens)

    def check_seat(self, request: LlmRequest) -> None:
        """Refuse where a sequence slot is needed and none is free."""
        self.seats.check_for(request)

    def take_seat(self, request: LlmRequest) -> None:
        """Give a request that runs for the first time its sequence slot."""
        self.seats.ensure(request)

    def give_up(self, r: int) -> None:
        """Undo an attempt that lacks something, and walk on."""
        walk, request = self.admitted(r)
        self.withdraw(request)
        self.note_given_up(walk, request)
        walk.walk_on()

    def note_given_up(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note a request whose attempt failed."""
        walk.leave(request)

    def preempt_for_pages(self, r: int, v: int) -> None:
        """Take another request's caches for a context that finds no pages; they are for the next pass."""
        walk, request = self.admitted(r)
        victim = self.queue.find(v)
        expect(victim is not request, NoVictim, f"request {v} cannot give way to itself")
        expect(self.victims.replayable(victim), NoVictim, f"request {v} cannot start over")
        self.check_unscheduled(victim)
        self.give_up_caches(victim)
        self.withdraw(request)
        walk.leave(request)
        self.keep_pages_for_next_pass(walk)

    def check_unscheduled(self, victim: LlmRequest) -> None:
        """Refuse a victim that the pass has scheduled."""
        expect(victim not in self.batch, NoVictim, f"request {victim.id} is scheduled")

    def keep_pages_for_next_pass(self, walk: SchedulingPass) -> None:
        """End the walk, so that nobody else takes the pages."""
        walk.stop()

    def withdraw(self, request: LlmRequest) -> None:
        """Undo an attempt: a first chunk leaves nothing behind, a later one is suspended with what it had."""
        if request.is_first_chunk:
            self.withdraw_first(request)
        else:
            self.withdraw_later(request)

    def withdraw_first(self, request: LlmRequest) -> None:
        """Leave nothing behind."""
        self.abandon(request)

    def withdraw_later(self, request: LlmRequest) -> None:
        """Keep what is computed."""
        self.suspend_request(request)

    def context(self, r: int) -> tuple[SchedulingPass, LlmRequest]:
        """Return the pass and the context that it is at, while nothing is tried for it; or refuse."""
        walk, request = self.planning(), self.at_walk(r)
        expect(walk.attempt is None, OutOfTurn, f"something is tried for request {r}")
        expect(request.is_context and self.could_run(request), OutOfTurn, f"request {r} has no context to compute now")
        return walk, request

    def admitted(self, r: int) -> tuple[SchedulingPass, LlmRequest]:
        """Return the pass and the request whose admission it tries, or refuse."""
        walk, request = self.planning(), self.at_walk(r)
        expect(walk.trying is Trying.ADMIT, OutOfTurn, "no admission is tried")
        return walk, request
