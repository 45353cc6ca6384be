"""The mistakes that no law of the buffers notices, each with the reason why nothing is lost."""

_SHRUNK_IS_LIKE_NEVER_GROWN = (
    "A cache whose growth was taken back is like one that never grew, so no state tells how far it was. That a single "
    "block and all growth can be taken back is shown by runs in the tests."
)

EQUIVALENT: dict[str, str] = {
    "advance: history > w.window → history >= w.window": (
        "Where exactly the window is settled, what is before it is nothing either way."
    ),
    "shrink: fewer >= 1 → fewer >= 2": _SHRUNK_IS_LIKE_NEVER_GROWN,
    "shrink: w.history[r] + fewer <= w.blocks[r] → w.history[r] + fewer < w.blocks[r]": _SHRUNK_IS_LIKE_NEVER_GROWN,
}
"""By function and text of the mistake."""
