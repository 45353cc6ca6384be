"""What published pages are found by. Entries are not taken out: one counts only if its page still bears the key.

All keys of a tier are dropped at once by counting its epoch up: pages were sealed with the epoch of their publication.
"""

from __future__ import annotations

from .page import Page


class PrefixIndex:
    """A table of prefixes for the device, and the epochs of both sides and of the weights."""

    def __init__(self) -> None:
        self.entries: dict[int, Page] = {}
        self.epoch = 0
        """How often the keys of the device were dropped."""
        self.below = 0
        """How often the keys of the tiers below were dropped."""
        self.weights = 0
        """How often the weights changed."""

    def epoch_of(self, page: Page) -> int:
        """Return the epoch of the tier that a page is in."""
        return self.epoch if page.on_device else self.below

    def finds(self, page: Page) -> bool:
        """Whether a page can be found: it is published, and its key was not dropped since."""
        return page.published and page.seal == self.epoch_of(page)

    def look_up(self, prefix: int) -> Page | None:
        """Return the device page that is found by a prefix, if there is any."""
        page = self.entries.get(prefix)
        return page if page is not None and page.key == prefix and self.finds(page) else None

    def enter(self, page: Page, prefix: int) -> None:
        """Have a device page found by a prefix from now on."""
        self.seal(page)
        page.key = prefix
        self.entries[prefix] = page

    def seal(self, page: Page) -> None:
        """Publish a page: it is written no more, and can be found until the keys of its tier are dropped."""
        page.published = True
        page.seal = self.epoch_of(page)

    def drop_device(self) -> None:
        """Drop every key of the device."""
        self.epoch += 1

    def drop_below(self) -> None:
        """Drop every key of the tiers below."""
        self.below += 1

    def change_weights(self) -> None:
        """Drop every key of every tier: what they find was computed with other weights."""
        self.drop_device()
        self.drop_below()
        self.weights += 1
