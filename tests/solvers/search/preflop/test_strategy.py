"""Strategies before the flop: what they say, their files, going on with them, and other flops."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.agents import create_agent
from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, HOLE_MASKS, parse_mask
from fifthstreet.cards.equity.preflop import preflop_matrix
from fifthstreet.errors import InputError
from fifthstreet.review.blueprint import holds_holdem, load_blueprint
from fifthstreet.solvers.search.preflop import (
    PreflopGame,
    PreflopSolver,
    PreflopStrategy,
    open_preflop,
)
from fifthstreet.solvers.search.preflop.held_out import measure_held_out, other_flops
from fifthstreet.solvers.search.preflop.recipe import game_of, read_recipe
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy.tree_strategy import TreeStrategy

FLOPS = ["2c2d2h"]
CHECKED_DOWN: dict[str, Any] = {
    "stack": 8.3,
    "ante": 0.1,
    "flops": FLOPS,
    "sizes": {"preflop": {"raise": "2x, a"}},
    "tree": {"max_raises": [1, 0, 0, 0]},
}


@pytest.fixture(scope="module")
def solver() -> PreflopSolver:
    solver = PreflopSolver(game_of(CHECKED_DOWN))
    solver.run(max_iterations=30)
    return solver


@pytest.fixture(scope="module")
def strategy(solver: PreflopSolver) -> PreflopStrategy:
    return solver.strategy()


def test_a_strategy_says_what_the_solver_found(
    solver: PreflopSolver, strategy: PreflopStrategy
) -> None:
    assert isinstance(strategy, TreeStrategy)
    average = solver.average()
    for node in strategy.decisions:
        path = strategy.tree.path(node)
        whole, _ = solver.game.tree.find(path)
        np.testing.assert_array_equal(
            strategy.probabilities(node, ()), average[whole][:, HOLE_CLASS]
        )
        assert strategy.at(node, ()).frequencies.sum() == pytest.approx(1)
    assert [strategy.tree.path(node) for node in strategy.flop_lines] == [
        solver.game.tree.path(line) for line in solver.game.lines
    ]
    assert all(strategy.tree.kind[node] == Kind.SHOWDOWN for node in strategy.flop_lines)


def test_values_of_the_first_decision(strategy: PreflopStrategy) -> None:
    """What the button's hands win is the mean over their actions; a fold wins nothing more."""
    rows, shares = np.nan_to_num(strategy.class_values(0)), strategy.shares(0)  # 22 is not dealt
    np.testing.assert_allclose(rows[0], 0, atol=1e-9)
    pairs = _pairs(strategy.game)
    dealt = pairs.sum(axis=1)
    mean = float((rows * shares).sum(axis=0) @ dealt) / dealt.sum()
    paid = 0.6  # small blind and ante
    assert mean - paid == pytest.approx(strategy.blind_values[1], abs=1e-6)
    assert sum(strategy.blind_values) == pytest.approx(0, abs=1e-5)


def test_values_of_calling_an_all_in(strategy: PreflopStrategy) -> None:
    """The big blind's call is worth the equity against the hands that are all-in."""
    tree = strategy.tree
    node, _ = tree.find("r:a")
    call = strategy.class_values(node)[1]
    jammed = strategy.shares(0)[tree.actions(0).index("a")][HOLE_CLASS]
    game = strategy.game
    left = (HOLE_MASKS[None, :] & game.boards[:, None] == 0).astype(float)
    met = (left * game.weights[:, None]).T @ left
    met *= HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0
    for name in ("AA", "T9s", "72o"):
        hands = CLASS_NAMES.index(name) == HOLE_CLASS
        weights = (met * jammed)[hands]
        won = float((weights * preflop_matrix()[hands]).sum() / weights.sum())
        to_call, pot = 8.2 - 1.0, 8.3 + 1.1
        assert call[CLASS_NAMES.index(name)] == pytest.approx(
            (won + 1) / 2 * (pot + to_call) - to_call, abs=1e-6
        )


def _pairs(game: PreflopGame) -> Any:
    from fifthstreet.solvers.search.preflop import class_matrices

    return class_matrices(game.boards, game.weights, preflop_matrix())[0]


def test_files(strategy: PreflopStrategy, tmp_path: Path) -> None:
    path = tmp_path / "small.preflop"
    strategy.save(path)
    loaded = open_preflop(path)
    assert loaded.record == strategy.record
    assert loaded.game.rules == strategy.game.rules
    for node in strategy.decisions:
        np.testing.assert_array_equal(loaded.shares(node), strategy.shares(node))
        np.testing.assert_array_equal(loaded.class_values(node), strategy.class_values(node))
    assert holds_holdem(path)
    assert isinstance(load_blueprint(path), PreflopStrategy)
    assert create_agent(f"strategy:{path}")
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match=r"small\.preflop"):
        open_preflop(path)


