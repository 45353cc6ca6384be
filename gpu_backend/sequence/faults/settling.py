"""Too much or too little is settled, taken back, or kept behind the window."""

from __future__ import annotations

from ....model.systems.buffers.state import Work
from ..cache import SequenceCache
from ..lifetime import Lifetime
from ..runner import ModelRunner
from ..settling import Settling
from ..sizing import Sizing
from .registry import fault


@fault("shrink_below_what_is_settled", id="F-S5", laws=("K1",))
class ShrinkBelowWhatIsSettled(Sizing):
    """Growth is taken back after its forward has settled it."""

    def check_history(self, capacity: int) -> None:
        """Do not look at what is settled."""


@fault("shrink_to_what_is_settled", laws=("E1",))
class ShrinkToWhatIsSettled(Sizing):
    """All growth is taken back, where only that of the last pass was to be."""

    def truncate(self, blocks: int) -> None:
        """Keep the history."""
        super().truncate(min(blocks, self.settled))


@fault("any_rewind_is_let_in", laws=("K10", "K12"))
class AnyRewindIsLetIn(Settling):
    """More is taken back than was kept apart for it, and scratch blocks come back into the window."""

    def check_rewind(self, rewind: int) -> None:
        """Take back whatever is asked."""


@fault("rejected_tokens_are_settled", laws=("K10",))
class RejectedTokensAreSettled(Settling):
    """Drafted tokens that were rejected count as history."""

    def settle(self, rewind: int) -> None:
        """Take nothing back."""
        del rewind
        super().settle(0)


@fault("window_rounds_up", laws=("K1",))
class WindowRoundsUp(Settling):
    """A block goes as soon as its first token is behind the window, while others of it are still read."""

    def stale_end(self) -> int:
        """Count the block that the window begins in."""
        return min(self.settled, super().stale_end() + 1)


@fault("stale_pages_are_kept", laws=("K1",))
class StalePagesAreKept(Settling):
    """Nothing is given back behind the window."""

    def drop_stale(self, end: int) -> None:
        """Keep the pages."""


@fault("stale_pages_are_lost", laws=("K2",))
class StalePagesAreLost(Settling):
    """Pages behind the window are forgotten, and not given back."""

    def drop_stale(self, end: int) -> None:
        """Forget the pages."""
        self.pages[:end] = [None] * min(end, len(self.pages))


@fault("begin_decoding_settles_what_no_forward_wrote", laws=("E1",))
class BeginDecodingSettlesWhatNoForwardWrote(Settling):
    """The places for drafted tokens behind a computed prompt count as settled."""

    def arrives_whole(self) -> bool:
        """Take a prompt for received that has places behind what is settled."""
        return self.history < self.capacity or super().arrives_whole()


@fault("received_prompt_is_not_settled", laws=("E1",))
class ReceivedPromptIsNotSettled(Settling):
    """Nobody counts the tokens that another worker has computed."""

    def arrives_whole(self) -> bool:
        """Take every prompt that has a block for one that is computed here."""
        return not self.pages and super().arrives_whole()


@fault("decoding_starts_before_the_transfer", laws=("K4",))
class DecodingStartsBeforeTheTransfer(ModelRunner):
    """A prompt counts as received before its pages have been written."""

    def receive(self, cache: SequenceCache) -> None:
        """Leave the pages as they are."""


@fault("create_expects_to_compute", laws=("E1",))
class CreateExpectsToCompute(Lifetime):
    """Nothing says of a cache that another worker writes its prompt, and scratch is on."""

    def first_work(self, *, received: bool) -> Work:
        """Take every prompt for one that is computed here."""
        del received
        return Work.PROMPT


@fault("close_leaves_its_history", laws=("K1", "D1"))
class CloseLeavesItsHistory(Lifetime):
    """The next request in the slot begins where the last one ended."""

    def close(self) -> None:
        """Keep the history."""
        history = self.history
        super().close()
        self.history = history
