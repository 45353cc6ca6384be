"""An attempt to admit a request claims a prefix in both pools, and is settled at one depth or comes to nothing."""

from __future__ import annotations

from ...model.sorts import Pool
from ...model.systems.reuse.state import Stage
from .cells import Cell
from .core import Core
from .refusals import LooksBeyond, NotCached, NothingLeft, OutOfTurn, PoolsDisagree, check
from .request import PromptRequest


class Claiming(Core):
    """attempt, claim, unclaim, settle_claims, fall_back, withdraw."""

    def attempt(self, r: int) -> None:
        """Begin to claim; what the last attempt came to is given back first."""
        request = self.request(r, Stage.WAITING, Stage.ADMITTED)
        self.clear_last_attempt(request)
        request.stage = Stage.CLAIMING

    def clear_last_attempt(self, request: PromptRequest) -> None:
        """Give back what an earlier attempt claimed or computed."""
        self.let_go_of_all(request)

    def claim(self, r: int, pool: Pool) -> None:
        """Claim the next cell of one pool, or refuse."""
        request = self.request(r, Stage.CLAIMING)
        reading = request.readings[pool]
        position = len(reading.cells)
        self.check_leaves_a_token(request, position)
        check(self.looks_within(request, position), LooksBeyond, "the prompt ends before the cell stops looking ahead")
        cell = self.find(request, pool, position)
        if cell is None:
            raise NotCached(f"the {pool.name.lower()} pool has no cell at {position} for request {r}")
        self.pools[pool].hold(cell)
        self.read(request, pool, position, cell)
        self.count_as_shared(request, pool)

    def check_leaves_a_token(self, request: PromptRequest, position: int) -> None:
        """Refuse to claim the last token."""
        check(position + 1 < len(request.tokens), NothingLeft, "the last token is left to compute")

    def find(self, request: PromptRequest, pool: Pool, position: int) -> Cell | None:
        """Look a cell up by the tokens of the prompt."""
        return self.indexes[pool].find(self.keys.key_to_find(pool, request.scope, request.tokens, position))

    def count_as_shared(self, request: PromptRequest, pool: Pool) -> None:
        """All that a pool has claimed is shared with the tree."""
        reading = request.readings[pool]
        reading.committed = len(reading.cells)

    def unclaim(self, r: int, pool: Pool) -> None:
        """Give the claims of one pool back, to claim again."""
        request = self.request(r, Stage.CLAIMING)
        check(request.readings[pool].cells, OutOfTurn, f"the {pool.name.lower()} pool has claimed nothing")
        self.let_go(request, pool)

    def settle_claims(self, r: int) -> None:
        """Admit the request with the cursor where both claims end, wherever an earlier attempt had put it."""
        request = self.request(r, Stage.CLAIMING)
        if self.deployment.paired:
            self.check_even(request)
        request.stage = Stage.ADMITTED
        request.cursor = request.chunk = self.depth(request)

    def check_even(self, request: PromptRequest) -> None:
        """Refuse where the pools have claimed to different depths."""
        target, draft = (len(request.readings[pool].cells) for pool in (Pool.TARGET, Pool.DRAFT))
        check(target == draft, PoolsDisagree, f"{target} positions are claimed in one pool and {draft} in the other")

    def depth(self, request: PromptRequest) -> int:
        """Return where the claims end."""
        return len(request.readings[Pool.TARGET].cells)

    def fall_back(self, r: int) -> None:
        """Admit the request with no claim in either pool: it computes its prompt from the start."""
        request = self.request(r, Stage.CLAIMING)
        self.give_up_claims(request)
        request.stage = Stage.ADMITTED
        self.rewind(request)

    def give_up_claims(self, request: PromptRequest) -> None:
        """Give back what both pools have claimed."""
        self.let_go_of_all(request)

    def rewind(self, request: PromptRequest) -> None:
        """Put the cursor back to the start."""
        request.cursor = 0

    def withdraw(self, r: int) -> None:
        """The attempt fails, or the request is preempted or ends: nothing of it stays in either pool."""
        request = self.request(r, Stage.CLAIMING, Stage.ADMITTED)
        self.give_back(request)
        request.stage = Stage.WAITING
        request.cursor = 0

    def give_back(self, request: PromptRequest) -> None:
        """Give back all that a request holds."""
        self.let_go_of_all(request)
