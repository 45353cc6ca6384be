"""The mistakes in the prefix tree that nothing notices, each with the reason."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "prune: w.depth[n] >= 1 → w.depth[n] >= 2": (
        "It is stricter than it need be: a first block without a page then stays. That a block was pruned shows in no "
        "state, as its node is free again."
    ),
    "starts_alike: without or w.opening[b] == w.opening[k]": (
        "It is stricter than it need be: of two blocks that start with a third one, neither is copied for the other. "
        "The small instance has no third block; with one, the search of what is possible takes several times as long."
    ),
}
"""By function and text of the mistake."""
