"""Each known fault of the list is built into the engine or one of its parts, or it is said why it cannot be."""

from tenure.conformance.engines import find, left_out_of, parts_of

LISTED = {"S": 26, "K": 18, "P": 21, "G": 25, "R": 27}
"""How many faults each family has in the list of known ones."""


def built_in() -> set[str]:
    torch = find("torch")
    every = [*torch.faults().values(), *(fault for part in parts_of(torch) for fault in part.known.values())]
    return {fault.id for fault in every} - {""}


def test_a_known_fault_is_built_in_or_left_out_with_a_reason() -> None:
    listed = {f"F-{family}{number}" for family, count in LISTED.items() for number in range(1, count + 1)}
    left_out = left_out_of(find("torch"))
    assert built_in() | left_out.keys() == listed
    assert built_in().isdisjoint(left_out)
    assert all(reason.endswith(".") for reason in left_out.values())


def test_most_faults_of_schedulers_caches_adapters_and_pairs_are_built_in() -> None:
    assert len([name for name in built_in() if name[2] != "G"]) >= 70
