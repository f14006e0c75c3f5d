"""Saved trainings and strategies: resuming gives the same bits, and bad files are refused."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers import (
    Training,
    load_strategy,
    load_training,
    save_strategy,
    save_training,
    train,
)
from fifthstreet.solvers import training as training_module
from fifthstreet.solvers.cfr import TREE_ALGORITHMS, Strategy, TreeSolver, flatten
from fifthstreet.solvers.common import IterativeSolver, Plus, Progress
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.solvers.postflop import Spot
from fifthstreet.support.storage import replacing, verify
from fifthstreet.support.storage.container import open_container, write_container
from tests.thoroughness import examples

SPOT = """
board = "QsJh2h7c4d"
pot = 100
stack = 200
[ranges]
oop = "AA,KQs,JTs"
ip = "QQ,AJs,T9s"
[sizes]
river = { bet = "50%, a" }
"""


def assert_same(first: IterativeSolver, second: IterativeSolver) -> None:
    mine, theirs = first.state(), second.state()
    assert mine.keys() == theirs.keys()
    for name, value in theirs.items():
        if name != "curve":
            np.testing.assert_array_equal(mine[name], value, err_msg=name)


@pytest.fixture
def spot_file(tmp_path: Path) -> Path:
    path = tmp_path / "river.toml"
    path.write_text(SPOT, encoding="utf-8")
    return path


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cfr": [{"simultaneous": True}],
    "cfr+": [{"gamma": 2.0}],
    "discounted": [{"alpha": 1.3, "beta": 0.1, "gamma": 3.0, "warm_up": 9}],
    "outcome": [{"seed": 2**64 - 1, "epsilon": 0.3, "baseline": 0.2}],
    "external": [
        {"seed": 3, "precision": "bfloat16", "pruning": -5.0},
        {"precision": "float64", "weighting": "linear"},
    ],
    "chance": [{"weighting": "discounted"}],
}


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [(name, options) for name in TREE_ALGORITHMS for options in [{}, *OPTIONS.get(name, [])]],
)
def test_resuming_gives_the_same_bits(
    algorithm: str, options: dict[str, Any], tmp_path: Path
) -> None:
    training = Training("leduc", algorithm, {"ranks": 2, "bets": (1, 3)}, options)
    whole = training.make_solver()
    whole.run(iterations=37)
    save_training(whole, tmp_path / "file", training)
    whole.run(iterations=40)
    loaded, resumed = load_training(tmp_path / "file")
    assert loaded == training
    assert resumed.iteration == 37
    assert resumed.curve == whole.curve[: len(resumed.curve)]
    assert resumed.curve
    resumed.run(iterations=40)
    assert_same(resumed, whole)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_holdem_resumes_without_its_spot_file(
    precision: str, spot_file: Path, tmp_path: Path
) -> None:
    training = Training(
        f"holdem:{spot_file}", "external", {}, {"seed": 9, "batch": 64, "precision": precision}
    )
    whole = training.make_solver()
    whole.run(iterations=1_000)
    spot_file.unlink()
    save_training(whole, tmp_path / "file", training)
    loaded, resumed = load_training(tmp_path / "file")
    assert loaded == training
    for solver in (whole, resumed):
        solver.run(iterations=1_000)
    assert_same(resumed, whole)


def test_a_file_describes_its_training(tmp_path: Path) -> None:
    training = Training("kuhn", "external", {"cards": 4}, {"seed": 5})
    solver = training.make_solver()
    solver.run(iterations=3_000)
    save_training(solver, tmp_path / "file", training)
    container = open_container(tmp_path / "file", "training")
    facts = container.facts
    assert facts["game"] == "Kuhn poker: 2 players, 4 cards"
    assert (facts["name"], facts["algorithm"]) == ("kuhn", "external")
    assert facts["options"] == {"seed": 5}
    assert facts["iteration"] == 3_000
    assert [tuple(point) for point in container.array("curve")] == solver.curve


def test_a_saved_strategy_loads_back(tmp_path: Path) -> None:
    tree = flatten(leduc())
    weights = np.random.default_rng(1).random(int(tree.first_action[-1]))
    strategy = Strategy.from_weights(tree, weights)
    save_strategy(strategy, tmp_path / "file")
    np.testing.assert_allclose(
        load_strategy(tmp_path / "file", leduc()).probabilities, strategy.probabilities, rtol=1e-15
    )


def test_a_training_loads_as_its_average_strategy(tmp_path: Path) -> None:
    training = Training("kuhn", "outcome")
    solver = training.make_solver()
    solver.run(iterations=500)
    save_training(solver, tmp_path / "file", training)
    assert isinstance(solver, TreeSolver)
    assert load_strategy(tmp_path / "file", Kuhn()) == solver.average()


def test_files_of_other_games_and_kinds_are_refused(spot_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    save_strategy(Strategy.uniform(flatten(Kuhn())), path)
    with pytest.raises(
        InputError, match=r"must be for Leduc .*, got a file for 'Kuhn poker"
    ) as bad:
        load_strategy(path, leduc())
    assert "\n" not in str(bad.value)
    with pytest.raises(InputError, match="must be a training, got a strategy"):
        load_training(path)
    training = Training(f"holdem:{spot_file}", "external")
    save_training(training.make_solver(), path, training)
    with pytest.raises(InputError, match="must be a strategy of a game's tree, got a training"):
        load_strategy(path, Kuhn())


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InputError, match=r"game must be one of kuhn.*, got 'chess'"):
        Training("chess", "cfr")
    with pytest.raises(
        ValueError, match=r"algorithm must be one of cfr, cfr\+, linear.*, got 'guess'"
    ):
        Training("kuhn", "guess").make_solver()
    with pytest.raises(InputError, match=r"cfr has no option 'seed' \(options: simultaneous"):
        Training("kuhn", "cfr", options={"seed": 1}).make_solver()


# The examples share a file, which they only read.
shares_a_file = settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def kuhn_file(tmp_path: Path) -> Path:
    training = Training("kuhn", "cfr+")
    solver = training.make_solver()
    solver.run(iterations=20)
    save_training(solver, tmp_path / "kuhn", training)
    return tmp_path / "kuhn"


@given(data=st.data())
@shares_a_file
def test_any_changed_bit_is_detected(data: st.DataObject, kuhn_file: Path) -> None:
    damaged = bytearray(kuhn_file.read_bytes())
    position = data.draw(st.integers(0, len(damaged) - 1))
    damaged[position] ^= 1 << data.draw(st.integers(0, 7))
    path = kuhn_file.with_name("damaged")
    path.write_bytes(damaged)
    for load in (load_training, verify, lambda path: load_strategy(path, Kuhn())):
        with pytest.raises(InputError, match=r"damaged|of another kind|in format") as error:
            load(path)
        assert "\n" not in str(error.value)


@given(data=st.data())
@shares_a_file
def test_a_truncated_file_is_refused(data: st.DataObject, kuhn_file: Path) -> None:
    whole = kuhn_file.read_bytes()
    path = kuhn_file.with_name("truncated")
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(InputError, match=r"incomplete|damaged|of another kind") as error:
        load_training(path)
    assert "\n" not in str(error.value)


TRAIN_FOREVER = """
import sys
from fifthstreet.solvers import Training, save_training
training = Training("leduc", "external", {}, {"seed": 4})
solver = training.make_solver()
while True:
    solver.iterate(100)
    save_training(solver, sys.argv[1], training)
    print(solver.iteration, flush=True)
