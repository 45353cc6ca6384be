"""The model's numbers for the things of the cache. The cache itself knows nothing of them."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.instance import Instance
from ...model.systems.prefix.state import NO_BLOCK, NO_NODE
from ...model.systems.prefix.state import Block as BlockNumber
from .block import NO_TOKENS, Block, Root, Tokens
from .refusals import NotFound, StillNeeded, check


class TokenNumbers:
    """Tokens for each of the model's blocks: those of the shorter block that it starts with, and a run of its own."""

    def __init__(self, instance: Instance) -> None:
        whole, opening = instance.tables["whole"], instance.tables["opening"]
        self.tokens = [NO_TOKENS]
        for number in range(1, instance.count(BlockNumber)):
            runs: tuple[int, ...] = ()
            last = number
            while last != NO_BLOCK:
                runs = (last, *runs)
                last = opening[last]
            self.tokens.append(Tokens(runs, full=bool(whole[number])))
        self._numbers: dict[tuple[float, ...], int] = {each.runs: number for number, each in enumerate(self.tokens)}

    @property
    def longest(self) -> int:
        """How many cells a page needs for the block with the most runs."""
        return max(len(each.runs) for each in self.tokens)

    def number(self, runs: tuple[float, ...]) -> int:
        """Return the block that consists of these runs: none for no runs, one too many for what is no block."""
        return self._numbers.get(runs, len(self.tokens))


class NodeNumbers:
    """Which block of the tree has which of the model's node numbers; some are kept for roots."""

    def __init__(self, instance: Instance) -> None:
        self.for_roots = instance.tables["for_roots"]
        self.blocks: dict[int, Block] = {}

    @property
    def all(self) -> range:
        """All numbers, the one for no node included."""
        return range(len(self.for_roots))

    def __getitem__(self, number: int) -> Block:
        """Return the block with a number, or refuse."""
        check(number in self.blocks, NotFound, "there is no such block")
        return self.blocks[number]

    def check_free(self, number: int, kind: type[Block]) -> None:
        """Refuse a number that is taken, or kept for another kind of block."""
        check(number != NO_NODE and number not in self.blocks, StillNeeded, "the number is taken")
        check(bool(self.for_roots[number]) == (kind is Root), NotFound, "the number is for another kind of block")

    def keep(self, living: Iterable[Block]) -> None:
        """Free the numbers of all blocks but these."""
        known = set(living)
        self.blocks = {number: block for number, block in self.blocks.items() if block in known}

    def of(self) -> dict[Block, int]:
        """Return the number of each block."""
        return {block: number for number, block in self.blocks.items()}
