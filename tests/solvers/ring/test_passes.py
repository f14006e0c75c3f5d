"""Passes of the native core before the flop, against a slow readable version."""

import numpy as np
import pytest
from tests.solvers.ring.reference import SlowPass, tables_of

from fifthstreet._native import CLASS_STRIDE
from fifthstreet.solvers.ring import RingGame, RingLeaves, RingSolver
from fifthstreet.solvers.ring.classes import padded
from fifthstreet.tree import Rake, Sizes, TreeRules


def table(seats: int, **changes: object) -> RingGame:
    rules = {
        "stacks": (20.0,) * seats,
        "blinds": (0.5, 1.0),
        "first_street": 0,
        "last_street": 0,
        "max_raises": 2,
        "sizes": Sizes.uniform("", raises="2x r1, a"),
        "chip": 0.5,
    }
    game = {name: changes.pop(name) for name in ("rake", "payouts") if name in changes}
    return RingGame(TreeRules(**{**rules, **changes}), **game)  # type: ignore[arg-type]


TABLES = {
    "two": table(2),
    "three": table(3),
    "rake": table(3, rake=Rake(0.05, 2)),
    "unequal": table(4, stacks=(5.0, 20.0, 12.0, 9.0), cold_calls=(0, 1, 0)),
    "antes": table(3, antes=(0.5, 0.5, 0.5)),
    "prizes": table(3, payouts=(5.0, 3.0)),
}


@pytest.mark.parametrize("is_best", [False, True])
@pytest.mark.parametrize("name", TABLES)
def test_values(name: str, is_best: bool) -> None:
    game, rng = TABLES[name], np.random.default_rng(7)
    solver = RingSolver(game, RingLeaves(game, None, boards=10), threads=2)
    weights = tables_of(game, rng)
    leaf_rows = rng.normal(size=(solver.native.leaf_rows, 169))
    solver._averages[:, :169] = weights
    solver._leaf_rows[:] = padded(leaf_rows)
    rounded = weights.astype(np.float32).astype(np.float64)
    expected = SlowPass(game, rounded, leaf_rows, is_best, solver._payoffs).values()
    found = solver._values(is_best=is_best)
    for seat in range(game.seats):
        assert found[seat] == pytest.approx(expected[seat], abs=2e-5)


@pytest.mark.parametrize("threads", [1, 3])
def test_iterations_do_not_depend_on_threads(threads: int) -> None:
    game = table(4)
    tables = []
    for count in (1, threads):
        solver = RingSolver(game, RingLeaves(game, None, boards=20, threads=1), threads=count)
        solver.iterate(12)
        tables.append(solver._averages)
    assert tables[0].any()
    assert np.array_equal(tables[0], tables[1])


def test_an_iteration_against_regret_matching() -> None:
    game = TABLES["three"]
    solver = RingSolver(game, RingLeaves(game, None, boards=10), schedule="cfr")
    leaf_rows = solver._leaf_rows[:, :169].astype(np.float64)
    slow = SlowPass(game, np.zeros((solver.native.rows, 169)), leaf_rows)
    root = slow.values()
    solver.iterate(1)
    actions_at_root = int(game.tree.n_children[0])
    assert solver._averages[:actions_at_root, :169] == pytest.approx(1 / actions_at_root)
    starts = slow.starts
    player = int(game.tree.player[0])
    actions = []
    for share, child in zip(slow.shares(0), game.tree.children(0), strict=True):
        reach = np.ones((game.seats, 169))
        reach[player] *= share
        if slow.paid[child, 0]:
            actions.append(slow.often(player, reach) * slow.paid[child, 0])
        else:
            actions.append(slow.values(child, reach).get(player, np.zeros(169)))
    regrets = np.array(actions) - root[player]
    assert solver._regrets[starts[0] : starts[1], :169] == pytest.approx(regrets, abs=2e-5)
    assert solver._regrets.shape[1] == CLASS_STRIDE


def test_reach_and_probabilities() -> None:
    game, rng = TABLES["three"], np.random.default_rng(3)
    solver = RingSolver(game, RingLeaves(game, None, boards=10))
    weights = tables_of(game, rng).astype(np.float32)
    solver._averages[:, :169] = weights
    slow, tree = SlowPass(game, weights.astype(np.float64), np.zeros((0, 169))), game.tree
    dealt = rng.random(169).astype(np.float32)
    probabilities = np.empty(len(tree))
    solver.native.probabilities(solver._averages, dealt, probabilities)
    for node in (0, 5, 17, len(tree) - 1):
        reach = np.ones((3, 169))
        for before, after in zip(tree.line(node), tree.line(node)[1:], strict=False):
            shares = slow.shares(before)[after - int(tree.first_child[before])]
            reach[int(tree.player[before])] *= shares
        out = np.empty((1, 3, CLASS_STRIDE), np.float32)
        solver.native.reach(solver._averages, np.array([node], np.int32), out)
        assert out[0, :, :169] == pytest.approx(reach, abs=1e-5)
        acted = {int(tree.player[at]) for at in tree.line(node)[:-1]}
        expected = np.prod([reach[seat] @ dealt for seat in acted]) if acted else 1.0
        assert probabilities[node] == pytest.approx(expected, rel=1e-4)
