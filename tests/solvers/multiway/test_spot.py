"""Spots of three players: what they accept, and their files."""

from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway import (
    MultiwaySpot,
    has_many_ranges,
    make_multiway_spot,
    read_multiway_spot,
)
from fifthstreet.solvers.postflop import read_fields
from fifthstreet.tree import Rake, Sizes, TreeRules
from fifthstreet.tree.strategy import Lock

BOARD, RANGES = "QsJh2h7c4d", ["AA,KQs", "QQ,AJs", "88+"]
EXAMPLE = Path(__file__).parents[3] / "examples" / "three_players.toml"
FIELDS: dict[str, Any] = {"board": BOARD, "pot": 90, "stack": 200, "ranges": RANGES}


def test_plain_data_gives_the_same_spot() -> None:
    spot = MultiwaySpot.of(
        BOARD,
        90,
        [200, 60, 120],
        [RANGES[0], Range("QQ,AJs"), "top pair+"],
        bets="75%",
        raises="a",
        rake=Rake(0.05, 3),
        locks=(Lock("r", {"k": 1.0}),),
        max_raises=2,
    )
    again = MultiwaySpot.from_dict(spot.to_dict())
    assert again.to_dict() == spot.to_dict()
    assert (again.rules, again.rake, again.locks) == (spot.rules, spot.rake, spot.locks)
    assert spot.players == 3
    assert spot.street == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "QsJh"}, "board must have 3 to 5 cards, got 2"),
        ({"board": "QsQs2h7c4d"}, "board: "),
        ({"ranges": RANGES[:2]}, "ranges must be 3 to 6, got 2"),
        ({"ranges": [*RANGES[:2], "2h2c"]}, r"ranges \(player 2\): no hand in the range"),
        ({"ranges": [*RANGES[:2], "A"]}, r"ranges \(player 2\): "),
        ({"stacks": [200, 100]}, "stacks must be 3, one per player, got 2"),
        ({"stacks": [200, 0, 0]}, "stacks must be positive for at least two players"),
        ({"stacks": -1}, "stack must be at least 0 chips, got -1"),
        ({"pot": 0}, "pot must be a positive number of chips, got 0"),
        ({"pot": float("nan")}, "pot must be a positive number of chips, got nan"),
    ],
)
def test_wrong_spots_are_refused(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"board": BOARD, "pot": 90, "stacks": 200, "ranges": RANGES}
    with pytest.raises(InputError, match=message):
        MultiwaySpot.of(**arguments | change)


def test_sizes_are_by_street_and_player() -> None:
    sizes = {"flop": {"bet": "33%"}, "turn": [{"bet": "50%"}, {"bet": "75%"}, {"bet": "a"}]}
    spot = make_multiway_spot(FIELDS | {"board": BOARD[:6], "sizes": sizes})
    assert spot.street == 1
    assert [str(spot.rules.sizes.menu(player, 1)) for player in range(3)] == [
        "bet 33%; raise 60%"
    ] * 3
    assert str(spot.rules.sizes.menu(2, 2)) == "bet a; raise 60%"
    assert str(spot.rules.sizes.menu(2, 3)) == "bet 50%, 100%; raise 60%"


def test_other_rules_are_moved_to_the_street_of_the_board() -> None:
    rules = TreeRules.even(3, 200, pot=90, first_street=2)
    spot = MultiwaySpot(MultiwaySpot.of(BOARD, 1, 1, RANGES).board, (Range("AA"),) * 3, rules)
    assert spot.rules.first_street == 3
    with pytest.raises(InputError, match="cards must be from 0 to 51, got 52"):
        MultiwaySpot((0, 1, 2, 3, 52), (Range("AA"),) * 3, rules)


def test_a_tree_without_decisions_is_refused() -> None:
    spot = MultiwaySpot.of(BOARD, 90, 200, RANGES, removed=("r:k",), bets="", raises="")
    with pytest.raises(InputError):
        _ = spot.tree


def test_the_example_is_a_spot_of_three_players() -> None:
    spot = read_multiway_spot(EXAMPLE)
    assert spot.rules.stacks == (200, 60, 120)
    assert has_many_ranges(read_fields(EXAMPLE))
    assert not has_many_ranges({"ranges": {"oop": "AA"}})
    assert not has_many_ranges({})


def test_fields_of_a_file() -> None:
    spot = make_multiway_spot(
        {
            "board": BOARD,
            "pot": "6bb",
            "stack": ["20bb", "100%", "10bb"],
            "ranges": RANGES,
            "sizes": {"river": [{"bet": "50%"}, {"bet": "75%", "raise": "a"}, {"raise": "2x"}]},
            "tree": {"max_raises": 2, "min_bet": 10, "added": ["r:b90"]},
            "rake": {"rate": 0.05, "cap": "1bb"},
            "lock": [{"path": "r", "strategy": {"k": 1.0}, "hands": "top pair"}],
        }
    )
    assert (spot.pot, spot.rules.stacks) == (60, (200, 60, 100))
    assert spot.rake == Rake(0.05, 10)
    assert [str(spot.rules.sizes.menu(player, 3)) for player in range(3)] == [
        "bet 50%; raise 60%",
        "bet 75%; raise a",
        "bet 50%, 100%; raise 2x",
    ]
    assert "b90" in spot.tree.actions(0)
    assert spot.locks[0].path == "r"
    plain = make_multiway_spot(FIELDS | {"sizes": {"river": {"bet": "75%", "raise": ""}}})
    assert plain.rules.sizes == Sizes.by_street({3: plain.rules.sizes.menu(0, 3)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sides": 3}, "sides: no such field"),
        ({"ranges": RANGES[:2]}, "ranges must be 3, one per player, got 2"),
        ({"ranges": [1, 2, 3]}, r"ranges\[1\] must be a string, got 1"),
        ({"stack": [200]}, "stack must be 3, one per player, got 1"),
        ({"stack": ["20bb", 200, 200]}, r"pot must be in big blinds too"),
        ({"sizes": {"preflop": {}}}, "sizes.preflop: no such field"),
        ({"sizes": {"river": [{}, {}]}}, "sizes.river must be 1 table or 3, got 2"),
    ],
)
def test_wrong_fields_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_multiway_spot(FIELDS | change)


@pytest.mark.parametrize("name", FIELDS)
def test_missing_fields_are_named(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} is missing"):
        make_multiway_spot({key: value for key, value in FIELDS.items() if key != name})


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text("ranges = []\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"spot\.toml: board is missing"):
        read_multiway_spot(path)
