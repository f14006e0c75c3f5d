"""Fields of PHH: their names, and the values that they accept."""

from __future__ import annotations

from typing import Any

import pokerkit
import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import HandHistory
from fifthstreet.game.notation.fields import (
    GAME_TYPES,
    OPTIONAL_FIELDS,
    REQUIRED_FIELDS,
    VARIANT_CODES,
    check_variant,
    split_fields,
)
from fifthstreet.game.variants import VARIANTS
from tests.game.notation.test_history import TABLE


def test_names_match_pokerkit() -> None:
    for code, names in pokerkit.HandHistory.required_field_names.items():
        assert REQUIRED_FIELDS[code] == names
    assert pokerkit.HandHistory.optional_field_names == OPTIONAL_FIELDS
    assert VARIANTS | {"LO/8": VARIANTS["FO/8"]} == GAME_TYPES
    assert all(VARIANT_CODES[game] == code for code, game in VARIANTS.items())


def test_split_fields() -> None:
    known, user_defined = split_fields(TABLE)
    assert user_defined == {"_note": "a bluff"}
    assert known | user_defined == TABLE


def test_check_variant() -> None:
    assert check_variant("NT") == "NT"
    with pytest.raises(InputError, match=r"variant must be one of FT, NT, .*, got 'nt'"):
        check_variant("nt")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("variant", 3, "variant must be a string, got 3"),
        ("starting_stacks", "x", "starting_stacks must be an array of numbers, got 'x'"),
        ("starting_stacks", [100, True], "an item of starting_stacks must be a number, got True"),
        (
            "starting_stacks",
            [100, float("nan")],
            "an item of starting_stacks must be a number, got nan",
        ),
        ("antes", "none", "antes must be a number, got 'none'"),
        ("antes", [0, "0"], "an item of antes must be a number, got '0'"),
        ("min_bet", "2", "min_bet must be a number, got '2'"),
        ("actions", ["p1 f", 3], r"actions must be an array of strings, got \['p1 f', 3\]"),
        ("actions", "p1 f", "actions must be an array of strings, got 'p1 f'"),
        ("players", ("ann", "bob"), "players must be an array of strings, got .*"),
    ],
)
def test_values_of_the_wrong_type_are_rejected(name: str, value: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        HandHistory.from_table({**TABLE, name: value})


@pytest.mark.parametrize("name", ["variant", "antes", "starting_stacks", "actions"])
def test_missing_fields_are_named(name: str) -> None:
    table = dict(TABLE)
    del table[name]
    with pytest.raises(InputError, match=f"required fields are missing: {name}"):
        HandHistory.from_table(table)
