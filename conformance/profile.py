"""What an engine is held against: its name, how large the runs are, which events it has, and its waivers.

A profile is a TOML file under `specs/profiles/`. Everything but the engine's name has a default.
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ..model.instance import Instance
from ..model.lifecycle import EVENTS
from ..model.worlds.layout import SIZES

Amount = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Range = tuple[Amount, Amount]
"""The lowest and the highest value of a size."""

DEFAULT_RANGES: dict[str, Range] = {
    "requests": (3, 7),
    "adapters": (1, 3),
    "page_size": (1, 3),
    "max_length": (4, 12),
    "pool_size.TARGET": (1, 16),
    "pool_size.DRAFT": (1, 16),
    "host_size": (0, 16),
    "slots_size": (1, 5),
    "max_batch": (1, 3),
    "pause_cap": (0, 2),
    "host_adapters_size": (1, 3),
    "device_adapters_size": (1, 2),
}
"""Sizes near need: enough for a request or two at a time, seldom for all, so that there is always somebody to wait."""


class ProfileError(Exception):
    """The profile cannot be used. The message names file, line and remedy."""


class Waiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A law that this engine is known to break, and why that is accepted for now."""

    law: str
    """The id or the name of the law."""
    reason: Annotated[str, msgspec.Meta(min_length=1)]


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One engine and how it is held against the model."""

    engine: str
    examples: Annotated[int, msgspec.Meta(ge=1)] = 200
    steps: Annotated[int, msgspec.Meta(ge=1)] = 60
    without: tuple[str, ...] = ()
    """Events that are not tried on this engine."""
    sizes: dict[str, Any] = msgspec.field(default_factory=dict)
    waivers: tuple[Waiver, ...] = ()

    @property
    def ranges(self) -> dict[str, Range]:
        """Return the range of every size."""
        given = {name: msgspec.convert(_range(value), Range) for name, value in _flatten(self.sizes).items()}
        return {**DEFAULT_RANGES, **given}

    def binds(self, instance: Instance) -> bool:
        """Whether the sizes that the profile itself states, and not the default, leave this instance out."""
        given = {name: self.ranges[name] for name in _flatten(self.sizes)}
        amounts = {
            "requests": instance.requests,
            "adapters": instance.adapters,
            "page_size": instance.page_size,
            **instance.sizes,
        }
        return any(not low <= amounts[name] <= high for name, (low, high) in given.items())


def _range(value: Any) -> Any:
    """Return a number as the range that holds nothing else."""
    return [value, value] if isinstance(value, int) else value


def _flatten(sizes: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in sizes.items():
        full = f"{prefix}{name}"
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{full}."))
        else:
            flat[full] = value
    return flat


def load(name: str) -> Profile:
    """Read a profile: a path to a TOML file, or the name of one that is shipped."""
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        if not path.is_file():
            msg = f"{name}: there is no such file; give a profile's path, or one of {', '.join(shipped())}"
            raise ProfileError(msg)
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            msg = f"{name}:1: this is no text in UTF-8 ({error.reason} at byte {error.start}); give a TOML file"
            raise ProfileError(msg) from error
        return parse(text, str(path))
    if name not in shipped():
        msg = f"{name}: there is no such profile; give a path to a TOML file, or one of {', '.join(shipped())}"
        raise ProfileError(msg)
    shelf = files("tenure.specs") / "profiles" / f"{name}.toml"
    return parse(shelf.read_text(encoding="utf-8"), f"specs/profiles/{name}.toml")


def shipped() -> list[str]:
    """Return the names of the profiles that come with tenure."""
    shelf = files("tenure.specs") / "profiles"
    if not shelf.is_dir():
        return []
    return sorted(entry.name.removesuffix(".toml") for entry in shelf.iterdir() if entry.name.endswith(".toml"))


def parse(text: str, path: str) -> Profile:
    """Read a profile from TOML; `path` is what messages call it."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = found.group(1) if found else str(text.count("\n") + 1)
        msg = f"{path}:{line}: this is not TOML: {error}; correct that line"
        raise ProfileError(msg) from error
    try:
        profile = msgspec.convert(raw, Profile)
    except msgspec.ValidationError as error:
        raise _at(text, path, str(error)) from error
    _check(profile, text, path)
    return profile


def _at(text: str, path: str, complaint: str) -> ProfileError:
    """Name the line of the key that msgspec complains about, e.g. ``... - at `$.waivers[0].law` ``."""
    where = re.search(r"`\$\.?([^`]*)`", complaint)
    unknown = re.search(r"unknown field `([^`]*)`", complaint)
    inside = re.split(r"[.\[]", where.group(1), maxsplit=1)[0] if where else ""
    key = unknown.group(1) if unknown else inside
    said = re.sub(r" - at `[^`]*`", "", complaint)
    remedy = f"the keys are {', '.join(Profile.__struct_fields__)}" if unknown else "correct the value"
    return ProfileError(f"{path}:{line_of(text, key)}: {key + ': ' if key else ''}{said}; {remedy}")


def line_of(text: str, key: str) -> int:
    """Return the first line that sets a key or opens its table; 1 where none does."""
    plain = re.escape(key.rsplit(".", maxsplit=1)[-1])
    for number, line in enumerate(text.splitlines(), start=1):
        if key and re.match(rf'\s*(\[+\s*)?([\w."]+\.)?"?{plain}"?\s*(\.|=|\])', line):
            return number
    return 1


def _check(profile: Profile, text: str, path: str) -> None:
    """Refuse names that do not exist and ranges that hold nothing."""
    for name in profile.without:
        if name not in EVENTS:
            msg = f"{path}:{line_of(text, 'without')}: there is no event {name!r}; the events are {', '.join(EVENTS)}"
            raise ProfileError(msg)
    known = ("requests", "adapters", "page_size", *SIZES)
    for name, given in _flatten(profile.sizes).items():
        line = line_of(text, name)
        if name not in known:
            msg = f"{path}:{line}: there is no size {name!r}; the sizes are {', '.join(known)}"
            raise ProfileError(msg)
        try:
            low, high = msgspec.convert(_range(given), Range)
        except msgspec.ValidationError as error:
            msg = f"{path}:{line}: {name} is {given!r}: {error}; write a number, or [lowest, highest]"
            raise ProfileError(msg) from error
        if not SMALLEST.get(name, 0) <= low <= high:
            least = SMALLEST.get(name, 0)
            msg = f"{path}:{line}: {name} is {[low, high]}; write [lowest, highest] with {least} <= lowest <= highest"
            raise ProfileError(msg)
    _check_waivers(profile, text, path)


SMALLEST = {"requests": 1, "page_size": 1, "max_length": 1, "max_batch": 1}
"""Sizes that may not be zero."""


def _check_waivers(profile: Profile, text: str, path: str) -> None:
    from .laws import all_laws

    known = {key for law in all_laws() for key in (law.id, law.name)}
    for waiver in profile.waivers:
        if waiver.law not in known:
            line = line_of(text, "law")
            msg = f"{path}:{line}: a waiver names the law {waiver.law!r}, which does not exist; see `tenure list laws`"
            raise ProfileError(msg)
