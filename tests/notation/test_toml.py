"""Our TOML reader and writer against `tomllib`."""

from __future__ import annotations

import datetime
import math
import tomllib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fifthstreet.game.values import parse_value
from fifthstreet.notation import toml_read
from fifthstreet.notation.toml_read import read_toml
from fifthstreet.notation.toml_write import field_line

# Pieces of which lines are put together, so that most of what comes out is nearly TOML.
PIECES = (
    *("a", "b", "ab_1", "'", '"', "'x'", "'y z'", '"q"', " = ", "=", "[", "]", ", ", ",", "\n"),
    *("1", "-2", "0.50", "1e5", "01", "+3", "1_000", "inf", "nan", "NaN", "Infinity", "null"),
    *("true", "false", "{", "}", ":", "': ", "#", "# c", "\\", "\\n", "\t", "\r\n", "\r", " ", "é"),
    *("'''", '"""', "12:34:56", "24:00:00", "1979-05-27", "[1]", "[a]", "[[a]]", "[a.b]", "a.b"),
    *("a = [1, 2]", "b = 'x'", "\na = ", "\nb = [", "\x7f", "\x00", "d dh p1 AsKs", "''"),
)
lines_of_pieces = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
plain_values = st.recursive(
    st.one_of(
        st.integers(-(10**20), 10**20),
        st.booleans(),
        st.text(max_size=8),
        st.decimals(allow_nan=False, allow_infinity=False, places=2),
        st.times().map(lambda time: time.replace(microsecond=0)),
        st.dates(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


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
@example("a = [1\nb', 'c'], 'd = 2")  # JSON once turned
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
def test_reads_like_tomllib(text: str) -> None:
    try:
        wanted = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        with pytest.raises(ValueError, match=r"."):
            read_toml(text, Decimal)
    else:
        assert same(read_toml(text, Decimal), wanted)


@given(st.dictionaries(st.text(max_size=6), plain_values, max_size=5))
def test_reads_back_what_it_writes(table: dict[str, Any]) -> None:
    text = "\n".join(field_line(key, value) for key, value in table.items())
    assert same(tomllib.loads(text, parse_float=Decimal), _as_read(table))
    assert same(read_toml(text, Decimal), _as_read(table))


def _as_read(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_read(item) for item in value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("plain", "'plain'"),
        ("O'Hara", "'''O'Hara'''"),
        ("ends with '", "'''ends with ''''"),
        ("two\nlines", '"two\\u000alines"'),
        ("''' \"", "\"''' \\u0022\""),
        (True, "true"),
        (Decimal("0.50"), "0.50"),
        (Decimal("Infinity"), "inf"),
        (Decimal("-Infinity"), "-inf"),
        (float("nan"), "nan"),
        (1.5, "1.5"),
        ((1, 2), "[1, 2]"),
        ({"a b": {"c": 1}}, "{'a b' = {c = 1}}"),
        (datetime.time(1, 2, 3), "01:02:03"),
        (datetime.datetime(2020, 1, 2, 3, 4, 5), "2020-01-02T03:04:05"),
    ],
)
def test_writes(value: object, text: str) -> None:
    assert field_line("_x", value) == f"_x = {text}"
    assert "_x" in tomllib.loads(f"_x = {text}")


@pytest.mark.parametrize("value", [None, [None], 1j, object(), {1: 2}])
def test_refuses_to_write_what_toml_has_not(value: object) -> None:
    with pytest.raises(ValueError, match="cannot write"):
        field_line("_x", value)


def test_plain_hands_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the slow way was taken")

    monkeypatch.setattr(toml_read, "_read_lines", refuse)
    monkeypatch.setattr(toml_read, "_read_fully", refuse)
    text = "variant = 'NT'\nantes = [0, 0.25]\nhand = 3\nurl = 'http://x.y'\nactions = ['p1 f # a']"
    assert read_toml(text, parse_value) == {
        "variant": "NT",
        "antes": [0, Decimal("0.25")],
        "hand": 3,
        "url": "http://x.y",
        "actions": ["p1 f # a"],
    }


def test_deep_nesting_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        read_toml("a = " + "[" * 100_000 + "]" * 100_000)
