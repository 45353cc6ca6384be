"""LoRA adapters at three levels: a name in the registry, a copy on the host, a copy on the device.

This is the view of adapters that the lifecycle simplifies. There an adapter is where it is needed as soon as a request
is admitted; here loads and copies take time and can fail, holders come and go meanwhile, claims evict copies to make
room, a pass counts device pages before it copies anything, and a launched step goes on reading what was released.
Names may stand for other weights at any time: a request runs with those that the name stands for when it is
*admitted*, and keeps them until it lets go. Up to then nothing was computed with any weights, so the newest are right;
from then on all its KV pages were computed with one set of weights, and no other may touch them. (An engine that keeps
several versions of one name apart gives each a number of its own here.)

Left out: the order in which copies are evicted, which is a policy; the kind of error that a refusal is reported with,
which is checked at run time; several steps in flight at once (the step before has retired when the next is put
together; passes overlap with it); KV pages, which any request may be short of at any time.
"""

from ...system import complete
from . import events, faults, laws, possible
from .state import WIDE, Caches, small

_STRICTER = "Fewer could be admitted, and no state tells: "
EQUIVALENTS = {
    "put: without or w.stored[w.adapter[r]]": _STRICTER + "weights look alike, from a file or with a request.",
    "admit: w.free[Level.HOST] + w.idle.total[Level.HOST] → w.free[Level.HOST] - w.idle.total[Level.HOST]": (
        _STRICTER + "a copy that was taken up again looks like one that was never let go."
    ),
    "fits: w.claimed.total + w.unclaimed.total + w.weight[a] - w.claimed[a] - w.unclaimed[a]"
    " → w.claimed.total + w.unclaimed.total + w.weight[a] - w.claimed[a] + w.unclaimed[a]": (
        "An adapter in use could be counted first (pass_over), and its request chosen then."
    ),
    "cancel: w.claimed.total >= 1 → w.claimed.total >= 2": "One more request could be chosen before the pass ends.",
    "count_leftover: require(w.deferred[Level.DEVICE, a], 'nobody holds it, and something needs it')": (
        "What is in use may be counted on any occasion; the guard says which one this is."
    ),
}
"""The mistakes that no law notices, each with the reason."""

SYSTEM = complete(Caches, small=small, wide=WIDE, equivalents=EQUIVALENTS)

__all__ = ["EQUIVALENTS", "SYSTEM", "Caches", "events", "faults", "laws", "possible", "small"]
