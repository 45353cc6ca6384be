"""The prefix cache: a tree of blocks for each scope (adapter and salt), and who keeps which of their pages.

A request is looked up along the tree, keeps what it finds before anything is allocated for it, is admitted or refused,
computes new blocks at the end of its path, publishes them, and gives everything back from the last block to the first.
Beside the tree stand the index in which a parent has its children by key, the eviction queue, and a host tier, with
copies that are issued and arrive or fail. What a page was computed from (tokens, weights, adapter) is a tag of its
own, so that a wrong hit is a wrong state. A reset outdates a tree as a whole, whoever holds its nodes. Windowed layers
leave blocks behind; then a node may be in the tree without its page.

A loop over a path is taken block by block, with anything in between; so what is proved here holds of engines that do
it in one go. An evicted subtree goes leaf by leaf, a reset tree as a whole.

Left out: tokens inside a block (a block starts with at most one shorter block, which may be filed beside a longer one
that was there before), the order of eviction among what may be evicted, whether the pages of a whole path are on the
device when a step reads them, pages of held nodes that leave the device while their request is suspended (the lifecycle
moves those), transfers to another party, a page that is donated to a node without one, and a second physical copy of a
published key.
"""

from ...system import complete
from . import events, faults, laws, possible
from .equivalents import EQUIVALENT
from .state import WIDE, Tree, small

__all__ = ["SYSTEM", "Tree", "events", "faults", "laws", "possible", "small"]

SYSTEM = complete(Tree, small=small, wide=WIDE, equivalents=EQUIVALENT)
