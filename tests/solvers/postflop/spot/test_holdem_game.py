"""Hold'em hand by hand, against oracles and against the range solver."""

from collections.abc import Callable
from dataclasses import replace
from math import isclose
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import hole_cards, parse_hole
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.games import CHANCE, TERMINAL
from fifthstreet.solvers.postflop import Solver, Spot, SpotGame
from fifthstreet.tree import Kind, Rake
from fifthstreet.tree.strategy import Lock
from tests.oracles.sequence_form import SequenceForm, cards_left, hands_of, outcome
from tests.solvers.games.reference_cfr import exploitability, solve, value
from tests.solvers.games.walking import check_chance_is_seen, check_game
from tests.solvers.postflop.draws import FLOP, RIVER, TURN, spots
from tests.thoroughness import examples

SPOTS = st.one_of(spots(RIVER, most_locks=0), spots(TURN, most_locks=0), spots(FLOP, most_locks=0))
RIVER_SPOT = Spot.of(
    "QsJh2h7c4d",
    20,
    40,
    oop="AsAh,KsQd,Th9h:0.5",
    ip="QhQd,AsJs,5s5h:0.3",
    bets="50%, a",
    raises="a",
    max_raises=2,
)
TURN_SPOT = Spot.of("QsJh2h7c", 20, 20, oop="AsAh,KsQd", ip="QhQd,AsJs:0.5", bets="a", raises="")


@given(spot=SPOTS, data=st.data())
def test_random_hands_follow_the_rules(spot: Spot, data: st.DataObject) -> None:
    """Along one line: who acts, what can be dealt, and payoffs against an oracle."""
    game = SpotGame(spot)
    state = game.root()
    while (player := game.player(state)) != TERMINAL:
        node, hands, runout = state
        actions = game.actions(state)
        if len(hands) == 2 and player == CHANCE:
            held = [hole_cards(hand) for hand in hands]
            left = cards_left((*spot.board, *runout), *held)
            assert list(game.probabilities(state)) == pytest.approx([1 / len(left)] * len(left))
            assert len(actions) == len(left)
        elif player != CHANCE:
            assert actions == spot.tree.actions(node)
            assert player == spot.tree.player[node]
        state = game.child(state, data.draw(st.integers(0, len(actions) - 1)))
    node, hands, runout = state
    first, second = (hole_cards(hand) for hand in hands)
    expected = outcome(spot, node, (*spot.board, *runout), first, second)
    assert game.payoffs(state) == pytest.approx(expected.chips)
    assert sum(game.payoffs(state)) == pytest.approx(-expected.rake)


@given(spot=SPOTS)
def test_pairs_of_hands_are_as_likely_as_their_weights_multiplied(spot: Spot) -> None:
    game = SpotGame(spot)
    chances = {}
    for a, chance in enumerate(game.probabilities(game.root())):
        state = game.child(game.root(), a)
        assert game.public_key(game.root()) is None
        for b, after in enumerate(game.probabilities(state)):
            hands = game.child(state, b)[1]
            chances[tuple(hole_cards(hand) for hand in hands)] = chance * after
    weights = {
        (one, two): a * b
        for one, a in hands_of(spot, 0).items()
        for two, b in hands_of(spot, 1).items()
        if not set(one) & set(two)
    }
    total = sum(weights.values())
    assert chances == pytest.approx({pair: weight / total for pair, weight in weights.items()})


@pytest.mark.parametrize(
    "game",
    [
        SpotGame(RIVER_SPOT),
        SpotGame(TURN_SPOT),
        SpotGame(TURN_SPOT, deal=("KsQd", "AsJs"), runout="3c"),
        SpotGame(Spot.of("QsJh2h", 4, 8, oop="AsAh", ip="KsKd", bets="a"), runout="3c"),
    ],
    ids=["river", "turn", "fixed", "flop"],
)
def test_whole_trees(game: SpotGame) -> None:
    check_game(game)
    check_chance_is_seen(game)


def test_rake_is_taken_from_payoffs() -> None:
    game = SpotGame(replace(RIVER_SPOT, rake=Rake(0.1, 3.0)))
    check_game(game, zero_sum=False)
    state = follow(game, "AsAh", "QhQd", "k", "k")
    assert game.payoffs(state) == pytest.approx((-10, 8))


def test_values_are_those_of_linear_programming_and_of_the_range_solver() -> None:
    game = SpotGame(RIVER_SPOT)
    strategy = solve(game, 600)
    assert exploitability(game, strategy) < 0.05
    half = RIVER_SPOT.pot / 2
    first, second = value(game, strategy)
    assert first + half == pytest.approx(SequenceForm(RIVER_SPOT).value(), abs=0.1)
    solver = Solver(RIVER_SPOT)
    solver.run(target_pot_percent=0.01, max_iterations=5_000)
    assert (first + half, second + half) == pytest.approx(solver.solution().ev, abs=0.1)


@settings(max_examples=examples(5))
@given(spot=spots(RIVER, rakes=st.just(Rake()), most_locks=0))
def test_no_strategy_beats_the_exact_value(spot: Spot) -> None:
    game = SpotGame(spot)
    strategy = solve(game, 30)
    gain = exploitability(game, strategy)
    exact = SequenceForm(spot).value() - spot.pot / 2
    assert abs(value(game, strategy)[0] - exact) <= 2 * gain + 1e-6


