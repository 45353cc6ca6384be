"""What a launched step computed, until the last of its requests is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, slots=True)
class Step:
    """The answers to the tokens of a batch; `first` is where each request's tokens begin."""

    first: Mapping[int, int]
    tokens: list[int]
    """The tokens that the step was run on, the drafted ones among them."""
    verified: list[int]
    """For each token, the one that the target model says next."""
    newest: Tensor
    """[tokens, 2]: the verified token and its position, on the device."""
    draft_first: Mapping[int, int]
    """Where the tokens of each request with a draft pool begin among those of all such requests."""
    proposed: list[int]
    """For each token of such a request, what the draft head says after the verified one."""
    proposals: Tensor
    """The same on the device."""
    states: Tensor
    """[their tokens, width]: the hidden states of the draft head."""

    def accepted(self, request: int, drafted: int) -> int:
        """Return how many of a request's drafted tokens are what the target model says."""
        first = self.first[request]
        count = 0
        while count < drafted and self.tokens[first + count + 1] == self.verified[first + count]:
            count += 1
        return count
