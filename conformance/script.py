"""A run as one line of text that can be pasted: its sizes, and its calls as one would write them.

Sizes that are as small as usual are left out: `requests=2 pool_size.TARGET=3`. Calls stand without the names of their
arguments: `load(1); submit(0,1,1,0); launch`; the names may be written too.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from ..model.instance import Instance
from ..model.lifecycle import EVENTS
from ..model.sorts import Tokens
from ..model.trace import Call, Trace
from ..model.worlds.layout import SIZES
from .engine import SCHEDULE

USUAL = {
    "requests": 1,
    "adapters": 1,
    "page_size": 1,
    **dict.fromkeys(SIZES, 1),
    "host_size": 0,
    "pause_cap": 0,
}
"""What a size is where a script does not say."""


SMALLEST = {"requests": 1, "page_size": 1}
"""Sizes that may not be zero."""


class ScriptError(Exception):
    """The text is no script. The message says where and what to write instead."""


NOTHING = "nothing"
"""A run without any call: what is wrong shows at the start."""


def write_calls(calls: Sequence[Call]) -> str:
    """Return calls on one line."""
    written = (f"{call.event}({','.join(map(str, call.args))})" if call.args else call.event for call in calls)
    return "; ".join(written) or NOTHING


def read_calls(text: str) -> tuple[Call, ...]:
    """Return the calls of a line, separated by `;` or line ends."""
    pieces = pieces_of(text)
    if not pieces and text.strip() != NOTHING:
        msg = "there are no calls; write them like 'load(1); submit(0,1,1,0); admit(0,1); launch'"
        raise ScriptError(msg)
    return tuple(_read_call(piece, at) for at, piece in enumerate(pieces, start=1))


def pieces_of(text: str) -> list[str]:
    """Return what stands between `;` or line ends, each a call if the text is a run."""
    pieces = [piece.strip() for piece in re.split(r"[;\n]", text) if piece.strip()]
    return [] if pieces == [NOTHING] else pieces


def split_call(text: str) -> tuple[str, list[str]] | None:
    """Return the name of a call and its arguments as they stand there, or None if the text is no call of anything."""
    found = re.fullmatch(r"(\w+)\s*(?:\(([^()]*)\))?", text)
    if found is None:
        return None
    inside = (found[2] or "").strip()
    return found[1], [part.strip() for part in inside.split(",")] if inside else []


def without_name(param: str, argument: str) -> str:
    """Return an argument without the name of its parameter, which may stand before it."""
    return re.sub(rf"^{param}\s*=\s*", "", argument)


def _read_call(piece: str, at: int) -> Call:
    parts = split_call(piece)
    if parts is None:
        msg = f"call {at}, {piece!r}: write it like suspend(0), with calls separated by ';'"
        raise ScriptError(msg)
    name, given = parts
    if name == SCHEDULE.event and not given:
        return SCHEDULE
    if name not in EVENTS:
        msg = f"call {at}, {piece!r}: there is no event {name!r}; the events are {', '.join(EVENTS)}"
        raise ScriptError(msg)
    names = [param for param, _ in EVENTS[name].params]
    usage = f"{name}({', '.join(names)})"
    if len(given) != len(names):
        msg = f"call {at}, {piece!r}: {len(given)} arguments where {len(names)} belong; write {usage}"
        raise ScriptError(msg)
    args = []
    for param, part in zip(names, given, strict=True):
        number = without_name(param, part)
        if not number.isdecimal():
            msg = f"call {at}, {piece!r}: {part!r} is no {param}; write {usage} with whole numbers"
            raise ScriptError(msg)
        args.append(int(number))
    return Call(name, tuple(args))


def write_sizes(instance: Instance) -> str:
    """Return the sizes of an instance that are not as usual."""
    sizes = sizes_of(instance)
    return " ".join(f"{name}={sizes[name]}" for name in USUAL if sizes[name] != USUAL[name])


def sizes_of(instance: Instance) -> dict[str, int]:
    """Return every size of an instance by name, its requests and adapters included."""
    return {
        "requests": instance.requests,
        "adapters": instance.adapters,
        "page_size": instance.page_size,
        **instance.sizes,
    }


def instance_of(sizes: dict[str, int]) -> Instance:
    """Return the instance of the given sizes; the others are as usual."""
    full = {**USUAL, **sizes}
    return Instance(full["requests"], full["adapters"], full["page_size"], {name: full[name] for name in SIZES})


def read_sizes(text: str) -> Instance:
    """Return the instance that a text like `requests=2 pool_size.TARGET=3` describes."""
    sizes: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        found = re.fullmatch(r"([\w.]+)=(\d+)", part)
        if found is None:
            msg = f"size {part!r}: write name=number, e.g. host_size=4"
            raise ScriptError(msg)
        sizes[found.group(1)] = int(found.group(2))
    check_sizes(sizes)
    return instance_of(sizes)


def check_sizes(sizes: dict[str, int]) -> None:
    """Raise `ScriptError` where a size does not exist or is too small."""
    for name, value in sizes.items():
        if name not in USUAL:
            msg = f"there is no size {name!r}; the sizes are {', '.join(USUAL)}"
            raise ScriptError(msg)
        if value < SMALLEST.get(name, 0):
            msg = f"size {name}={value}: it must be at least {SMALLEST.get(name, 0)}"
            raise ScriptError(msg)


def check_arguments(trace: Trace) -> None:
    """Raise `ScriptError` where a call names a request or an adapter that the instance does not have.

    Too many tokens are for the model and the engine to refuse.
    """
    from .options import argument_ranges

    for at, call in enumerate(trace.calls, start=1):
        if call == SCHEDULE:
            continue
        event = EVENTS[call.event]
        ranges = argument_ranges(event, trace.instance)
        for (name, sort), value, allowed in zip(event.params, call.args, ranges, strict=True):
            if sort is not Tokens and value not in allowed:
                told = f"{sort.__name__.lower().removesuffix('s')}s 0 to {allowed.stop - 1}"
                msg = f"call {at}, {call}: {name}={value}, but these sizes have {told}; correct the call or the sizes"
                raise ScriptError(msg)


def command(engine: str, trace: Trace, faults: Sequence[str] = ()) -> str:
    """Return the command that replays a trace."""
    words = ["tenure", "replay", "--engine", engine]
    for fault in faults:
        words += ["--fault", fault]
    words += ["--seed", str(trace.seed)]
    sizes = write_sizes(trace.instance)
    if sizes:
        words += ["--sizes", sizes]
    return shlex.join([*words, write_calls(trace.calls)])
