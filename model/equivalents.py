"""The small mistakes in events of the lifecycle that no law notices, each with the reason.

Some make no difference. The others make a guard too strict: the event is refused in some state in which it might be
done, and every law still holds. That an event *can* be done is asked of small instances only (`laws/possible.py`), and
what takes a longer run than any that is searched, or cannot be told from the state it ends in, is not seen there.
"""

EQUIVALENT: dict[str, str] = {
    "release_adapter: if w.adapter[r] != NO_ADAPTER → always": (
        "Of the base model there is nothing to let go of: it has no holders (P13), and so no copy of it is pinned (P4)."
    ),
    "accept: without and w.batch[r]": (
        "Only a request in the step has tokens reserved (S10), and the guard after it wants at least one reserved."
    ),
    "preempt: w.cursor[r] >= w.prompt[r] → w.cursor[r] >= w.prompt[r] - 1": (
        "Of a request that is one token short of its prompt, the next prompt is as long either way."
    ),
    "pages_fit: without or not w.paired[r]": (
        "Too strict: a request without a draft pool would wait for draft pages that it does not take. A state in which "
        "it runs while they are short takes more calls than are searched."
    ),
    "submit: 1 <= prompt <= w.max_length → 1 <= prompt < w.max_length": (
        "Too strict: the longest prompt would be refused. Runs are searched with shorter prompts than the longest."
    ),
    "chunk: pages_fit(…) of tokens → tokens + 1": (
        "Too strict: a later chunk would wait for a page more than it takes. A state in which it takes the last page "
        "takes more calls than are searched."
    ),
    "abort: without or not w.running": (
        "Too strict: a request could not be aborted between its planning and the launch. Nothing in the state "
        "afterwards tells when it was aborted."
    ),
    "abort: without or not w.batch[r]": (
        "Too strict: while a step runs, those that are not part of it could not be aborted. Nothing in the state "
        "afterwards tells when they were."
    ),
    "resume: w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET] → w.hosted[Pool.TARGET, r] < w.free[Pool.TARGET]": (
        "Too strict: a resume could not take the last target pages. The state after one that does is also reached "
        "without any suspension."
    ),
    "resume: w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT] → w.hosted[Pool.DRAFT, r] < w.free[Pool.DRAFT]": (
        "Too strict: a resume could not take the last draft pages. The state after one that does is also reached "
        "without any suspension."
    ),
}
"""By function and text of the mistake, as `tenure prove --mutants` names it."""
