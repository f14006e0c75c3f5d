"""Any value in any field of a structured log: reading and writing raise only the promised error."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation import (
    HandHistory,
    acpc_log_line,
    acpc_match_states,
    ohh_text,
    parse_phh,
    phh_text,
    pluribus_log_line,
    pokerstars_text,
    read_hands,
)
from fifthstreet.game.notation.writers.toml import field_line
from fifthstreet.review import session_of
from fifthstreet.views import HistoryTotals, histories_data
from tests.game.notation.samples import ROOT, sample
from tests.thoroughness import examples

SAMPLES = (
    "pokerstars/cash.txt",
    "pokerstars/cashed_out.txt",
    "pokerstars/run_twice.txt",
    "pokerstars/stud.txt",
    "pokerstars/tournament_bounty.txt",
    "pokerstars/five_card_draw.txt",
    "ggpoker/ev_cashout.txt",
    "winamax/tournament.txt",
)
WRITERS: tuple[Callable[[HandHistory], object], ...] = (
    phh_text,
    ohh_text,
    pokerstars_text,
    lambda hand: acpc_log_line(hand, 1),
    lambda hand: pluribus_log_line(hand, 1),
    lambda hand: list(acpc_match_states(hand, 0, 1)),
)


def tables() -> list[dict[str, Any]]:
    """Return hands with most of the fields that this package writes."""
    hands = [hand for name in SAMPLES for hand in read_hands(ROOT / name)]
    found = []
    for hand in hands[:14]:
        written = (line.partition(" = ")[0] for line in phh_text(hand).split("\n"))
        named = {**vars(hand), **hand.user_defined_fields}
        found.append({name: named[name] for name in written})
    return found


PHH_TABLES = tables()
NAMES = sorted(
    {name for table in PHH_TABLES for name in table}
    | {"time_zone", "author", "time_limit", "time_banks", "_rake", "_runout_count", "_fees"}
    | {"_starting_board_count", "_unfinished", "_house_added", "_bounties", "_network", "city"}
)
scalars = st.one_of(
    st.booleans(),
    st.integers(-3, 3),
    st.integers(),
    st.sampled_from([10**200, -(10**18), 10**18]),
    st.sampled_from([Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity"), Decimal("1E+999")]),
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-1000, max_value=1000),
    st.text(max_size=8),
    st.sampled_from(["x", "", "As", "AsKs", "$1", "-1", "NT", "\x00", "p1 f"]),
    st.dates().map(lambda day: date(max(day.year, 1), day.month, day.day)),
    st.times().map(lambda clock: time(clock.hour, clock.minute, clock.second)),
    st.just(datetime(2021, 2, 3, 4, 5, 6)),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


def use(hand: HandHistory) -> None:
    """Do everything with a hand that commands and the web app do."""
    for write in WRITERS:
        with suppress(InputError):
            write(hand)
    totals = HistoryTotals()
    totals.add(hand)
    json.dumps(histories_data(totals, ()))
    with suppress(InputError):
        session_of([hand])


def assert_answers(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = read_hands(text)
        for hand in reader:
            use(hand)
        for error in reader.errors:
            assert len(str(error)) < 1_000
        with suppress(InputError):
            parse_phh(text)


@settings(max_examples=examples(300))
@given(st.sampled_from(PHH_TABLES), st.sampled_from(NAMES), values)
@example(PHH_TABLES[0], "_runout_count", "x")
@example(PHH_TABLES[0], "_runout_count", Decimal("1.5"))
@example(PHH_TABLES[0], "_runout_count", [2])
@example(PHH_TABLES[0], "_rake", "x")
@example(PHH_TABLES[0], "players", ["a"])
@example(PHH_TABLES[0], "level", 10**18)
@example(PHH_TABLES[0], "_shown", "no")
@example(PHH_TABLES[0], "_starting_board_count", 10**9)
def test_any_value_in_a_field_of_phh(table: dict[str, Any], name: str, value: Any) -> None:
    changed = {**table, name: value}
    assert_answers("\n".join(field_line(*item) for item in changed.items()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", ["0x{}", "[0x{}, 1]", "{{a = [0x{}]}}"])
def test_a_number_with_thousands_of_digits(name: str, value: str) -> None:
    """Python reads hexadecimal numbers of any size, but does not write their decimal digits."""
    lines = (field_line(*item) for item in PHH_TABLES[0].items() if item[0] != name)
    assert_answers("\n".join([*lines, f"{name} = {value.format('f' * 10_000)}"]))


@settings(max_examples=examples(100))
@given(st.sampled_from(PHH_TABLES), st.sampled_from(NAMES))
def test_any_field_missing_in_phh(table: dict[str, Any], name: str) -> None:
    assert_answers("\n".join(field_line(*item) for item in table.items() if item[0] != name))


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["", "x", "-1", "1e9", "As", "NL", "Draw", "0", 10**18]),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the places of all values inside a value."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if type(value) is list
        else ()
    )
    found = [path] if path else []
    for key, item in items:
        found += paths(item, (*path, key))
    return found


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def ohh_tables() -> list[dict[str, Any]]:
    written = [ohh_text(hand) for name in SAMPLES for hand in read_hands(ROOT / name)]
    decoder = json.JSONDecoder()
    own, _ = decoder.raw_decode(sample("open_hand_history/cash.ohh"))
    return [own, *(json.loads(text) for text in written)]


OHH_PLACES = [(table, path) for table in ohh_tables() for path in paths(table) if path != ("ohh",)]


@settings(max_examples=examples(300))
@given(st.sampled_from(range(len(OHH_PLACES))), json_values)
def test_any_value_in_open_hand_history(index: int, value: Any) -> None:
    table, path = OHH_PLACES[index]
    assert_answers(json.dumps(replaced(table, path, value)))


@pytest.mark.parametrize("name", ["players", "seats", "finishing_stacks", "winnings"])
def test_fields_have_one_item_for_each_player(name: str) -> None:
    table = {**PHH_TABLES[0], name: ["a"] if name == "players" else [1]}
    with pytest.raises(InputError, match=f"{name} must have . items, one for each player, got 1"):
        HandHistory.from_table(table)
