"""Known faults of the scheduling pass are caught by a law that they must break, and the correct part is not."""

import pytest

from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import Result
from tenure.gpu_backend.scheduling.part import FACTORY

SELDOM = {
    "suspended_request_is_evicted": "the last request must be suspended with pages on the device",
    "search_includes_the_scheduled": "two requests must generate in one pass, and a third find no pages",
    "completing_request_is_recomputed": "a request must end with its step in flight while another looks for victims",
}
"""Faults that the suite and a few runs do not come to, each with what it takes."""


@pytest.mark.parametrize("name", [name for name in FACTORY.known if name not in SELDOM])
def test_fault_is_caught_by_a_law_that_it_must_break(name: str) -> None:
    verdict = PartCampaign(FACTORY, runs=1, faults=(name,)).verdict(small=False)
    assert verdict.result is Result.VIOLATES, verdict
    assert verdict.findings[0].law.id in FACTORY.known[name].laws


def test_what_is_seldom_seen_is_known() -> None:
    assert SELDOM.keys() <= FACTORY.known.keys()
