"""The small mistakes in the events of paired reuse that no law notices, each with the reason."""

from __future__ import annotations

from typing import Final

_BACKS_OFF: Final = (
    "Only the variant with raw keys backs off: the key of the proved one is made of those very tokens, so that its "
    "cell is filed already. The variant is refuted with the guard, which is the point of having it: without the guard "
    "it would be refuted for a reason that its design takes care of."
)

_FILED_ALREADY: Final = (
    "With shifted keys the cell that is filed already was computed from the same tokens as the request's own, so "
    "going on with either, or filing it again, is the same. With raw keys it is not, and this is where R3 breaks first."
)

EQUIVALENT: Final[dict[str, str]] = {
    (
        "claim: require(not w.raw_keys or w.kept[p, w.at[r, i + ahead(w)]], "
        "'the match backs off by the lookahead', 'R3')"
    ): _BACKS_OFF,
    "claim: without or not w.raw_keys": _BACKS_OFF,
    "claim: without or w.kept[p, w.at[r, i + ahead(w)]]": _BACKS_OFF,
    "publish: w.cell[p, r, i] = w.content[p, k]": _FILED_ALREADY,
    "publish: if w.kept[p, k] → never": _FILED_ALREADY,
    "key_of: if w.raw_keys → never": (
        "The keys of the proved design look ahead. The variant with raw keys, which the tests refute, would not differ "
        "from it any more."
    ),
    "settle_claims: without or not w.paired": (
        "Too strict: where the pools are not paired, no claim of the target's could be settled. The small instance, "
        "whose runs show what must be possible, has paired pools; the tests settle one without."
    ),
    "start_chunk: end + ahead(w) <= w.length[r] → end + ahead(w) < w.length[r]": (
        "Where the lookahead ends with the prompt, its end and the end of the prompt are one number."
    ),
}
"""By function and text of the mistake."""
