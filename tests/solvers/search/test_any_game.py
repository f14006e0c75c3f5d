"""Subgames of small games, where best responses to the composed strategy are exact."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.cards import mask_of, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import limit_buckets
from fifthstreet.solvers.cfr import (
    FullSolver,
    GameTree,
    Strategy,
    best_response,
    exploitability,
    flatten,
)
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games import Kuhn, leduc, rhode_island
from fifthstreet.solvers.search.any_game import alternatives, margins, resolve_game, subgame_game
from fifthstreet.solvers.search.game_values import OpponentValues
from fifthstreet.solvers.search.methods import METHODS, SAFE_METHODS
from fifthstreet.solvers.search.public_state import PublicState, public_states, state_at
from tests.oracles.subgames import action_values, next_decisions, response_value
from tests.solvers.cfr.small_games import RandomGame
from tests.solvers.search.coin_toss import CoinToss
from tests.thoroughness import examples

GAME = leduc()
# Chips: what 1,000 iterations may leave of the sum over all subgames. The largest seen is 4.6e-4.
TOLERANCE = 1e-3


@cache
def tree() -> GameTree:
    return flatten(GAME)


@cache
def states() -> tuple[PublicState, ...]:
    return public_states(GAME, tree())


@cache
def blueprint(name: str) -> Strategy:
    """Return a strategy of Leduc; `name` says how it is made."""
    match name.split():
        case ["uniform"]:
            return Strategy.uniform(tree())
        case ["equilibrium"]:
            return solved(tree(), 3_000)
        case [iterations, "iterations"]:
            return solved(tree(), int(iterations))
        case ["buckets"]:
            game = limit_buckets(GAME, tree(), [StreetRecipe("ehs", 2)] * 2).abstracted(tree())
            return game.full_strategy(solved(game.tree, 300))
        case [part, "noise"]:
            return noisy(part)
    raise AssertionError(name)


def solved(of: GameTree, iterations: int) -> Strategy:
    solver = FullSolver(of, schedule=DEFAULT_SCHEDULE)
    solver.iterate(iterations)
    return solver.average()


def noisy(part: str) -> Strategy:
    """Return an equilibrium whose first or second round is mixed with random play, half each."""
    exact = blueprint("equilibrium").probabilities
    weights = np.random.default_rng(5).exponential(size=exact.size)
    random = Strategy.from_weights(tree(), weights).probabilities
    is_first = np.repeat(["/" not in key for key in tree().keys], np.diff(tree().first_action))
    changed = is_first if part == "first-round" else ~is_first
    return Strategy(tree(), np.where(changed, (exact + random) / 2, exact))


@cache
def resolved(name: str, method: str) -> Strategy:
    return resolve_game(GAME, blueprint(name), method)


BLUEPRINTS = (
    "uniform",
    "20 iterations",
    "buckets",
    "first-round noise",
    "second-round noise",
    "equilibrium",
)


def lost(strategy: Strategy, player: int) -> float:
    """Return what a player loses to a best response."""
    return best_response(strategy.tree, strategy, 1 - player).value


# Public states


def test_public_states_of_leduc_are_bettings_and_board_cards() -> None:
    assert len(states()) == 5 * 6
    assert {state.depth for state in states()} == {1}
    assert {state.outcome for state in states()} == {"Jh", "Js", "Qh", "Qs", "Kh", "Ks"}
    for state in states():
        assert len(state.nodes) == 5 * 4
        for node in state.nodes:
            *hands, board = state_at(GAME, tree(), node)[1]
            assert board == mask_of(parse_cards(state.outcome))
            assert len(hands) == 2
    nodes = [node for state in states() for node in state.nodes]
    assert len(nodes) == len(set(nodes))


def test_public_states_by_depth() -> None:
    game = rhode_island(ranks=2, suits=2, max_bets=1)
    tree = flatten(game)
    every = public_states(game, tree)
    by_depth = [public_states(game, tree, depth=depth) for depth in (1, 2, 3)]
    # Three bettings of a round lead on: kk, kbc, bc. Four cards, then three.
    assert [len(part) for part in by_depth] == [3 * 4, 3 * 4 * 3 * 3, 0]
    assert set(every) == set(by_depth[0]) | set(by_depth[1])


# Values


@pytest.mark.parametrize("name", ["uniform", "3 iterations", "first-round noise"])
@pytest.mark.parametrize("opponent", [0, 1])
def test_alternative_values_agree_with_sums_over_histories(name: str, opponent: int) -> None:
    strategy = blueprint(name)
    for state in states()[::7]:
        values = alternatives(strategy, state, opponent)
        groups: dict[str, list[tuple[Any, float]]] = {}
        for node in state.nodes:
            history = state_at(GAME, tree(), node), reach_of(strategy, node, opponent)
            first, _ = next(next_decisions(GAME, strategy, opponent, [history]))
            groups.setdefault(GAME.information_set(first), []).append(history)
        assert values.keys() == groups.keys()
        for key, group in groups.items():
            total = response_value(GAME, strategy, opponent, group)
            assert values[key] == pytest.approx(total / sum(weight for _, weight in group))


def reach_of(strategy: Strategy, node: int, opponent: int) -> float:
    """Return the probability of chance and of the actions of the opponent's opponent."""
    reach = 1.0
    while node:
        parent = int(tree().parent[node])
        reach *= float(tree().probability[node])
        if tree().player[parent] == 1 - opponent:
            action = node - int(tree().first_child[parent])
            reach *= [*strategy[tree().keys[tree().row[parent]]].values()][action]
        node = parent
    return reach