def follow(game: SpotGame, *actions: str) -> Any:
    """The state after deals and moves by name."""
    state = game.root()
    for action in actions:
        state = game.child(state, game.actions(state).index(action))
    return state


def test_the_next_street_is_dealt_and_oop_acts_first() -> None:
    game = SpotGame(TURN_SPOT.with_rules(stacks=(100, 100), sizes=RIVER_SPOT.rules.sizes))
    checked = follow(game, "AsAh", "QhQd", "k", "k")
    assert game.player(checked) == CHANCE
    assert game.public_key(checked) == ("r:k:k", ())
    river = follow(game, "AsAh", "QhQd", "k", "k", "2c")
    assert game.player(river) == 0
    assert game.information_set(river) == "AsAh|QsJh2h7c2c|r:k:k:n"


def test_after_an_all_in_the_rest_is_dealt_without_betting() -> None:
    game = SpotGame(Spot.of("QsJh2h", 4, 8, oop="AsAh", ip="KsKd", bets="a", raises=""))
    state = follow(game, "AsAh", "KsKd", "a", "c", "2c")
    assert game.player(state) == CHANCE
    state = game.child(state, game.actions(state).index("Kh"))
    assert game.player(state) == TERMINAL
    assert game.payoffs(state) == (-10, 10)


def test_fixed_cards() -> None:
    game = SpotGame(TURN_SPOT, deal=("KsQd", "AsJs"), runout="3c")
    state = follow(game, "a", "c")
    assert game.actions(state) == ("3c",)
    assert game.probabilities(state) == (1.0,)
    assert game.root()[1] == (parse_hole("KsQd"), parse_hole("AsJs"))
    blocked = SpotGame(TURN_SPOT, runout="Ks")
    assert blocked.actions(blocked.root()) == ("AsAh",)


def test_names_tell_games_apart() -> None:
    games = [
        SpotGame(TURN_SPOT),
        SpotGame(RIVER_SPOT),
        SpotGame(TURN_SPOT.with_rules(pot=21)),
        SpotGame(replace(TURN_SPOT, rake=Rake(0.1))),
        SpotGame(TURN_SPOT, deal=("KsQd", "AsJs")),
        SpotGame(TURN_SPOT, runout="3c"),
    ]
    assert len({game.name for game in games}) == len(games)
    assert SpotGame(TURN_SPOT).name == SpotGame(replace(TURN_SPOT)).name


def test_every_board_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(*args: Any) -> Any:
        calls.append(args)
        return evaluate_masks(*args)

    monkeypatch.setattr("fifthstreet.solvers.postflop.spot.holdem_game.evaluate_masks", counted)
    check_game(SpotGame(TURN_SPOT))
    assert 0 < len(calls) <= 52 - len(TURN_SPOT.board)


def unchanged(spot: Spot) -> Spot:
    return spot


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        (unchanged, {"deal": ("AsAh", "AsKd")}, "deal 'AsKd': As is dealt already"),
        (unchanged, {"deal": ("QsAh", "3s3d")}, "deal 'QsAh': Qs is dealt already"),
        (unchanged, {"deal": ("3cAh", "3s3d"), "runout": "3c"}, "deal '3cAh': 3c is dealt already"),
        (unchanged, {"deal": ("As", "3s3d")}, "a hand must be two cards, like 'AsKh', got 'As'"),
        (unchanged, {"deal": ("AsAh",)}, "deal must be two hands, got 1"),
        (unchanged, {"runout": "2h"}, "runout '2h': 2h is on the board"),
        (unchanged, {"runout": "3c4c"}, "runout must be at most 1 cards"),
        (unchanged, {"runout": "As"}, "runout 'As': all pairs of hands left share a card"),
        (lambda spot: spot.with_rules(max_raises=-1), {}, "must be at least 0, or None, got -1"),
        (
            lambda spot: spot.with_rules(max_raises=0),
            {},
            "max_raises must be at least 1 or none, got 0: no player can bet",
        ),
        (
            lambda spot: replace(spot, locks=(Lock("r", {"k": 1.0}),)),
            {},
            "the spot must have no locks",
        ),
    ],
)
def test_bad_games_are_refused_in_one_line(
    change: Callable[[Spot], Spot], options: Any, message: str
) -> None:
    spot = replace(TURN_SPOT, ranges=Spot.of("QsJh2h", 1, 1, oop="AsAh", ip="KsKd").ranges)
    with pytest.raises(InputError, match=message) as caught:
        SpotGame(change(spot), **options)
    assert "\n" not in str(caught.value)


def test_each_player_has_put_in_half_of_the_pot() -> None:
    """A player who folds to the first bet loses half of the pot; the other wins it."""
    game = SpotGame(RIVER_SPOT)
    folded = follow(game, "AsAh", "QhQd", "b10", "f")
    assert RIVER_SPOT.tree.kind[folded[0]] == Kind.FOLD
    assert isclose(game.payoffs(folded)[0], 10)
    assert isclose(game.payoffs(folded)[1], -10)
