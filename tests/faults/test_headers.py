"""Files that lie: hashes that are right, contents that are not.

Whatever they say, they are accepted or refused with one line; nothing crashes, hangs or opens other
files.
"""

import os
import random
import struct
from collections.abc import Callable
from hashlib import sha384
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.solver import BlueprintSolver
from fifthstreet.solvers.postflop import Spot, load_checkpoint
from fifthstreet.solvers.registry import make_solver
from fifthstreet.solvers.search.preflop import open_preflop
from fifthstreet.solvers.training import load_training
from fifthstreet.support.storage import LineFile, container
from tests.faults.files import (
    CONTAINERS,
    FLOP_SPOT,
    KINDS,
    SETTINGS,
    Arrays,
    mutate,
    mutate_arrays,
    rewrite,
    use,
)
from tests.faults.programs import counts


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A file of every kind."""
    folder = tmp_path_factory.mktemp("files")
    contents = {}
    for kind, (write, _) in KINDS.items():
        write(folder / kind)
        assert use(kind, folder / kind)
        contents[kind] = (folder / kind).read_bytes()
    return contents


@counts(16, 1_000)
@pytest.mark.parametrize("kind", CONTAINERS)
def test_wrong_facts(kind: str, files: dict[str, bytes], tmp_path: Path, count: int) -> None:
    chance = random.Random(7)
    path = tmp_path / "file"
    refused = 0
    for _ in range(count):
        path.write_bytes(files[kind])
        rewrite(path, lambda facts, _: mutate(facts, chance))
        refused += not use(kind, path)
    assert refused > count / 4  # what is accepted makes no difference, such as a curve's number


@counts(12, 1_000)
@pytest.mark.parametrize("kind", CONTAINERS)
def test_wrong_arrays(kind: str, files: dict[str, bytes], tmp_path: Path, count: int) -> None:
    chance = random.Random(8)
    path = tmp_path / "file"
    for _ in range(count):
        path.write_bytes(files[kind])
        rewrite(path, lambda _, arrays: mutate_arrays(arrays, chance))
        use(kind, path)


HEADERS = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"text"',
    b"1" * 5_000,
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\xff\xfe",
    b'{"kind": [], "package": 1, "facts": {}, "sections": []}',
    b'{"kind": "solution", "package": "1", "facts": [], "sections": []}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": {}}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [1]}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [{"name": "a"}]}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [{"name": [], "dtype": "<f4",'
    b'"shape": [0], "offset": 0, "size": 0, "chunk": 1, "hashes": []}]}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [{"name": "a", "dtype": "<f4",'
    b'"shape": [1e400], "offset": 0, "size": 0, "chunk": 1, "hashes": []}]}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [{"name": "a", "dtype": "<f4",'
    b'"shape": [-1, -1], "offset": 0, "size": 4, "chunk": 64, "hashes": [""]}]}',
    b'{"kind": "solution", "package": "1", "facts": {}, "sections": [{"name": "a", "dtype": "<f4",'
    b'"shape": [4611686018427387905], "offset": 0, "size": 4, "chunk": 64, "hashes": [""]}]}',
]


@pytest.mark.parametrize("header", HEADERS, ids=range(len(HEADERS)))
@pytest.mark.parametrize("kind", ["solution", "checkpoint", "sampled training", "strategy"])
def test_whole_headers(kind: str, header: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    start = container.MAGIC + struct.pack("<II", container.FORMAT_VERSION, len(header))
    path.write_bytes(start + sha384(start + header).digest() + header)
    assert not use(kind, path)


@counts(100, 2_000)
def test_wrong_flops(files: dict[str, bytes], tmp_path: Path, count: int) -> None:
    """Records that are none of the matchup are skipped, the others are kept."""
    chance = random.Random(9)
    path = tmp_path / "file"
    matchup = {name: each for name, each in FLOP_SPOT.to_dict().items() if name != "board"}
    for _ in range(count):
        path.write_bytes(files["flops"])
        lines = LineFile(path, "fifthstreet flops", 2, {"matchup": matchup, "settings": SETTINGS})
        record: dict[str, Any] = dict(lines.records[0])
        mutate(record, chance)
        lines.add(record)
        assert use("flops", path)


@counts(100, 2_000)
def test_wrong_drills(files: dict[str, bytes], tmp_path: Path, count: int) -> None:
    """Records that nobody wrote are refused, or can be added up and shown like others."""
    chance = random.Random(9)
    path = tmp_path / "file"
    for _ in range(count):
        path.write_bytes(files["drills"])
        lines = LineFile(path, "fifthstreet drills", 1, {})
        record: dict[str, Any] = dict(chance.choice(lines.records))
        mutate(record, chance)
        lines.add(record)
        use("drills", path)


# Single lies that were crashes.


def lie(
    files: dict[str, bytes], kind: str, path: Path, change: Callable[[dict[str, Any], Arrays], None]
) -> None:
    path.write_bytes(files[kind])
    rewrite(path, change)


@pytest.mark.parametrize("iteration", [-1, -(2**40), 2**32, 2**70, 1.5, "7", None, True])
def test_impossible_iterations(files: dict[str, bytes], tmp_path: Path, iteration: object) -> None:
    path = tmp_path / "file"

    def change(facts: dict[str, Any], _: Arrays) -> None:
        facts["iteration"] = iteration

    lie(files, "checkpoint", path, change)
    with pytest.raises(InputError, match="is damaged: its contents are not valid"):
        load_checkpoint(path)


def test_stamps_of_the_future(files: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "file"

    def change(_: dict[str, Any], arrays: Arrays) -> None:
        arrays["oop/regret_stamps"][0] = 4_000_000_000

    lie(files, "checkpoint", path, change)
    with pytest.raises(InputError, match="regret_stamps are later than iteration 10"):
        load_checkpoint(path)


@pytest.mark.parametrize(
    "change",
    [
        {"best_responses": ["1", 2]},
        {"best_responses": []},
        {"best_responses": [1.0, 2.0, 3.0]},
        {"values": None},
        {"values": [0.5]},
        {"error": "0"},
    ],
)
def test_impossible_exploitabilities(
    files: dict[str, bytes], tmp_path: Path, change: dict[str, Any]
) -> None:
    """They were accepted, and showing the strategy was a TypeError or a ZeroDivisionError."""
    path = tmp_path / "file"

    def falsify(facts: dict[str, Any], _: Arrays) -> None:
        facts["exploitability"] |= change

    lie(files, "preflop strategy", path, falsify)
    with pytest.raises(InputError, match="is damaged: its contents are not valid"):
        open_preflop(path)


# Numbers of words by shard; the first ones add up to 0 in 64 bits.
SHARD_SIZES = [
    [2**62, 2**62, 2**62, 2**62, *[0] * 60],
    [-1, 1, *[0] * 62],
    [0] * 64,
    [],
    [10**6, *[0] * 63],
]


@pytest.mark.parametrize("words", SHARD_SIZES)
def test_sizes_of_shards_that_wrap(
    files: dict[str, bytes], tmp_path: Path, words: list[int]
) -> None:
    path = tmp_path / "file"

    def change(_: dict[str, Any], arrays: Arrays) -> None:
        arrays["shard_words"] = np.array(words, np.int64)

    lie(files, "blueprint", path, change)
    with pytest.raises(InputError, match="got damaged rows"):
        load_training(path)


@pytest.mark.parametrize("words", SHARD_SIZES)
def test_the_core_refuses_sizes_of_shards_that_wrap(words: list[int]) -> None:
    """It adds them up itself, in 64 bits: sizes plus 2^64 words are not those of the tables."""
    solver = make_solver(Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="QQ"), "external")
    assert isinstance(solver, BlueprintSolver)
    solver.iterate(100)
    sampler = solver._sampler
    assert isinstance(sampler, _native.DealSampler)
    rows, sizes, iteration = sampler.save()
    assert not sampler.load(rows, words, iteration)
    around = [size + extra for size, extra in zip(sizes, [2**62] * 4 + [0] * 60, strict=True)]
    assert not sampler.load(rows, around, iteration)
    assert sampler.load(rows, sizes, iteration)


@pytest.mark.parametrize(
    "name",
    [
        "holdem:/etc/passwd",
        "holdem:PIPE",
        "antigravity:Game",
        "evil_module:Game",
        "open_spiel:efg_game(filename=/etc/passwd)",
    ],
)
def test_a_training_opens_no_other_file(
    files: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    """A pipe would hang whoever opens it, and a module would leave a trace."""
    (tmp_path / "evil_module.py").write_text("from pathlib import Path\nPath('trace').touch()\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)

    def change(facts: dict[str, Any], _: Arrays) -> None:
        facts["name"] = name.replace("PIPE", str(tmp_path / "pipe"))

    lie(files, "sampled training", tmp_path / "file", change)
    with pytest.raises(InputError, match=r"file is damaged|specify that game as well to load it"):
        load_training("file")
    assert run(["train", "--resume", "file", "--iterations", "100"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "root:" not in error
    assert not (tmp_path / "trace").exists()
