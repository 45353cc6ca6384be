"""How an engine claims: both pools are probed, and claim to one depth, in a bounded number of tries."""

from __future__ import annotations

from ...model.sorts import Pool
from .claiming import Claiming


class Admission(Claiming):
    """admit, which is made of the steps of an attempt."""

    def admit(self, r: int) -> int:
        """Claim as deep a prefix as both pools have, and return its depth; nothing where they cannot agree."""
        self.attempt(r)
        target = self.claim_in_both(r) if self.deployment.paired else self.claim_up_to(r, Pool.TARGET, self.probe(r))
        if target is None:
            self.fall_back(r)
            return 0
        self.settle_claims(r)
        return target

    def claim_in_both(self, r: int) -> int | None:
        """Claim in the draft pool and then in the target's; return the depth, or None where they differ twice.

        A cell may be evicted between a probe and its claim. The draft then claims again, to the target's depth, and
        what it has by then decides.
        """
        limit = min(self.probe(r, Pool.DRAFT), self.probe(r, Pool.TARGET))
        draft = self.claim_up_to(r, Pool.DRAFT, limit)
        target = self.claim_up_to(r, Pool.TARGET, draft)
        if target < draft:
            self.unclaim(r, Pool.DRAFT)
            draft = self.claim_up_to(r, Pool.DRAFT, target)
        return target if draft == target else None

    def probe(self, r: int, pool: Pool = Pool.TARGET) -> int:
        """Return how deep a pool could claim now. It claims nothing."""
        request = self.requests[r]
        limit = max(0, len(request.tokens) - max(1, self.lookahead))
        missing = (at for at in range(limit) if self.find(request, pool, at) is None)
        return next(missing, limit)

    def claim_up_to(self, r: int, pool: Pool, limit: int) -> int:
        """Claim in one pool as long as it has cells, up to a depth; return how deep it came."""
        request = self.requests[r]
        while (at := len(request.readings[pool].cells)) < limit and self.find(request, pool, at) is not None:
            self.claim(r, pool)
        return len(request.readings[pool].cells)
