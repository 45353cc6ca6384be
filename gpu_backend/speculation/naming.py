"""How the part translates: the system names sequences by numbers, where the pools have tokens."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.instance import Instance
from ...model.systems.reuse.state import NO_PREFIX

ScopedTokens = tuple[int, tuple[int, ...]]
"""A scope, and tokens."""


class PrefixNames:
    """The sequences that have arrived so far, by their numbers, and the tokens that the tables stand for.

    Numbers are as good as the tables of the instance: each should stand for one sequence.
    """

    def __init__(self, instance: Instance, lookahead: int) -> None:
        self.lookahead = lookahead
        self.trunk, self.scope, self.bare = (instance.tables[name] for name in ("trunk", "scope", "bare"))
        self.sequences: dict[int, list[ScopedTokens]] = {}
        self.numbers: dict[ScopedTokens, int] = {}

    def token(self, name: int) -> int:
        """Return the last token of a prefix. It tells those apart that go on from one trunk, and trunks of one length.

        So prompts part and come together again as texts do: what comes before is not to be read off a token.
        """
        text = self.bare[name]
        if not self.lookahead:
            return text
        siblings = [other for other in range(1, len(self.bare)) if self.trunk[other] == self.trunk[text]]
        return len(self.bare) * self.depth(text) + siblings.index(text)

    def depth(self, name: int) -> int:
        """Return how often tokens can be taken off a prefix."""
        return 0 if name == NO_PREFIX else 1 + self.depth(self.trunk[name])

    def goes_on_from(self, name: int, scope: int, tokens: Sequence[int]) -> bool:
        """Whether a prefix is a prompt and one token more."""
        if not self.lookahead:
            return self.trunk[name] == name
        own = len(tokens) + 1 - self.lookahead
        return self.trunk[name] == (self.of(scope, tokens[:own]) if own > 0 else NO_PREFIX)

    def learn(self, name: int, scope: int, tokens: Sequence[int]) -> None:
        """A prompt has arrived up to here, and has this number."""
        sequence = (scope, tuple(tokens))
        if sequence not in self.numbers:
            self.numbers[sequence] = name
            self.sequences.setdefault(name, []).append(sequence)

    def of(self, scope: int, tokens: Sequence[int]) -> int:
        """Return the number of a sequence, or none."""
        return self.numbers.get((scope, tuple(tokens)), int(NO_PREFIX))
