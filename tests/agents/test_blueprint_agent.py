"""Agents that play blueprint files."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.evaluation import FIXED_AGENTS, play_fixed_agents
from fifthstreet.cards import HOLE_COUNT, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers import Training, save_training
from fifthstreet.solvers.blueprint import (
    BlueprintOptions,
    BucketStrategy,
    current_strategy,
    local_best_response,
    save_blueprint,
)
from fifthstreet.solvers.blueprint.whole_game import PRESETS
from fifthstreet.tree.strategy import TreeStrategy
from tests.solvers.blueprint.small_buckets import push_or_fold_solver
from tests.solvers.blueprint.test_buckets import MIXED, TO_THE_FLOP
from tests.thoroughness import slow

TRAVERSALS = 100_000


@pytest.fixture(scope="module", name="file")
def file_of_push_or_fold(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("blueprints") / "push.blueprint"
    solver = push_or_fold_solver()
    solver.iterate(TRAVERSALS)
    save_blueprint(solver, path)
    return str(path)


@pytest.mark.parametrize(
    ("opponent", "stack"),
    [
        ("random", 15),
        ("calling_station", 10),
        *(
            pytest.param(opponent, stack, marks=pytest.mark.slow)
            for opponent, stack in [
                *(("random", 10), ("random", 8)),
                *(("calling_station", 8), ("calling_station", 15)),
            ]
        ),
    ],
)
def test_a_file_plays_and_wins(file: str, opponent: str, stack: int) -> None:
    """Push or fold is simple to learn, and close enough with a few big blinds more or less."""
    settings = match_settings(
        [f"strategy:{file}", opponent], stack=stack, hands=1000, estimator="all_in"
    )
    winnings = run_match(settings).winnings(0)
    assert winnings.low > 0


@pytest.mark.parametrize(
    ("players", "hands"),
    [
        (3, 300),
        *slow((6, 180), (3, 3000), (6, 3000)),
    ],
)
def test_tables_of_several_players(players: int, hands: int, tmp_path: Path) -> None:
    solver = push_or_fold_solver(players)
    solver.iterate(TRAVERSALS)
    save_blueprint(solver, tmp_path / "push.blueprint")
    settings = match_settings(
        [f"strategy:{tmp_path / 'push.blueprint'}", "calling_station"],
        seats=players,
        stack=10,
        hands=hands,
        session_hands=hands // 3,
        estimator="all_in",
    )
    assert run_match(settings).winnings(0).low > 0


def test_files_are_named_with_and_without_the_option(file: str, tmp_path: Path) -> None:
    for text in (f"strategy:{file}", f"strategy:file={file}"):
        agent = create_agent(text)
        assert isinstance(agent, StrategyAgent)
        assert isinstance(agent.known_strategy, BucketStrategy)
    recipe = str(Path(__file__).parents[2] / "examples/recipes/preflop.toml")
    options = {"stack": 10, "sizes": "a", "last_street": "preflop", "abstraction": recipe}
    training = Training("nlhe", "external", options)
    save_training(training.make_solver(), tmp_path / "nlhe.training", training)
    with pytest.raises(InputError, match="specify that file as well"):
        create_agent(f"strategy:{tmp_path / 'nlhe.training'}")
    with pytest.raises(
        ValueError, match=r"strategy must be a file or .*, got 'missing\.blueprint'"
    ):
        create_agent("strategy:missing.blueprint")


def test_one_hand_is_looked_up_as_all_are() -> None:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(5_000)
    strategy = current_strategy(solver)
    board = tuple(int(card) for card in parse_cards("Js7h2d"))
    nodes = [node for node in range(len(strategy.tree)) if strategy.tree.n_children[node] > 1]
    for node in nodes[:: max(len(nodes) // 10, 1)]:
        seen = board if strategy.tree.street[node] else ()
        rows = strategy.probabilities(node, seen)
        for hand in range(0, HOLE_COUNT, 17):
            found = strategy.hand_probabilities(node, seen, hand)
            np.testing.assert_array_equal(found, rows[:, hand])
            general = TreeStrategy.hand_probabilities(strategy, node, seen, hand)
            np.testing.assert_array_equal(general, found)


@pytest.mark.slow
def test_a_tiny_blueprint_beats_the_fixed_agents() -> None:
    """Train for minutes on two cores; the abstraction is built first unless it is in the cache."""
    solver = PRESETS["tiny"].solver(BlueprintOptions(threads=2))
    solver.iterate(20_000_000)
    strategy = current_strategy(solver)
    response = local_best_response(strategy, deals=100, menu="calls", threads=2)
    assert response.mbb < 300
    for result in play_fixed_agents(strategy, hands=40_000, opponents=FIXED_AGENTS):
        assert result.winnings.low > 0, result
