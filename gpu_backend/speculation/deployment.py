"""Whether the pools of a deployment are paired, and how far its keys look ahead: decided once, from one table."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.systems.reuse.eligibility import Config, eligible, span_of


@dataclass(frozen=True, slots=True)
class Deployment:
    """The decision, and the span of the speculative mode, which counts only where the pools are paired."""

    paired: bool
    span: int

    @classmethod
    def of(cls, config: Config) -> Deployment:
        """Decide for a configuration; raise `ValueError` where its pools could never agree on a depth."""
        pairing = eligible(config)
        return cls(pairing.span is not None, span_of(config.mode, config.layers) or 0)

    @property
    def lookahead(self) -> int:
        """How many tokens beyond a position its cells are keyed by, in both pools."""
        return self.span if self.paired else 0
