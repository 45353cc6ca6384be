"""The keys and values of requests: a page table in each pool, which grow, shrink and move together or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..model.sorts import Pool
from .memory import HostTier, PagePool
from .refusal import OutOfRoom


@dataclass(slots=True)
class PageTable:
    """One request's pages in one pool, in the order of its tokens: on the device, or on the host."""

    pool: Pool
    device: list[int] = field(default_factory=list)
    host: list[int] = field(default_factory=list)


class KVCache:
    """One request's page tables: the target's and, where it drafts, the draft's."""

    __slots__ = ("draft", "tables", "target")

    def __init__(self, *, paired: bool) -> None:
        self.target = PageTable(Pool.TARGET)
        self.draft = PageTable(Pool.DRAFT) if paired else None
        self.tables = (self.target,) if self.draft is None else (self.target, self.draft)

    @property
    def on_host(self) -> bool:
        """Whether its target pages are on the host."""
        return bool(self.target.host)


class KVCacheManager:
    """Gives pages to page tables and takes them back. Every method that refuses leaves its cache as it was."""

    def __init__(self, pools: Mapping[Pool, PagePool], host: HostTier, page_size: int) -> None:
        self.pools, self.host, self.page_size = pools, host, page_size

    def pages(self, tokens: int) -> int:
        """Return how many pages hold so many tokens."""
        return -(-tokens // self.page_size)

    def grow(self, cache: KVCache, tokens: int) -> None:
        """Let both pools hold so many tokens, or refuse. The target grows first, and shrinks if the draft fails."""
        before = len(cache.target.device)
        self.extend(cache.target, tokens)
        if cache.draft is not None:
            try:
                self.extend(cache.draft, tokens)
            except OutOfRoom:
                self.truncate(cache.target, before)
                raise

    def shrink(self, cache: KVCache, tokens: int) -> None:
        """Give back the pages behind so many tokens in both pools."""
        for table in cache.tables:
            self.truncate(table, self.pages(tokens))

    def extend(self, table: PageTable, tokens: int) -> None:
        """Let one pool hold so many tokens, or refuse."""
        missing = self.pages(tokens) - len(table.device)
        if missing > 0:
            table.device += self.pools[table.pool].take(missing)

    def truncate(self, table: PageTable, pages: int) -> None:
        """Keep so many pages of one pool and give back the rest."""
        dropped = table.device[pages:]
        if dropped:
            del table.device[pages:]
            self.pools[table.pool].release(dropped)

    def offload(self, cache: KVCache) -> None:
        """Move the pages of both pools to the host, or refuse and leave them all on the device."""
        self.move_out(cache.target)
        if cache.draft is not None:
            try:
                self.move_out(cache.draft)
            except OutOfRoom:
                self.undo_move_out(cache.target)
                raise

    def onload(self, cache: KVCache) -> None:
        """Move the pages of both pools back to the device, or refuse and leave them all on the host."""
        self.move_in(cache.target)
        if cache.draft is not None:
            try:
                self.move_in(cache.draft)
            except OutOfRoom:
                self.move_out(cache.target)
                raise

    def undo_onload(self, cache: KVCache) -> None:
        """Move pages out again that were just brought back: last in, first out, so that each finds its old place."""
        for table in reversed(cache.tables):
            self.move_out(table)

    def move_out(self, table: PageTable) -> None:
        """Move the pages of one pool to the host, or refuse."""
        pool = self.pools[table.pool]
        table.host = self.host.store(pool, table.device)
        pool.release(table.device)
        table.device = []

    def undo_move_out(self, table: PageTable) -> None:
        """Bring pages back whose companions in the other pool found no room on the host."""
        self.move_in(table)

    def move_in(self, table: PageTable) -> None:
        """Move the pages of one pool back to the device, or refuse. Pages that never left stay where they are."""
        if table.host:
            pages = self.pools[table.pool].take(len(table.host))
            self.copy_in(table, pages)
            self.host.release(table.host)
            table.device, table.host = pages, []

    def copy_in(self, table: PageTable, pages: list[int]) -> None:
        """Copy the content of host pages into device pages."""
        self.host.load(self.pools[table.pool], table.host, pages)

    def release(self, cache: KVCache) -> None:
        """Give back every page, wherever it is, in both pools."""
        for table in cache.tables:
            self.truncate(table, 0)
            if table.host:
                self.host.release(table.host)
                table.host = []
