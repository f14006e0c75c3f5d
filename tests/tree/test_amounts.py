"""Amounts in chips, big blinds and shares of the pot, wherever players type them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.review import SolveSettings, real_spot
from fifthstreet.solvers.postflop import Spot, make_spot, open_solution, parse_spot, spot_toml
from fifthstreet.tree import (
    BigBlinds,
    Rake,
    Sizes,
    TreeRules,
    build_tree,
    parse_amount,
    parse_sizes,
    read_line,
    sizes_text,
)
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, history, played

Capture = pytest.CaptureFixture[str]
RANGES = {"oop": "AA,KQs", "ip": "QQ,AJs"}
SOLVE = ["solve", "--board", "QsJh2h7c4d", "--oop", "AA,KQs", "--ip", "QQ,AJs", "--target", "5"]


@pytest.mark.parametrize(
    ("text", "chips"),
    [("180", 180), ("5.5bb", 55), ("5.5 BB", 55), (".5bb", 5), ("450%", 270), (7, 7), ("1e2", 100)],
)
def test_amounts_have_units(text: object, chips: float) -> None:
    assert parse_amount("stack", text, big_blind=10, pot=60) == chips


@pytest.mark.parametrize("text", ["much", "", "bb", "5bbb", "-3bb", "50%", None, True, 10**400])
def test_other_text_is_refused(text: object) -> None:
    with pytest.raises(InputError, match=r"^pot"):
        parse_amount("pot", text)


def test_spots_in_big_blinds() -> None:
    fields = {"board": "QsJh2h7c4d", "pot": "5.5bb", "stack": "97.5bb", "ranges": RANGES}
    spot = make_spot(fields)
    assert (spot.pot, spot.stack) == (5.5, 97.5)
    chips = make_spot({**fields, "tree": {"min_bet": 10}, "rake": {"rate": 0.05, "cap": "3bb"}})
    assert (chips.pot, chips.stack, chips.rake.cap) == (55, 975, 30)
    assert make_spot({**fields, "stack": "400%"}).stack == 22
    assert parse_spot(spot_toml(chips)) == chips
    for stack in (900, "900"):
        with pytest.raises(InputError, match=r"stack must be in big blinds too, or specify tree.m"):
            make_spot({**fields, "stack": stack})


def test_bet_sizes_in_big_blinds() -> None:
    assert parse_sizes("2.5bb, 75") == (BigBlinds(2.5), *parse_sizes("75%"))
    assert sizes_text(parse_sizes("2.5 BB")) == "2.5bb"
    with pytest.raises(InputError, match=r"amount must be more than 0 .*, got 0bb"):
        parse_sizes("0bb")
    spot = Spot.of("QsJh2h7c4d", 20, 100, oop="AA", ip="KK", bets="2.5bb", raises="3bb")
    assert spot.rules.chip == 0.01  # so that 2.5 is not rounded
    assert spot.tree.actions(0) == ("k", "b2.5")
    assert "b5.5" in spot.tree.actions(read_line(spot.tree, "b2.5").node)  # on top of the bet
    assert parse_spot(spot_toml(spot)) == spot
    deeper = spot.with_rules(min_bet=10, sizes=Sizes.uniform("1.5bb"))
    assert deeper.tree.actions(0) == ("k", "b15")


def test_big_blinds_of_a_tree_are_its_blinds() -> None:
    rules = TreeRules.even(2, 1000, blinds=(5, 10), first_street=0)
    assert rules.big_blind == 10
    tree = build_tree(
        TreeRules.even(
            2, 1000, blinds=(5, 10), first_street=0, sizes=Sizes.uniform("50%", raises="1.5bb, 4bb")
        )
    )
    assert tree.actions(0) == ("f", "c", "b25", "b50")
    line = read_line(tree, "b2.5bb")
    assert (line.path, line.notes) == ("r:b25", ())


def test_commands_take_big_blinds(capsys: Capture) -> None:
    assert run([*SOLVE, "--pot", "5.5bb", "--stack", "97.5bb", "--bets", "2.5bb", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert "b2.5" in json.dumps(data)
    assert run([*SOLVE, "--pot", "5.5bb", "--stack", "900"]) == 2
    assert "stack must be in big blinds too" in capsys.readouterr().err
    assert run([*SOLVE, "--pot", "much", "--stack", "900"]) == 2
    message = "pot must be a number of chips, or like '5.5bb', got 'much'"
    assert capsys.readouterr().err == f"error: {message}\n"
    tree = ["tree", "--blinds", "5,10", "--last", "preflop", "--json"]
    assert run([*tree, "--stack", "100bb"]) == 0
    in_blinds = capsys.readouterr().out
    assert run([*tree, "--stack", "1000"]) == 0
    assert capsys.readouterr().out == in_blinds
    match = ["match", "r:b30", "--stack", "1000", "--blinds", "5,10", "--raises", "60%, 100%"]
    outputs = []
    for stack in ("100bb", "200"):
        assert run([*match, "--table-blinds", "1,2", "--table-stack", stack, "--json"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_reviews_bet_big_blinds_of_the_real_hand() -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cc")
    settings = SolveSettings(OOP, IP, sizes=Sizes.uniform("7.5bb"), first_street=3)
    spot = real_spot(hand, hand.starts[3], settings)
    assert spot.tree.actions(0) == ("k", "b75")


@pytest.mark.parametrize(("cap", "chips"), [("3bb", 30), ("7", 7), (8, 8), (None, 5)])
def test_reviews_cap_rake_in_big_blinds_of_the_real_hand(
    cap: float | str | None, chips: float
) -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cc")
    settings = SolveSettings(OOP, IP, rake=Rake(0.05, 5), rake_cap=cap, first_street=3)
    assert hand.big_blind == 10
    assert real_spot(hand, hand.starts[3], settings).rake == Rake(0.05, chips)


def test_review_takes_a_rake_cap_in_big_blinds(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(history(f"{TO_THE_RIVER}, p1 cc, p2 cc"))
    solve = ["review", str(file), "--solve", "--first-street", "river", "--oop", OOP, "--ip", IP]
    caps = []
    for cap in ("1bb", "10", "2bb"):
        folder = tmp_path / cap
        options = ["--rake-rate", "0.05", "--rake-cap", cap, "--target", "5"]
        assert run([*solve, *options, "--save", str(folder), "--json"]) == 0
        caps.append(open_solution(next(folder.glob("*.solution"))).spot.rake.cap)
    assert caps == [10, 10, 20]
    capsys.readouterr()
    assert run([*solve, "--rake-cap", "some"]) == 2
    assert "--rake-cap must be a number of chips, or like '5.5bb', got 'some'" in (
        capsys.readouterr().err
    )
