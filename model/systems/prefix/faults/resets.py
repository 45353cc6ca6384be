"""Resets that leave something behind."""

from ....language import fault, require
from ..events.resets import open_scope, reload, reset
from ..parts import is_free
from ..state import NO_NODE, Node, Scope, Standing, Tree


@fault(of=open_scope, breaks=("scope_has_one_root",))
def open_a_second_tree(w: Tree, s: Scope, n: Node) -> None:
    """A scope gets another root while it has one: what hangs under the first is lost to lookups, yet never outdated."""
    require(is_free(w, n) and w.for_roots[n], "a root is free")
    w.standing[n] = Standing.ROOT
    w.scope[n] = s
    w.tree[n] = w.epoch + 1
    w.written[n] = 1
    w.made[n] = w.epoch + 1
    w.branches[NO_NODE] = w.branches[NO_NODE] + 1
    w.planted[s] = w.epoch + 1
    w.root[s] = n


@fault(of=open_scope, breaks=("root_has_no_block",))
def open_with_a_pinned_root(w: Tree, s: Scope, n: Node) -> None:
    """The root is pinned like a page, so that it is never removed."""
    require(is_free(w, n) and w.for_roots[n] and w.planted[s] == 0, "a root is free")
    w.standing[n] = Standing.ROOT
    w.scope[n] = s
    w.tree[n] = w.epoch + 1
    w.written[n] = 1
    w.made[n] = w.epoch + 1
    w.refs[n] = 1
    w.branches[NO_NODE] = w.branches[NO_NODE] + 1
    w.planted[s] = w.epoch + 1
    w.root[s] = n


@fault(of=reload, breaks=("matchable_content_is_current", "open_tree_is_newer_than_the_weights"))
def reload_in_place(w: Tree, s: Scope) -> None:
    """An adapter is loaded anew under its old name, and pages of the old weights are still found (vLLM #42125)."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.since[s] = w.epoch + 1


@fault(of=reset, breaks=("matchable_content_is_current", "open_tree_is_newer_than_the_weights"))
def reset_clears_nothing(w: Tree) -> None:
    """The weights change, and what was computed before is still found (vLLM #42695)."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.weights_since = w.epoch + 1


@fault(of=reset, breaks=("outdated_tree_stays_outdated",))
def reset_stays_in_its_epoch(w: Tree) -> None:
    """The trees are dropped, but the next one has the number of the last: what runs on publishes into it."""
    require(w.planted.total >= 1, "some scope has a tree")
    w.planted.clear()
