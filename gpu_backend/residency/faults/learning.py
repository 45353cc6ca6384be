"""A gain or credit that moves without a cause, or twice."""

from __future__ import annotations

from ....model.systems.slots.state import Phase
from ..ending import Leaving
from ..learning import GainController, SacrificeCredit
from ..pausing import Pausing
from ..requests import ResidentRequest
from ..resuming import Resuming
from .registry import fault


@fault("gain_moves_in_every_pass", id="F-G16", laws=("G12",))
class GainMovesInEveryPass(Resuming):
    """The controller makes a step in each pass, whether a request has finished or not."""

    def tick(self) -> None:
        """Make a step as well."""
        super().tick()
        self.gain.move_to(min(self.gain.gain + 1, self.gain.most))


@fault("finish_teaches_without_a_target", id="F-G16", laws=("G12",))
class FinishTeachesWithoutATarget(Leaving):
    """The policy learns from completions before the queue has a target."""

    def learns(self) -> bool:
        """Learn from all of them."""
        return True


@fault("gain_has_no_bounds", laws=("G12",))
class GainHasNoBounds(GainController):
    """Nothing clamps what the controller adds up."""

    def check_range(self, gain: int) -> None:
        """Take any gain."""


@fault("credit_has_no_ceiling", laws=("G12", "G14"))
class CreditHasNoCeiling(SacrificeCredit):
    """After a quiet night there is credit for a thousand sacrifices."""

    def clamped(self, credit: int) -> int:
        """Keep it from falling only."""
        return max(credit, 0)


@fault("finish_debits_a_sacrificed_request_again", id="F-G21", laws=("G14",))
class FinishDebitsASacrificedRequestAgain(SacrificeCredit):
    """A request that was paid for when it was sacrificed is paid for again when it misses its target."""

    def charge(self, sacrificed: bool, missed: bool) -> int:
        """Do not ask what was paid before."""
        del sacrificed
        return super().charge(False, missed)


@fault("finish_never_refunds", id="F-G21", laws=("G14",))
class FinishNeverRefunds(SacrificeCredit):
    """A request that met its target after all is not given back what was paid when it was sacrificed."""

    def refund(self, sacrificed: bool, missed: bool) -> int:
        """Give nothing back."""
        del sacrificed, missed
        return 0


@fault("finish_never_debits", laws=("G14",))
class FinishNeverDebits(SacrificeCredit):
    """A missed target costs nothing, so that there is always credit for a sacrifice."""

    def charge(self, sacrificed: bool, missed: bool) -> int:
        """Charge nothing."""
        del sacrificed, missed
        return 0


@fault("finish_a_live_request", laws=("S7",))
class FinishALiveRequest(Leaving):
    """A request's answer is delivered before its last token is computed."""

    def completed(self, r: int) -> ResidentRequest:
        """Take whoever is live and in no batch."""
        request = self.find(r, Phase.COMPLETING, Phase.DECODING)
        self.check_not_in_batch(request)
        return request


@fault("sacrifice_is_free", laws=("G14",))
class SacrificeIsFree(Pausing):
    """A request is given up on without a debit."""

    def pay_for_sacrifice(self) -> None:
        """Pay nothing."""


@fault("sacrifice_is_debited_at_every_pause", id="F-G21", laws=("G12", "G14"))
class SacrificeIsDebitedAtEveryPause(Pausing):
    """A request that was sacrificed before is debited again when it is paused again."""

    def check_not_sacrificed(self, request: ResidentRequest) -> None:
        """Do not ask."""