def test_a_strategy_does_not_change_before_the_flop_while_flops_warm_up(
    strategy: PreflopStrategy,
) -> None:
    resumed = PreflopSolver(game_of(CHECKED_DOWN))
    resumed.check()  # of another strategy
    resumed.resume(strategy, warm_up=2)
    assert (resumed.curve, resumed.last_exploitability) == ([], None)
    averages = resumed.strategy().tables.averages
    for node, rows in strategy.tables.averages.items():
        np.testing.assert_array_equal(averages[node], rows)


def test_a_solve_goes_on_from_a_strategy(solver: PreflopSolver, strategy: PreflopStrategy) -> None:
    resumed = PreflopSolver(game_of(CHECKED_DOWN))
    resumed.resume(strategy, warm_up=15)
    before = strategy.record.exploitability.chips
    assert resumed.exploitability().chips == pytest.approx(before, rel=0.2, abs=1e-5)
    resumed.run(iterations=10)
    record = resumed.strategy().record
    assert record.iteration == 40
    assert record.exploitability.chips < before
    assert [at for at, _ in record.curve] == sorted(at for at, _ in record.curve)


def test_a_strategy_of_another_game_is_not_resumed(strategy: PreflopStrategy) -> None:
    other = PreflopSolver(game_of(CHECKED_DOWN | {"stack": 9}))
    with pytest.raises(InputError, match="the strategy must have the same rules as this solver"):
        other.resume(strategy)


def test_other_flops(strategy: PreflopStrategy) -> None:
    game = other_flops(strategy.game, 30, seed=3)
    assert len(set(game.boards.tolist())) == 30
    assert not set(game.boards.tolist()) & set(strategy.game.boards.tolist())
    with pytest.raises(InputError, match="count must be 1 to 1,754 other flops, got 0"):
        other_flops(strategy.game, 0)


@pytest.mark.slow
def test_held_out_flops_are_measured_in_parts(strategy: PreflopStrategy) -> None:
    """The result does not depend on how many flops are solved at a time."""
    whole = measure_held_out(strategy, 2, iterations=1, at_once=2, seed=2)
    parts = measure_held_out(strategy, 2, iterations=1, at_once=1, seed=2)
    assert whole.flops == parts.flops == 2
    assert whole.exploitability.best_responses == pytest.approx(
        parts.exploitability.best_responses, abs=1e-6
    )
    assert whole.exploitability.chips > strategy.exploitability.chips


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        ({"stacks": 20}, "must be stack, blinds, ante, flops, sizes, tree, rake, got 'stacks'"),
        ({"stack": "20"}, "stack must be a number, got '20'"),
        ({"flops": 26}, "must have 10, 25, 49, 85 or 184 flops"),
        ({"flops": []}, r"must be a number or a list like \['AsKd2c', '7h7d2c'\], got \[\]"),
        ({"blinds": 1}, "blinds must be a list, got 1"),
        ({"sizes": {"flop": "50%"}}, "sizes.flop must be a table"),
        ({"sizes": {"fifth": {}}}, "of sizes must be preflop, flop, turn, river, got 'fifth'"),
        ({"tree": {"sizes": 3}}, "removed, add_allin, force_allin, merge, chip, got 'sizes'"),
        ({"rake": {"share": 3}}, "fields of rake must be rate, cap, got 'share'"),
        ({"stack": -1}, r"stacks must be 0\.01 to 1,000,000,000 chips, got -1"),
    ],
)
def test_bad_recipes(recipe: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        game_of(CHECKED_DOWN | recipe)


@pytest.mark.parametrize("name", ["preflop_20bb", "preflop_100bb", "push_or_fold"])
def test_recipes_of_the_examples(name: str) -> None:
    recipe = read_recipe(Path(__file__).parents[4] / f"examples/recipes/{name}.toml")
    lines = game_of(recipe | {"flops": FLOPS}).lines
    assert len(lines) == {"preflop_20bb": 3, "preflop_100bb": 5, "push_or_fold": 0}[name]


def test_recipe_files(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text('stack = 12.5\nflops = ["AsKd2c"]\ntree = { max_raises = [3, 1, 1, 1] }\n')
    game = game_of(read_recipe(path))
    assert game.rules.stacks == (12.5, 12.5)
    assert game.boards.tolist() == [parse_mask("AsKd2c")]
    path.write_text("stack = ")
    with pytest.raises(InputError, match=r"recipe\.toml"):
        read_recipe(path)


def test_tables_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "fifthstreet.solvers.search.preflop.solver"
    monkeypatch.setattr(f"{module}.available_bytes", lambda: 1000)
    with pytest.raises(InputError, match=r"not enough memory: .* fewer flops"):
        PreflopSolver(game_of(CHECKED_DOWN | {"tree": {"max_raises": [1, 1, 0, 0]}}))


def test_lines_added_after_the_flop_are_left_out(strategy: PreflopStrategy) -> None:
    rules = replace(strategy.game.rules, added=("r:c:k:n:b2",))
    game = PreflopGame(rules, strategy.game.boards, strategy.game.counts)
    tables = PreflopSolver(game, flops={line: [] for line in game.lines}).strategy().tables
    again = PreflopStrategy(game, tables, strategy.record)
    assert again.tree.rules.added == ()
