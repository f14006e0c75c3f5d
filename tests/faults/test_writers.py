"""Two writers of the same file: the second is refused before it does anything."""

from pathlib import Path

import pytest

from tests.faults.programs import (
    assert_one_line,
    counts,
    finished,
    posix,
    running,
    solve_arguments,
    wait_for,
)
from tests.faults.test_kills import FLOP_SPOT
from tests.thoroughness import slow

pytestmark = posix
TRAIN = ["train", "--game", "kuhn"]


def second_writers(folder: Path) -> dict[str, tuple[list[str], list[str]]]:
    """Return commands that run long, and others that write the same file."""
    file = str(folder / "file")
    endless = {"max_iterations": 10**8, "time_limit": 100}
    (folder / "spot.toml").write_text(FLOP_SPOT)
    flops = ["flops", str(folder / "spot.toml"), "--save", file, "--target", "0"]
    return {
        "checkpoint": (
            solve_arguments(**endless, checkpoint=file, checkpoint_every=0.1),
            solve_arguments(checkpoint=file),
        ),
        "solution": (solve_arguments(**endless, save=file), solve_arguments(save=file)),
        "training": (
            [*TRAIN, "--seconds", "100", "--out", file],
            [*TRAIN, "--iterations", "10", "--out", file],
        ),
        "flops": (flops, flops),
        "two kinds": (
            solve_arguments(**endless, save=file),
            [*TRAIN, "--iterations", "10", "--out", file],
        ),
    }


@counts(1, 10)
@pytest.mark.parametrize(
    "kind", ["checkpoint", "flops", "two kinds", *slow("solution", "training")]
)
def test_the_second_writer_is_refused(tmp_path: Path, kind: str, count: int) -> None:
    lock = tmp_path / ".file.lock"
    for _ in range(count):
        first, second = second_writers(tmp_path)[kind]
        with running(first) as program:
            wait_for(lock)
            result = finished(second)
            assert_one_line(result, f"file is being written by process {program.pid} on ")
            assert result.stdout == ""
        assert lock.exists()  # the first writer was killed ...
        (tmp_path / "file").unlink(missing_ok=True)
        assert finished([*TRAIN, "--iterations", "10", "--out", str(tmp_path / "file")]).stdout
        assert not lock.exists()  # ... and the next one took its lock over
        for path in tmp_path.iterdir():
            path.unlink()


def test_one_file_for_two_options(tmp_path: Path) -> None:
    file = tmp_path / "file"
    result = finished(solve_arguments(checkpoint=file, save=file))
    assert_one_line(result, "each option must have its own file")
