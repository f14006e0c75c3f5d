"""Words agree between commands: players, algorithms and games."""

import json
import re

import pytest

from fifthstreet.cards.equity.games import GAMES as EQUITY_GAMES
from fifthstreet.cli import run
from fifthstreet.solvers.cfr import TREE_ALGORITHMS
from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.common.schedules import Plus, schedule_from_dict, schedule_to_dict
from fifthstreet.solvers.registry import GAMES, SMALL_GAMES
from tests.cli.small_spot import Capture, flags, shown, shown_json

TREE = ["tree", "--pot", "100", "--stack", "200", "--first", "river", "--bets", "50%"]


def test_schedules_are_called_like_the_algorithms_of_train() -> None:
    assert set(SCHEDULES) <= set(TREE_ALGORITHMS)


@pytest.mark.parametrize("name", SCHEDULES)
def test_every_schedule_solves(capsys: Capture, name: str) -> None:
    options = ["--schedule", name, "--max-iterations", "2"]
    assert shown_json(capsys, [*flags(), *options])["iterations"] == 2


def test_old_names_are_refused_but_still_read_from_files(capsys: Capture) -> None:
    assert run([*flags(), "--schedule", "plus"]) == 2
    names = "cfr, cfr+, linear, discounted, steady, predictive"
    assert f"schedule must be one of {names}, got 'plus'" in capsys.readouterr().err
    assert schedule_to_dict(Plus())["name"] == "cfr+"
    assert schedule_from_dict({"name": "plus", "fields": {"gamma": 1.0}}) == Plus()


def test_trees_call_two_players_oop_and_ip(capsys: Capture) -> None:
    output = shown(capsys, TREE)
    assert "river, OOP" in output
    assert "river, IP" in output
    assert "player 0" not in output
    assert run([*TREE, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tree"]["player"] == "oop"
    assert data["tree"]["children"][0]["player"] == "ip"


def test_trees_number_more_players(capsys: Capture) -> None:
    options = ["--players", "3", "--blinds", "1, 2", "--stack", "100", "--last", "preflop"]
    assert "preflop, player 2" in shown(capsys, ["tree", *options])


def test_hold_em_has_one_name() -> None:
    assert "holdem" in EQUITY_GAMES
    assert "holdem:..." in GAMES


@pytest.mark.parametrize("name", [*SMALL_GAMES, *EQUITY_GAMES])
def test_games_are_spelled_with_hyphens(name: str) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name)


def test_underscores_are_accepted_in_names_of_games(capsys: Capture) -> None:
    hands = ["equity", "AhKh", "QdQs", "--board", "As9h8c7d", "--game"]
    same, expected = (shown_json(capsys, [*hands, name]) for name in ("short_deck", "short-deck"))
    assert (same["game"], same["players"]) == (expected["game"], expected["players"])
    arguments = ["train", "--iterations", "5", "--option", "ranks=2", "--option", "suits=2"]
    names = [
        shown_json(capsys, [*arguments, "--game", name])["game"]
        for name in ("rhode-island", "rhode_island")
    ]
    assert names[0] == names[1]
