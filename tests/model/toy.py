"""A small system with everything that a state can have: relations with bulk release, references, a fixed map."""

from tenure.model.fields import Field, Relation, Schema, field, relation, size
from tenure.model.instance import Instance
from tenure.model.language import event, fault, law, ranking, require, sometimes
from tenure.model.sorts import Flag, Request, Sort
from tenure.model.system import complete


class Page(Sort):
    """A page."""


FIRST = Page(0)


class Operation(Sort):
    """Something that reads pages."""


class Toy(Schema, system="toy"):
    """Requests hold pages, and operations of theirs pin them."""

    live: Field[Request, int] = field((Request,), Flag, "whether it may hold pages")
    holds: Relation[Request, Page] = relation((Request, Page), "which request holds which page")
    pins: Relation[Operation, Page] = relation((Operation, Page), "which operation reads which page")
    pending: Field[Operation, int] = field((Operation,), Flag, "whether it is not over")
    owner: Field[Operation, Request] = field((Operation,), Request, "whose operation it is")
    refs: Field[Page, int] = field((Page,), int, "its holders, as the cache counts them")
    colour: Field[Page, int] = size("what never changes of a page", Page, domain=Flag)


def small(requests: int) -> Instance:
    return Instance(requests, 0, 1, {}, {Page: 2, Operation: 1}, Toy, {"colour": (0, 1)})


@event
def start(w: Toy, r: Request) -> None:
    """A request starts."""
    require(not w.live[r], "it has not started")
    w.live[r] = 1


@event
def take(w: Toy, r: Request, p: Page) -> None:
    """A request gets a page that nobody holds."""
    require(w.live[r] and w.refs[p] == 0, "it has started, and the page is free")
    w.holds[r, p] = 1
    w.refs[p] = w.refs[p] + 1


@event
def issue(w: Toy, r: Request, o: Operation) -> None:
    """An operation reads all pages of a request."""
    require(w.live[r] and not w.pending[o], "the request has started, and the operation is over")
    w.pending[o] = 1
    w.owner[o] = r
    w.pins.copy(o, w.holds, r)
    w.refs.add(w.holds, r)


@event
def poll(w: Toy, o: Operation) -> None:
    """An operation is over."""
    require(w.pending[o], "it was not over")
    w.pending[o] = 0
    w.refs.subtract(w.pins, o)
    w.pins.clear(o)


@event
def finish(w: Toy, r: Request) -> None:
    """A request lets go of all its pages; its operations do not."""
    require(w.live[r], "it has started")
    w.live[r] = 0
    w.refs.subtract(w.holds, r)
    w.holds.clear(r)


@law("L1")
def references_equal_holders(w: Toy, p: Page) -> bool:
    """A page's count is the number of its holders, requests and operations."""
    return w.refs[p] == w.holds.holders[p] + w.pins.holders[p]


@law("L2")
def page_has_one_request(w: Toy, r: Request, s: Request, p: Page) -> bool:
    """No page is held by two requests."""
    return r == s or not w.holds[r, p] or not w.holds[s, p]


@law("L3")
def only_live_requests_hold(w: Toy, r: Request, p: Page) -> bool:
    """A request that has not started, or has finished, holds no page."""
    return w.live[r] == 1 or w.holds[r, p] == 0


@law("L4")
def only_pending_operations_pin(w: Toy, o: Operation, p: Page) -> bool:
    """An operation that is over pins no page."""
    return w.pending[o] == 1 or w.pins[o, p] == 0


@sometimes
def a_page_is_pinned_but_not_held(w: Toy, p: Page) -> bool:
    """An operation outlives the request's hold."""
    return w.pins.holders[p] == 1 and w.holds.holders[p] == 0 and w.colour[p] == 1


@fault(of=finish, breaks=("references_equal_holders",))
def finish_clears_no_count(w: Toy, r: Request) -> None:
    """The counts are forgotten."""
    require(w.live[r], "it has started")
    w.live[r] = 0
    w.holds.clear(r)


@fault(of=finish, breaks=("only_live_requests_hold",))
def finish_keeps_pages(w: Toy, r: Request) -> None:
    """The pages are forgotten."""
    require(w.live[r], "it has started")
    w.live[r] = 0


@fault(of=poll, breaks=("only_pending_operations_pin",))
def poll_keeps_pins(w: Toy, o: Operation) -> None:
    """The pins are forgotten."""
    require(w.pending[o], "it was not over")
    w.pending[o] = 0


@fault(of=take, breaks=("page_has_one_request",))
def take_looks_at_nothing(w: Toy, r: Request, p: Page) -> None:
    """Whether the page is free is forgotten."""
    require(w.live[r], "it has started")
    w.holds[r, p] = 1
    w.refs[p] = w.refs[p] + 1


def request_is_over(w: Toy, r: Request) -> bool:
    """The request is not live."""
    return not w.live[r]


@ranking("D9", until=request_is_over, moves=((finish, ("r",)),))
def nothing_lessens_this(w: Toy) -> int:
    """A ranking that is none: nothing lessens what never changes."""
    return w.colour[FIRST]


@ranking("D9", until=request_is_over, moves=((poll, (0,)),))
def nobody_can_move(w: Toy) -> int:
    """A ranking that leaves a request stuck: polls end no request."""
    return w.colour[FIRST]


TOY = complete(Toy, small=small)
