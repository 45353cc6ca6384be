"""A pool's prefix tree that notes what is done to it, and gives blocks and scopes the numbers that the model knows."""

from __future__ import annotations

from ..memory import PagePool
from ..prefix.block import Block, Root, Tokens
from ..prefix.cache import PrefixCache
from ..prefix.eviction import EvictionQueue
from ..prefix.numbering import NodeNumbers
from ..prefix.path import Path
from ..refusal import OutOfRoom
from .config import ServingConfig
from .journal import Journal
from .kv_memory import KvTiers
from .numbering import Numbers, tree_instance
from .reclaim import Reclaiming, Way
from .streams import Stream


class RecordedPrefixCache(PrefixCache):
    """The prefix tree of one pool. Every change of it is noted as the event that it is."""

    kv_tiers = KvTiers
    reclaiming = Reclaiming

    def __init__(self, config: ServingConfig, stream: Stream, pool: PagePool) -> None:
        self.instance = tree_instance(config, stream, pool.free.size)
        self.tree = self.radix_tree()
        self.tiers: KvTiers = self.kv_tiers(pool, config.host_blocks)
        self.queue = EvictionQueue()
        self.windowed = False
        self.stream, self.journal = stream, Journal("prefix")
        self.nodes, self.keys = NodeNumbers(self.instance), Numbers(stream)
        self.paths: dict[int, Path] = {}
        self.roots: dict[int, int] = {}
        """The number of the root that each scope had last."""

    # Numbers

    def scope_of(self, request: int) -> int:
        """Return the number of a request's scope."""
        return self.stream.scopes.index(self.stream.scope(request))

    def request_of(self, path: Path) -> int:
        """Return whose path it is."""
        return next(request for request, each in self.paths.items() if each is path)

    def number(self, block: Block) -> int:
        """Return the number of a block, a new one for a block that has none."""
        known = self.nodes.of()
        if block in known:
            return known[block]
        self.keep_numbers(block)
        free = (n for n in self.nodes.all if n and n not in self.nodes.blocks)
        number = next(n for n in free if bool(self.nodes.for_roots[n]) == isinstance(block, Root))
        self.nodes.blocks[number] = block
        return number

    def keep_numbers(self, *more: Block) -> None:
        """Free the numbers of blocks that are gone."""
        held = [block for path in self.paths.values() for block in (path.tip, path.source, *path.kept)]
        self.nodes.keep([*self.tree.blocks(), *(block for block in held if block is not None), *more])

    # Paths

    def begin(self, request: int) -> Path:
        """Look a request up from the root of its scope, which is planted if there is none."""
        scope = self.scope_of(request)
        if scope not in self.tree.planted:
            self.roots[scope] = self.number(self.tree.plant(scope))
            self.journal.note("open_scope", scope, self.roots[scope])
        path = self.paths[request] = self.look_up(scope)
        self.journal.note("look_up", request, scope, self.number(path.end))
        return path

    def match(self, path: Path, key: Tokens) -> None:
        """Go on to the block with the request's next tokens."""
        super().match(path, key)
        self.journal.note("match", self.request_of(path), self.number(path.end), self.keys.number(key.runs))

    def match_start(self, path: Path, block: Block) -> None:
        """End the path with a block that fits in part."""
        super().match_start(path, block)
        self.journal.note("match_start", self.request_of(path), self.number(block))

    def admit(self, path: Path) -> None:
        """Let a request allocate from now on."""
        super().admit(path)
        self.journal.note("admit", self.request_of(path))

    def give_back(self, path: Path) -> None:
        """Let a request give back all that it keeps, and be gone from the tree."""
        self.close(path)
        while path.end.parent is not None:
            self.drop_last(path)
        self.leave(path)

    def close(self, path: Path) -> None:
        """Let a request only give back from now on."""
        super().close(path)
        self.journal.note("close", self.request_of(path))

    def drop_last(self, path: Path) -> None:
        """Give the last block of a path back."""
        number = self.number(path.end)
        super().drop_last(path)
        self.journal.note("drop_last", self.request_of(path), number)

    def leave(self, path: Path) -> None:
        """Let a request be gone from the tree."""
        request, number = self.request_of(path), self.number(path.end)
        super().leave(path)
        self.journal.note("leave", request, number)

    # Blocks

    def insert(self, path: Path, key: Tokens) -> Block:
        """Hang an empty block at the end of a path."""
        block = super().insert(path, key)
        self._note_new("insert", path, block)
        return block

    def copy_start(self, path: Path, key: Tokens) -> Block:
        """Hang a block at the end of a path that begins with a copy."""
        block = super().copy_start(path, key)
        self._note_new("copy_start", path, block)
        return block

    def _note_new(self, event: str, path: Path, block: Block) -> None:
        self.journal.note(event, self.request_of(path), self.number(block), self.keys.number(block.key.runs))

    def complete(self, path: Path, block: Block, key: Tokens) -> None:
        """A block is known to be computed, and from which tokens."""
        path.tokens[block.depth - 1] = block.key = key
        self.compute(block)
        self.journal.note("write", self.number(block))

    def commit(self, path: Path, block: Block) -> None:
        """File a block under its key."""
        super().commit(path, block)
        self.journal.note("publish", self.request_of(path), self.number(block))

    def rebase(self, path: Path, block: Block) -> None:
        """Exchange a request's last block for an equal one."""
        number = self.number(block)
        super().rebase(path, block)
        self.journal.note("rebase", self.request_of(path), number, self.number(path.end))

    # Memory

    def ways(self) -> list[Way]:
        """Return how device pages can be won back, one after the other."""
        known = [block for block in self._numbered() if block not in self.tiers.moving]
        found = {block for block in self.queue if self.tree.is_found(block)}
        return list(self.reclaiming(self.queue, known, len(self.tiers.host.free)).ways(found))

    @property
    def reach(self) -> int:
        """How many device pages are free or could be freed one after the other."""
        return len(self.tiers.device.free) + len(self.ways())

    def make_room(self, pages: int) -> None:
        """Free what was let go first until so many device pages are free, or refuse and free nothing."""
        wanted, ways = pages - len(self.tiers.device.free), self.ways()
        if wanted > len(ways):
            raise OutOfRoom(f"{pages} device pages are needed; {len(ways)} may be freed besides those that are")
        for way in ways[: max(wanted, 0)]:
            for event, block in (*way.first, (way.event, way.block)):
                getattr(self, event)(block)

    def evict(self, block: Block) -> None:
        """Free the only page of a block, which leaves the tree."""
        self._gone("evict", block)

    def evict_host(self, block: Block) -> None:
        """Free the only copy of a block on the host, which leaves the tree."""
        self._gone("evict_host", block)

    def uproot(self, root: Block) -> None:
        """Take the root of an outdated tree away."""
        self._gone("uproot", root)

    def _gone(self, event: str, block: Block) -> None:
        number = self.number(block)
        getattr(super(), event)(block)
        self.journal.note(event, number)

    def demote(self, block: Block) -> None:
        """Free the device page of a block that the host has too."""
        super().demote(block)
        self.journal.note("demote", self.number(block))

    def offload(self, block: Block) -> None:
        """Issue the copy of a page to the host."""
        super().offload(block)
        self.journal.note("offload", self.number(block))

    def onload(self, block: Block) -> None:
        """Issue the copy of a page back to the device."""
        super().onload(block)
        self.journal.note("onload", self.number(block))

    def arrive(self, block: Block) -> None:
        """A copy has arrived."""
        number = self.number(block)
        super().arrive(block)
        self.journal.note("arrive", number)

    def reset(self) -> None:
        """The weights of the model were loaded anew: nothing that was computed is found any more."""
        self.tree.outdate_all()
        self.journal.note("reset")

    def sweep(self) -> None:
        """Let what nobody keeps of outdated trees leave the device and the host, tails first, and their roots."""
        outdated = [block for block in self._numbered() if not self.tree.is_current(block)]
        while idle := [block for block in outdated if block.is_deserted and not block.holders]:
            for block in idle:
                outdated.remove(block)
                self._sweep_away(block)

    def _sweep_away(self, block: Block) -> None:
        if isinstance(block, Root):
            self.uproot(block)
        elif block.slot is None:
            self.evict(block)
        else:
            if block.page is not None:
                self.demote(block)
            self.evict_host(block)

    def _numbered(self) -> list[Block]:
        self.keep_numbers()
        return [self.nodes.blocks[number] for number in sorted(self.nodes.blocks)]