@pytest.mark.parametrize("opponent", [0, 1])
def test_gifts_agree_with_sums_over_histories(opponent: int) -> None:
    strategy = blueprint("3 iterations")
    values = OpponentValues.of(strategy, opponent)
    own = np.flatnonzero(tree().player[tree().parent] == opponent)
    first = [n for n in own.tolist() if "/" not in tree().keys[tree().row[tree().parent[n]]]]
    assert len(first) > 100
    for node in first[::9]:
        parent = int(tree().parent[node])
        key = tree().row[parent]
        histories = np.flatnonzero((tree().player == opponent) & (tree().row == key)).tolist()
        group = [
            (state_at(GAME, tree(), each), reach_of(strategy, each, opponent)) for each in histories
        ]
        by_action = action_values(GAME, strategy, opponent, group)
        action = node - int(tree().first_child[parent])
        given = (max(by_action) - by_action[action]) / sum(weight for _, weight in group)
        assert values.gift[node] - values.gift[parent] == pytest.approx(given)
    assert values.gift.max() > 1
    assert values.gift.min() == 0


def test_values_of_a_best_response_add_up_to_its_value() -> None:
    for opponent in (0, 1):
        values = OpponentValues.of(blueprint("3 iterations"), opponent)
        known = best_response(tree(), blueprint("3 iterations"), opponent).value
        assert values.value[0] == pytest.approx(known)
        ends = tree().player == -2
        assert (values.reach * values.own_reach)[ends].sum() == pytest.approx(1)


def test_coin_toss_by_hand() -> None:
    """Player 1 always guesses heads: the other player's tails win a chip, and heads are sold.

    Playing heads gave up 1.5 chips. If all of it may be given back, the largest smallest margin is
    that of guessing heads with probability p where 0.5 - (1 - 2p) = 1 - (2p - 1), so p = 5/8.
    """
    game = CoinToss()
    coins = flatten(game)
    guess = {"heads": 1.0, "tails": 0.0}
    half = {"sell": 0.5, "play": 0.5}
    strategy = Strategy.from_dict(coins, {"coin heads": half, "coin tails": half, "guess": guess})
    (state,) = public_states(game, coins)
    raised = subgame_game(game, strategy, state, 1, "reach").alternatives
    assert [*raised.values()] == pytest.approx([0.5, 1.0])
    plain = subgame_game(game, strategy, state, 1, "maxmargin").alternatives
    assert [*plain.values()] == pytest.approx([-1.0, 1.0])
    assert lost(strategy, 1) == pytest.approx(0.75)
    for method, heads in (("resolve", 1.0), ("maxmargin", 1.0), ("reach", 5 / 8)):
        answer = resolve_game(game, strategy, method, player=1)
        assert answer["guess"]["heads"] == pytest.approx(heads, abs=0.01)
    assert lost(answer, 1) == pytest.approx(0.375, abs=0.01)


# Safety


@pytest.mark.parametrize("method", SAFE_METHODS)
@pytest.mark.parametrize("name", BLUEPRINTS)
def test_safe_methods_lose_no_more_than_the_blueprint(name: str, method: str) -> None:
    for player in (0, 1):
        assert lost(resolved(name, method), player) < lost(blueprint(name), player) + TOLERANCE


def test_unsafe_loses_more_than_an_equilibrium() -> None:
    """A player who believes in the other's range need not protect themselves from other ranges."""
    assert exploitability(tree(), blueprint("equilibrium")).chips < TOLERANCE
    assert exploitability(tree(), resolved("equilibrium", "unsafe")).chips > 50 * TOLERANCE


