"""The TOML reader, compared with `tomllib`."""

from __future__ import annotations

import math
import tomllib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import parse_value
from fifthstreet.game.notation.readers import toml
from fifthstreet.game.notation.readers.toml import read_toml

# Pieces from which lines are assembled, so that most results are almost TOML.
PIECES = (
    *("a", "b", "ab_1", "'", '"', "'x'", "'y z'", '"q"', " = ", "=", "[", "]", ", ", ",", "\n"),
    *("1", "-2", "0.50", "1e5", "01", "+3", "1_000", "inf", "nan", "NaN", "Infinity", "null"),
    *("true", "false", "{", "}", ":", "': ", "#", "# c", "\\", "\\n", "\t", "\r\n", "\r", " ", "é"),
    *("'''", '"""', "12:34:56", "24:00:00", "1979-05-27", "[1]", "[a]", "[[a]]", "[a.b]", "a.b"),
    *("a = [1, 2]", "b = 'x'", "\na = ", "\nb = [", "\x7f", "\x00", "d dh p1 AsKs", "''"),
)
lines_of_pieces = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def same(left: Any, right: Any) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float | Decimal) and math.isnan(left):
        return math.isnan(right)
    return bool(left == right)


@given(st.one_of(lines_of_pieces, st.text(max_size=40)))
@example("a = [1\nb', 'c'], 'd = 2")  # valid JSON once converted
@example("a = 1, 'c': 5\na = 2")
@example("a = [ = ']")
@example("a = ''\nb = ''''''")
@example("[1]\na = 1\n[1]\na = 2")
@example("a = 1\n[a]\nb = 2")
@example("a.b = 1\na.c = 2")
@example("x = '''\ny = 1\n'''")
@example("a = null")
@example("a = [NaN, -Infinity]")
@example("[[a]]")
@example("a = [1, 2]}")
@example("a = 'b'\r\nc = 'd'\r\n")
@example("\n\na = 1\n\n# 'note'\nb = 24:00:00")
@example("a = 9\n b = 1")
def test_matches_tomllib(text: str) -> None:
    try:
        expected = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        with pytest.raises(InputError, match=r"."):
            read_toml(text, Decimal)
    else:
        assert same(read_toml(text, Decimal), expected)


def test_plain_hands_are_read_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("read line by line")

    monkeypatch.setattr(toml, "_read_lines", fail)
    monkeypatch.setattr(toml, "_read_fully", fail)
    text = "variant = 'NT'\nantes = [0, 0.25]\nhand = 3\nurl = 'http://x.y'\nactions = ['p1 f # a']"
    assert read_toml(text, parse_value) == {
        "variant": "NT",
        "antes": [0, Decimal("0.25")],
        "hand": 3,
        "url": "http://x.y",
        "actions": ["p1 f # a"],
    }


def test_deep_nesting_is_a_value_error() -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        read_toml("a = " + "[" * 100_000 + "]" * 100_000)
