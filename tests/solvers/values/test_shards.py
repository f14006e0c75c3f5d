"""Folders of solved rivers: what they hold, and how runs resume."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import BusyError, DamagedFileError, InputError
from fifthstreet.solvers.values import (
    RiverSamples,
    SampleSettings,
    ShardSource,
    WrittenShard,
    generate_shards,
    open_shards,
)
from fifthstreet.solvers.values.river_samples import solve_shard
from fifthstreet.solvers.values.shards import shard_numbers, shard_path
from fifthstreet.support.executors import ProcessExecutor
from tests.faults.files import rewrite

SETTINGS = SampleSettings(1, 2, 2)
SOURCE = ShardSource(5, settings=SETTINGS)


def generated(folder: Path, count: int, source: ShardSource = SOURCE) -> list[int]:
    return [shard.number for shard in generate_shards(folder, source, count)]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return two shards, by the name of their file."""
    folder = tmp_path_factory.mktemp("solved") / "rivers"
    assert generated(folder, 2) == [0, 1]
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def folder(solved: dict[str, bytes], tmp_path: Path) -> Path:
    """Return a folder with the same two shards."""
    for name, content in solved.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_shards_hold_the_samples_of_their_seed_and_number(folder: Path) -> None:
    shards = open_shards(folder)
    assert shards.source == SOURCE
    assert shards.numbers == (0, 1)
    expected = [solve_shard(5, number, SETTINGS).arrays() for number in (0, 1)]
    for name, array in shards.read((0, 1)).arrays().items():
        assert (array == np.concatenate([each[name] for each in expected])).all()


def test_samples_are_normalized(folder: Path) -> None:
    samples = open_shards(folder).read([0, 1])
    assert isinstance(samples, RiverSamples)
    assert samples.histograms.sum(axis=2) == pytest.approx(1.0, abs=1e-5)
    assert samples.weights.sum(axis=2) == pytest.approx(1.0, abs=1e-5)
    assert (samples.exploitability < 0.01).all()


def test_only_missing_shards_are_solved(folder: Path, solved: dict[str, bytes]) -> None:
    shard_path(folder, 0).unlink()
    assert generated(folder, 2) == [0]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == solved
    assert generated(folder, 2) == []


def test_workers_write_the_same_files(tmp_path: Path, solved: dict[str, bytes]) -> None:
    with ProcessExecutor(2) as executor:
        written = list(generate_shards(tmp_path, SOURCE, 2, executor=executor))
    assert sorted(each.number for each in written) == [0, 1]
    assert all(isinstance(each, WrittenShard) and each.samples == 4 for each in written)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == solved


def test_a_run_that_ends_early_keeps_what_is_finished(
    tmp_path: Path, solved: dict[str, bytes]
) -> None:
    run: Iterator[WrittenShard] = generate_shards(tmp_path, SOURCE, 2)
    assert next(run).number == 0
    run.close()  # type: ignore[attr-defined]
    # What a killed writer leaves behind is not a shard.
    (tmp_path / ".000001.rivers.0123abcd.part").write_bytes(solved["000001.rivers"][:500])
    assert shard_numbers(tmp_path) == ("turn", [0])
    assert generated(tmp_path, 2) == [1]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == solved


def test_a_damaged_shard_is_refused(folder: Path) -> None:
    path = shard_path(folder, 1)
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    message = r"000001\.rivers is damaged: .* delete the file, and `values generate` solves"
    with pytest.raises(DamagedFileError, match=message):
        generated(folder, 3)
    with pytest.raises(DamagedFileError, match=message):
        open_shards(folder).read([0, 1])
    path.write_bytes(content[:-700])
    with pytest.raises(DamagedFileError, match=r"000001\.rivers is incomplete or damaged"):
        generated(folder, 3)
    path.unlink()
    assert generated(folder, 2) == [1]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (ShardSource(6, settings=SOURCE.settings), "seed must be 5 as in the shards of"),
        (ShardSource(5, "cuda", SOURCE.settings), "backend must be native as in"),
        (ShardSource(5, settings=SampleSettings(1, 1, 2)), "rivers must be 2 as in"),
        (ShardSource(5, settings=SampleSettings(2, 2, 2)), "turns must be 1 as in"),
    ],
)
def test_shards_of_other_settings_are_refused(
    folder: Path, source: ShardSource, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        generated(folder, 3, source)


def test_mixed_folders_are_refused_when_they_are_read(folder: Path) -> None:
    rewrite(shard_path(folder, 1), lambda facts, _: facts.update(seed=7))
    with pytest.raises(InputError, match="seed must be 7 as in the shards of"):
        open_shards(folder).read([0, 1])


def _change_array(name: str, value: Any) -> Any:
    return lambda _, arrays: arrays.update({name: value})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda facts, _: facts.update(number=3), "number must be 0 as in its name, got 3"),
        (lambda facts, _: facts.update(seed=-1), "seed must be at least 0, got -1"),
        (lambda facts, _: facts.update(backend="tpu"), "backend must be native or cuda"),
        (lambda facts, _: facts["settings"].update(rivers=49), "rivers must be from 1 to 48"),
        (lambda facts, _: facts["settings"].update(rivers=1), r"stacks must be float32 of shape"),
        (lambda facts, _: facts["settings"].update(cards=1), "unknown or missing field 'cards'"),
        (_change_array("stacks", np.zeros(4, np.float32)), "stacks must be more than 0"),
        (_change_array("tables", np.full((4, 2, 32), np.nan, np.float32)), "tables must be finite"),
        (_change_array("weights", np.full((4, 2, 32), -1, np.float32)), "weights must be at least"),
        (lambda *_: "strategy", "must be a river_samples, got a strategy"),
    ],
)
def test_files_with_wrong_content_are_refused(folder: Path, change: Any, message: str) -> None:
    rewrite(shard_path(folder, 0), change)
    with pytest.raises(DamagedFileError, match=message):
        open_shards(folder)


def test_one_run_at_a_time_writes_a_folder(folder: Path) -> None:
    shard_path(folder, 0).unlink()
    shard_path(folder, 1).unlink()
    first = generate_shards(folder, SOURCE, 2)
    next(first)
    with pytest.raises(BusyError):
        generated(folder, 2)
    first.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ShardSource(-1), "seed must be at least 0, got -1"),
        (lambda: ShardSource(0, "tpu"), "backend must be native or cuda, got 'tpu'"),
        (lambda: SampleSettings(0), "turns must be from 1 to 10,000, got 0"),
        (lambda: SampleSettings(ranges=0), "ranges must be from 1 to 10,000, got 0"),
    ],
)
def test_settings_are_checked(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_folders_are_checked(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be a folder of shards, got one without shards"):
        open_shards(tmp_path)
    with pytest.raises(InputError, match="must be a folder of shards: No such file"):
        open_shards(tmp_path / "missing")
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="must be a folder of shards: "):
        generated(file, 1)
    with pytest.raises(InputError, match="shards must be from 1 to 1,000,000, got 0"):
        generated(tmp_path, 0)
