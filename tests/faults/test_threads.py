"""Several Python threads on one object: the same numbers as one thread, or a clear error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import BusyError, InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr import FullSolver, SamplingSolver, flatten
from fifthstreet.solvers.cfr.schemes import (
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    PublicChanceSampling,
)
from fifthstreet.solvers.cfr.state_sampling import StateSamplingSolver
from fifthstreet.solvers.common import IterativeSolver, Progress, Turns
from fifthstreet.solvers.common.schedules import Predictive
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.postflop import Solution, Solver, Spot, load_checkpoint, open_solution
from fifthstreet.solvers.registry import named_game
from fifthstreet.solvers.training import Training, load_training, save_training

THREADS = 4
TURN = Spot.of("Td9d6hQc", 200, 900, oop="66-QQ,A9s+,KTs+,JTs", ip="99+,ATs+,KQo", bets="50%")
# Large enough for threads to meet within a call, while rows or chunks are being used.
WIDE = Spot.of(
    "Td9d6hQc",
    200,
    900,
    oop="22+,A2s+,K2s+,Q2s+,J5s+,T6s+,95s+,85s+,75s+,A2o+,K8o+,Q9o+,J9o+",
    ip="22+,A2s+,K2s+,Q2s+,J7s+,T7s+,96s+,A5o+,KTo+,QTo+",
    bets="33%,75%,150%",
    raises="60%",
)
RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="77+,A2s+,KQs", ip="22+,AJs,KTs+", bets="50%")
TINY = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
LINES = ("r:k:k:n{}", "r:b100:c:n{}:k", "r:k:b100:c:n{}:k:k", "r:k:k:n{}:b100")
CARDS = ("2c", "3h", "8s", "Js", "Ad", "5c", "7h", "Kc")
WIDE_PATHS = [f"r:{line}:n{card}:k" for card in CARDS for line in ("k:k", "b66:c")]
ROUNDS = 4


@pytest.fixture(autouse=True)
def _frequent_switches() -> Iterator[None]:
    """Let Python switch between threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(calls: Sequence[Callable[[], object]]) -> list[Any]:
    """Call functions at the same time, one per thread, and return their results."""
    results: list[Any] = [None] * len(calls)
    errors: list[BaseException] = []
    start = threading.Barrier(len(calls))

    def run(index: int) -> None:
        start.wait()
        try:
            results[index] = calls[index]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def iterating(solver: IterativeSolver, count: int, times: int) -> Callable[[], None]:
    """Return a function that calls `iterate` several times."""

    def iterate() -> None:
        for _ in range(times):
            solver.iterate(count)

    return iterate


def node_bits(solution: Solution, path: str) -> bytes:
    """Return all numbers of a node."""
    node = solution.node(path)
    arrays = [*node.reach, *node.ev, *([] if node.player < 0 else [node.strategy, node.action_ev])]
    return b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)


def assert_read_alike(solution: Solution, others: Solution, paths: Sequence[str]) -> None:
    """Read nodes from several threads, each in an order of its own; compare with one thread."""
    expected = {path: node_bits(others, path) for path in paths}
    rng = np.random.default_rng(0)
    orders = [[paths[i] for i in rng.permutation(len(paths))] for _ in range(THREADS)]

    def read(order: list[str]) -> dict[str, bytes]:
        return {path: node_bits(solution, path) for path in order}

    for bits in in_threads([partial(read, order) for order in orders]):
        assert not [path for path in paths if bits[path] != expected[path]]


def assert_same_state(first: IterativeSolver, second: IterativeSolver) -> None:
    one, other = first.state(), second.state()
    assert one.keys() == other.keys()
    for name in one.keys() - {"seconds", "cpu_seconds", "curve"}:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@pytest.fixture(scope="module")
def wide() -> Solution:
    solver = Solver(WIDE, threads=1)
    solver.iterate(2)
    return solver.solution()


@pytest.fixture(scope="module")
def turn_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    solver = Solver(TURN, threads=2)
    solver.iterate(20)
    path = tmp_path_factory.mktemp("threads") / "turn.solution"
    solver.solution().save(path)
    return path


# Reading.


def test_threads_read_an_opened_solution(wide: Solution, tmp_path: Path) -> None:
    path = tmp_path / "wide.solution"
    wide.save(path)
    expected = open_solution(path)
    for _ in range(ROUNDS):
        assert_read_alike(open_solution(path), expected, WIDE_PATHS)


def test_threads_read_a_solved_solution(wide: Solution) -> None:
    for _ in range(ROUNDS):
        shared = Solution(wide.spot, wide.plan, wide.tables, wide.record)
        assert_read_alike(shared, wide, WIDE_PATHS)