def test_unsafe_loses_twice_as_much_as_a_blueprint_with_buckets() -> None:
    before = exploitability(tree(), blueprint("buckets")).chips
    assert exploitability(tree(), resolved("buckets", "unsafe")).chips > 2 * before


def test_unsafe_wins_most_where_only_the_second_round_is_bad() -> None:
    chips = [
        exploitability(tree(), resolved("second-round noise", method)).chips
        for method in ("unsafe", "maxmargin", "resolve")
    ]
    assert chips == sorted(chips)


@pytest.mark.parametrize("method", SAFE_METHODS)
def test_an_equilibrium_stays_one(method: str) -> None:
    assert exploitability(tree(), resolved("equilibrium", method)).chips < TOLERANCE


@pytest.mark.parametrize("name", ["uniform", "20 iterations", "second-round noise"])
def test_maxmargin_has_the_largest_smallest_margin(name: str) -> None:
    for player in (0, 1):
        for state in states()[::4]:
            least = {
                method: min(
                    margins(blueprint(name), resolved(name, method), state, player).values()
                )
                for method in SAFE_METHODS
            }
            # A margin is that of one information set, so the tolerance of the sum is not enough.
            assert least["maxmargin"] > -0.01
            assert least["maxmargin"] > max(least["resolve"], least["reach"]) - 0.01


def test_resolving_one_player_leaves_the_other_and_the_first_round() -> None:
    changed = resolve_game(GAME, blueprint("20 iterations"), "maxmargin", player=1, iterations=50)
    for key, player in zip(tree().keys, tree().info_player, strict=True):
        if player == 0 or "/" not in key:
            assert changed[key] == blueprint("20 iterations")[key]
    both = resolve_game(GAME, blueprint("20 iterations"), "maxmargin", iterations=50)
    for key, player in zip(tree().keys, tree().info_player, strict=True):
        if player == 1:
            assert both[key] == changed[key]


def test_a_target_ends_the_solve_of_each_subgame() -> None:
    name = "20 iterations"
    quick = resolve_game(GAME, blueprint(name), "maxmargin", target=0.2)
    exact = resolve_game(GAME, blueprint(name), "maxmargin", target=1e-3)
    known = exploitability(tree(), resolved(name, "maxmargin")).chips
    assert exploitability(tree(), exact).chips == pytest.approx(known, abs=2e-3)
    assert any(quick[key] != exact[key] for key in tree().keys)


@pytest.mark.parametrize("seed", range(examples(60)))
def test_safe_methods_in_random_games(seed: int) -> None:
    """Public states anywhere, opponents who never act again, chance and hidden actions below."""
    game = RandomGame(seed, depth=6, zero_sum=True)
    whole = flatten(game)
    if not public_states(game, whole, depth=1):
        return
    weights = np.random.default_rng(seed).exponential(size=int(whole.first_action[-1]))
    strategy = Strategy.from_weights(whole, weights * (weights > 0.3))
    for method in SAFE_METHODS:
        answer = resolve_game(game, strategy, method, iterations=2_000)
        for player in (0, 1):
            assert lost(answer, player) < lost(strategy, player) + TOLERANCE


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("method", SAFE_METHODS)
def test_safe_methods_in_rhode_island(method: str, depth: int) -> None:
    game = rhode_island(ranks=4, suits=2, max_bets=1)
    whole = flatten(game)
    buckets = limit_buckets(game, whole, [StreetRecipe("ehs", 3)] * 3).abstracted(whole)
    for strategy in (solved(whole, 10), buckets.full_strategy(solved(buckets.tree, 300))):
        answer = resolve_game(game, strategy, method, depth=depth)
        for player in (0, 1):  # the ante is 5 chips instead of 1
            assert lost(answer, player) < lost(strategy, player) + 5 * TOLERANCE


# The game that is solved


@pytest.mark.parametrize("method", METHODS)
def test_subgames_are_games(method: str) -> None:
    strategy = blueprint("20 iterations")
    for player in (0, 1):
        subgame = subgame_game(GAME, strategy, states()[3], player, method)
        part = flatten(subgame)
        assert np.abs(part.payoffs.sum(axis=1)).max() < 1e-9
        below = [key for key in part.keys if not key.startswith("subgame")]
        assert set(below) <= set(tree().keys)
        choices = set(part.keys) - set(below)
        assert len(choices) == {"unsafe": 0, "resolve": 5}.get(method, 1)
        assert all(part.info_player[part.keys.index(key)] == 1 - player for key in choices)
        assert method in subgame.name
        assert method in repr(subgame)


