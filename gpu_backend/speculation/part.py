"""Paired reuse as a part that is held against the system `reuse`, in which prefixes have numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import torch

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.reuse.state import NO_PREFIX, Position, Prefix
from ...model.trace import Call
from ..refusal import Refusal
from .deployment import Deployment
from .faults import FAULTS, with_faults
from .manager import PairedReuse
from .naming import PrefixNames
from .observation import Observation
from .refusals import NotCached, OutOfTurn, check


class SpeculationPart:
    """Paired reuse of an instance. A call may name another position or key than comes next; then it is refused."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make empty pools; nothing in them is drawn, so the seed changes nothing."""
        del seed
        self.positions, self.prefixes = instance.count(Position), instance.count(Prefix)
        deployment = Deployment(bool(instance.size("paired")), instance.size("lookahead"))
        self.names = PrefixNames(instance, deployment.lookahead)
        self.reuse: PairedReuse = with_faults(faults)(
            deployment,
            requests=instance.requests,
            length=self.positions,
            cells=self.positions * instance.requests + self.prefixes,
            device=torch.device("cuda" if torch.cuda.is_available() else "cpu"),
        )

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            EVENTS[call.event](self, *call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.reuse, self.names, self.positions, self.prefixes).fields()

    def close(self) -> None:
        """The tensors go with the part."""

    def append(self, r: int, i: int, p: int) -> None:
        """Let a prompt go on by the last token of a prefix, if that is the prompt and one token more."""
        request, scope = self.reuse.requests[r], self.names.scope[p]
        check(i == len(request.tokens) and p != NO_PREFIX, OutOfTurn, "it is not the next position")
        check(self.names.goes_on_from(p, request.scope, request.tokens), OutOfTurn, "the prompt is another one")
        self.reuse.append(r, self.names.token(p), scope)
        self.names.learn(p, scope, request.tokens)

    def claim(self, pool: int, r: int, i: int, k: int) -> None:
        """Claim, if the call names the next position and the key that follows from the prompt."""
        check(i == len(self.reuse.requests[r].readings[Pool(pool)].cells), OutOfTurn, "it is not the next position")
        self.check_key(r, i, k)
        self.reuse.claim(r, Pool(pool))

    def compute(self, r: int, i: int) -> None:
        """Compute, if the call names the cursor."""
        check(i == self.reuse.requests[r].cursor, OutOfTurn, "it is not the next position")
        self.reuse.compute(r)

    def publish(self, pool: int, r: int, i: int, k: int) -> None:
        """Publish, if the call names the next position and the key that follows from the prompt."""
        check(i == self.reuse.requests[r].readings[Pool(pool)].committed, OutOfTurn, "it is not the next position")
        self.check_key(r, i, k)
        self.reuse.publish(r, Pool(pool))

    def check_key(self, r: int, i: int, k: int) -> None:
        """Refuse a key that is not made of the tokens up to a position and those that are looked ahead to."""
        request, end = self.reuse.requests[r], i + 1 + self.names.lookahead
        right = end > len(request.tokens) or k == self.names.of(request.scope, request.tokens[:end])
        check(right, NotCached, "the prompt gives another key")

    def evict(self, pool: int, k: int) -> None:
        """Evict what is filed under the tokens of a prefix."""
        keys = [self.reuse.keys.digest(scope, tokens) for scope, tokens in self.names.sequences.get(k, ())]
        check(keys, NotCached, "no prompt has these tokens")
        self.reuse.evict(Pool(pool), keys[0])


EVENTS: Final[dict[str, Callable[..., None]]] = {
    "append": SpeculationPart.append,
    "attempt": lambda part, r: part.reuse.attempt(r),
    "claim": SpeculationPart.claim,
    "unclaim": lambda part, pool, r: part.reuse.unclaim(r, Pool(pool)),
    "settle_claims": lambda part, r: part.reuse.settle_claims(r),
    "fall_back": lambda part, r: part.reuse.fall_back(r),
    "withdraw": lambda part, r: part.reuse.withdraw(r),
    "start_chunk": lambda part, r, end: part.reuse.start_chunk(r, end),
    "compute": SpeculationPart.compute,
    "publish": SpeculationPart.publish,
    "evict": SpeculationPart.evict,
}
"""What is asked of paired reuse for each event of the system."""

FACTORY: Final = PartFactory("speculation", "reuse", SpeculationPart, {name: f.info for name, f in FAULTS.items()})
