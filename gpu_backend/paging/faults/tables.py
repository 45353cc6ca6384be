"""A page is held, shared or published wrongly."""

from __future__ import annotations

from ....model.systems.pages.state import Stage
from ..errors import NotWritten, check
from ..page import Page
from ..requests import Request
from ..tables import Tables
from .registry import fault


@fault("set_aside_under_a_step", laws=("K11",))
class SetAsideUnderAStep(Tables):
    """A copy is planned of a page that a step in flight still writes."""

    def check_settled(self, request: Request) -> None:
        """Do not wait for steps."""


@fault("drop_from_a_suspended_set", laws=("K11",))
class DropFromASuspendedSet(Tables):
    """A page of a suspended request is given back under it."""

    def dropping(self, r: int, page: Page) -> Request:
        """Take it wherever it stands."""
        return self.holder(r, page, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING)


@fault("drop_keeps_the_reference", laws=("K2",))
class DropKeepsTheReference(Tables):
    """A page that falls out of the window leaves the table and stays taken."""

    def drop(self, r: int, p: int) -> None:
        """Take it out of the table, and no more."""
        self.dropping(r, self.pool[p]).table.remove(self.pool[p])


@fault("hit_of_a_reused_page", laws=("L11", "K2"))
class HitOfAReusedPage(Tables):
    """The index still names a page that was evicted and then published under another key."""

    def found(self, prefix: int) -> Page:
        """Do not compare keys."""
        page = self.index.entries.get(prefix)
        return page if page is not None and self.index.finds(page) else super().found(prefix)


@fault("hit_twice", laws=("K2",))
class HitTwice(Tables):
    """A page that the request holds already is counted once more."""

    def check_not_held(self, request: Request, page: Page) -> None:
        """Do not ask."""


@fault("hit_across_the_weights", laws=("L13",))
class HitAcrossTheWeights(Tables):
    """A request that began with older weights goes on with a page of the new ones."""

    def check_weights(self, request: Request) -> None:
        """Do not compare."""


@fault("publish_before_the_write", laws=("L12",))
class PublishBeforeTheWrite(Tables):
    """The key is published before the content exists."""

    def check_written(self, page: Page) -> None:
        """Do not ask."""


@fault("publish_under_a_step", laws=("K5",))
class PublishUnderAStep(Tables):
    """The page is published while a step in flight still writes it."""

    def check_not_being_written(self, page: Page) -> None:
        """Do not ask."""


@fault("publish_across_the_weights", laws=("L13",))
class PublishAcrossTheWeights(Tables):
    """What older weights computed is published under a key of the new ones."""

    def check_publisher(self, request: Request) -> None:
        """Do not compare."""


@fault("publish_over_another", laws=("L11",))
class PublishOverAnother(Tables):
    """A second page is published under the same key, and the first is found no more but keeps its key."""

    def check_prefix_is_new(self, prefix: int) -> None:
        """Do not look it up."""


@fault("rebase_of_a_part", id="F-K1", laws=("K13",))
class RebaseOfAPart(Tables):
    """A page with room is given away for a full one, into which the request then writes (TensorRT-LLM #12306)."""

    def check_both_full(self, page: Page, other: Page) -> None:
        """Look at the other one only."""
        del page
        check(self.memory.is_full(other), NotWritten, "the other page has room")
