"""Pages that nobody needs, in the order in which they came to be so. Any page can be taken out without a search."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from .page import Page


class PageQueue:
    """A queue of pages, the one that has waited longest first."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Page, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[Page]:
        return iter(self._pages)

    def __contains__(self, page: Page) -> bool:
        return page in self._pages

    def append(self, page: Page) -> None:
        """Put a page at the end."""
        self._pages[page] = None

    def remove(self, page: Page) -> None:
        """Take a page out."""
        del self._pages[page]

    def discard(self, page: Page) -> None:
        """Take a page out, if it is in."""
        self._pages.pop(page, None)

    def oldest(self, tier: int) -> Page | None:
        """Return the page of a tier that has waited longest, if there is any."""
        return next((page for page in self._pages if page.tier == tier), None)
