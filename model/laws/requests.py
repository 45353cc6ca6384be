"""Phases, cursors and lives: laws P9, S8 and S12, and what a phase says of the cursor."""

from ..language import law, one_of, step_law
from ..sorts import Phase, Pool, Request
from ..state import World


@law("P9")
def request_outside_holds_no_memory(w: World, r: Request) -> bool:
    """A request that is absent, waiting or finished has no cursor, no reserved tokens and no sequence slot."""
    return not one_of(w.phase[r], Phase.ABSENT, Phase.WAITING, Phase.FINISHED) or (
        w.cursor[r] == 0 and w.reserved[r] == 0 and w.slot[r] == 0
    )


@law("S12")
def admitted_request_has_started(w: World, r: Request) -> bool:
    """An admitted request has computed something, or is in the step with its first chunk."""
    return not one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED, Phase.PAUSED) or (
        w.cursor[r] >= 1 or (w.phase[r] == Phase.PREFILL and w.batch[r] == 1)
    )


@law("S4")
def submitted_request_has_a_prompt(w: World, r: Request) -> bool:
    """A request that was submitted has at least one token to compute."""
    return w.phase[r] == Phase.ABSENT or w.prompt[r] >= 1


@law("S4")
def prefill_is_short_of_the_prompt(w: World, r: Request) -> bool:
    """A request in prefill has not computed its prompt and reserves nothing past it; one that decodes has."""
    return (
        w.phase[r] != Phase.PREFILL or (w.cursor[r] < w.prompt[r] and w.cursor[r] + w.reserved[r] <= w.prompt[r])
    ) and (not one_of(w.phase[r], Phase.DECODE, Phase.PAUSED) or w.cursor[r] >= w.prompt[r])


@step_law("S8")
def starting_over_is_a_new_life(before: World, after: World, r: Request) -> bool:
    """A life grows exactly when computed work is given up to be done again; what was generated joins the prompt."""
    return (
        (
            after.life[r] == before.life[r] + 1
            and after.prompt[r] == (before.prompt[r] if before.cursor[r] < before.prompt[r] else before.cursor[r] + 1)
        )
        if before.cursor[r] >= 1 and after.phase[r] == Phase.WAITING
        else after.life[r] == before.life[r]
    )


@step_law("S8")
def finished_is_final(before: World, after: World, r: Request) -> bool:
    """A request that has ended stays ended."""
    return before.phase[r] != Phase.FINISHED or after.phase[r] == Phase.FINISHED


@step_law("R6")
def cursor_moves_at_settling_only(before: World, after: World, r: Request) -> bool:
    """The cursor moves when a running step is settled, and is given up with everything else; never otherwise."""
    return (
        after.cursor[r] == before.cursor[r]
        or (before.running == 1 and before.batch[r] == 1 and after.batch[r] == 0)
        or (after.cursor[r] == 0 and one_of(after.phase[r], Phase.WAITING, Phase.FINISHED))
    )


@step_law("S8")
def identity_is_kept_for_life(before: World, after: World, r: Request) -> bool:
    """Once submitted, a request keeps its adapter and its pairing, and only a new life changes its prompt."""
    return before.phase[r] == Phase.ABSENT or (
        after.adapter[r] == before.adapter[r]
        and after.paired[r] == before.paired[r]
        and (after.prompt[r] == before.prompt[r] or after.life[r] != before.life[r])
        and after.phase[r] != Phase.ABSENT
    )


@step_law("R6")
def suspension_keeps_the_work(before: World, after: World, r: Request) -> bool:
    """Suspending and resuming keep the cursor, the slot and every page, wherever the pages are."""
    return (
        (before.phase[r] == Phase.SUSPENDED) == (after.phase[r] == Phase.SUSPENDED)
        or one_of(after.phase[r], Phase.WAITING, Phase.FINISHED)
        or (
            after.cursor[r] == before.cursor[r]
            and after.slot[r] == before.slot[r]
            and after.held[Pool.TARGET, r] + after.hosted[Pool.TARGET, r]
            == before.held[Pool.TARGET, r] + before.hosted[Pool.TARGET, r]
            and after.held[Pool.DRAFT, r] + after.hosted[Pool.DRAFT, r]
            == before.held[Pool.DRAFT, r] + before.hosted[Pool.DRAFT, r]
        )
    )
