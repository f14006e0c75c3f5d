"""Folders of solved samples: one file for each shard, which workers write side by side.

A shard depends on its seed, its number, the settings and the backend only, and its file has all of
them. So a run that was ended resumes with the shards that are missing, and a folder cannot hold
shards of different settings.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values.board_samples import FlopSamples, TurnSamples
from fifthstreet.solvers.values.flop_samples import FlopSampleSettings
from fifthstreet.solvers.values.river_samples import RiverSamples, SampleSettings
from fifthstreet.solvers.values.turn_samples import TurnSampleSettings
from fifthstreet.support import storage
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.support.executors import Executor, Job, LocalExecutor

Settings: TypeAlias = SampleSettings | TurnSampleSettings | FlopSampleSettings
Samples: TypeAlias = RiverSamples | TurnSamples | FlopSamples

SHARD_KINDS: Mapping[str, tuple[type[Settings], type[Samples]]] = {
    "turn": (SampleSettings, RiverSamples),
    "flop": (TurnSampleSettings, TurnSamples),
    "preflop": (FlopSampleSettings, FlopSamples),
}
"""Settings and samples by the street that ends."""
SHARD_FILES = tuple(settings.file_kind for settings, _ in SHARD_KINDS.values())  # kinds of files
MAX_SHARDS = 1_000_000
_SUFFIXES = {settings.suffix: street for street, (settings, _) in SHARD_KINDS.items()}
_NAME = re.compile(rf"(\d{{6}})\.({'|'.join(_SUFFIXES)})")
_FACTS = {"seed": int, "number": int, "backend": str, "settings": dict}


@dataclass(frozen=True)
class ShardSource:
    """What all shards of a folder have in common.

    Attributes:
        seed: Seed of all shards, at least 0.
        backend: `native` or `cuda`. Results of both differ by rounding.
        settings: Sizes of the shards, and the betting. Their class decides what is solved: rivers
            for the end of the turn, turns for the end of the flop, or flops for the end of preflop.
    """

    seed: int = 0
    backend: str = "native"
    settings: Settings = field(default_factory=SampleSettings)

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")
        if self.backend not in ("native", "cuda"):
            raise InputError(f"backend must be native or cuda, got {self.backend!r}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any], street: str = "turn") -> ShardSource:
        """Build from plain data of a street's shards."""
        settings = SHARD_KINDS[street][0].from_dict(data["settings"])
        return cls(data["seed"], data["backend"], settings)


@dataclass(frozen=True)
class WrittenShard:
    """A shard that has been solved and saved."""

    number: int
    samples: int
    exploitability: float  # mean of all solves, a share of the pot
    seconds: float  # of the worker


def shard_path(folder: str | os.PathLike[str], number: int, street: str = "turn") -> Path:
    """Return the path of a shard.

    Args:
        folder: The folder.
        number: Number of the shard.
        street: The street that ends.
    """
    return Path(folder) / f"{number:06}.{SHARD_KINDS[street][0].suffix}"


def shard_numbers(folder: str | os.PathLike[str]) -> tuple[str | None, list[int]]:
    """Return the street and the numbers of the shards in a folder, in order.

    Args:
        folder: The folder, which must exist.

    Returns:
        The street that ends, None if there are no shards; and the numbers.

    Raises:
        InputError: If there is no such folder, or if it has shards for several streets.
    """
    try:
        names = [_NAME.fullmatch(each.name) for each in Path(folder).iterdir()]
    except OSError as error:
        raise InputError(f"{folder} must be a folder of shards: {error.strerror}") from None
    found = [each for each in names if each]
    streets = sorted({_SUFFIXES[each[2]] for each in found})
    if len(streets) > 1:
        raise InputError(f"{folder} must have shards for one street, got {' and '.join(streets)}")
    return streets[0] if streets else None, sorted(int(each[1]) for each in found)


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
        street, done = shard_numbers(folder)
        if street not in (None, source.settings.street):
            raise InputError(
                f"street must be {street} as in the shards of {folder}, got "
                f"{source.settings.street}: use another folder"
            )
        for number in done:
            _check_source(_read(folder, number, source.settings.street)[0], source, folder)
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
        samples = source.settings.solve(source.seed, number, source.backend)
    arrays = {name: np.ascontiguousarray(each) for name, each in samples.arrays().items()}
    kind = source.settings.file_kind
    with storage.replacing(shard_path(folder, number, source.settings.street)) as file:
        storage.write_container(file, kind, source.to_dict() | {"number": number}, arrays)
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

    def read(self, numbers: Iterable[int]) -> Samples:
        """Read shards and join their samples.

        Args:
            numbers: Numbers of the shards.

        Raises:
            InputError: If a shard is from another source than the rest of the folder.
            DamagedFileError: If a shard is damaged.
        """
        parts, street = [], self.source.settings.street
        for number in numbers:
            source, samples = _read(self.path, number, street)
            _check_source(source, self.source, self.path)
            parts.append(samples.arrays())
        if not parts:
            raise InputError("the shards to read must be at least 1, got 0")
        return SHARD_KINDS[street][1](
            **{name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
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
    street, numbers = shard_numbers(folder)
    if street is None:
        raise InputError(f"{folder} must be a folder of shards, got one without shards")
    return ShardFolder(Path(folder), _read(folder, numbers[0], street)[0], tuple(numbers))


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


def _read(folder: str | os.PathLike[str], number: int, street: str) -> tuple[ShardSource, Samples]:
    """Read and verify a shard."""
    path = shard_path(folder, number, street)
    settings, kind = SHARD_KINDS[street]
    try:
        container = storage.open_container(path, settings.file_kind)
        with storage.reading(path):
            facts = storage.checked_types(container.facts, _FACTS)
            if facts["number"] != number:
                raise InputError(f"number must be {number} as in its name, got {facts['number']}")
            source = ShardSource.from_dict(facts, street)
            samples = kind(**{each.name: container.read(each.name) for each in fields(kind)})
            samples.check(source.settings.samples)
    except DamagedFileError as error:
        raise DamagedFileError(
            f"{error}; delete the file, and `values generate` solves the shard again"
        ) from None
    return source, samples