"""


def test_a_kill_leaves_a_complete_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-c", TRAIN_FOREVER, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    training, resumed = load_training(path)
    assert resumed.iteration >= 500
    whole = training.make_solver()
    whole.iterate(resumed.iteration)
    assert_same(resumed, whole)


# The `train` function.


def test_train_runs_a_solver() -> None:
    reports: list[Progress] = []
    solver = train("kuhn", "external", iterations=3_000, progress=reports.append, seed=5)
    assert isinstance(solver, TreeSolver)
    whole = Training("kuhn", "external", options={"seed": 5}).make_solver()
    whole.iterate(3_000)
    assert_same(solver, whole)
    assert solver.curve == [(each.iteration, each.exploitability.chips) for each in reports]
    assert solver.run(iterations=10).iteration == 3_010  # it can be resumed


def test_train_stops_at_a_target_or_after_some_seconds() -> None:
    assert train(Kuhn(), "cfr+", target=0.001).exploitability().chips <= 0.001
    assert train(flatten(Kuhn()), Plus(2.0), seconds=0.05).iteration > 0
    with pytest.raises(InputError, match="no option 'seed'"):
        train("kuhn", "cfr+", iterations=1, seed=1)


# Buckets that are not in the cache.


class BucketsBuilt(Exception):  # noqa: N818
    """Buckets would be built, which takes minutes."""


def _refuse_to_build(*_: object, **__: object) -> None:
    raise BucketsBuilt


def test_a_file_is_checked_before_its_buckets_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged training was refused only after 100 seconds of clustering."""
    recipe = str(Path(__file__).parents[2] / "examples/recipes/preflop.toml")
    terms = {"stack": 2, "sizes": "a", "last_street": "preflop", "abstraction": recipe}
    training = Training("nlhe", "external", terms)
    solver = training.make_solver()
    solver.iterate(100)
    good, damaged, other = (tmp_path / name for name in ("good", "damaged", "other"))
    save_training(solver, good, training)
    data = bytearray(good.read_bytes())
    data[-9] ^= 1
    damaged.write_bytes(data)
    container = open_container(good, "training")
    facts = container.facts
    facts["state"]["facts"]["key"]["recipe"]["seed"] = 99
    with other.open("wb") as file:
        tables = {name: container.read(name) for name in container.sections}
        write_container(file, "training", facts, tables)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    monkeypatch.setattr("fifthstreet.abstraction.library.build_abstraction", _refuse_to_build)
    with pytest.raises(DamagedFileError, match="damaged"):
        load_training(damaged, abstraction=recipe)
    with pytest.raises(InputError, match="its buckets are of another recipe than"):
        load_training(other, abstraction=recipe)
    with pytest.raises(BucketsBuilt):
        load_training(good, abstraction=recipe)


