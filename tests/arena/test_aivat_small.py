"""AIVAT in small games: exactly unbiased, for any values and any known strategies."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.small_games import SmallGame, small_tree
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.aivat.game_tree import (
    corrected_payoffs,
    end_payoffs,
    history_values,
    move_probabilities,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy, flatten
from fifthstreet.solvers.games import TERMINAL, Kuhn, leduc
from tests.thoroughness import slow

GAMES: dict[str, SmallGame] = {
    "kuhn": Kuhn(),
    "kuhn of three": Kuhn(players=3),
    "leduc": leduc(),
    "leduc with two sizes": leduc(bets=((1, 2), (2, 4)), max_bets=1),
}


def _random_strategy(tree: GameTree, seed: int) -> Strategy:
    weights = np.random.default_rng(seed).random(int(tree.first_action[-1]))
    weights[weights < 0.2] = 0  # some actions are never taken
    return Strategy.from_weights(tree, weights)


def _reach(tree: GameTree, strategy: Strategy) -> NDArray[np.float64]:
    """Return the probability of each end; 0 at other nodes."""
    shares = move_probabilities(tree, strategy)
    reach = np.ones(len(tree))
    for node in range(1, len(tree)):
        reach[node] = reach[tree.parent[node]] * shares[node]
    return np.where(tree.player == TERMINAL, reach, 0.0)


def _joined(tree: GameTree, player: int, own: Strategy, other: Strategy) -> Strategy:
    """Return a strategy of which one player's part is from the first, the rest from the second."""
    owners = np.repeat(tree.info_player, np.diff(tree.first_action))
    return Strategy(tree, np.where(owners == player, own.probabilities, other.probabilities))


# Values of Leduc are true in the one game and bad in the other.
LONG = [("leduc", "true"), ("leduc with two sizes", "bad")]
ALL = product(GAMES, ["true", "bad"])
BY_COST = [*slow(*LONG), *(case for case in ALL if case not in LONG)]


@pytest.mark.parametrize(("name", "values"), BY_COST)
def test_the_mean_is_exact_with_any_values(name: str, values: str) -> None:
    tree = small_tree(GAMES[name])
    strategy = _random_strategy(tree, 1)
    reach = _reach(tree, strategy)
    expected = reach @ end_payoffs(tree)
    numbers = history_values(tree, strategy)
    assert numbers[0] == pytest.approx(expected)
    if values == "bad":
        numbers = np.random.default_rng(2).normal(size=numbers.shape) * 10
    for known in ([], [0], [1], [*range(tree.players)]):
        corrected = corrected_payoffs(tree, numbers, dict.fromkeys(known, strategy))
        reached = reach > 0
        assert not np.isnan(corrected[reached]).any()
        assert reach[reached] @ corrected[reached] == pytest.approx(expected, abs=1e-9)


def test_other_strategies_need_not_be_known() -> None:
    """The estimate does not use the opponent's strategy, and is right for any of them."""
    tree = flatten(leduc())
    known = _random_strategy(tree, 3)
    values = history_values(tree, known)
    corrected = corrected_payoffs(tree, values, {0: known})
    for seed in range(4, 8):
        reach = _reach(tree, _joined(tree, 0, known, _random_strategy(tree, seed)))
        reached = reach > 0
        expected = reach @ end_payoffs(tree)
        assert reach[reached] @ corrected[reached] == pytest.approx(expected, abs=1e-9)


def test_a_guessed_strategy_is_biased() -> None:
    """Correcting at the nodes of a player with a wrong strategy shifts the mean: never do it."""
    tree = flatten(leduc())
    weights = np.zeros(int(tree.first_action[-1]))
    weights[tree.first_action[:-1]] = 1  # folds and checks
    truth = Strategy.from_weights(tree, weights + 0.1)
    guess = Strategy.uniform(tree)
    reach = _reach(tree, truth)
    corrected = corrected_payoffs(tree, history_values(tree, guess), {1: guess})
    assert abs(reach @ np.nan_to_num(corrected[:, 0]) - reach @ end_payoffs(tree)[:, 0]) > 0.05


def test_exact_values_and_strategies_leave_no_luck() -> None:
    tree = flatten(leduc())
    strategy = _random_strategy(tree, 1)
    values = history_values(tree, strategy)
    corrected = corrected_payoffs(tree, values, {0: strategy, 1: strategy})
    reached = _reach(tree, strategy) > 0
    assert np.ptp(corrected[reached], axis=0) == pytest.approx(0, abs=1e-9)


def test_values_and_strategies_must_fit() -> None:
    tree, other = flatten(Kuhn()), flatten(Kuhn())
    with pytest.raises(InputError, match="values must have shape"):
        corrected_payoffs(tree, np.zeros((3, 2)), {})
    with pytest.raises(InputError, match="known must have strategies of this tree"):
        corrected_payoffs(tree, np.zeros((len(tree), 2)), {0: Strategy.uniform(other)})


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_matches_of_the_arena(game: str) -> None:
    """Engine, agents and tree agree: with both strategies known, only rounding is left."""
    tree = small_tree(GAMES[game])
    solver = FullSolver(tree)
    solver.iterate(100)
    agents = {
        "equilibrium": StrategyAgent(solver.average()),
        "uniform": StrategyAgent(Strategy.uniform(tree)),
    }
    settings = match_settings([*agents], game=game, hands=600, estimator="aivat")
    result = run_match(settings, make_agent=agents.__getitem__)
    assert not result.mistakes
    estimate, plain = result.winnings(0), result.agent_results()[0].plain
    assert estimate.half_width < 1e-6
    assert plain.low <= estimate.mean <= plain.high
    means = []
    for seat in (0, 1):
        profile = _joined(tree, seat, solver.average(), Strategy.uniform(tree))
        means.append(history_values(tree, profile)[0, seat])
    assert estimate.mean == pytest.approx(np.mean(means))


def test_an_agent_that_breaks_its_strategy_is_not_corrected() -> None:
    class Broken(StrategyAgent):
        def decide(self, view: object) -> None:  # type: ignore[override]
            return None

    tree = small_tree(leduc())

    def make(name: str) -> object:
        return Broken(Strategy.uniform(tree)) if name == "broken" else create_agent(name)

    settings = match_settings(
        ["broken", "random"], game="leduc", hands=200, session_hands=200, estimator="aivat"
    )
    result = run_match(settings, make_agent=make)  # type: ignore[arg-type]
    [first, _] = [result.winnings(agent) for agent in (0, 1)]
    [broken] = [each for each in result.agent_results() if each.name == "broken"]
    assert first == broken.duplicate
