"""The step, its batch and its rows: laws S2, S5, S6, S14, R7 and G8."""

from ..language import law, one_of, step_law
from ..sorts import Phase, Pool, Request
from ..state import World


@law("S5")
def batch_stays_within_the_limit(w: World) -> bool:
    """A step takes no more requests than it may, and a running step has at least one."""
    return w.batch.total <= w.max_batch and (not w.running or w.batch.total >= 1)


@step_law("S5")
def step_ends_with_its_last_request(before: World, after: World) -> bool:
    """A running step ends only when no request is left in it."""
    return before.running == 0 or after.running == 1 or after.batch.total == 0


@step_law("S5")
def nobody_joins_a_running_step(before: World, after: World, r: Request) -> bool:
    """Once a step is launched, requests only leave it."""
    return not (before.running and after.running) or before.batch[r] == 1 or after.batch[r] == 0


@law("S2")
def only_seated_requests_are_in_the_step(w: World, r: Request) -> bool:
    """A request in the step is in prefill or decodes, with its pages on the device."""
    return not w.batch[r] or (one_of(w.phase[r], Phase.PREFILL, Phase.DECODE) and w.hosted[Pool.TARGET, r] == 0)


@law("S6")
def row_belongs_to_a_seated_request(w: World, r: Request) -> bool:
    """A request that is suspended, paused, waiting or gone owns no row."""
    return not w.row[r] or one_of(w.phase[r], Phase.PREFILL, Phase.DECODE)


@law("S14")
def row_is_of_the_last_step(w: World, r: Request) -> bool:
    """A row is owned only by a request that took part in the last step; who was displaced reads from the host."""
    return not w.row[r] or w.ran[r] == 1


@law("S14")
def running_request_owns_its_row(w: World, r: Request) -> bool:
    """While a step runs, each request in it owns its row."""
    return not w.running or not w.batch[r] or w.row[r] == 1


@step_law("S14")
def rows_change_at_launch_only(before: World, after: World, r: Request) -> bool:
    """Who took part in the last step changes only when a step is launched."""
    return after.ran[r] == before.ran[r] or (before.running == 0 and after.running == 1)


@law("S3")
def only_paired_requests_draft(w: World, r: Request) -> bool:
    """A decoding request without a draft pool grows by one token at a time."""
    return w.paired[r] == 1 or w.phase[r] != Phase.DECODE or w.reserved[r] <= 1


@step_law("S3")
def request_grows_once_in_a_pass(before: World, after: World, r: Request) -> bool:
    """What is reserved for a step is not changed until it is settled or revoked."""
    return before.reserved[r] == 0 or after.reserved[r] == 0 or after.reserved[r] == before.reserved[r]


@step_law("S4")
def chunk_is_settled_whole(before: World, after: World, r: Request) -> bool:
    """A chunk that was computed counts in full: the cursor moves by all that was reserved."""
    return (
        not (before.running and before.batch[r] and not after.batch[r] and before.phase[r] == Phase.PREFILL)
        or after.cursor[r] == before.cursor[r] + before.reserved[r]
    )


@step_law("R7")
def accepted_tokens_settle_in_both_pools(before: World, after: World, r: Request) -> bool:
    """A decode step keeps at least one token and no more than it reserved, and gives the rest back in both pools."""
    return not (before.running and before.batch[r] and not after.batch[r] and before.phase[r] == Phase.DECODE) or (
        before.cursor[r] + 1 <= after.cursor[r] <= before.cursor[r] + before.reserved[r]
        and after.held[Pool.TARGET, r] == after.pages(after.cursor[r])
        and (not after.paired[r] or after.held[Pool.DRAFT, r] == after.pages(after.cursor[r]))
    )


@step_law("S10")
def revoked_growth_leaves_nothing(before: World, after: World, r: Request) -> bool:
    """A request that leaves a step before its launch has the cursor it had, and pages for it alone in both pools."""
    return (
        before.running == 1
        or not before.batch[r]
        or after.batch[r] == 1
        or after.phase[r] == Phase.FINISHED
        or (
            after.cursor[r] == before.cursor[r]
            and after.held[Pool.TARGET, r] == after.pages(after.cursor[r])
            and (not after.paired[r] or after.held[Pool.DRAFT, r] == after.pages(after.cursor[r]))
        )
    )
