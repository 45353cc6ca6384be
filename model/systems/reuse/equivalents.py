"""The statements that may be deleted from an event without any law noticing, each with the reason."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {
    (
        "claim: require(not w.raw_keys or w.kept[p, w.at[r, i + ahead(w)]], "
        "'the match backs off by the lookahead', 'R3')"
    ): (
        "Only the variant with raw keys backs off. It is refuted with the guard, which is the point of having it: "
        "without the guard it would be refuted for a reason that its design takes care of."
    ),
    "publish: w.cell[p, r, i] = w.content[p, k]": (
        "With shifted keys the cell that is filed already was computed from the same tokens as the request's own, so "
        "going on with either is the same. With raw keys it is not, and this is where R3 breaks first."
    ),
}
"""By function and text of the statement."""
