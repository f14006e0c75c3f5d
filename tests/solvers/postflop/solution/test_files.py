"""Damaged, truncated and foreign files, and other versions, are refused in one line."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Solver, load_checkpoint, open_solution
from fifthstreet.support.storage import verify
from fifthstreet.support.storage.container import MAGIC, write_container
from tests.solvers.postflop.stored_spots import RIVER, TURN

# The examples share a file, which they only read.
shares_a_file = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def is_one_line(error: pytest.ExceptionInfo[ValueError], path: Path) -> bool:
    return "\n" not in str(error.value) and str(error.value).startswith(str(path))


@given(data=st.data())
@shares_a_file
def test_any_changed_bit_is_detected(data: st.DataObject, river_file: Path) -> None:
    whole = river_file.read_bytes()
    position = data.draw(st.integers(0, len(whole) - 1))
    bit = data.draw(st.integers(0, 7))
    damaged = bytearray(whole)
    damaged[position] ^= 1 << bit
    path = river_file.with_name("damaged")
    path.write_bytes(damaged)
    with pytest.raises(InputError, match=r"damaged|of another kind|in format") as error:
        verify(path)
    assert is_one_line(error, path)
    with pytest.raises(InputError, match=r"damaged|of another kind|in format"):
        open_solution(path, verify=True)


@given(data=st.data())
@shares_a_file
def test_a_file_of_the_wrong_length_is_refused(data: st.DataObject, river_file: Path) -> None:
    whole = river_file.read_bytes()
    length = data.draw(st.integers(0, len(whole) - 1))
    path = river_file.with_name("resized")
    path.write_bytes(whole[:length])
    with pytest.raises(InputError, match=r"incomplete|damaged|of another kind") as error:
        open_solution(path)
    assert is_one_line(error, path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(InputError, match=rf"must have {len(whole)} bytes, got {len(whole) + 1}"):
        open_solution(path)


@pytest.mark.parametrize("content", [b"", b"board = 'QsJh2h'\n", b"\x89PNG\r\n\x1a\n" + bytes(99)])
def test_foreign_files(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(InputError, match="must be a solution, got a file of another kind"):
        open_solution(path)


@pytest.mark.parametrize(("version", "wanted"), [(4, "newer"), (1, "older")])
def test_other_versions_of_the_format(version: int, wanted: str, river_file: Path) -> None:
    content = bytearray(river_file.read_bytes())
    content[len(MAGIC) : len(MAGIC) + 4] = struct.pack("<I", version)
    river_file.write_bytes(content)
    message = f"must be in format 2 or 3, got {version}: use an? {wanted} version"
    with pytest.raises(InputError, match=message):
        open_solution(river_file)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        open_solution(tmp_path)


def test_solutions_and_checkpoints_are_not_confused(river_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Solver(RIVER).save(path)
    with pytest.raises(InputError, match="must be a solution, got a checkpoint"):
        open_solution(path)
    with pytest.raises(InputError, match="must be a checkpoint, got a solution"):
        load_checkpoint(river_file)


def test_checkpoints_are_verified_when_they_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    Solver(RIVER).save(path)
    verify(path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="is damaged: ip/"):
        load_checkpoint(path)


def test_tables_with_another_layout_are_refused(turn: Solution, tmp_path: Path) -> None:
    """The spot determines the layout of its tables, so those of another spot do not fit."""
    path = tmp_path / "file"
    some = turn.tables[0].arrays["averages"][:16]
    names = ("averages", "values/turn")
    arrays = {f"{seat}/{name}": some for seat in ("oop", "ip") for name in names}
    facts = {
        "spot": TURN.to_dict(),
        "record": turn.record.to_dict(),
        "last_street": 3,
        "byte_error": None,
    }
    with path.open("wb") as file:
        write_container(file, "solution", facts, arrays)
    with pytest.raises(
        ValueError, match=r"must be saved by this version: .* whose tables have a different layout"
    ):
        open_solution(path).node("r")


def header(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    data: dict[str, Any] = json.loads(content[64 : 64 + length])
    return data


def test_the_fields_of_format_3(river_file: Path, tmp_path: Path) -> None:
    """Files of one format have one set of fields: a change here needs a new FORMAT_VERSION."""
    Solver(RIVER).save(tmp_path / "checkpoint")
    solution, checkpoint = header(river_file), header(tmp_path / "checkpoint")
    for data in (solution, checkpoint):
        assert list(data) == ["kind", "package", "facts", "sections"]
        for section in data["sections"]:
            assert list(section) == ["name", "dtype", "shape", "offset", "size", "chunk", "hashes"]
    assert set(solution["facts"]) == {"spot", "record", "last_street", "byte_error"}
    assert set(solution["facts"]["record"]) == {
        "iterations",
        "exploitability",
        "seconds",
        "cpu_seconds",
        "memory_bytes",
        "schedule",
        "precision",
        "isomorphism",
        "target",
        "is_stopped_early",
    }
    assert set(checkpoint["facts"]) == {
        "spot",
        "schedule",
        "precision",
        "isomorphism",
        "backend",
        "iteration",
        "curve",
        "seconds",
        "cpu_seconds",
    }
    assert set(solution["facts"]["record"]["exploitability"]) == {
        "chips",
        "pot_percent",
        "best_responses",
        "values",
        "pot",
        "error",
        "is_lower_bound",
    }
    names = ["board", "ranges", "rules", "rake", "locks"]
    assert list(solution["facts"]["spot"]) == names
    assert list(checkpoint["facts"]["spot"]) == names
    assert [section["name"] for section in solution["sections"]] == ["oop/averages", "ip/averages"]


class _CrashError(Exception):
    """A failure of the disk or the power."""


@pytest.mark.parametrize("step", [0, 1, 3])
def test_a_crash_while_writing_leaves_the_old_file(
    step: int, river_file: Path, turn: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = river_file.read_bytes()
    calls_left = [step]

    def crash(*_: object) -> str:
        if not calls_left[0]:
            raise _CrashError
        calls_left[0] -= 1
        return "0" * 64

    monkeypatch.setattr("fifthstreet.support.storage.container._hash", crash)
    with pytest.raises(_CrashError):
        turn.save(river_file)
    assert river_file.read_bytes() == before
    assert list(river_file.parent.iterdir()) == [river_file]


@pytest.mark.parametrize("name", ["fsync", "rename"])
def test_a_crash_at_the_end_leaves_the_old_file(
    name: str, river_file: Path, turn: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = river_file.read_bytes()

    def crash(*_: object) -> None:
        raise _CrashError

    monkeypatch.setattr("os.fsync" if name == "fsync" else "pathlib.Path.replace", crash)
    with pytest.raises(_CrashError):
        turn.save(river_file)
    monkeypatch.undo()
    assert river_file.read_bytes() == before
    assert list(river_file.parent.iterdir()) == [river_file]
