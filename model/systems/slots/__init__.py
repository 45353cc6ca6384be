"""Slots and residents: who occupies the per-resident pools when requests are paused in place.

A resident request is not always in the batch: it may be paused in place, or displaced by a forced resume that made
more requests live than the batch takes. It keeps its slots all the same, so every pool has to be sized for the
residents and not for the batch. The system sees the pools (sequence, KV index, recurrent state, and the drafter's by
identity), the adapters that residents keep on the device, the pass with its stages, and that part of the pausing
policy which is state: who is paused, how often, for how long, and what was learnt from completions.

It leaves out KV pages (a suspension may happen at any time), prefill (a request whose KV is not complete is in
transfer), the order in which victims and waiters are chosen (any of those that may be chosen is), time (waits are
counted in passes) and the overlap of a pass with the batch before it (but a paused request may complete, as when
its last token came with that batch).
"""

from ...system import complete
from . import events, faults, laws, possible
from .state import WIDE, Residents, small

__all__ = ["SYSTEM", "Residents", "events", "faults", "laws", "possible", "small"]

_EQUIVALENTS = {
    "within: value < 0 → value < 1": "At zero, the end of the range and the value are the same.",
    "within: value > top → value >= top": "At the top, the end of the range and the value are the same.",
    "adapter_fits: without or w.on_device[w.adapter[r]] == 1": (
        "It refuses to admit a second request with an adapter that is on the device, which breaks no law; the small "
        "instance of two requests has no two with the same adapter, so that it does not show that sharing is possible."
    ),
}

SYSTEM = complete(Residents, small=small, wide=WIDE, equivalents=_EQUIVALENTS)