# Stopping without a limit.


def test_a_training_without_limits_stops_at_the_default_target() -> None:
    solver = train("leduc", "cfr+")
    assert solver.default_target == pytest.approx(0.026)  # players win or lose at most 13 chips
    assert solver.exploitability().chips <= 0.026
    assert solver.iteration < 1_000
    river = train(Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%"), batch=64)
    assert river.default_target == pytest.approx(0.5)  # of a pot of 100
    assert river.exploitability().chips <= 0.5


def test_a_training_without_limits_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_module, "DEFAULT_SECONDS", 0.2)
    solver = train("leduc", "outcome")
    assert solver.iteration > 0
    assert solver.exploitability().chips > 0.026


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_strategies_keep_every_bit(tmp_path: Path, game: str) -> None:
    solver = Training(game, "external").make_solver()
    solver.iterate(5_000)
    strategy = solver.average()
    save_strategy(strategy, tmp_path / "file")
    loaded = load_strategy(tmp_path / "file", strategy.tree)
    assert loaded.probabilities.tobytes() == strategy.probabilities.tobytes()


def test_a_name_of_several_lines_is_quoted_in_one(tmp_path: Path) -> None:
    path = tmp_path / "strategy"
    with replacing(path) as file:
        write_container(file, "strategy", {"game": "Kuh\n poker"}, {"probabilities": np.ones(24)})
    with pytest.raises(InputError, match=r"got a file for 'Kuh\\n poker'"):
        load_strategy(path, Kuhn())
