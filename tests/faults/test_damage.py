"""Damage of every kind of file: none of it is ever loaded as if it were whole."""

import os
import random
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, open_solution, solve
from fifthstreet.views.file_check import check_file
from tests.faults.files import KINDS, LINE_FILES, use
from tests.faults.programs import counts


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("files")
    for kind, (write, _) in KINDS.items():
        write(folder / kind)
    return {kind: (folder / kind).read_bytes() for kind in KINDS}


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Return content with flipped bits, zeroed or exchanged blocks, or another length."""
    at = chance.randrange(len(content))
    size = chance.randrange(1, 600)
    other = chance.randrange(len(content))
    changed = bytearray(content)
    kind = chance.randrange(6)
    if kind == 0:
        changed[at] ^= 1 << chance.randrange(8)
    elif kind == 1:
        changed[at : at + size] = bytes(len(changed[at : at + size]))
    elif kind == 2:
        changed[at : at + size] = changed[other : other + size]
    elif kind == 3:
        del changed[at:]
    elif kind == 4:
        changed += content[:size]
    else:
        changed[at:at] = chance.randbytes(size)
    return bytes(changed)


@counts(30, 1_000)
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_files(kind: str, files: dict[str, bytes], tmp_path: Path, count: int) -> None:
    chance = random.Random(11)
    path = tmp_path / "file"
    for _ in range(count):
        content = damaged(files[kind], chance)
        if content == files[kind]:
            continue
        path.write_bytes(content)
        is_accepted = use(kind, path)
        # A line file keeps its other lines; its last line may look cut off by a kill.
        assert kind in LINE_FILES or not is_accepted
        assert kind in LINE_FILES or not check_file(path).is_ok


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot.of("QsJh2h7c", 100, 200, oop="55+,A8s+,KTs+", ip="22+,A2s+", bets="50%")
    return solve(spot, max_iterations=2, threads=1)


@pytest.mark.skipif(os.name != "posix", reason="open files cannot be cut off on Windows")
@counts(4, 60)
def test_files_that_are_cut_off_while_they_are_open(
    turn: Solution, tmp_path: Path, count: int
) -> None:
    """A part of the file that is mapped but no longer there would end the process."""
    chance = random.Random(12)
    path = tmp_path / "file"
    turn.save(path)
    whole = path.read_bytes()
    paths = ["r:k:k:n2c", "r:b50:c:nAs", "r:k:b50:c:n9d"]
    for _ in range(count):
        path.write_bytes(whole)
        opened = open_solution(path, threads=1)
        seen = opened.node("r")
        os.truncate(path, chance.randrange(64, len(whole)))
        assert (opened.node("r").reach[0] == seen.reach[0]).all()  # it has been read
        for node in paths:
            try:
                read = opened.node(node)
            except ValueError as error:
                assert "\n" not in str(error)  # noqa: PT017 -- either result is right
            else:
                assert (read.reach[0] == turn.node(node).reach[0]).all()


def test_files_that_are_overwritten_while_they_are_open(turn: Solution, tmp_path: Path) -> None:
    path = tmp_path / "file"
    turn.save(path)
    opened = open_solution(path, threads=1)
    size = path.stat().st_size
    with path.open("rb+") as file:
        file.seek(size // 2)
        file.write(bytes(size - size // 2))
    with pytest.raises(InputError, match="does not match its hash"):
        opened.tables  # noqa: B018
