"""Spots: their fields, their trees, and as plain data."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from fifthstreet.cards import Range
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.solvers.postflop.spot.spot import TreeSpot
from fifthstreet.tree import Menu, Rake, Sizes, TreeRules, build_tree, subtree
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.draws import FLOP, RIVER, TURN, spots
from tests.solvers.postflop.example_spots import FLOP as A_FLOP
from tests.solvers.postflop.example_spots import TURN as A_TURN


@given(spots(RIVER) | spots(TURN) | spots(FLOP))
def test_plain_data_reads_back(spot: Spot) -> None:
    data = json.loads(json.dumps(spot.to_dict()))
    assert list(data) == ["board", "ranges", "rules", "rake", "locks"]
    restored = Spot.from_dict(data)
    assert restored == spot
    assert restored.tree.same_as(spot.tree)


@given(spots(RIVER) | spots(TURN) | spots(FLOP))
def test_the_tree_is_that_of_the_rules(spot: Spot) -> None:
    assert spot.tree.same_as(build_tree(spot.rules))
    assert spot.rules.first_street == spot.street == len(spot.board) - 2
    assert spot.pot == spot.tree.pot(0)
    assert (spot.stack, spot.stack) == spot.tree.stacks(0)
    assert spot.board_mask == sum(1 << card for card in spot.board)
    for range_, live in zip(spot.ranges, spot.live_ranges, strict=True):
        assert live == range_.without(spot.board_mask)


def test_options_become_rules() -> None:
    spot = Spot.of(
        "QsJh2h7c", 20.5, 90, oop="AA", ip=Range.parse("KK"), bets="60%", raises="2x", donk="25%",
        add_allin=1.5, force_allin=0.15, merge=0.1, max_raises=2, min_bet=2.0, chip=0.5,
        added=("r:k:b30",), removed=("r:b12.5",), rake=Rake(0.05, 2.0),
        locks=(Lock("r", {"k": 1.0}),),
    )  # fmt: skip
    menu = Menu.of("60%", "2x", "25%")
    assert spot.rules == TreeRules(
        stacks=(90, 90), pot=20.5, first_street=2, sizes=Sizes.by_street({2: menu, 3: menu}),
        add_allin=1.5, force_allin=0.15, merge=0.1, max_raises=2, min_bet=2.0, chip=0.5,
        added=("r:k:b30",), removed=("r:b12.5",),
    )  # fmt: skip
    assert (spot.rake, len(spot.locks)) == (Rake(0.05, 2.0), 1)
    assert repr(spot) == "<Spot on QsJh2h7c: pot 20.5, stack 90, 6 combos against 6>"


def test_with_rules_changes_nothing_else() -> None:
    spot = replace(A_TURN, rake=Rake(0.05), locks=(Lock("r", {"k": 1.0}),))
    changed = spot.with_rules(pot=30, max_raises=1)
    assert (changed.pot, changed.rules.max_raises) == (30, 1)
    assert (changed.board, changed.ranges) == (spot.board, spot.ranges)
    assert (changed.rake, changed.locks) == (spot.rake, spot.locks)
    assert changed.with_rules(pot=spot.pot, max_raises=spot.rules.max_raises) == spot
    assert len(changed.tree) != len(spot.tree)
    with pytest.raises(InputError, match="max_raises must be at least 0, or None, got -1"):
        spot.with_rules(max_raises=-1)


def test_spots_that_play_alike_are_equal() -> None:
    """Menus of past streets do not count, nor whether equal menus are given once or per player."""
    menus = {street: Menu.of("50%", "a") for street in (2, 3)}
    early = {**menus, 0: Menu.of("3c"), 1: Menu.of("10%, 20%", "2x")}
    same = [
        Spot.of("QsJh2h7c", 20, 60, oop="AA", ip="KK", sizes=sizes)
        for sizes in (
            Sizes.by_street(menus),
            Sizes.by_street(early),
            Sizes.by_player([Sizes.by_street(menus), Sizes.by_street(early)]),
        )
    ]
    assert same[0] == same[1] == same[2]
    assert len({hash(spot) for spot in same}) == 1


def test_a_board_of_a_later_street_keeps_the_menus() -> None:
    river = replace(A_FLOP, board=(*A_FLOP.board, 0, 1))
    assert (river.street, river.rules.first_street) == (3, 3)
    assert river.rules.sizes.menu(0, 3) == A_FLOP.rules.sizes.menu(0, 3)
    assert river.rules.sizes.menu(0, 1) == Menu()


@pytest.mark.parametrize("stacks", [(60, 50), (60, 60, 60)])
def test_stacks_must_be_two_and_equal(stacks: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="stacks"):
        replace(A_TURN, rules=replace(A_TURN.rules, stacks=stacks))


def test_a_tree_may_be_given() -> None:
    """A subtree has actions that no menu of its own would give."""
    entry = A_FLOP.tree.find("r:b10:c:n")[0]
    below = subtree(A_FLOP.tree, entry)
    spot = TreeSpot((*A_FLOP.board, 0), A_FLOP.ranges, below.rules, given_tree=below)
    assert spot.tree is below
    assert (spot.pot, spot.stack) == (30, 20)


def test_chips_in_big_blinds() -> None:
    spot = Spot.of("QsJh2h7c4d", 5.5, 97.5, oop="AA,KQs", ip="QQ,AJs", bets="33%")
    assert (spot.pot, spot.stack, spot.rules.chip) == (5.5, 97.5, 0.01)
    assert spot.tree.actions(0) == ("k", "b1.82")
    solution = solve(spot, target_pot_percent=1)
    assert sum(solution.ev) == pytest.approx(5.5)
    assert spot.with_rules(pot=6.125).rules.chip == 0.001
    whole = Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="KK")
    assert whole.rules.chip == 1
    assert whole.with_rules(pot=5.5).rules.chip == 0.01


def test_ranges_by_class_on_the_board() -> None:
    spot = Spot.of("QsJh2h", 60, 60, oop="set, AQs", ip="QQ+:0.5,JTs")
    assert spot.ranges[0] == matching_hands("set, AQs", "QsJh2h")
    assert spot.ranges[1] == Range("QQ+:0.5,JTs")
    assert Spot.from_dict(spot.to_dict()) == spot
    with pytest.raises(
        ValueError, match=r"ranges\.ip: hands must be like 'AQs', .*, got 'top par'"
    ):
        Spot.of("QsJh2h", 60, 60, oop="AA", ip="top par")
