"""The branches of a call are told from its state: the one path that fits, with its arguments, amounts and totals."""

from tenure.model.branching import branches_of
from tenure.model.language import Event, require
from tenure.model.search import small
from tenure.model.sorts import Phase, Pool, Request
from tenure.model.state import World
from tenure.model.worlds.concrete import ConcreteWorld

from .toy import Page, Toy
from .toy import small as small_toy


def choose(w: World, p: Pool, r: Request) -> None:
    """Branch on a phase, on a total and on an amount of pages."""
    require(w.phase[r] == Phase.WAITING, "it waits")
    if w.held.total[p] == 2:
        w.life[r] = 1
    if w.pages(w.prompt[r]) > w.free[p]:
        w.life[r] = 2


CHOOSE = Event("choose", (("p", Pool), ("r", Request)), choose, World)


def answers(**fields: list[int]) -> list[str]:
    """Return which way each branch goes for the draft pool and the second of two requests."""
    world = ConcreteWorld(small(2))
    for name, values in {"phase": [0, int(Phase.WAITING)], **fields}.items():
        world.put(name.replace("_of_drafts", ".DRAFT"), values)
    return [each.rpartition(" → ")[2] for each in branches_of(CHOOSE, world, (int(Pool.DRAFT), 1))]


def test_branches_follow_the_state() -> None:
    assert answers(held_of_drafts=[1, 1], prompt=[0, 3], free_of_drafts=[2]) == ["yes", "yes"]
    assert answers(held_of_drafts=[1, 0], prompt=[9, 2], free_of_drafts=[2]) == ["no", "no"]
    assert answers(held_of_drafts=[2, 0], prompt=[0, 2], free_of_drafts=[2]) == ["yes", "no"]


def test_a_call_that_is_refused_has_the_branches_it_came_to() -> None:
    assert answers(phase=[int(Phase.WAITING), 0]) == []


def share(w: Toy, p: Page) -> None:
    """Branch on how many hold a page."""
    if w.holds.holders[p] >= 2:
        w.refs[p] = 0
    if w.colour[p]:
        w.refs[p] = 1


def test_holders_and_fixed_maps_are_known_too() -> None:
    event = Event("share", (("p", Page),), share, Toy)
    world = ConcreteWorld(small_toy(2))
    world.put("holds", [1, 0, 1, 1])
    first, second = (branches_of(event, world, (page,)) for page in (0, 1))
    assert [each.rpartition(" → ")[2] for each in first] == ["yes", "no"]
    assert [each.rpartition(" → ")[2] for each in second] == ["no", "yes"]
