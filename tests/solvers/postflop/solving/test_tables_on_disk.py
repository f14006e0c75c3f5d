"""Solves whose tables are in files: the same bits as in memory, and hardly any memory."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cli import run
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.postflop import Solver, Spot, load_checkpoint, solve
from fifthstreet.solvers.postflop.solving import estimates

SPOT = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s,88", ip="QQ,AJs,KTs", bets="50%, a")
OPTIONS = {
    "float32": {},
    "int16": {"precision": "int16"},
    "predictions": {"schedule": "predictive"},
    "buckets": {"river_buckets": 4},
    "reference": {"backend": "reference"},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_tables_in_files_have_the_same_bits(name: str, tmp_path: Path) -> None:
    options = OPTIONS[name]
    in_memory = Solver(SPOT, threads=1, **options)  # type: ignore[arg-type]
    on_disk = Solver(SPOT, threads=1, table_folder=tmp_path, **options)  # type: ignore[arg-type]
    for solver in (in_memory, on_disk):
        solver.iterate(12)
    state, other = in_memory.state(), on_disk.state()
    for key, value in state.items():
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(value, other[key], key)
    assert in_memory.exploitability() == on_disk.exploitability()


def test_the_record_has_the_bytes_on_disk(tmp_path: Path) -> None:
    in_memory, on_disk = solve(SPOT), solve(SPOT, table_folder=tmp_path)
    assert in_memory.record.disk_bytes == 0
    assert on_disk.record.disk_bytes > 0
    whole = on_disk.record.memory_bytes + on_disk.record.disk_bytes
    assert whole == in_memory.record.memory_bytes
    on_disk.save(tmp_path / "a.solution")
    assert on_disk.record.to_dict()["disk_bytes"] == on_disk.record.disk_bytes
    assert "disk_bytes" not in in_memory.record.to_dict()


def test_a_solution_is_unchanged_while_its_solver_continues(tmp_path: Path) -> None:
    solver = Solver(SPOT, table_folder=tmp_path)
    solver.iterate(10)
    solution = solver.solution()
    before = solution.root.frequencies.copy()
    solver.iterate(10)
    np.testing.assert_array_equal(solution.root.frequencies, before)
    assert all(isinstance(each.arrays["averages"], np.memmap) for each in solver.tables)


def test_a_checkpoint_can_move_to_disk_and_back(tmp_path: Path) -> None:
    whole = Solver(SPOT, threads=1)
    whole.iterate(20)
    solver = Solver(SPOT, threads=1)
    solver.iterate(10)
    solver.save(tmp_path / "a.checkpoint")
    solver = load_checkpoint(tmp_path / "a.checkpoint", threads=1, table_folder=tmp_path / "tables")
    assert solver.disk_bytes > 0
    solver.iterate(5)
    solver.save(tmp_path / "a.checkpoint")
    solver = load_checkpoint(tmp_path / "a.checkpoint", threads=1)
    assert solver.disk_bytes == 0
    solver.iterate(5)
    for ours, theirs in zip(solver.tables, whole.tables, strict=True):
        for name, array in theirs.arrays.items():
            np.testing.assert_array_equal(ours.arrays[name], array, name)


def test_tables_larger_than_memory_are_solved_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "available_bytes", lambda: 10_000)
    with pytest.raises(NotEnoughMemoryError, match="a table_folder on a disk"):
        solve(SPOT)
    assert solve(SPOT, table_folder=tmp_path).exploitability.pot_percent < 0.3


def test_a_gpu_has_no_tables_on_disk(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="backend must be native, reference or auto with a table_"):
        Solver(SPOT, backend="cuda", table_folder=tmp_path)


def test_the_command_says_what_was_on_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spot = ["--board", "QsJh2h7c", "--oop", "AA,KQs,T9s", "--ip", "QQ,AJs", "--pot", "100"]
    arguments = ["solve", *spot, "--stack", "200", "--table-folder", str(tmp_path / "tables")]
    assert run(arguments) == 0
    assert " on disk" in capsys.readouterr().out
    assert run([*arguments, "--memory", "1GB"]) == 2
    assert "--memory is for tables in memory: omit --table-folder" in capsys.readouterr().err


def test_tables_on_disk_take_hardly_any_memory(tmp_path: Path) -> None:
    wide = "22+,A2s+,K2s+,Q2s+,J2s+,T2s+,A2o+,K2o+"
    spot = Spot.of("QsJh2h7c", 100, 900, oop=wide, ip=wide, bets="50%, 100%, a", raises="60%, a")
    solver = Solver(spot, threads=1, table_folder=tmp_path)
    assert solver.disk_bytes > 10 * solver.memory_bytes
