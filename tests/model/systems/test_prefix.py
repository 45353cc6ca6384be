"""The prefix cache: what was reported of prefix trees, as runs; every law is looked at after each event."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from tenure.model.check import broken
from tenure.model.language import Refused
from tenure.model.sorts import Request
from tenure.model.systems.prefix import SYSTEM, Tree
from tenure.model.systems.prefix.parts import attached
from tenure.model.systems.prefix.state import NO_BLOCK, NO_NODE, Block, Node, Scope, Stage, Standing, small
from tenure.model.worlds.concrete import ConcreteWorld

ROOT, FIRST, SECOND, THIRD, OTHER_ROOT = map(Node, range(1, 6))
START, FULL = Block(1), Block(2)  # the full block starts with the shorter one

CACHED = "open_scope 0 1; look_up 0 0 1; admit 0; insert 0 2 2; write 2; publish 0 2"
"""Request 0 computes the first block, node 2, under root 1."""
CLOSED = f"{CACHED}; close 0; drop_last 0 2; leave 0 1"
"""And it ends."""


def world(script: str = "", *, device: int = 2, windowed: int = 0) -> ConcreteWorld:
    """Return the state after a script: two scopes, two roots (1 and 5), three blocks (2, 3, 4), a host slot."""
    base = small(2)
    made = ConcreteWorld(
        replace(
            base,
            sizes={**base.sizes, "device_size": device, "windowed": windowed, "epochs": 2},
            more={Node: 5, Scope: 2, Block: 2},
            tables={**base.tables, "for_roots": (0, 1, 0, 0, 0, 1)},
        )
    )
    run(made, script)
    return made


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `admit 0; insert 0 2 2`, and look at every law after each."""
    for line in filter(None, script.split("; ")):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        SYSTEM.events[name](w, *map(int, args))
        assert not list(broken(SYSTEM.laws.values(), w, before)), line


def refused(w: ConcreteWorld, call: str, law: str) -> None:
    """Assert that an event is refused by the guard that keeps a law."""
    with pytest.raises(Refused) as error:
        run(w, call)
    assert error.value.law == law


def seen(w: ConcreteWorld) -> Tree:
    """Return the world as what it is a world of."""
    return cast("Tree", w)


def test_hit_is_kept_before_the_pages_of_its_own_admission_are_taken() -> None:
    w = world(CLOSED, device=1)
    assert seen(w).evictable == 1
    run(w, "look_up 1 0 1; match 1 2 2; admit 1")
    assert seen(w).evictable == 0
    refused(w, "evict 2", "K3")
    refused(w, "insert 1 3 2", "K2")  # there is no page left, and the hit is none


def test_refused_lookup_gives_back_all_that_it_took() -> None:
    w = world(CLOSED)
    before = w.state()
    run(w, "look_up 1 0 1; match_start 1 2; close 1; leave 1 1")
    assert w.state() == before
    run(w, "look_up 1 0 1; match 1 2 2; close 1")
    refused(w, "leave 1 1", "S12")
    run(w, "drop_last 1 2; leave 1 1")
    assert w.state() == before


def test_block_is_not_found_before_it_is_computed() -> None:
    w = world("open_scope 0 1; look_up 0 0 1; admit 0; insert 0 2 2; look_up 1 0 1")
    refused(w, "publish 0 2", "K6")
    refused(w, "match 1 2 2", "K6")
    run(w, "write 2; publish 0 2; match 1 2 2")


def test_second_request_takes_the_page_that_was_published_first() -> None:
    w = world(f"{CACHED}; look_up 1 0 1; admit 1; insert 1 3 2; write 3")
    refused(w, "publish 1 3", "K6")
    run(w, "rebase 1 3 2")
    assert seen(w).refs[FIRST] == 2
    assert seen(w).standing[SECOND] == Standing.FREE
    assert seen(w).device_free == 1


def test_block_that_fits_in_part_is_copied_and_then_replaces_its_start() -> None:
    w = world(device=3)
    run(w, "open_scope 0 1; look_up 0 0 1; admit 0; insert 0 2 1; write 2; publish 0 2")
    refused(w, "insert 0 3 2", "K6")  # nothing goes on from half a block
    run(w, "look_up 1 0 1; match_start 1 2; admit 1")
    refused(w, "insert 1 3 2", "K5")
    run(w, "copy_start 1 3 2")
    assert seen(w).content[SECOND] == START
    run(w, "write 3; publish_longer 1 3 2")
    assert seen(w).standing[FIRST] == Standing.ORPHAN
    assert seen(w).child[ROOT, START] == NO_NODE
    run(w, "close 0; drop_last 0 2")
    assert seen(w).standing[FIRST] == Standing.FREE


def test_reset_leaves_nothing_to_be_found_while_holders_go_on() -> None:
    w = world(f"{CACHED}; offload 2; look_up 1 0 1; reset; arrive 2")
    refused(w, "match 1 2 2", "K6")
    refused(w, "admit 1", "K6")
    run(w, "open_scope 0 5; insert 0 3 2; write 3; publish 0 3")  # the old tree grows on, unseen
    assert not attached(seen(w), SECOND)
    run(w, "close 0; drop_last 0 3; drop_last 0 2; leave 0 1; close 1; leave 1 1; uproot 1")
    assert seen(w).device_free == 2
    assert seen(w).host_free == 1
    assert [seen(w).standing[n] for n in (ROOT, FIRST, SECOND)] == [Standing.FREE] * 3


def test_adapter_that_is_loaded_anew_outdates_its_own_tree_only() -> None:
    w = world(f"{CACHED}; open_scope 1 5; reload 1; look_up 1 0 1; match 1 2 2")
    assert seen(w).stage[Request(1)] == Stage.LOOKUP
    run(w, "close 0; drop_last 0 2; leave 0 1")
    refused(w, "look_up 0 1 5", "K6")
    refused(w, "look_up 0 0 5", "K7")


def test_matched_page_on_the_host_stays_until_it_is_loaded() -> None:
    w = world(f"{CLOSED}; offload 2; arrive 2; demote 2; look_up 1 0 1; match 1 2 2; admit 1")
    refused(w, "evict_host 2", "K4")
    run(w, "onload 2")
    assert seen(w).content[FIRST] == NO_BLOCK  # a step that read it now would read what was there before
    refused(w, "drop_copy 2", "K4")
    run(w, "fail 2; onload 2; arrive 2; drop_copy 2")
    assert seen(w).content[FIRST] == FULL
    assert seen(w).host_free == 1


def test_parent_stays_as_long_as_its_child() -> None:
    w = world(f"{CACHED}; insert 0 3 2; write 3; publish 0 3; close 0; drop_last 0 3; drop_last 0 2; leave 0 1")
    refused(w, "evict 2", "K14")
    run(w, "evict 3; evict 2")
    assert seen(w).branches[ROOT] == 0


def test_block_that_the_window_left_behind_is_not_kept_once_it_is_published() -> None:
    w = world("open_scope 0 1; look_up 0 0 1; admit 0; insert 0 2 2; write 2; insert 0 3 2; slide 0 2", windowed=1)
    assert seen(w).holds[Request(0), FIRST] == 1  # it is to be published later
    run(w, "publish 0 2")
    assert seen(w).holds[Request(0), FIRST] == 0
    run(w, "hollow 2; write 3; publish 0 3")
    assert seen(w).standing[FIRST] == Standing.PUBLISHED  # without a page: a lookup passes over it
    run(w, "look_up 1 0 1")
    refused(w, "match 1 2 2", "K4")
    run(w, "pass_over 1 2 2; match 1 3 2; admit 1")
