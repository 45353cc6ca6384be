from itertools import pairwise

import pytest
import torch

from tenure.gpu_backend.adapters import AdapterCache, AdapterTier, checkpoint
from tenure.gpu_backend.refusal import OutOfRoom

CPU = torch.device("cpu")


def cache(host: int = 2, device: int = 1) -> AdapterCache:
    return AdapterCache(AdapterTier(host, "places", CPU), AdapterTier(device, "slots", CPU))


def test_every_adapter_has_weights_of_its_own() -> None:
    down, up = zip(*(checkpoint(adapter) for adapter in (1, 2, 3)), strict=True)
    assert not any(torch.equal(one, other) for weights in (down, up) for one, other in pairwise(weights))
    assert torch.equal(checkpoint(2)[0], down[1])


def test_an_active_adapter_is_copied_to_the_host_and_to_the_device() -> None:
    adapters = cache()
    adapters.activate(2, request=7)
    for tier in (adapters.host, adapters.device):
        for copy, weights in zip(tier.read(2), checkpoint(2), strict=True):
            assert torch.equal(copy, weights)
        assert tier.pinned == {2}
    assert adapters.active == {2: [7]}


def test_where_the_device_has_no_slot_the_fresh_host_copy_is_dropped() -> None:
    adapters = cache()
    adapters.activate(1, request=0)
    with pytest.raises(OutOfRoom):
        adapters.activate(2, request=1)
    assert set(adapters.host.slot_of) == {1}
    assert not adapters.active.get(2)
    assert adapters.host.pinned == {1}


def test_the_last_active_holder_unpins_the_device_slot_and_the_last_holder_the_host_copy() -> None:
    adapters = cache()
    for request in (0, 1):
        adapters.activate(1, request)
    adapters.park(1, 0)
    assert adapters.device.pinned == {1}
    adapters.release(1, 1)
    assert (adapters.device.pinned, adapters.host.pinned) == (set(), {1})
    adapters.release(1, 0)
    assert adapters.host.pinned == set()


def test_registering_twice_shows() -> None:
    adapters = cache()
    adapters.activate(1, request=0)
    adapters.activate(1, request=0)
    assert adapters.active == {1: [0, 0]}


def test_a_freed_slot_is_poisoned() -> None:
    adapters = cache()
    adapters.activate(1, request=0)
    slot = adapters.device.slot_of[1]
    adapters.device.drop(1)
    assert adapters.device.weights.down[slot].isnan().all()
    assert adapters.device.weights.up[slot].isnan().all()
    with pytest.raises(LookupError, match="adapter 1, which is not on the device"):
        adapters.slot(1)


def test_the_base_model_adds_nothing() -> None:
    device = cache().device
    assert (device.weights.down[device.none] == 0).all()
    assert cache().slot(0) == device.none
