"""Preflop ranges: properties of the bundled files, users' files, and the ranges of a hand."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.derive_preflop_ranges import FOLDER, file_text

from fifthstreet.cards import RANGE_CHARTS, Range
from fifthstreet.errors import InputError
from fifthstreet.review import (
    PlayedHand,
    PreflopRanges,
    Session,
    SolveAnswers,
    SolveSettings,
    review_hands,
)
from fifthstreet.review.preflop import RangeFile, bundled, parse_ranges
from fifthstreet.review.solving import first_alone, hand_ranges
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.tree import POSITIONS, position_names
from tests.review.hand_texts import TO_THE_RIVER, played

FILES = [file for players in (2, 6, 9) for file in bundled(players)]


def is_part(inner: Range, outer: Range) -> bool:
    return bool((inner.weights <= outer.weights + 1e-3).all())


def are_apart(first: Range, second: Range) -> bool:
    """Return whether no hand takes two actions more often than always."""
    return bool((first.weights + second.weights <= 1.001).all())


# The bundled files.


def test_the_tool_derives_the_bundled_files_from_the_solved_charts() -> None:
    assert sorted(RANGE_CHARTS.values()) == sorted(path.name for path in FOLDER.glob("*.toml"))
    for chart, file in RANGE_CHARTS.items():
        assert (FOLDER / file).read_text(encoding="utf-8") == file_text(chart)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_position_has_every_action(file: RangeFile) -> None:
    positions = POSITIONS[file.players]
    for opener in positions[:-1]:
        assert len(file.ranges["open", opener])
        for later in positions[positions.index(opener) + 1 :]:
            assert len(file.ranges[f"call.{opener}", later])
            assert len(file.ranges[f"three_bet.{opener}", later])
    has_limps = ("limp", positions[-2]) in file.ranges
    assert has_limps == (file.players == 2)
    assert (("check", "BB") in file.ranges) == has_limps


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_ranges_are_consistent(file: RangeFile) -> None:
    ranges, positions = file.ranges, POSITIONS[file.players]
    nothing = Range(np.zeros(1326, np.float32))
    for position in positions[:-1]:
        opened = ranges["open", position]
        called = ranges.get(("call_3bet", position), nothing)
        raised = ranges.get(("four_bet", position), nothing)
        assert is_part(Range(called.weights + raised.weights), opened)
        assert called.combos + raised.combos < opened.combos  # some give up against a 3-bet
        limped = ranges.get(("limp", position), nothing)
        assert are_apart(opened, limped)
        assert is_part(Range("QQ+"), Range(opened.weights + limped.weights))
        for later in positions[positions.index(position) + 1 :]:
            bet, call = ranges[f"three_bet.{position}", later], ranges[f"call.{position}", later]
            assert are_apart(bet, call)
            assert bet.percent < opened.percent
            again, further = (
                ranges.get((f"{action}.{position}", later), nothing)
                for action in ("call_4bet", "five_bet")
            )
            assert is_part(Range(again.weights + further.weights), bet)
    if file.players == 2:
        assert is_part(ranges["limp_call", "BTN"], ranges["limp", "BTN"])
        raised, checked = ranges["raise_limp", "BB"], ranges["check", "BB"]
        assert raised.weights + checked.weights == pytest.approx(1)


@given(st.data())
def test_every_range_parses_and_is_written_in_its_canonical_form(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(FOLDER.glob("*.toml"))))
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    text = data.draw(st.sampled_from(list(_texts(tables))))
    parsed = Range(text)
    assert parsed.text() == text
    assert 0 < parsed.percent <= 100
    assert parsed.weights * 10 == pytest.approx(np.rint(parsed.weights * 10), abs=1e-5)


def _texts(table: dict[str, Any]) -> Iterator[str]:
    for value in table.values():
        if isinstance(value, dict):
            yield from _texts(value)
        elif isinstance(value, str):
            yield value


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_later_positions_play_more(file: RangeFile) -> None:
    positions = POSITIONS[file.players][:-2]  # the blinds are first after the flop
    opened = [file.ranges["open", position].combos for position in positions]
    assert opened == sorted(opened)
    defended = [
        file.ranges[f"call.{position}", "BB"].combos
        + file.ranges[f"three_bet.{position}", "BB"].combos
        for position in positions
    ]
    assert defended == sorted(defended)


# Finding a range.


def test_positions() -> None:
    assert position_names(2) == ("BB", "BTN")
    assert position_names(3) == ("SB", "BB", "BTN")
    assert position_names(6) == ("SB", "BB", "LJ", "HJ", "CO", "BTN")
    assert position_names(9)[2:5] == ("UTG", "UTG+1", "UTG+2")
    assert position_names(10)[2:5] == ("UTG", "UTG", "UTG+1")
    with pytest.raises(InputError, match="players must be 2 to 10, got 11"):
        position_names(11)


@pytest.mark.parametrize(
    ("players", "stack", "file"),
    [
        (2, 300, "heads_up_200.toml"),
        (3, 70, "six_max_100.toml"),
        (6, 50, "six_max_40.toml"),
        (7, 10, "nine_max_100.toml"),
    ],
)
def test_the_nearest_file_is_used(players: int, stack: float, file: str) -> None:
    assert PreflopRanges().find(players, stack, "BTN", "open").file == file


def test_own_files_replace_bundled_ranges_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('players = 6\nstack = 100\n[call.CO]\nBTN = "22+"\n', encoding="utf-8")
    for source in (path, tmp_path, str(tmp_path)):
        ranges = PreflopRanges(source)
        assert ranges.find(6, 100, "BTN", "call.CO").range == Range("22+")
        assert ranges.find(6, 100, "SB", "call.CO").file == "six_max_100.toml"
        assert ranges.find(9, 100, "BTN", "call.CO").file == "nine_max_100.toml"
    with pytest.raises(InputError, match=r"no preflop range 'call\.BB' of BTN with 6 players"):
        PreflopRanges(path).find(6, 100, "BTN", "call.BB")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players", "mine.toml: not TOML"),
        ("players = 5\nstack = 100", r"mine\.toml: players must be 2, 6 or 9, got 5"),
        ("players = [6]\nstack = 100", r"mine\.toml: players must be 2, 6 or 9, got \[6\]"),
        ("players = 6", r"mine\.toml: stack must be a number of big blinds, like 100, got None"),
        ("players = 6\nstack = inf", "stack must be a number of big blinds, like 100, got inf"),
        (
            f"players = 6\nstack = 1{400 * '0'}",
            "stack must be a number of big blinds, like 100, got 1000",
        ),
        ("players = 6\nstack = 100\n[jam]\nCO = 'AA'", "actions must be open, limp.*, got 'jam'"),
        ("players = 6\nstack = 100\nopen = 'AA'", "open must be ranges by position, got 'AA'"),
        (
            "players = 6\nstack = 100\n[open]\nUTG = 'AA'",
            "position must be one of LJ, HJ.*, got 'UTG'",
        ),
        (
            "players = 6\nstack = 100\n[open]\nCO = 5",
            r"open\.CO must be hands like 'TT\+,AKs', got 5",
        ),
        (
            "players = 6\nstack = 100\n[open]\nCO = 'AAA'",
            "open.CO: a hand or a run of hands must be like",
        ),
        (
            "players = 6\nstack = 100\n[call.XX]\nCO = 'AA'",
            "call: position must be one of .*, got 'XX'",
        ),
    ],
)
def test_wrong_files(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_ranges(text, "mine.toml")


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none\.toml'"):
        PreflopRanges(tmp_path / "none.toml")
    with pytest.raises(InputError, match="the folder of ranges must have TOML files, got"):
        PreflopRanges(tmp_path)


# The ranges of a hand.

SIX = {"stacks": (1000,) * 6, "holes": ("????",) * 6}


def chosen(actions: str, **fields: object) -> dict[str, str]:
    hand = played(f"{actions}, db QsJh2h", **fields)
    return {each.position: each.action for each in PreflopRanges().of_hand(hand).values()}


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ("p3 f, p4 f, p5 cbr 25, p6 cc, p1 f, p2 cc",
         {"CO": "open", "BTN": "call.CO", "BB": "call.CO"}),
        ("p3 f, p4 f, p5 cbr 25, p6 cbr 75, p1 f, p2 f, p5 cc",
         {"CO": "call_3bet", "BTN": "three_bet.CO"}),
        ("p3 f, p4 f, p5 cbr 25, p6 cbr 75, p1 f, p2 f, p5 cbr 200, p6 cc",
         {"CO": "four_bet", "BTN": "call_4bet.CO"}),
        ("p3 cc, p4 f, p5 f, p6 cbr 40, p1 f, p2 f, p3 cc",
         {"LJ": "limp_call", "BTN": "raise_limp"}),
        ("p3 cc, p4 f, p5 f, p6 f, p1 cc, p2 cc", {"LJ": "limp", "SB": "limp", "BB": "check"}),
        ("p3 cbr 25, p4 f, p5 cbr 75, p6 cc, p1 f, p2 f, p3 f",
         {"CO": "three_bet.LJ", "BTN": "cold_call"}),
        ("p3 cbr 25, p4 f, p5 cbr 75, p6 cbr 200, p1 f, p2 f, p3 f, p5 cc",
         {"CO": "call_4bet.LJ", "BTN": "cold_four_bet"}),
    ],
)  # fmt: skip
def test_ranges_follow_from_position_and_actions(actions: str, expected: dict[str, str]) -> None:
    assert chosen(actions, **SIX) == expected


def test_heads_up() -> None:
    assert chosen("p2 cbr 25, p1 cc") == {"BTN": "open", "BB": "call.BTN"}
    assert chosen("p2 cc, p1 cc") == {"BTN": "limp", "BB": "check"}


def hand_of(actions: str) -> PlayedHand:
    return played(actions, holes=("AcAd", "QdQc"))


def test_a_review_picks_prints_and_stores(tmp_path: Path) -> None:
    hand = hand_of(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f")
    settings = SolveSettings(first_street=3, target_pot_percent=2)
    answers = SolveAnswers(settings, save=tmp_path / "solutions")
    report = review_hands(Session((hand,)), answers)
    assert report.source["oop"] == "by position and preflop actions"
    fold = report.decisions[-1]
    basis = fold.answer.basis
    assert basis is not None
    assert basis.range_names == (
        "OOP BB after r:b2.5:b10:c (chart hu100), "
        "not narrowed by the betting on the flop and the turn",
        "IP BTN after r:b2.5:b10:c (chart hu100), "
        "not narrowed by the betting on the flop and the turn",
    )
    expected = PreflopRanges().of_hand(hand)[0].range
    assert Range(basis.ranges[0]) == Range(expected.text())
    assert basis.file == str(tmp_path / "solutions" / "hand_1_QsJh2h7c4d.solution")
    stored = open_solution(basis.file).node(fold.answer.path or "")
    assert stored["AcAd"].action_ev["f"] == pytest.approx(fold.answer.choices[0].ev)
    # The bet before it narrows the bettor's range.
    assert fold.answer.ranges[1].combos < fold.answer.ranges[1].starting_combos


def test_given_ranges_win() -> None:
    hand = hand_of(f"{TO_THE_RIVER}, p1 cc, p2 cc")
    start = first_alone(hand, 3)
    assert start is not None
    picked = hand_ranges(hand, start, SolveSettings(oop="AA", first_street=3))
    assert picked.ranges[0] == Range("AA")
    assert picked.names[0] == "OOP as given"
    assert picked.names[1].startswith("IP BTN after r:b2.5:b10:c")


@pytest.mark.parametrize(
    ("actions", "path"),
    [
        ("p2 cbr 25, p1 cc", "r:b2.5:c"),
        ("p2 cc, p1 cc", "r:c:k"),
        ("p2 cbr 27, p1 cbr 90, p2 cc", "r:b2.5:b10:c"),  # not quite the sizes of the strategy
    ],
)
def test_a_solved_strategy_says_who_gets_to_the_flop(actions: str, path: str) -> None:
    ranges = PreflopRanges("hu100")
    found = ranges.of_hand(played(f"{actions}, db QsJh2h"))
    strategy = ranges.charts.find(2, 100).strategy
    node, _ = strategy.tree.find(path)
    for seat, reach in enumerate(strategy.reach(node, ())):
        weights = found[seat].range.weights
        np.testing.assert_allclose(weights, reach / reach.max(), atol=1e-6)
    assert "hu100" in str(found[0])


def test_a_solved_strategy_leaves_other_tables_alone() -> None:
    hand = played("p3 f, p4 f, p5 cbr 25, p6 cc, p1 f, p2 cc, db QsJh2h", **SIX)
    assert {each.file for each in PreflopRanges("hu100").of_hand(hand).values()} == {
        "chart 6max_100"
    }
