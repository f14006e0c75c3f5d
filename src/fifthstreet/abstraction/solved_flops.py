"""A matchup solved on all flops, from which subsets of flops are chosen."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from zipfile import BadZipFile
from zlib import error as zlib_error

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, canonical_boards
from fifthstreet.errors import DamagedFileError, InputError

FLOP_CARDS = 3
_PLAYERS = 2


@dataclass(frozen=True, eq=False)
class SolvedFlops:
    """The results of a matchup on F flops: P = 2 players, OOP first, and C hand classes.

    The flops are the first of `canonical_boards(3)`, in this order: all flops, unless the run is
    incomplete.
    """

    name: str
    pot: float  # chips
    ev: NDArray[np.float32]  # [F, P, C]  chips beyond half of the pot; 0 without hands
    weights: NDArray[np.float32]  # [F, P, C]  of the class's hands, times the hands they can meet
    bets: NDArray[np.float32]  # [F, P]  how often OOP bets first, and IP after a check
    exploitability: NDArray[np.float32]  # [F]  percent of the pot

    def __post_init__(self) -> None:
        shape = (len(self), _PLAYERS, CLASS_COUNT)
        for field in ("ev", "weights", "bets", "exploitability"):
            array = getattr(self, field)
            expected = shape[: array.ndim]
            if not 1 <= array.ndim <= 3 or array.shape != expected:
                raise InputError(
                    f"{field} of {self.name} must have the shape {expected}, got {array.shape}"
                )
            if not np.isfinite(array).all():
                raise InputError(f"{field} of {self.name} must be finite")

    def __len__(self) -> int:
        """Return the number of flops."""
        return len(self.exploitability)

    @property
    def is_complete(self) -> bool:
        """Whether all flops are solved."""
        return len(self) == len(canonical_boards(FLOP_CARDS)[0])


def read_solved_flops(path: str | os.PathLike[str]) -> list[SolvedFlops]:
    """Return the matchups of a file.

    Args:
        path: A file that `write_solved_flops` wrote.

    Raises:
        DamagedFileError: If the file cannot be read or has no solved flops.
    """
    names = [field.name for field in fields(SolvedFlops) if field.name != "name"]
    try:
        with np.load(path) as arrays:
            matchups = list(dict.fromkeys(key.rpartition(".")[0] for key in arrays))
            return [
                SolvedFlops(
                    name,
                    float(arrays[f"{name}.pot"]),
                    *(arrays[f"{name}.{field}"] for field in names[1:]),
                )
                for name in matchups
            ]
    except (OSError, EOFError, KeyError, ValueError, BadZipFile, zlib_error) as error:
        raise DamagedFileError(f"{path} has no solved flops: {error}") from None
