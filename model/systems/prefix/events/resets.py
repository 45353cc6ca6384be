"""Trees are opened and outdated as a whole: a new scope, an adapter that is loaded anew, a reset of everything."""

from ....language import event, require
from ..parts import is_free
from ..state import NO_NODE, Node, Scope, Standing, Tree


@event
def open_scope(w: Tree, s: Scope, n: Node) -> None:
    """The first request of a scope gets it a root."""
    require(is_free(w, n) and w.for_roots[n], "a root is free")
    require(w.planted[s] == 0, "the scope has no tree")
    w.standing[n] = Standing.ROOT
    w.scope[n] = s
    w.tree[n] = w.epoch + 1
    w.written[n] = 1
    w.made[n] = w.epoch + 1
    w.branches[NO_NODE] = w.branches[NO_NODE] + 1
    w.planted[s] = w.epoch + 1
    w.root[s] = n


@event
def reload(w: Tree, s: Scope) -> None:
    """The adapter of a scope is loaded anew, with other weights: its tree is outdated, in every tier."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.since[s] = w.epoch + 1
    w.planted[s] = 0


@event
def reset(w: Tree) -> None:
    """The weights of the model change: every tree is outdated, in every tier, whoever still holds its nodes."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.weights_since = w.epoch + 1
    w.planted.clear()
