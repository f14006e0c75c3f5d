"""Decisions share rows if a summary of their betting is the same, and nothing else changes."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import (
    BlueprintOptions,
    BlueprintSolver,
    NoLimitHoldem,
    current_strategy,
    open_blueprint,
    save_blueprint,
)
from fifthstreet.solvers.blueprint.line_summaries import shared_rows
from fifthstreet.solvers.blueprint.tables import RowLayout
from fifthstreet.solvers.cfr import PublicChanceSampling
from fifthstreet.tree import Menu, Sizes, TreeRules, build_tree
from tests.oracles.line_summaries import decisions, summary
from tests.solvers.blueprint.small_buckets import few_buckets

SIZES = Sizes.by_street({0: Menu.of(raises="75%, a r2+"), **dict.fromkeys((1, 2), Menu.of("75%"))})
FOUR = TreeRules.even(
    *(4, 30),
    blinds=(1, 2),
    first_street=0,
    last_street=1,
    sizes=SIZES,
    max_raises=(2, 1, 1, 1),
    cold_calls=(1, 1, 0),
)
THREE = TreeRules.even(
    3, 20, blinds=(1, 2), first_street=0, last_street=2, sizes=SIZES, max_raises=1
)
UNEVEN = TreeRules(
    (9, 30, 20),
    blinds=(1, 2),
    first_street=0,
    last_street=1,
    sizes=Sizes.uniform("100%, a", raises="a"),
    max_raises=2,
)
AFTER_THE_FLOP = TreeRules.even(3, 20, pot=6, first_street=1, last_street=2, max_raises=1)


@pytest.mark.parametrize("rules", [FOUR, THREE, UNEVEN, AFTER_THE_FLOP])
def test_rows_are_shared_exactly_where_summaries_agree(rules: TreeRules) -> None:
    tree = build_tree(rules)
    owners = shared_rows(tree, "summary")
    assert owners is not None
    groups: dict[object, set[int]] = defaultdict(set)
    for node in decisions(tree):
        groups[summary(tree, node)].add(int(owners[node]))
    assert all(len(found) == 1 for found in groups.values())
    assert len({owner for found in groups.values() for owner in found}) == len(groups)
    assert len(groups) < len(decisions(tree)) or rules is UNEVEN


def test_exact_betting_shares_nothing() -> None:
    assert shared_rows(build_tree(FOUR), "exact") is None


def test_layouts_place_shared_rows_once() -> None:
    tree = build_tree(FOUR)
    owners = shared_rows(tree, "summary")
    layout = RowLayout.of(tree, (169, 7, 5, 1), owners)
    assert owners is not None
    cells = 0
    for node in decisions(tree):
        assert layout.first[node] == layout.first[owners[node]]
        if owners[node] == node:
            cells += (169, 7, 5)[int(tree.street[node])] * int(tree.n_children[node])
    assert layout.cells == cells < RowLayout.of(tree, (169, 7, 5, 1)).cells


def small_game(players: int = 3, betting: str = "summary") -> NoLimitHoldem:
    return NoLimitHoldem(players, 8, "100%", max_raises=1, betting=betting)


def solver_of(game: NoLimitHoldem, **options: object) -> BlueprintSolver:
    return BlueprintSolver(
        game.tree,
        ["100%"] * game.players,
        BlueprintOptions(batch=64, **options),  # type: ignore[arg-type]
        key=few_buckets(),
        betting=game.betting,
    )


def test_any_number_of_threads_gives_the_same_bits() -> None:
    one, two = (solver_of(small_game(), threads=threads) for threads in (1, 2))
    for solver in (one, two):
        solver.iterate(2_000)
    assert one.state()["regrets"].tobytes() == two.state()["regrets"].tobytes()
    assert one.state()["averages"].tobytes() == two.state()["averages"].tobytes()


def test_decisions_that_share_rows_play_the_same(tmp_path: Path) -> None:
    solver = solver_of(small_game())
    solver.iterate(2_000)
    save_blueprint(solver, tmp_path / "shared.blueprint")
    saved = open_blueprint(tmp_path / "shared.blueprint", abstraction=few_buckets())
    owners = shared_rows(solver.tree, "summary")
    assert owners is not None
    live = solver.average()
    for node in decisions(solver.tree)[:40]:
        if solver.tree.street[node] == 0:
            rows = live.probabilities(node, ())
            np.testing.assert_array_equal(rows, live.probabilities(int(owners[node]), ()))
            assert np.abs(rows - saved.probabilities(node, ())).max() < 1 / 255
    assert solver.information_sets == current_strategy(solver)._layout.rows
    assert 0 < (solver.strategy_change() or 1.0) <= 1


def test_a_summary_requires_buckets_and_sampled_hands() -> None:
    tree = small_game().tree
    with pytest.raises(InputError, match="requires a key of buckets, got exact cards"):
        BlueprintSolver(tree, ["AA,KK,QQ"] * 3, betting="summary")
    with pytest.raises(InputError, match="betting must be exact or summary, got 'none'"):
        small_game(betting="none")
    heads_up = small_game(players=2)
    with pytest.raises(InputError, match="betting must be 'exact' for public chance sampling"):
        BlueprintSolver(
            heads_up.tree,
            ["100%"] * 2,
            key=few_buckets(),
            betting="summary",
            scheme=PublicChanceSampling(),
        )
