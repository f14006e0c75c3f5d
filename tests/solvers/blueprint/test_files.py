"""Files of strategies with one byte per entry."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.agents import StrategyAgent
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import (
    BlueprintSolver,
    local_best_response,
    open_blueprint,
    save_blueprint,
)
from fifthstreet.support.storage import open_container, write_container
from fifthstreet.tree import Kind
from tests.solvers.blueprint.small_buckets import random_buckets
from tests.solvers.blueprint.small_spots import board_of
from tests.solvers.blueprint.test_buckets import MIXED, PREFLOP, TO_THE_FLOP


def trained(traversals: int = 5_000) -> BlueprintSolver:
    solver = TO_THE_FLOP.solver(key=MIXED, batch=64)
    solver.iterate(traversals)
    return solver


def test_what_is_read_is_close_and_sums_to_one(tmp_path: Path) -> None:
    solver, path = trained(), tmp_path / "flop.blueprint"
    save_blueprint(solver, path)
    saved, live = open_blueprint(path, abstraction=MIXED), solver.average()
    board = board_of("Js7h2d")
    for node in np.flatnonzero(solver.tree.kind == Kind.ACTION).tolist():
        seen = board if solver.tree.street[node] else ()
        read, exact = saved.probabilities(node, seen), live.probabilities(node, seen)
        held = ~np.isnan(exact[0])
        np.testing.assert_array_equal(np.isnan(read[0]), ~held)
        np.testing.assert_allclose(read[:, held].sum(axis=0), 1, rtol=1e-12)
        assert np.abs(read[:, held] - exact[:, held]).max() < 1 / 255
    assert saved.iterations == solver.iteration
    assert saved.ranges == solver.ranges
    assert path.stat().st_size < 1.3 * len(solver.quantised()) + 8_000
    assert "5,056 traversals" in repr(saved)


def test_rows_that_were_never_played_are_uniform(tmp_path: Path) -> None:
    path = tmp_path / "new.blueprint"
    save_blueprint(TO_THE_FLOP.solver(key=MIXED), path)
    saved = open_blueprint(path, abstraction=MIXED)
    np.testing.assert_array_equal(saved.probabilities(0, ()), 1 / saved.tree.n_children[0])


def test_a_saved_strategy_is_one_for_agents_and_best_responses(tmp_path: Path) -> None:
    path = tmp_path / "flop.blueprint"
    save_blueprint(trained(), path)
    saved = open_blueprint(path, abstraction=MIXED)
    assert StrategyAgent(saved).known_strategy is saved
    assert local_best_response(saved, deals=3).deals == 3
    assert saved.at(0, ()).frequencies.sum() == pytest.approx(1)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "flop.blueprint"
    save_blueprint(trained(64), path)
    with pytest.raises(InputError, match="has no recipe of its card abstraction"):
        open_blueprint(path)
    with pytest.raises(InputError, match=r"abstraction must be the one that .* was trained with"):
        open_blueprint(path, abstraction=random_buckets(30, "preflop", "flop"))
    with pytest.raises(InputError, match="the training must be on buckets, got exact cards"):
        save_blueprint(PREFLOP.solver(), path)
    container = open_container(path, "blueprint")
    other = tmp_path / "other.blueprint"
    for facts, rows, message in (
        (container.facts, container.read("rows")[:-1], "rows must have .* probabilities, got"),
        (
            container.facts,
            container.read("rows").astype(np.uint16),
            "rows must be uint8, got uint16",
        ),
        ({**container.facts, "tree": "0"}, container.read("rows"), "does not match its rules"),
        ({**container.facts, "key": {}}, container.read("rows"), "missing field"),
    ):
        with other.open("wb") as file:
            write_container(file, "blueprint", facts, {"rows": rows})
        with pytest.raises(InputError, match=message) as raised:
            open_blueprint(other, abstraction=MIXED)
        assert "\n" not in str(raised.value)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match="incomplete or damaged"):
        open_blueprint(path, abstraction=MIXED)
