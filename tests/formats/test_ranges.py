"""Ranges in other programs' notations, and decisions of HRC."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.formats import parse_hrc_node, read_hrc_export
from fifthstreet.formats.range_texts import RANGE_STYLES
from tests.formats.draws import ranges
from tests.thoroughness import examples

NODE: dict[str, Any] = {
    "player": 5,
    "street": 0,
    "children": 3,
    "sequence": [{"player": 4, "type": "F", "amount": 0.0, "street": 0}],
    "actions": [
        {"type": "F", "amount": 0.0, "node": 1},
        {"type": "C", "amount": 1.0, "node": 2},
        {"type": "R", "amount": 2.25, "node": 3},
    ],
    "hands": {
        "AA": {"weight": 1.0, "played": [0.0, 0.25, 0.75], "evs": [0.0, 1.5, 1.5]},
        "A5s": {"weight": 0.5, "played": [0.5, 0.5, 0.0], "evs": [0.0, 0.0, -0.1]},
        "72o": {"weight": 1.0, "played": [1.0, 0.0, 0.0], "evs": [0.0, -0.5, -0.9]},
    },
}


@pytest.mark.parametrize("style", RANGE_STYLES)
@given(range_=ranges())
@settings(max_examples=examples(20), deadline=None)
def test_every_range_comes_back(style: str, range_: Range) -> None:
    assert Range(RANGE_STYLES[style](range_)) == range_


@pytest.mark.parametrize("style", RANGE_STYLES)
@pytest.mark.parametrize("text", ["none", "random", "TT+,AKs:0.5", "AsKh:0.333,QQ"])
def test_short_ranges_come_back(style: str, text: str) -> None:
    assert Range(RANGE_STYLES[style](Range(text))) == Range(text)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA,KK,99:0.75,AK,AQo:0.75", "KK+,99:0.75,AK,AQo:0.75"),  # PioSOLVER, TexasSolver
        ("[75.0]99,88[/75.0],AA", "99:0.75,88:0.75,AA"),  # GTO+
        ("TT+, AJs+, KQs, AQo+, [25.0]A5s-A4s[/25.0]", "TT+,AJs+,KQs,AQo+,A5s-A4s:0.25"),
        ("22+, A2s+, KTs+, ATo+, KQo", "22+,A2s+,KTs+,ATo+,KQo"),  # Equilab
        ("QQ-88,A5s-A2s,AhKh,AdKd", "QQ-88,A5s-A2s,AhKh,AdKd"),  # Equilab, Flopzilla
    ],
)
def test_published_notations(text: str, hands: str) -> None:
    assert Range(text) == Range(hands)


def test_a_decision_of_hrc() -> None:
    node = parse_hrc_node(json.dumps(NODE))
    assert [action.label for action in node.actions] == ["f", "c", "b2.25"]
    assert node.sequence[0][0] == 4
    assert node.range() == Range("AA,A5s:0.5,72o")
    assert node.range("c") == Range("AA:0.25,A5s:0.25")
    assert node.range("b2.25") == Range("AA:0.75")
    with pytest.raises(InputError, match=r"action must be one of f, c, b2\.25.*, got 'b9'"):
        node.range("b9")


def test_an_export_of_hrc(tmp_path: Path) -> None:
    (tmp_path / "nodes").mkdir()
    for number, street in ((0, 0), (10, 0), (7, 0), (8, 1)):
        text = json.dumps({**NODE, "street": street})
        (tmp_path / "nodes" / f"{number}.json").write_text(text, encoding="utf-8")
    assert list(read_hrc_export(tmp_path)) == [0, 7, 10]
    (tmp_path / "nodes" / "9.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"9\.json: "):
        read_hrc_export(tmp_path)
    with pytest.raises(InputError, match=r"must be a folder with nodes/0\.json"):
        read_hrc_export(tmp_path / "nodes")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"street": 1}, "street must be 0, before the flop, got 1"),
        (
            {"actions": [{"type": "Z", "amount": 0}]},
            "type of an action must be F, C, X, R, got 'Z'",
        ),
        ({"actions": ["F"]}, "an action must be an object, got 'F'"),
        ({"actions": None}, "not a decision of HRC: 'actions' is missing or not a list"),
        ({"player": "x"}, "not a decision of HRC: 'player' is missing or not a whole number"),
        ({"hands": {"AA": {"weight": 1}}}, "not a decision of HRC: 'played' is missing"),
        ({"hands": {"AA": {"weight": "x"}}}, "'weight' is missing or not a number"),
        ({"hands": {"AA": {"weight": 10**400}}}, "a number is too large"),
        (
            {"hands": {"AB": {"weight": 1}}},
            "a hand class must be like 'AA', 'AKs' or 'AKo', got 'AB'",
        ),
        (
            {"hands": {"AA": {"weight": 1, "played": [1], "evs": [1]}}},
            "played of AA must have 3 numbers, got 1",
        ),
        (
            {"hands": {"AA": {"weight": 2, "played": [1, 0, 0], "evs": [1, 1, 1]}}},
            "every weight must be from 0 to 1",
        ),
        (
            {"hands": {"AA": {"weight": 1, "played": [1, 0, "x"], "evs": [1, 1, 1]}}},
            "played of AA must have only numbers",
        ),
        ({"hands": 7}, "not a decision of HRC: 'hands' is missing or not an object"),
    ],
)
def test_bad_decisions(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_hrc_node(json.dumps({**NODE, **change}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: not a JSON object"),
        ("[" * 100_000, "nested too deeply|not JSON"),
    ],
)
def test_other_files(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_hrc_node(text)
