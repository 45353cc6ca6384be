"""Profiles: what is shipped can be used, and what is wrong is explained with file, line and remedy."""

from pathlib import Path

import pytest

from tenure.conformance.profile import DEFAULT_RANGES, Profile, ProfileError, Waiver, load, parse, shipped


def test_shipped_profiles_can_be_read() -> None:
    assert "torch" in shipped()
    for name in shipped():
        assert load(name).engine


def test_profile_is_read_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('engine = "mine"\nexamples = 3\n[sizes]\nhost_size = 4\n[sizes.pool_size]\nDRAFT = [2, 3]\n')
    profile = load(str(path))
    assert (profile.engine, profile.examples) == ("mine", 3)
    assert profile.ranges["host_size"] == (4, 4)
    assert profile.ranges["pool_size.DRAFT"] == (2, 3)
    assert profile.ranges["pool_size.TARGET"] == DEFAULT_RANGES["pool_size.TARGET"]


def test_everything_but_the_engine_has_a_default() -> None:
    assert parse('engine = "x"', "p.toml") == Profile("x")


def test_waivers_name_laws_by_id_or_name() -> None:
    text = 'engine = "x"\n[[waivers]]\nlaw = "P7"\nreason = "a"\n[[waivers]]\nlaw = "row_has_one_owner"\nreason = "b"'
    assert parse(text, "p.toml").waivers == (Waiver("P7", "a"), Waiver("row_has_one_owner", "b"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engine = ", "p.toml:1: this is not TOML"),
        ("\n\nsteps = = 3", "p.toml:3: this is not TOML"),
        ("steps = 3", "p.toml:1: Object missing required field `engine`"),
        ('engine = "x"\nexamples = "many"', "p.toml:2: examples: Expected `int`, got `str`; correct the value"),
        ('engine = "x"\nexamples = 0', "p.toml:2: examples: "),
        ('engine = "x"\nspeed = 3', "p.toml:2: speed: Object contains unknown field `speed`; the keys are engine"),
        ('engine = "x"\n\nwithout = ["ponder"]', "p.toml:3: there is no event 'ponder'; the events are load"),
        ('engine = "x"\n[sizes]\npages = 3', "p.toml:3: there is no size 'pages'; the sizes are requests"),
        ('engine = "x"\n[sizes]\nhost_size = [3]', "p.toml:3: host_size is [3]: "),
        ('engine = "x"\n[sizes]\nhost_size = "big"', "p.toml:3: host_size is 'big': "),
        ('engine = "x"\n[sizes]\nhost_size = [3, 1]', "p.toml:3: host_size is [3, 1]; write [lowest, highest]"),
        ('engine = "x"\n[sizes]\nrequests = 0', "p.toml:3: requests is [0, 0]; write [lowest, highest] with 1 <="),
        ('engine = "x"\n[sizes.pool_size]\nTARGET = [4, 2]', "p.toml:3: pool_size.TARGET is [4, 2]"),
        (
            'engine = "x"\n[[waivers]]\nlaw = "P99"\nreason = "r"',
            "p.toml:3: a waiver names the law 'P99', which does not",
        ),
        ('engine = "x"\n[[waivers]]\nlaw = "P7"', "p.toml:2: waivers: Object missing required field `reason`"),
    ],
)
def test_what_is_wrong_is_explained_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ProfileError) as raised:
        parse(text, "p.toml")
    message = str(raised.value)
    assert message.startswith(said)
    assert "\n" not in message


@pytest.mark.parametrize("name", ["nowhere", "nowhere.toml"])
def test_profile_that_does_not_exist_is_explained(name: str) -> None:
    with pytest.raises(ProfileError, match=f"{name}: there is no such .* one of .*torch"):
        load(name)
