"""OpenSpiel games in fifthstreet, and fifthstreet strategies evaluated by OpenSpiel."""

import sys
from collections.abc import Mapping
from typing import Any

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.solvers.games import (
    Game,
    Kuhn,
    OpenSpielGame,
    leduc,
    open_spiel_twin,
    rhode_island,
    to_open_spiel_policy,
)
from tests.solvers.games.reference_cfr import Strategy, exploitability, solve, value
from tests.solvers.games.walking import check_game, check_same_tree, visits
from tests.thoroughness import examples


@pytest.mark.parametrize(
    ("name", "zero_sum"),
    [
        ("kuhn_poker", True),
        ("kuhn_poker(players=3)", True),
        ("liars_dice(numdice=1,dice_sides=3)", True),
        ("tiny_hanabi", False),
        ("first_sealed_auction(max_value=4)", False),
        ("turn_based_simultaneous_game(game=goofspiel(num_cards=3))", True),
    ],
)
def test_whole_trees(name: str, zero_sum: bool) -> None:
    check_game(OpenSpielGame(name), zero_sum=zero_sum)


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), leduc()], ids=lambda game: game.name)
def test_twins_have_the_same_tree(game: Game[Any]) -> None:
    check_same_tree(game, open_spiel_twin(game))


def test_loaded_games_and_names_are_equivalent() -> None:
    assert OpenSpielGame(pyspiel.load_game("kuhn_poker")).name == OpenSpielGame("kuhn_poker").name


def by_action(game: Game[Any], strategy: Strategy) -> dict[str, dict[str, float]]:
    """Return a strategy with named actions."""
    named: dict[str, dict[str, float]] = {}
    for visit in visits(game):
        if game.player(visit.state) >= 0:
            key = game.information_set(visit.state)
            named[key] = dict(zip(game.actions(visit.state), strategy[key], strict=True))
    return named


def evaluated(game: Game[Any], strategy: Strategy) -> tuple[float, list[float]]:
    """Return the exploitability and values of a strategy according to OpenSpiel."""
    spiel_game = open_spiel_twin(game).game
    policy = pyspiel.TabularPolicy(to_open_spiel_policy(by_action(game, strategy), game))
    values = pyspiel.expected_returns(spiel_game.new_initial_state(), policy, -1, True)
    return pyspiel.exploitability(spiel_game, policy), values


@pytest.mark.parametrize(
    "game", [Kuhn(), OpenSpielGame("kuhn_poker"), leduc()], ids=lambda game: game.name
)
def test_open_spiel_agrees_on_solutions(game: Game[Any]) -> None:
    strategy = solve(game, 200 if isinstance(game, Kuhn) else 3)
    gain, values = evaluated(game, strategy)
    assert gain == pytest.approx(exploitability(game, strategy))
    assert values == pytest.approx(value(game, strategy))


@settings(max_examples=examples(20))
@given(data=st.data())
def test_open_spiel_agrees_on_any_strategy(data: st.DataObject) -> None:
    game = Kuhn()
    keys = {
        game.information_set(visit.state) for visit in visits(game) if game.player(visit.state) >= 0
    }
    drawn = {key: data.draw(st.floats(0, 1)) for key in sorted(keys)}
    strategy = {key: [1 - second, second] for key, second in drawn.items()}
    gain, values = evaluated(game, strategy)
    assert gain == pytest.approx(exploitability(game, strategy), abs=1e-9)
    assert values == pytest.approx(value(game, strategy), abs=1e-9)


def test_missing_actions_have_probability_zero() -> None:
    game = Kuhn()
    first_actions = {
        game.information_set(visit.state): {game.actions(visit.state)[0]: 1.0}
        for visit in visits(game)
        if game.player(visit.state) >= 0
    }
    policy = to_open_spiel_policy(first_actions, game)
    assert len(policy) == 12
    assert all(row == [(0, 1.0), (1, 0.0)] for row in policy.values())


def kuhn_strategy(changes: Mapping[str, Any]) -> dict[str, Any]:
    game = Kuhn()
    named: dict[str, Any] = by_action(game, solve(game, 1))
    named.update(changes)
    return {key: row for key, row in named.items() if row is not None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"K|kb": None}, "strategy_by_key must have every information set, lacks 'K|kb'"),
        ({"K|kb": {"b": 1.0}}, "'K|kb': action must be one of f, c, got 'b'"),
        ({"K|kb": {"c": 0.5}}, r"must be non-negative and add up to 1, got \[0.0, 0.5\]"),
        ({"K|kb": {"c": 1.5, "f": -0.5}}, "must be non-negative and add up to 1"),
    ],
)
def test_bad_strategies(changes: Any, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("|", r"\|")):
        to_open_spiel_policy(kuhn_strategy(changes), Kuhn())


@pytest.mark.parametrize("game", [Kuhn(cards=4), leduc(suits=3), rhode_island(ranks=3, suits=2)])
def test_games_without_a_twin(game: Game[Any]) -> None:
    with pytest.raises(
        ValueError, match="game must be Kuhn poker or Leduc hold'em with their usual decks"
    ):
        to_open_spiel_policy({}, game)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing_of_the_kind", "OpenSpiel has no game 'nothing_of_the_kind'"),
        ("kuhn_poker(cards=3)", "OpenSpiel rejects 'kuhn_poker\\(cards=3\\)'"),
        ("matrix_rps", "players of matrix_rps must move in turns: use 'turn_based"),
        ("mfg_crowd_modelling", "players of mfg_crowd_modelling must move in turns"),
        ("tarok", "tarok must give the probabilities of its chance outcomes"),
        ("backgammon", "backgammon must have strings for its information sets"),
    ],
)
def test_bad_games(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        OpenSpielGame(name)
    assert "\n" not in str(caught.value)


def test_open_spiel_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(
        ValueError, match=r'OpenSpiel is not installed; install "fifthstreet\[interop\]"'
    ):
        OpenSpielGame("kuhn_poker")
