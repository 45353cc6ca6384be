"""The mistakes in the pass that no law notices, each with the reason."""

from typing import Final

_NO_DRAFT_POOL: Final = (
    "It forbids only what an engine without a draft pool does; the small instance, whose runs show what must be "
    "possible, has one."
)

_SAME_STATES: Final = (
    "It is stricter than it need be: a result is then read ahead of a planned step only where the request has room "
    "left, and the same states are reached by reading it before the pass."
)

EQUIVALENT: Final[dict[str, str]] = {
    "claim: without or p == Pool.TARGET": _NO_DRAFT_POOL,
    "chunk: without or not w.drafts": _NO_DRAFT_POOL,
    "make_room: without or not w.drafts": _NO_DRAFT_POOL,
    "settle: w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] → "
    "w.capacity[Pool.TARGET, r] + w.grown[Pool.TARGET, r]": _SAME_STATES,
    "settle: w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] - rejected → "
    "w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] + rejected": _SAME_STATES,
    "grow: w.charge.total + 1 + drafted <= w.max_tokens → w.charge.total + 1 + drafted < w.max_tokens": (
        "It leaves the last token of a pass unused by generations; in the small instance a growth has no room for two "
        "tokens, which is all that a pass takes there."
    ),
}
"""By function and text of the mistake."""
