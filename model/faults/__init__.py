"""Known ways of getting the lifecycle wrong: broken variants of its events, each with the laws that it must break."""

from . import adapters, admission, ending, growing, holders, pages, pausing, preemption, resuming, slots, step

__all__ = [
    "adapters",
    "admission",
    "ending",
    "growing",
    "holders",
    "pages",
    "pausing",
    "preemption",
    "resuming",
    "slots",
    "step",
]
