"""Types of the fields of a file."""

from __future__ import annotations

from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.storage.schema import checked_types, whole_number


@pytest.mark.parametrize(
    ("accepted", "value"),
    [
        (float, 1.5),
        (float, -3),
        (float, 2**1000 - 1),
        (float, float("inf")),
        (int, -7),
        (int, 10**400),
        (bool, True),
        (str, ""),
        (int | None, None),
        (str | int, 5),
        (tuple[int, str], (1, "a")),
        (tuple[int, ...], ()),
        (tuple[int, ...], (1, 2, 3)),
        (tuple[float | None, ...], (None, 1)),
    ],
)
def test_values_of_the_type_are_kept(accepted: Any, value: Any) -> None:
    assert checked_types({"field": value}, {"field": accepted}) == {"field": value}


@pytest.mark.parametrize(
    ("accepted", "value"),
    [
        (float, "1.5"),
        (float, None),
        (float, True),
        (float, 2**1000),
        (float, -(2**1000)),
        (int, 1.0),
        (int, False),
        (int, "1"),
        (bool, 1),
        (str, 5),
        (None, 0),
        (int | None, "x"),
        (tuple[int, str], (1,)),
        (tuple[int, str], (1, 2)),
        (tuple[int, ...], (1, "2")),
        (tuple[int, ...], "12"),
    ],
)
def test_other_values_are_refused(accepted: Any, value: Any) -> None:
    with pytest.raises(InputError, match="field must be "):
        checked_types({"field": value}, {"field": accepted})


def test_lists_become_tuples() -> None:
    assert checked_types({"field": [1, [2]]}, {"field": tuple[int, tuple[int, ...]]}) == {
        "field": (1, (2,))
    }


@pytest.mark.parametrize("value", [2, 5, 9])
def test_whole_numbers_within_bounds(value: int) -> None:
    assert whole_number("count", value, minimum=2, maximum=9) == value


@pytest.mark.parametrize("value", [1, 10, 3.0, True, "3", None])
def test_other_whole_numbers_are_refused(value: object) -> None:
    with pytest.raises(InputError, match="count must be a whole number from 2 to 9"):
        whole_number("count", value, minimum=2, maximum=9)
