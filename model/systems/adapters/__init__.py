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
from .state import Caches, small

SYSTEM = complete(Caches, small=small)

__all__ = ["SYSTEM", "Caches", "events", "faults", "laws", "possible", "small"]
