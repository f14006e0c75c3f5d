"""Objects created by name with options."""

from collections.abc import Sequence

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Named, named, option_value


def _thing(word: str, /, *, size: int = 3, sizes: Sequence[int] = ()) -> str:
    return f"{word} {size} {sizes}"


def test_named() -> None:
    table = {"thing": Named(_thing, "a thing")}
    thing = named(table, "sort", "thing")
    assert thing.options == ("size", "sizes")
    assert thing.defaults == {"size": 3, "sizes": ()}
    assert thing.create("thing", "a", size=4) == "a 4 ()"
    with pytest.raises(InputError, match="sort must be one of thing, got 'other'"):
        named(table, "sort", "other")
    with pytest.raises(InputError, match=r"thing: sizes must be .*Sequence.*, got 4"):
        thing.create("thing", "a", sizes=4)


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