def test_threads_read_streets_that_are_solved_again(turn_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.solution"
    open_solution(turn_file).save(path, last_street=2)
    paths = [line.format(card) for card in CARDS[:2] for line in LINES[:3]]
    assert_read_alike(open_solution(path, threads=1), open_solution(path, threads=1), paths)


def test_a_solution_stays_as_it_was_taken() -> None:
    for options in ({}, {"precision": "int16"}, {"backend": "reference"}):
        solver = Solver(TINY, threads=1, **options)  # type: ignore[arg-type]
        solver.iterate(3)
        solution = solver.solution()
        before = node_bits(solution, "r")
        solver.iterate(4)
        assert node_bits(solution, "r") == before
        assert (
            node_bits(Solution(TINY, solver.plan, solution.tables, solution.record), "r") == before
        )
        other = Solver(TINY, threads=1, **options)  # type: ignore[arg-type]
        other.iterate(7)
        assert_same_state(solver, other)


def test_reading_does_not_disturb_iterations() -> None:
    solver = Solver(RIVER, threads=1)
    solver.iterate(5)
    solution = solver.solution()
    expected = node_bits(solution, "r:k")
    reads = in_threads(
        [lambda: solver.iterate(200), *[lambda: node_bits(solution, "r:k")] * (THREADS - 1)]
    )
    assert reads[1:] == [expected] * (THREADS - 1)
    alone = Solver(RIVER, threads=1)
    alone.iterate(205)
    assert_same_state(solver, alone)


# Iterating.

LEDUC = flatten(named_game("leduc"))
SOLVERS: Mapping[str, tuple[Callable[[], IterativeSolver], int]] = {
    "range": (lambda: Solver(RIVER, threads=2, backend="native"), 25),
    "range, turn": (lambda: Solver(TURN, threads=1, backend="native"), 4),
    "range, int16": (lambda: Solver(RIVER, threads=1, backend="native", precision="int16"), 25),
    "reference": (lambda: Solver(TINY, threads=1, backend="reference"), 2),
    "full": (lambda: FullSolver(LEDUC, schedule=Predictive()), 100),
    "outcome": (lambda: SamplingSolver(LEDUC, OutcomeSampling(), seed=3), 1_000),
    "external": (lambda: SamplingSolver(LEDUC, ExternalSampling(), seed=3), 1_000),
    "chance": (lambda: SamplingSolver(LEDUC, ChanceSampling(), seed=3), 500),
    "public": (lambda: SamplingSolver(LEDUC, PublicChanceSampling(), seed=3), 200),
    "states": (lambda: StateSamplingSolver(Kuhn(), ExternalSampling(), seed=3), 200),
    "blueprint": (
        lambda: BlueprintSolver(
            RIVER.tree,
            RIVER.ranges,
            BlueprintOptions(batch=64, threads=2, seed=3),
            board=RIVER.board,
        ),
        64 * 20,
    ),
}


@pytest.mark.parametrize("name", [*SOLVERS, pytest.param("cuda", marks=pytest.mark.gpu)])
def test_threads_iterate_one_after_the_other(name: str) -> None:
    make, count = SOLVERS.get(name, (lambda: Solver(TURN, backend="cuda"), 25))
    solver, alone = make(), make()
    in_threads([lambda: solver.iterate(count)] * THREADS)
    alone.iterate(THREADS * count)
    assert solver.iteration == alone.iteration == THREADS * count
    assert_same_state(solver, alone)


@pytest.mark.parametrize("name", SOLVERS)
def test_states_are_those_between_iterations(name: str) -> None:
    """A state taken while others iterate is one that a solver on its own passes through."""
    make, count = SOLVERS[name]
    solver = make()

    def take() -> list[dict[str, Any]]:
        return [solver.state() for _ in range(5)]

    iterate = iterating(solver, max(1, count // 10), 10)
    *_, states = in_threads([iterate, iterate, take])
    for state in states:
        alone, restored = make(), make()
        restored.restore(state)
        if restored.iteration:
            alone.iterate(restored.iteration)
        assert_same_state(alone, restored)


@pytest.mark.gpu
def test_solvers_of_several_threads_share_a_gpu() -> None:
    """All solvers leave what their kernels read in the same place of the GPU's memory."""
    spots = (RIVER, TURN, TINY, WIDE)
    shared, alone = ([Solver(spot, backend="cuda") for spot in spots] for _ in range(2))
    in_threads([iterating(solver, 1, 20) for solver in shared])
    for one, other in zip(shared, alone, strict=True):
        other.iterate(20)
        assert_same_state(one, other)


# Saving.


def test_checkpoints_saved_during_iterations_can_be_resumed(tmp_path: Path) -> None:
    solver = Solver(WIDE, threads=1)

    def save() -> list[Path]:
        paths = [tmp_path / f"{number}.checkpoint" for number in range(3)]
        for path in paths:
            solver.save(path)
        return paths

    _, paths = in_threads([iterating(solver, 1, 6), save])
    alone = Solver(WIDE, threads=1)
    for path in paths:
        loaded = load_checkpoint(path, threads=1)
        alone.iterate(loaded.iteration - alone.iteration)
        assert_same_state(loaded, alone)


def test_solutions_saved_during_iterations_are_whole(tmp_path: Path) -> None:
    solver = Solver(RIVER, threads=1)
    solver.iterate(1)

    def save() -> list[Path]:
        paths = [tmp_path / f"{number}.solution" for number in range(5)]
        for path in paths:
            solver.solution().save(path)
        return paths

    _, paths = in_threads([iterating(solver, 20, 20), save])
    alone = Solver(RIVER, threads=1)
    for path in paths:
        saved = open_solution(path, threads=1, verify=True)
        alone.iterate(saved.record.iterations - alone.iteration)
        assert node_bits(saved, "r") == node_bits(alone.solution(), "r")
        assert saved.exploitability == alone.exploitability()


@pytest.mark.parametrize("algorithm", ["external", "cfr+"])
def test_trainings_saved_during_iterations_can_be_resumed(tmp_path: Path, algorithm: str) -> None:
    training = Training("kuhn", algorithm)
    solver = training.make_solver()

    def save() -> list[Path]:
        paths = [tmp_path / f"{number}.training" for number in range(10)]
        for path in paths:
            save_training(solver, path, training)
        return paths

    _, paths = in_threads([iterating(solver, 50, 40), save])
    for path in paths:
        _, loaded = load_training(path)
        alone = training.make_solver()
        alone.iterate(loaded.iteration)
        assert_same_state(loaded, alone)


# Live views of a training.


def test_threads_read_a_blueprint_while_it_is_trained() -> None:
    make, _ = SOLVERS["blueprint"]
    solver = make()
    assert isinstance(solver, BlueprintSolver)
    strategy = solver.average()

    def read() -> None:
        for _ in range(100):
            rows = strategy.probabilities(0, RIVER.board)
            assert rows.shape[1] == HOLE_COUNT
            np.testing.assert_allclose(np.nansum(rows, axis=0).max(), 1.0)
            assert solver.information_sets >= 0
            assert solver.memory_bytes > 0

    in_threads([iterating(solver, 640, 50), read, read])


def test_threads_read_information_sets_while_they_are_met() -> None:
    solver = StateSamplingSolver(named_game("leduc"), ExternalSampling())
    strategy = solver.average()

    def read() -> None:
        for _ in range(20):
            for actions in strategy.values():
                assert sum(actions.values()) == pytest.approx(1.0)

    in_threads([lambda: solver.iterate(300), read, read])


# Runs.


def test_a_second_run_is_refused() -> None:
    solver = FullSolver(LEDUC)
    refused: list[str] = []

    def again(_: Progress) -> None:
        with pytest.raises(BusyError) as error:
            solver.run(1)
        refused.append(str(error.value))
        with pytest.raises(InputError, match="already running"):
            in_threads([lambda: solver.run(1)])

    solver.run(20, progress=again)
    assert refused[0] == "the solver is already running: wait for the run to end"
    solver.run(1)  # and allowed again afterwards
    assert solver.iteration == 21


def test_a_run_that_fails_leaves_the_solver_free() -> None:
    solver = FullSolver(LEDUC)

    def fail(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(20, progress=fail)
    solver.run(1)


def test_others_get_their_turn_during_a_run() -> None:
    """A run takes its next step at once, but lets those go first who have waited."""
    solver = Solver(RIVER, threads=1)
    seen: list[int] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            seen.append(solver.solution().record.iterations)

    watcher = threading.Thread(target=watch)
    watcher.start()
    solver.run(seconds=1.5, target=0.0)
    done.set()
    watcher.join()
    assert len(set(seen)) >= 3


def test_turns_are_released_when_a_call_fails() -> None:
    turns = Turns()
    with pytest.raises(ValueError, match="inside"), turns, turns:
        raise ValueError("inside")
    in_threads([turns.__enter__])


@pytest.mark.parametrize("count", [1.5, -1, "3", None, float("nan")])
def test_counts_of_iterations_are_whole_numbers(count: Any) -> None:
    with pytest.raises(InputError, match="must be a whole number"):
        FullSolver(LEDUC).iterate(count)


def test_an_interrupt_while_the_turn_comes_gives_it_back() -> None:
    turns = Turns()
    turn = turns._turn

    class Interrupted:
        """A lock that is interrupted just after it was acquired."""

        def acquire(self) -> None:
            turn.acquire()
            raise KeyboardInterrupt

        def release(self) -> None:
            turn.release()

    turns._turn = Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt), turns:
        pass
    turns._turn = turn
    in_threads([turns.__enter__])
