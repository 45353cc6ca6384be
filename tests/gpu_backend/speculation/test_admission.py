"""How an engine claims: to one depth in both pools, whatever is evicted in between."""

import pytest

from tenure.gpu_backend.speculation.manager import PairedReuse
from tenure.model.sorts import Pool
from tenure.model.systems.reuse.state import Stage

from .engines import PROMPT, arrived, claimed, reuse, served
from .running import DRAFT, Running, Texts


@pytest.mark.parametrize("span", [0, 1, 2])
def test_an_equal_prompt_claims_all_but_what_looks_beyond_it(span: int) -> None:
    made = reuse(span)
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    assert made.admit(1) == len(PROMPT) - max(1, span)
    assert claimed(made, 1) == [made.requests[1].cursor] * 2


def test_a_prompt_that_parts_claims_up_to_what_looks_at_the_branch() -> None:
    made = reuse(2)
    served(made, 0, PROMPT)
    arrived(made, 1, [*PROMPT[:4], 98, 99])
    assert made.admit(1) == 2


def test_an_unpaired_deployment_claims_in_the_target_pool_alone() -> None:
    made = reuse(1, paired=False)
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    assert made.admit(1) == len(PROMPT) - 1
    assert claimed(made, 1) == [5, 0]


@pytest.mark.parametrize("lacking", Pool)
def test_both_claims_are_clipped_to_the_shorter(lacking: Pool) -> None:
    made = reuse()
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    made.evict(lacking, made.keys.key(1, PROMPT, 3))
    assert made.admit(1) == 3
    assert claimed(made, 1) == [3, 3]


class EvictedBetween(PairedReuse):
    """A cell leaves after the pools were probed: before the target claims, and before the draft claims again."""

    losses: tuple[tuple[int, Pool, int], ...] = ()
    """Before which claim, in which pool, at which position."""
    claims = 0

    def claim_up_to(self, r: int, pool: Pool, limit: int) -> int:
        self.claims += 1
        for before, where, position in self.losses:
            if before == self.claims:
                self.evict(where, self.keys.key(1, PROMPT, position))
        return super().claim_up_to(r, pool, limit)


def between(*losses: tuple[int, Pool, int]) -> EvictedBetween:
    """Return pools that lose cells while a prompt is admitted."""
    made = reuse(kind=EvictedBetween)
    assert isinstance(made, EvictedBetween)
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    made.claims, made.losses = 0, losses
    return made


def test_the_draft_claims_again_where_the_target_lost_a_cell() -> None:
    made = between((2, Pool.TARGET, 3))
    assert made.admit(1) == 3
    assert (claimed(made, 1), made.claims) == ([3, 3], 3)


def test_pools_that_differ_twice_claim_nothing() -> None:
    made = between((2, Pool.TARGET, 3), (3, Pool.DRAFT, 1))
    assert made.admit(1) == 0
    request = made.requests[1]
    assert (claimed(made, 1), request.cursor, request.stage) == ([0, 0], 0, Stage.ADMITTED)


def test_a_deeper_attempt_before_leaves_no_cursor() -> None:
    made = reuse()
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    assert made.admit(1) == 5
    made.evict(Pool.DRAFT, made.keys.key(1, PROMPT, 1))
    assert made.admit(1) == 1
    assert (made.requests[1].cursor, made.requests[1].chunk) == (1, 1)


def test_an_admission_does_what_the_model_allows() -> None:
    texts = Texts("abcd")
    by_hand, alone = (Running(texts.size) for _ in range(2))
    for run in (by_hand, alone):
        run.say(f"{texts.served(0, 'abcd')} {texts.arrive(1, 'abcd')} evict {DRAFT} {texts.number('abc')}")
    assert alone.reuse.admit(1) == 1
    by_hand.say(f"attempt 1; {texts.claim(1, 'abcd', 0)} settle_claims 1")
    assert alone.part.observe() == by_hand.part.observe()
