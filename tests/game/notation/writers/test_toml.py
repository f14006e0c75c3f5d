"""The TOML writer: its output reads back unchanged."""

from __future__ import annotations

import datetime
import tomllib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation.readers.toml import read_toml
from fifthstreet.game.notation.writers.toml import field_line
from tests.game.notation.readers.test_toml import same

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


@given(st.dictionaries(st.text(max_size=6), plain_values, max_size=5))
def test_written_tables_read_back(table: dict[str, Any]) -> None:
    text = "\n".join(field_line(key, value) for key, value in table.items())
    assert same(tomllib.loads(text, parse_float=Decimal), table)
    assert same(read_toml(text, Decimal), table)


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
def test_written_values(value: object, text: str) -> None:
    assert field_line("_x", value) == f"_x = {text}"
    assert "_x" in tomllib.loads(f"_x = {text}")


@pytest.mark.parametrize("value", [None, [None], 1j, object(), {1: 2}])
def test_values_that_toml_cannot_hold(value: object) -> None:
    with pytest.raises(InputError, match=r"cannot write|a key must be a string"):
        field_line("_x", value)
