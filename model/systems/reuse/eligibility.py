"""Which speculative modes share prefixes in both pools: the one table, read by the model and by whoever builds keys.

A mode's *span* D is how many tokens beyond a position its draft cell there depends on: the cell at position i is a
function of the tokens 0 to i + D. A mode whose span nobody has established is not paired, and its keys stay as they
are. The key stream and the decision to pair come from this one table, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LAYERS: Final = "layers"
"""The span of a mode with one lookahead token for each chained draft layer."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of speculating: its span (a number, `LAYERS`, or None if it is not paired), and the reason for it."""

    span: int | str | None
    why: str


MODES: Final[Mapping[str, Mode]] = {
    "mtp_vanilla": Mode(LAYERS, "each chained draft layer reads one token further than the layer before it"),
    "mtp_eagle_one_model": Mode(1, "one draft layer, fed with the next token"),
    "eagle3_one_model": Mode(1, "one draft layer, fed with the next token"),
    "pard": Mode(0, "the draft is fed with the prompt as it is"),
    "draft_target_one_model": Mode(None, "nobody has established how far it looks ahead"),
    "dflash": Mode(None, "its state lies outside the paged pool"),
    "dspark": Mode(None, "its state lies outside the paged pool"),
    "suffix_automaton": Mode(None, "it has no draft model"),
    "two_model": Mode(None, "the draft model has a request stream and a cursor of its own"),
}
"""Every speculative mode, by name. The only place that says how far one looks ahead."""


@dataclass(frozen=True, slots=True)
class Config:
    """What decides whether a deployment is paired."""

    mode: str
    layers: int = 1
    """Chained draft layers."""
    separate_pools: bool = True
    """Whether the draft has a pool of its own; under attention data parallelism it is folded into the target's."""
    block_reuse: bool = True
    manager_supports_it: bool = True
    """Whether the class of the cache manager can claim for a draft."""
    aggregated: bool = True
    """Whether one worker does both context and generation."""
    tokens_per_block: tuple[int, int] = (32, 32)
    """Of the target pool and of the draft pool."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The decision: the span, or None and the reason why the deployment stays unpaired."""

    span: int | None
    why: str


def span_of(mode: str, layers: int = 1) -> int | None:
    """Return how many tokens a mode's draft looks ahead, or None if it is not paired."""
    known = MODES.get(mode)
    if known is None:
        msg = f"unknown speculative mode {mode!r}; known are {', '.join(sorted(MODES))}"
        raise ValueError(msg)
    if known.span == LAYERS:
        if layers < 1:
            msg = f"{mode} needs at least one draft layer, not {layers}"
            raise ValueError(msg)
        return layers
    return None if known.span is None else int(known.span)


def eligible(config: Config) -> Pairing:
    """Decide whether a deployment is paired. Raise `ValueError` where its two pools could never agree on a depth."""
    span = span_of(config.mode, config.layers)
    lacking = next((why for met, why in _requirements(config) if not met), None)
    if span is None:
        return Pairing(None, MODES[config.mode].why)
    if lacking is not None:
        return Pairing(None, lacking)
    target, draft = config.tokens_per_block
    if target != draft:
        msg = f"paired pools need blocks of one size; the target has {target} tokens a block and the draft {draft}"
        raise ValueError(msg)
    return Pairing(span, MODES[config.mode].why)


def _requirements(config: Config) -> tuple[tuple[bool, str], ...]:
    return (
        (config.separate_pools, "the draft has no pool of its own"),
        (config.block_reuse, "block reuse is off"),
        (config.manager_supports_it, "the cache manager cannot claim for a draft"),
        (config.aggregated, "context and generation are served apart"),
    )
