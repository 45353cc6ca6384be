"""The mistakes that no law of the pipeline notices, each with the reason why nothing is lost."""

_DRAFTING_LESS = (
    "Whatever keeping a part of the drafted tokens leads to, drafting fewer leads to as well, so no state tells. That "
    "a part can be kept is shown by a run in the tests."
)

EQUIVALENT: dict[str, str] = {
    "retire: without or w.cursor[r] >= w.prompt[r]": _DRAFTING_LESS,
    "retire: w.cursor[r] >= w.prompt[r] → w.cursor[r] > w.prompt[r]": _DRAFTING_LESS,
    "retire: w.cursor[r] >= w.prompt[r] → w.cursor[r] >= w.prompt[r] - 1": (
        "One token short of its prompt, a request has a chunk of one token in flight, which can only be kept whole."
    ),
    "admit: prompt <= w.max_length → prompt < w.max_length": (
        "In the small instance the longest request has three tokens, and prompts are tried with up to two."
    ),
}
"""By function and text of the mistake."""
