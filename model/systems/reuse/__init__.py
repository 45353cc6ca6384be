"""Paired reuse: what a target and a draft pool may share between prompts, told by what each cell was computed from.

A draft cell looks ahead: at position i it is a function of the tokens 0 to i + D, where D is the span of the
speculative mode (`eligibility.py`; the proof is for any D). Both pools file their cells in a prefix tree, claim
prefixes from it at one common depth, and serve one cursor. A sequence of tokens is a *prefix*, one name for equal
sequences; a cell holds the prefix that it was computed from, or none if it was fed with a token that is not of the
prompt. A law about content is then an equation between prefixes, and a wrong key, a missing lookahead token or a
wrong scope shows in it.

There are two designs of keys, and both are the same model. The proved one files a cell under the tokens that it looks
ahead to (shifted keys). The variant `raw-keys` files it under its own tokens and claims only where the tree goes on
for D more: there the draft law R3 is refuted where two prompts part, and nothing else is.

One cell is one position. A real block has one key for several positions, that of its last one, which fixes the tokens
of all of them: whoever finds a block finds here each of its cells, and matching, publishing and evicting whole blocks
are runs of this model in which some events come together. What breaks here breaks there at the last D positions of a
block. A cell may leave the tree at any time, even while those behind it stay; trees that drop a whole branch do less.

Left out: page counts and where pages lie, which other systems see; windows and recurrent states; generated tokens,
which are not published (a preempted request takes them into its prompt); and the reasons for which an admission fails.
"""

from ...system import Variant, complete
from . import events, faults, laws, possible
from .equivalents import EQUIVALENT
from .state import WIDE, Reuse, forked, small

__all__ = ["events", "faults", "laws", "possible"]

SYSTEM = complete(
    Reuse,
    small=small,
    wide=WIDE,
    tied=frozenset({"paired", "lookahead"}),
    equivalents=EQUIVALENT,
    fixed={"raw_keys": 0},
    variants={"raw-keys": Variant({"raw_keys": 1}, forked)},
)
