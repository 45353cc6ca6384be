"""What the pausing policy learns from completions: how early to act, and how many targets it may sacrifice."""

from __future__ import annotations

from .errors import NotLearnt, expect


class GainController:
    """The gain of the at-risk window, in steps above its least. An integral controller moves it by one step at most."""

    def __init__(self, span: int) -> None:
        self.most = span + span
        self.gain = span

    def check(self, gain: int) -> None:
        """Refuse a gain that is out of range, or further than a step away."""
        self.check_range(gain)
        expect(abs(gain - self.gain) <= 1, NotLearnt, "the gain moves by one step")

    def check_range(self, gain: int) -> None:
        """Refuse a gain beyond the clamp."""
        expect(gain <= self.most, NotLearnt, f"the gain is {self.most} at most")

    def move_to(self, gain: int) -> None:
        """Take over what the controller has computed."""
        self.gain = gain


class SacrificeCredit:
    """Credit above its floor: each completion earns one, a missed target costs the price, within the clamp."""

    def __init__(self, span: int, price: int) -> None:
        self.most, self.price = span + span, price
        self.credit = span

    @property
    def affords_sacrifice(self) -> bool:
        """Whether a target may be given up."""
        return self.credit >= self.price

    def debit(self) -> None:
        """Pay for a target that is given up."""
        self.credit -= self.price

    def settle(self, *, sacrificed: bool, missed: bool) -> None:
        """Earn one for a completion; pay for a missed target that was not paid for; get back what was paid in vain."""
        self.credit = self.clamped(self.credit + 1 + self.refund(sacrificed, missed) - self.charge(sacrificed, missed))

    def refund(self, sacrificed: bool, missed: bool) -> int:
        """Return what comes back of a sacrifice that was none."""
        return self.price if sacrificed and not missed else 0

    def charge(self, sacrificed: bool, missed: bool) -> int:
        """Return what a missed target costs at its completion."""
        return self.price if missed and not sacrificed else 0

    def clamped(self, credit: int) -> int:
        """Return the credit, or the end of its range that it is beyond."""
        return min(max(credit, 0), self.most)
