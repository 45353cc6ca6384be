"""The commands that only tell what there is: `list` and `explain`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches

import click
import msgspec

from .shared import engine_named, options
from .usage import Usage

BY_SYSTEM = ("laws", "events", "faults", "parts")
"""What is listed of each system."""

OF_ENGINE = ("faults", "parts", "wholes")
"""What is listed of an engine too."""

_of_a_system = click.option("--system", metavar="SYSTEM", default="", help="Only this system of the model.")


@click.command("list")
@click.argument(
    "what",
    type=click.Choice(["systems", "laws", "events", "faults", "parts", "wholes", "engines", "profiles"]),
    default="laws",
)
@_of_a_system
@options("engine", "json")
def list_(what: str, system: str, engine: str | None, as_json: bool) -> None:
    """List what there is, with ids, sentences and places."""
    from .. import listing

    if system and what not in BY_SYSTEM:
        raise Usage(f"--system goes with {', '.join(BY_SYSTEM)}, and {what} are of no system")
    _check_system(system)
    factory = engine_named(engine or "torch") if what in OF_ENGINE else None
    rows = listing.rows(what, factory, system)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    else:
        listing.render(rows, what, sys.stdout)


@click.command()
@click.argument("name", required=False, default="")
@_of_a_system
@click.option("--page", is_flag=True, help="Print every law as a page of Markdown.")
@options("json")
def explain(name: str, *, system: str, page: bool, as_json: bool) -> None:
    """Explain a law, an event or a fault by its NAME or id: what it says, its code, and what it is tied to."""
    from .. import explaining

    _check_system(system)
    if not (name or page or as_json):
        raise Usage(
            "give the name or id of a law, an event or a fault, e.g. `tenure explain P7`; "
            "`tenure list laws`, `events` and `faults` name them all, and --page prints every law"
        )
    found = explaining.find(name, system) if name else explaining.laws_of(system)
    if not found:
        raise Usage(_unknown(name, system))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    laws = [each for each in found if isinstance(each, explaining.Explained)]
    if page and not laws:
        raise Usage(f"--page is about laws, and {name!r} is none")
    click.echo((explaining.as_page(laws) if page else explaining.as_text(found, name)).rstrip())


def _check_system(system: str) -> None:
    """Refuse a system that there is not."""
    from ..explaining import systems

    if system and system not in systems():
        near = get_close_matches(system, systems(), n=3, cutoff=0.4) or systems()
        raise Usage(f"there is no system {system!r}; {_nearest(near)}")


def _unknown(name: str, system: str) -> str:
    """Say that nothing has this name, or nothing in this system, and which names are near."""
    from .. import explaining

    elsewhere = dict.fromkeys(each.model for each in explaining.find(name))
    if elsewhere:
        return f"there is no {name!r} in the system {system!r}; it is in {', '.join(elsewhere)}"
    near = get_close_matches(name, explaining.known(system), n=3, cutoff=0.4)
    hint = _nearest(near) if near else "`tenure list laws`, `events` and `faults` name them all"
    return f"there is no law, event or fault {name!r}{f' in the system {system!r}' if system else ''}; {hint}"


def _nearest(names: Iterable[str]) -> str:
    return f"the nearest: {', '.join(names)}"
