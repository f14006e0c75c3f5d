"""All-in equity of finished hands."""

from collections.abc import Sequence

import numpy as np
import pytest

from fifthstreet.agents.registry import create_agent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.arena.games import table_game
from fifthstreet.cards import Card
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker


def _dealt(game: Poker, stacks: Sequence[int], cards: str) -> State:
    """Begin a hand with cards in the order they are dealt, burnt ones included."""
    deck = list(Card.parse(cards))
    deck += [card for card in game.deck if card not in deck]
    return game(list(stacks), len(stacks), deck_order=deck)


def test_two_players_on_the_turn() -> None:
    game = table_game("nlhe").game
    state = _dealt(game, (1000, 1000), "As Kd Ah Kh 2c 3c 4d 8s 5c 9d 6c Kc")
    while state.street_index is not None and state.street_index < 2:
        state.check_or_call()
    state.bet_or_raise_to(900)
    state.check_or_call()
    assert not state.status
    assert list(state.payoffs) == [-1000, 1000]
    share = equity("AsAh", "KdKh", board="3c4d8s9d").players[0].equity
    assert all_in_payoffs(game, state, seed=1)[0] == pytest.approx(2000 * share - 1000)


def test_side_pots_odd_chips_and_folded_cards() -> None:
    """Every river is played by the engine, and the mean compared."""
    game = table_game("nlhe").game
    cards = "As Kd 7h Js Ah Kh 7d Jd 2c 3c 4d 8s 5c 9d 6c Kc"
    state = _dealt(game, (301, 700, 1000, 1000), cards)
    while state.street_index is not None and state.street_index < 2:
        state.check_or_call()
    for _ in range(3):
        state.bet_or_raise_to(state.max_raise_to)
    state.fold()
    while state.status:
        state.check_or_call()
    known = set(Card.parse("As Kd 7h Js Ah Kh 7d Jd 3c 4d 8s 9d"))
    totals = np.zeros(4)
    rivers = [card for card in game.deck if card not in known]
    for river in rivers:
        others = [card for card in game.deck if card not in known and card != river]
        deck = f"As Kd 7h Js Ah Kh 7d Jd {others[0]!r} 3c 4d 8s {others[1]!r} 9d {others[2]!r}"
        again = _dealt(game, (301, 700, 1000, 1000), f"{deck} {river!r}")
        while again.street_index is not None and again.street_index < 2:
            again.check_or_call()
        for _ in range(3):
            again.bet_or_raise_to(again.max_raise_to)
        again.fold()
        while again.status:
            again.check_or_call()
        totals += [float(payoff) for payoff in again.payoffs]
    assert all_in_payoffs(game, state, seed=1) == pytest.approx(totals / len(rivers))


def test_many_runouts_are_drawn() -> None:
    game = table_game("nlhe").game
    state = _dealt(game, (1000, 1000), "As Kd Ah Kh")
    state.bet_or_raise_to(1000)
    state.check_or_call()
    share = equity("AsAh", "KdKh").players[0].equity
    first = all_in_payoffs(game, state, seed=1)
    assert first == all_in_payoffs(game, state, seed=1)
    assert first != all_in_payoffs(game, state, seed=2)
    estimates = [all_in_payoffs(game, state, seed=seed)[0] for seed in range(40)]
    error = np.std(estimates) / len(estimates) ** 0.5
    assert abs(np.mean(estimates) - (2000 * share - 1000)) < 3 * error


@pytest.mark.parametrize("cards", ["As Kd Ah Kh", "As Ks Ah Kh 2c 3c 4d 8s 5c 9d 6c Tc"])
def test_payoffs_stay_as_they_are_without_luck(cards: str) -> None:
    game = table_game("nlhe").game
    folded = _dealt(game, (1000, 1000), cards)
    folded.bet_or_raise_to(300)
    folded.fold()
    assert all_in_payoffs(game, folded, seed=1) == (-100, 100)
    called = _dealt(game, (1000, 1000), cards)
    while called.status:
        called.check_or_call()
    assert all_in_payoffs(game, called, seed=1) == tuple(map(float, called.payoffs))


@pytest.mark.parametrize(
    "name", ["nlhe", "plo8", "flo8", "short-deck", "stud", "27td", "leduc", "course"]
)
def test_every_game_keeps_its_chips_and_its_mean(name: str) -> None:
    seats = 2 if name == "leduc" else 3
    stack = None if name == "leduc" else 5
    settings = match_settings(
        ["random", "calling_station"],
        game=name,
        seats=seats,
        stack=stack,
        hands=120,
        session_hands=120,
        estimator="all_in",
    )
    result = run_match(settings)
    for agent in result.agent_results():
        assert abs(agent.winnings.mean - agent.duplicate.mean) < 2 * agent.duplicate.half_width


def test_a_match_with_all_in_equity_is_sharper() -> None:
    agents = ["random", "random"]
    settings = match_settings(agents, stack=10, hands=600, session_hands=300, estimator="all_in")
    result = run_match(settings)
    first = result.agent_results()[0]
    assert first.winnings.half_width < first.duplicate.half_width < first.plain.half_width
    data = result.to_dict()
    assert data["estimator"] == "all_in"
    assert data["agents"][0]["reduction"] > 1


def test_settings_refuse_what_does_not_go_together() -> None:
    with pytest.raises(
        ValueError, match="estimator must be one of plain, all_in, aivat, got 'best'"
    ):
        match_settings(["random"], hands=10, estimator="best")
    with pytest.raises(InputError, match="aivat requires equal stacks"):
        match_settings(["random"], hands=10, estimator="aivat", carry_stacks=True)


def test_agents_are_made_by_name() -> None:
    with pytest.raises(InputError, match=r"strategy must be a file or .*, got 'missing'"):
        create_agent("strategy:file=missing")
