"""Folders of solved rivers: one file for each shard, which workers write side by side.

A shard depends on its seed, its number, the settings and the backend only, and its file has all of
them. So a run that was ended resumes with the shards that are missing, and a folder cannot hold
shards of different settings.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values.rest_solver import LaterBetting
from fifthstreet.solvers.values.river_samples import (
    KNOTS,
    RiverSamples,
    SampleSettings,
    solve_shard,
)
from fifthstreet.support import storage
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.support.executors import Executor, Job, LocalExecutor

SHARD_FILE = "river_samples"  # kind of files
MAX_SHARDS = 1_000_000
_NAME = re.compile(r"(\d{6})\.rivers")
_FACTS = {"seed": int, "number": int, "backend": str, "settings": dict}
_SETTINGS = {"turns": int, "rivers": int, "ranges": int, "betting": dict}
_ARRAYS = ("stacks", "histograms", "tables", "weights", "exploitability")


@dataclass(frozen=True)
class ShardSource:
    """What all shards of a folder have in common.

    Attributes:
        seed: Seed of all shards, at least 0.
        backend: `native` or `cuda`. Results of both differ by rounding.
        settings: Sizes of the shards, and the betting.
    """

    seed: int = 0
    backend: str = "native"
    settings: SampleSettings = field(default_factory=SampleSettings)

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")
        if self.backend not in ("native", "cuda"):
            raise InputError(f"backend must be native or cuda, got {self.backend!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ShardSource:
        """Build from plain data."""
        settings = storage.checked_types(data["settings"], _SETTINGS)
        betting = LaterBetting.from_dict(settings.pop("betting"))
        return cls(data["seed"], data["backend"], SampleSettings(**settings, betting=betting))


@dataclass(frozen=True)
class WrittenShard:
    """A shard that has been solved and saved."""

    number: int
    samples: int
    exploitability: float  # mean of all solves, a share of the pot
    seconds: float  # of the worker


def shard_path(folder: str | os.PathLike[str], number: int) -> Path:
    """Return the path of a shard.

    Args:
        folder: The folder.
        number: Number of the shard.
    """
    return Path(folder) / f"{number:06}.rivers"


def shard_numbers(folder: str | os.PathLike[str]) -> list[int]:
    """Return the numbers of the shards in a folder, in order.

    Args:
        folder: The folder, which must exist.

    Raises:
        InputError: If there is no such folder.
    """
    try:
        found = [_NAME.fullmatch(each.name) for each in Path(folder).iterdir()]
    except OSError as error:
        raise InputError(f"{folder} must be a folder of shards: {error.strerror}") from None
    return sorted(int(each[1]) for each in found if each)


def generate_shards(
    folder: str | os.PathLike[str],
    source: ShardSource,
    count: int,
    *,
    executor: Executor | None = None,
) -> Generator[WrittenShard, None, None]:
    """Solve the shards 0 to `count` - 1 that a folder lacks, and yield each once it is saved.

    Args:
        folder: Where the shards are saved. It is created if it does not exist.
        source: Seed, backend and settings.
        count: Number of shards in all.
        executor: Runs the solves; by default this process.

    Returns:
        The shards that were solved now, in the order in which they were finished.

    Raises:
        InputError: If the folder has shards from another source.
        DamagedFileError: If a shard in the folder is damaged.
    """
    if not 1 <= count <= MAX_SHARDS:
        raise InputError(f"shards must be from 1 to {MAX_SHARDS:,}, got {count}")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} must be a folder of shards: {error.strerror}") from None
    with storage.FileLock(Path(folder) / "shards"):
        done = shard_numbers(folder)
        for number in done:
            _check_source(_read(folder, number)[0], source, folder)
        left = sorted(set(range(count)) - set(done))
        yield from _solved(folder, source, left, executor or LocalExecutor())


def _solved(
    folder: str | os.PathLike[str], source: ShardSource, left: Iterable[int], executor: Executor
) -> Generator[WrittenShard, None, None]:
    jobs = (Job(number, _write_shard, (str(folder), source, number)) for number in left)
    with closing(executor.run(jobs)) as finished:
        for each in finished:
            samples, exploitability = each.result
            yield WrittenShard(each.key, samples, exploitability, each.seconds)  # type: ignore[arg-type]


def _write_shard(folder: str, source: ShardSource, number: int) -> tuple[int, float]:
    """Solve a shard and save it; return its number of samples and their mean exploitability."""
    with one_blas_thread():
        samples = solve_shard(source.seed, number, source.settings, backend=source.backend)
    arrays = {name: np.ascontiguousarray(each) for name, each in samples.arrays().items()}
    with storage.replacing(shard_path(folder, number)) as file:
        storage.write_container(file, SHARD_FILE, source.to_dict() | {"number": number}, arrays)
    return len(samples.stacks), float(samples.exploitability.mean())


@dataclass(frozen=True, eq=False)
class ShardFolder:
    """A folder of shards, all from one source.

    Attributes:
        path: The folder.
        source: Where all of its shards are from.
        numbers: Numbers of its shards, in order.
    """

    path: Path
    source: ShardSource
    numbers: tuple[int, ...]

    def read(self, numbers: Iterable[int]) -> RiverSamples:
        """Read shards and join their samples.

        Args:
            numbers: Numbers of the shards.

        Raises:
            InputError: If a shard is from another source than the rest of the folder.
            DamagedFileError: If a shard is damaged.
        """
        parts = []
        for number in numbers:
            source, samples = _read(self.path, number)
            _check_source(source, self.source, self.path)
            parts.append(samples.arrays())
        if not parts:
            raise InputError("the shards to read must be at least 1, got 0")
        return RiverSamples(
            **{name: np.concatenate([part[name] for part in parts]) for name in _ARRAYS}
        )


def open_shards(folder: str | os.PathLike[str]) -> ShardFolder:
    """Open a folder of shards.

    Args:
        folder: A folder that `generate_shards` has filled.

    Returns:
        The folder. Shards other than the first are checked when they are read.

    Raises:
        InputError: If there are no shards in it.
        DamagedFileError: If the first shard is damaged.
    """
    numbers = shard_numbers(folder)
    if not numbers:
        raise InputError(f"{folder} must be a folder of shards, got one without shards")
    return ShardFolder(Path(folder), _read(folder, numbers[0])[0], tuple(numbers))


def _check_source(
    found: ShardSource, expected: ShardSource, folder: str | os.PathLike[str]
) -> None:
    """Raise InputError that names the first difference between two sources."""
    given, present = (each.to_dict() | each.to_dict()["settings"] for each in (expected, found))
    for name, value in given.items():
        if name != "settings" and value != present[name]:
            raise InputError(
                f"{name} must be {present[name]} as in the shards of {folder}, got {value}: use "
                "another folder"
            )


def _read(folder: str | os.PathLike[str], number: int) -> tuple[ShardSource, RiverSamples]:
    """Read and verify a shard."""
    path = shard_path(folder, number)
    try:
        container = storage.open_container(path, SHARD_FILE)
        with storage.reading(path):
            facts = storage.checked_types(container.facts, _FACTS)
            if facts["number"] != number:
                raise InputError(f"number must be {number} as in its name, got {facts['number']}")
            source = ShardSource.from_dict(facts)
            samples = RiverSamples(**{name: container.read(name) for name in _ARRAYS})
            _check_samples(samples, source.settings.samples)
    except DamagedFileError as error:
        raise DamagedFileError(
            f"{error}; delete the file, and `values generate` solves the shard again"
        ) from None
    return source, samples


def _check_samples(samples: RiverSamples, count: int) -> None:
    """Raise InputError unless the arrays fit each other and all numbers are possible."""
    for name, array in samples.arrays().items():
        is_table = name in ("histograms", "tables", "weights")
        shape = (count, 2, KNOTS) if is_table else (count,)
        if array.dtype != np.float32 or array.shape != shape:
            raise InputError(
                f"{name} must be float32 of shape {shape}, got {array.dtype} of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            raise InputError(f"{name} must be finite")
    for name in ("histograms", "weights"):
        if (getattr(samples, name) < 0).any():
            raise InputError(f"{name} must be at least 0")
    if not (samples.stacks > 0).all():
        raise InputError("stacks must be more than 0")
