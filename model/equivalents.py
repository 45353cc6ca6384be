"""The statements that may be deleted from an event without any law noticing, each with the reason."""

EQUIVALENT: dict[str, str] = {
    "unpause: require(w.seats_taken < w.max_batch, 'a seat is free', 'G3')": (
        "Without the guard it is force_unpause, which is allowed: whether a resume is forced is the policy's decision, "
        "and the state does not tell."
    ),
    "settle_chunk: require(w.phase[r] == Phase.PREFILL, 'it is in prefill')": (
        "On a decoding request it would do what accept does when all drafted tokens are kept. Whether they were the "
        "right ones is a matter of content, which the replay checks token by token."
    ),
}
"""By function and text of the statement."""