def test_histories_are_dealt_in_proportion_to_reach() -> None:
    strategy = blueprint("20 iterations")
    state = states()[3]
    for player in (0, 1):
        reach = [reach_of(strategy, node, 1 - player) for node in state.nodes]
        own = [reach_of(strategy, node, player) for node in state.nodes]
        chance = 1 / (6 * 5 * 4)
        for method, weights in (
            ("unsafe", [a * b / chance for a, b in zip(reach, own, strict=True)]),
            ("resolve", reach),
        ):
            subgame = subgame_game(GAME, strategy, state, player, method)
            dealt = subgame.probabilities(subgame.root())
            assert dealt == pytest.approx(np.array(weights) / sum(weights))


def test_names_differ_by_strategy() -> None:
    names = {
        subgame_game(GAME, blueprint(name), states()[0], 0, "resolve").name
        for name in ("uniform", "3 iterations")
    }
    assert len(names) == 2


# Bad input


def test_bad_input() -> None:
    strategy = blueprint("uniform")
    with pytest.raises(
        ValueError, match="method must be unsafe, resolve, maxmargin or reach, got 'safe'"
    ):
        resolve_game(GAME, strategy, "safe")
    with pytest.raises(InputError, match="be unsafe, resolve, maxmargin or reach, got 'safe'"):
        subgame_game(GAME, strategy, states()[0], 0, "safe")
    with pytest.raises(InputError, match=r"^player must be 0 or 1, got 2$"):
        resolve_game(GAME, strategy, "resolve", player=2)
    with pytest.raises(InputError, match=r"^the tree must be of Leduc .*, got Leduc"):
        resolve_game(leduc(ranks=4), strategy, "resolve")
    with pytest.raises(InputError, match=r"^depth must be 1, in public chance events, got 2$"):
        resolve_game(GAME, strategy, "resolve", depth=2)
    kuhn = Kuhn()
    with pytest.raises(InputError, match=r"^Kuhn poker: .* has no public chance events$"):
        resolve_game(kuhn, Strategy.uniform(flatten(kuhn)), "resolve")
    three = Kuhn(players=3)
    with pytest.raises(InputError, match=r"must have two players, got .* with 3$"):
        resolve_game(three, Strategy.uniform(flatten(three)), "resolve")
    uneven = RandomGame(1)
    with pytest.raises(InputError, match=r"^the game must be zero-sum, got"):
        resolve_game(uneven, Strategy.uniform(flatten(uneven)), "resolve")
    other = leduc(ranks=4)
    unlike = Strategy.uniform(flatten(other))
    with pytest.raises(InputError, match=r"^public_state must belong to Leduc"):
        subgame_game(other, unlike, states()[0], 0, "resolve")
    with pytest.raises(InputError, match=r"^public_state must belong to Leduc"):
        alternatives(unlike, states()[0], 0)
    with pytest.raises(InputError, match=r"^player must be from 0 to 1, got 2$"):
        alternatives(strategy, states()[0], 2)
    with pytest.raises(
        InputError, match=r"^the strategies must agree before the public state \('', 2"
    ):
        margins(strategy, blueprint("20 iterations"), states()[0], 0)


def test_public_states_that_nobody_reaches() -> None:
    """Everybody folds to a bet, and only player 0 bets: so nobody calls."""
    weights = [
        float(action in {"f", "b" if key.endswith("|") else "k"})
        for key, actions in zip(tree().keys, tree().actions, strict=True)
        for action in actions
    ]
    strategy = Strategy.from_weights(tree(), weights)
    after_call = {key for key in tree().keys if "|bc/" in key}
    called = next(
        state
        for state in states()
        if alternatives(blueprint("uniform"), state, 0).keys() <= after_call
    )
    with pytest.raises(
        ValueError, match=r"^the players must be able to reach the public state, got"
    ):
        subgame_game(GAME, strategy, called, 0, "unsafe")
    with pytest.raises(InputError, match=r"^player 1 must be able to reach the public state, got"):
        subgame_game(GAME, strategy, called, 1, "resolve")
    assert subgame_game(GAME, strategy, called, 0, "resolve").alternatives
    for method in METHODS:
        answer = resolve_game(GAME, strategy, method, player=1, iterations=10)
        assert all(answer[key] == strategy[key] for key in after_call)
