"""Requests that generate, and the ladder that a growth goes up when it finds no pages.

grow, fail, overlook, evict, look_further, recompute_victim, evict_itself.
"""

from __future__ import annotations

from .core import Core
from .errors import NoVictim, OutOfTurn, TooLong, expect
from .request import LlmRequest
from .walk import Attempt, Phase, SchedulingPass, Trying


class Generations(Core):
    """The first walk's growths, and the search for victims behind the walk, from the end of the list on."""

    def grow(self, r: int, drafted: int) -> None:
        """Schedule a generation with room for its next token and its drafted ones, or refuse."""
        request = self.generation(r)
        self.batch.check(1 + drafted)
        self.check_length(request, 1 + drafted)
        self.schedule(request, 1 + drafted)

    def generation(self, r: int) -> LlmRequest:
        """Return the request at the walk, if it generates and may be touched; or refuse."""
        expect(self.planning().phase is Phase.GENERATION, OutOfTurn, "the pass does not walk for generations")
        request = self.at_walk(r)
        expect(request.generates, OutOfTurn, f"request {r} does not generate")
        self.check_free_to_touch(request)
        return request

    def check_free_to_touch(self, request: LlmRequest) -> None:
        """Refuse a request that another micro-batch or a transfer has."""
        expect(not self.victims.left_alone(request), OutOfTurn, f"request {request.id} is to be left alone")

    def check_length(self, request: LlmRequest, tokens: int) -> None:
        """Refuse to grow beyond the longest request."""
        expect(self.kv.target.capacity(request) + tokens <= self.config.max_length, TooLong, "there is no room to grow")

    def fail(self, r: int, resumed: int) -> None:
        """A growth finds no pages: nothing has grown, but the target's cache may have been resumed."""
        walk = self.planning()
        expect(walk.attempt is None, OutOfTurn, "something is tried already")
        request = self.generation(r)
        if resumed:
            self.kv.grow_in_vain(request)
        walk.attempt = Attempt(Trying.EVICT, walk.end)

    def overlook(self, v: int) -> None:
        """Search on, past a request that can be no victim."""
        walk, victim = self.scanned(v)
        evicting = walk.trying is Trying.EVICT
        can_be = self.victims.evictable(victim) if evicting else self.victims.replayable(victim)
        self.check_no_victim(victim, can_be=can_be)
        self.search_before(walk, walk.frontier - 1)

    def check_no_victim(self, request: LlmRequest, *, can_be: bool) -> None:
        """Refuse to pass a good victim."""
        expect(not can_be, NoVictim, f"request {request.id} can give way")

    def search_before(self, walk: SchedulingPass, place: int) -> None:
        """Let the search go on before a place."""
        assert walk.attempt is not None, "a victim is looked for in an attempt"
        walk.attempt.frontier = place

    def evict(self, v: int) -> None:
        """Suspend the last request that can be; the walk ends before it."""
        walk, victim = self.victim(v, Trying.EVICT)
        expect(self.victims.evictable(victim), NoVictim, f"suspending request {v} would free nothing")
        self.suspend_request(victim)
        self.output.evicted.append(victim)
        self.end_walk_before(walk, victim)
        self.search_before(walk, victim.rank)

    def end_walk_before(self, walk: SchedulingPass, victim: LlmRequest) -> None:
        """Keep the walk from coming to a victim."""
        walk.end = victim.rank

    def look_further(self) -> None:
        """Nobody is left to suspend: look for victims to compute anew, from the end of the list."""
        walk = self.planning()
        over = walk.trying is Trying.EVICT and walk.search_is_over
        expect(over, OutOfTurn, "the search for one to suspend is not over")
        walk.attempt = Attempt(Trying.RECOMPUTE, self.start_of_search(walk))

    def start_of_search(self, walk: SchedulingPass) -> int:
        """Return the place before which victims to compute anew are looked for."""
        del walk
        return len(self.queue)

    def recompute_victim(self, v: int) -> None:
        """Take the caches of the last request that can be computed anew."""
        _, victim = self.victim(v, Trying.RECOMPUTE)
        expect(self.victims.replayable(victim), NoVictim, f"request {v} cannot start over")
        self.give_up_caches(victim)

    def victim(self, v: int, trying: Trying) -> tuple[SchedulingPass, LlmRequest]:
        """Return the pass and the request that its search is at, or refuse another kind of search."""
        expect(self.planning().trying is trying, OutOfTurn, "no such victim is looked for")
        return self.scanned(v)

    def scanned(self, v: int) -> tuple[SchedulingPass, LlmRequest]:
        """Return the pass and the request that its search for a victim is at, or refuse."""
        walk, victim = self.planning(), self.queue.find(v)
        expect(walk.attempt is not None and walk.attempt.trying is not Trying.ADMIT, OutOfTurn, "there is no search")
        self.check_scanned(walk, victim)
        return walk, victim

    def check_scanned(self, walk: SchedulingPass, victim: LlmRequest) -> None:
        """Refuse whom the search is not at, or who comes before the request at the walk."""
        behind = victim.rank > walk.position
        expect(victim.rank == walk.frontier - 1 and behind, NoVictim, f"the search is not at request {victim.id}")

    def evict_itself(self, r: int) -> None:
        """Suspend the request itself, for which no victim was found; the walk ends."""
        walk = self.planning()
        self.check_nobody_is_left(walk)
        request = self.at_walk(r)
        if self.kv.target.is_active(request):
            self.suspend_request(request)
            self.output.evicted.append(request)
        else:
            self.note_unserved(walk, request)
        walk.stop()

    def check_nobody_is_left(self, walk: SchedulingPass) -> None:
        """Refuse while a victim may still be found."""
        over = walk.trying is Trying.RECOMPUTE and walk.search_is_over
        expect(over, OutOfTurn, "the search for a victim is not over")

    def note_unserved(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note a suspended request that found no pages."""
        walk.leave(request)
