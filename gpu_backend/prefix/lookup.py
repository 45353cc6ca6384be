"""A request's way along the tree and back: looked up, admitted or refused, and given back from the last block on."""

from __future__ import annotations

from ...model.systems.prefix.state import Stage
from .block import Block, Tokens
from .block_store import BlockStore
from .path import Path
from .refusals import DoesNotFit, NotFound, NotThere, OutOfTurn, StillNeeded, check


class Lookups(BlockStore):
    """The paths of requests. What a lookup finds is kept before anything is allocated for anybody."""

    def look_up(self, scope: int) -> Path:
        """Start a lookup at the root of a scope; the request keeps what it finds from there on."""
        root = self.tree.root_of(scope)
        path = Path(scope, root)
        root.visitors.add(path)
        return path

    def match(self, path: Path, key: Tokens) -> None:
        """Go on to the block with the request's next tokens and keep its page."""
        block = self.next_block(path, key)
        check(block.has_copy, NotThere, "the page of the block is gone")
        self.extend(path, block, key)
        self.keep(path, block)

    def pass_over(self, path: Path, key: Tokens) -> None:
        """Go on over a block that lies before the request's window, whose page may be gone."""
        check(self.windowed, DoesNotFit, "every layer reads the whole path")
        block = self.next_block(path, key)
        check(block.depth == path.window, StillNeeded, "the request keeps a block before it")
        self.extend(path, block, key)
        path.window += 1

    def next_block(self, path: Path, key: Tokens) -> Block:
        """Return the block that the lookup of a request finds under its next tokens, or refuse."""
        check(path.stage == Stage.LOOKUP, OutOfTurn, "the request is not being looked up")
        check(path.source is None, OutOfTurn, "a block that fits in part has ended the path")
        block = self.tree.child(path.end, key)
        if block is None:
            raise NotFound("the index has nothing under these tokens")
        return block

    def match_start(self, path: Path, block: Block) -> None:
        """End the path with a block that fits in part, and keep its page, to copy its start once admitted."""
        check(path.stage == Stage.LOOKUP, OutOfTurn, "the request is not being looked up")
        check(path.source is None, OutOfTurn, "a block that fits in part has ended the path")
        check(block.parent is path.tip and self.tree.is_found(block), NotFound, "no lookup finds it from there")
        check(block.has_copy, NotThere, "the page of the block is gone")
        path.source = block
        self.keep(path, block)

    def admit(self, path: Path) -> None:
        """Let a request allocate from now on."""
        check(path.stage == Stage.LOOKUP, OutOfTurn, "the request is not being looked up")
        self.check_lookup_current(path)
        path.stage = Stage.ADMITTED

    def check_lookup_current(self, path: Path) -> None:
        """Refuse to admit a request with what it found before a reset."""
        check(self.tree.is_current(path.end), NotFound, "the tree was reset since the lookup")

    def drop_last(self, path: Path) -> None:
        """Give the last block of a path back: a part of a lookup, unused growth, or all of it in the end."""
        block = path.tip
        check(block is not None and block.parent is not None, OutOfTurn, "the path has no block")
        check(path.source is None, StillNeeded, "a start is to be copied from there on")
        self.retract(path, path.end)

    def retract(self, path: Path, block: Block) -> None:
        """Move the end of the path back over its last block, and let it go if it is kept."""
        path.window = min(path.window, block.depth)
        path.move_to(block.above)
        path.tokens.pop()
        if block in path.kept:
            self.let_go(path, block)

    def extend(self, path: Path, block: Block, key: Tokens) -> None:
        """Move the end of the path on to a block, for those tokens of the request."""
        path.move_to(block)
        path.tokens.append(key)

    def close(self, path: Path) -> None:
        """A lookup is refused, or a request ends: from now on it only gives back."""
        check(path.stage in (Stage.LOOKUP, Stage.ADMITTED), OutOfTurn, "the request is not looked up and does not run")
        path.stage = Stage.CLOSING
        if path.source is not None:
            self.drop_source(path)

    def drop_source(self, path: Path) -> None:
        """Keep the block whose start was to be copied no longer."""
        if path.source is not None:
            source, path.source = path.source, None
            self.let_go(path, source)

    def leave(self, path: Path) -> None:
        """Back at the root, a refused or ended request is gone from the cache."""
        check(path.stage == Stage.CLOSING, OutOfTurn, "the request was neither refused nor has it ended")
        self.check_all_given_back(path)
        path.end.visitors.discard(path)
        path.stage, path.tip, path.window = Stage.IDLE, None, 0

    def check_all_given_back(self, path: Path) -> None:
        """Refuse to leave before the path has ended."""
        check(path.end.parent is None, StillNeeded, "the path is not given back")
