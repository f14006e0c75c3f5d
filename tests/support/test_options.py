"""Options, and objects created by name with options."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.options import (
    REQUIRED,
    Named,
    Option,
    constructor_options,
    declared_options,
    named,
    option,
    option_value,
    parse_options,
    value_text,
)


@dataclass(frozen=True)
class Box:
    colour: str = "red"  # not an option
    size: int = option(3, "width in cm")
    sizes: Sequence[int] = option((), "other widths")


@dataclass(frozen=True)
class Lid:
    label: str = option(REQUIRED, "text on the lid")


class Own:
    def __init__(self, first: int, *, second: float = 0.5) -> None:
        self.sum = first + second


def _closed(word: str, box: Box, lid: Lid) -> str:
    return f"{word} {box.size} {lid.label}"


def test_options_are_declared_fields() -> None:
    assert declared_options(Box) == {
        "size": Option("size", int, 3, "width in cm"),
        "sizes": Option("sizes", Sequence[int], (), "other widths"),
    }
    assert declared_options(Own) == {}
    assert constructor_options(Own) == {
        "first": Option("first", int, REQUIRED),
        "second": Option("second", float, 0.5),
    }


def test_named() -> None:
    table = {"box": Named[Box]((Box,), "a box")}
    box = named(table, "sort", "box")
    assert box.create("box", "blue", size=4) == Box("blue", 4)
    with pytest.raises(InputError, match="sort must be one of box, got 'other'"):
        named(table, "sort", "other")
    with pytest.raises(InputError, match=r"box: sizes must be .*Sequence.*, got 4"):
        box.create("box", sizes=4)
    with pytest.raises(InputError, match=r"box has no option 'colour' \(options: size, sizes\)"):
        box.create("box", colour="blue")


def test_an_entry_has_the_options_of_its_parts() -> None:
    closed = Named[str]((Box, Lid), "a closed box", _closed, without=("sizes",))
    assert [*closed.options] == ["size", "label"]
    assert closed.create("closed", "a", label="x") == "a 3 x"
    with pytest.raises(InputError, match="closed requires the option 'label'"):
        closed.create("closed", "a")
    with pytest.raises(InputError, match="closed has no option 'sizes'"):
        closed.create("closed", "a", label="x", sizes=(1,))


def test_classes_of_users_have_the_options_of_their_constructors() -> None:
    own = Named[Own]((Own,), "of a user", read=constructor_options)
    assert own.create("own", first=1).sum == 1.5
    with pytest.raises(InputError, match="own requires the option 'first'"):
        own.create("own")


def test_parsing() -> None:
    assert parse_options(["a=1", " b-c = x"], "--option") == {"a": 1, "b_c": "x"}
    for text in ("a", "=1", " =1"):
        with pytest.raises(InputError, match="--option must be name=value, got"):
            parse_options([text], "--option")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("True", True),
        ("none", None),
        ("8c", "8c"),
        ("", ""),
        ("2, 4", (2, 4)),
        ("AsAh,QdJd", ("AsAh", "QdJd")),
    ],
)
def test_option_values(text: str, value: object) -> None:
    parsed = option_value(text)
    assert (parsed, type(parsed)) == (value, type(value))
    assert option_value(value_text(value)) == value
