"""New blocks at the end of a path: added, copied, computed, committed, exchanged for an equal one, and left behind."""

from __future__ import annotations

from ...model.systems.prefix.state import Stage
from .block import Block, Tokens
from .lookup import Lookups
from .path import Path
from .refusals import DoesNotFit, NotComputed, NotFound, NotThere, OutOfTurn, StillNeeded, check


class Commits(Lookups):
    """What an admitted request adds to the tree: private blocks, which others find once they are committed."""

    def insert(self, path: Path, key: Tokens) -> Block:
        """Hang an empty private block at the end of the path, or refuse."""
        self.check_may_grow(path, key)
        check(path.source is None, OutOfTurn, "there is a start to copy first")
        self.check_last_is_full(path)
        return self.grow(path, key)

    def check_last_is_full(self, path: Path) -> None:
        """Refuse to let a block go on from one that does not fill its page."""
        check(path.end.key.full, DoesNotFit, "the last block is not full")

    def copy_start(self, path: Path, key: Tokens) -> Block:
        """Hang a private block at the end of the path that begins with a copy of the block kept for it, or refuse."""
        self.check_may_grow(path, key)
        if path.source is None:
            raise OutOfTurn("there is no start to copy")
        self.check_starts_alike(path.source.key, key)
        self.check_copied_page(path.source)
        block = self.grow(path, key)
        self.copy(path.source, block)
        self.drop_source(path)
        return block

    def check_may_grow(self, path: Path, key: Tokens) -> None:
        """Refuse to allocate for a request that was not admitted."""
        check(path.stage == Stage.ADMITTED, OutOfTurn, "the request was not admitted")
        check(key.runs, DoesNotFit, "the block has no tokens")

    def check_starts_alike(self, kept: Tokens, key: Tokens) -> None:
        """Refuse unless all but the last run of the new block is the kept block, or all but the last run of it."""
        check(key.start in (kept.runs, kept.start), DoesNotFit, "the blocks do not start alike")

    def check_copied_page(self, source: Block) -> None:
        """Refuse to copy from a page that a step could not read."""
        check(self.tiers.has_arrived(source), NotThere, "the page to copy is not on the device")

    def copy(self, source: Block, block: Block) -> None:
        """Copy what both blocks start with."""
        self.tiers.copy_start(source, block, len(block.key.start))

    def grow(self, path: Path, key: Tokens) -> Block:
        """Hang a private block with a page of its own at the end of the path, or refuse."""
        block = self.allocate(path.end, key)
        self.keep(path, block)
        self.extend(path, block, key)
        return block

    def allocate(self, parent: Block, key: Tokens) -> Block:
        """Take a page for a new block, and hang it in the tree only if there is one."""
        block = Block(key, parent)
        self.tiers.allocate(block)
        self.tree.hang(block)
        return block

    def compute(self, block: Block) -> None:
        """A step is done: the block was computed from its tokens, after the one before it."""
        check(block.is_private and block.computed_with is None, StillNeeded, "the block is computed already")
        self.check_prefix_computed(block)
        self.tiers.compute(block)
        block.computed_with = self.tree.weights.version

    def check_prefix_computed(self, block: Block) -> None:
        """Refuse to compute a block before the one that it goes on from."""
        check(
            block.parent and block.parent.computed_with is not None, NotComputed, "the block before it is not computed"
        )

    # Commit

    def commit(self, path: Path, block: Block) -> None:
        """File the first private block of a request under its key, where nothing is filed yet, or refuse."""
        self.check_may_be_filed(path, block)
        self.check_start_not_filed(block)
        self.file(path, block)

    def commit_longer(self, path: Path, block: Block, shorter: Block) -> None:
        """File a block in place of a shorter one that it starts with, which goes with its last holder, or refuse."""
        self.check_may_be_filed(path, block)
        check(shorter.is_filed and shorter.parent is block.parent, NotFound, "the other is not filed beside it")
        self.check_replaceable(block, shorter)
        self.file(path, block)
        self.replace(shorter)

    def check_may_be_filed(self, path: Path, block: Block) -> None:
        """Refuse to publish what is not the request's next block, is not computed, or is filed already."""
        check(block in path.kept and block.is_private, OutOfTurn, "it is no private block of the request")
        check(block.above.committed, OutOfTurn, "the block before it is not committed")
        self.check_computed(block)
        self.check_not_filed(block)

    def check_computed(self, block: Block) -> None:
        """Refuse to let others find what is not computed."""
        check(block.computed_with is not None, NotComputed, "the block is not computed")

    def check_not_filed(self, block: Block) -> None:
        """Refuse to file a key twice."""
        check(block.key not in block.above.children, StillNeeded, "another block is filed under its key")

    def check_start_not_filed(self, block: Block) -> None:
        """Refuse to file a block beside a shorter one that it starts with."""
        filed = {key.runs for key in block.above.children}
        check(block.key.start not in filed, StillNeeded, "a shorter block that it starts with is filed")

    def check_replaceable(self, block: Block, shorter: Block) -> None:
        """Refuse to replace what is not the start of the block, or what others may go on from."""
        check(shorter.key.runs == block.key.start, DoesNotFit, "the one does not start with the other")
        check(not shorter.key.full, StillNeeded, "blocks may go on from the other")

    def file(self, path: Path, block: Block) -> None:
        """Put a block in the index; one that the window has left behind is kept no longer."""
        self.tree.publish(block)
        self.release_stale(path, block)

    def release_stale(self, path: Path, block: Block) -> None:
        """Let go of a committed block that the window has left behind."""
        if block.depth < path.window:
            self.let_go(path, block)

    def replace(self, shorter: Block) -> None:
        """Take a block out of the index whose place a longer one has taken."""
        self.tree.displace(shorter)
        self.queue.remove(shorter)
        self.rest(shorter)

    def rebase(self, path: Path, block: Block) -> None:
        """Another request committed the same full block first: take its page and give the own one back, or refuse."""
        found = self.concurrent(path, block)
        check(found.has_copy, NotThere, "the page of the block is gone")
        check(block.depth >= path.window, DoesNotFit, "the block lies before the window")
        self.remap(path, block, found)

    def concurrent(self, path: Path, block: Block) -> Block:
        """Return the block that another request committed under the key of this one's last block, or refuse."""
        check(block is path.tip and block.is_private, OutOfTurn, "it is not the last block of the request")
        check(block.above.committed, OutOfTurn, "the block before it is not committed")
        found = self.same_block(block)
        if found is None:
            raise NotFound("nobody has committed the same block")
        return found

    def same_block(self, block: Block) -> Block | None:
        """Return what lookups find under the key of a block; only a full one is exchanged, others are written to."""
        return self.tree.child(block.above, block.key) if block.key.full else None

    def remap(self, path: Path, block: Block, found: Block) -> None:
        """Let the path end at the block that was found instead of the own one."""
        path.move_to(found)
        self.keep(path, found)
        self.let_go(path, block)

    def slide(self, path: Path, block: Block) -> None:
        """The window leaves its first block behind; a committed one is kept no longer."""
        self.check_behind_a_window()
        check(block in path.kept and block.depth == path.window, OutOfTurn, "it is not the first of the window")
        check(block is not path.source, StillNeeded, "its start is to be copied")
        path.window += 1
        if not block.is_private:
            self.release_stale(path, block)
