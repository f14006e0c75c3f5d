"""Situations with exact values: what leaf values are judged by.

A case is a random turn with both ranges, where all 48 rivers have been solved, or a random flop
with all 49 turns. Cases are saved to files, because solving a turn takes seconds, a flop minutes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.exact_leaves import ExactLeaves
from fifthstreet.solvers.values.leaf_values import LeafValues, Leaves
from fifthstreet.solvers.values.rest_solver import LaterBetting
from fifthstreet.solvers.values.river_samples import iterations_for
from fifthstreet.solvers.values.river_tables import Float32Array
from fifthstreet.solvers.values.situations import Situation, draw_situation
from fifthstreet.support import storage

CASES_FILE = "exact_cases"  # kind of files
CASE_STREETS = {"turn": 4, "flop": 3}
"""Streets of cases, and their number of cards."""
# Shards draw from [seed, number], so that no shard has a case's situation.
_STREAM = 20_17
_MIN_MET = 1e-6  # share of the opposing range that a hand must meet to have a value


@dataclass(frozen=True, eq=False)
class ExactCase:
    """A situation, and what hands win in it.

    Attributes:
        situation: A turn or a flop.
        shares: What hands win on average, in pots, less half of the pot.  [2, 1326]
        betting: Bet sizes on later streets.
    """

    situation: Situation
    shares: Float32Array
    betting: LaterBetting = LaterBetting()  # noqa: RUF009 (frozen)


def draw_case_situation(seed: int, number: int, street: str = "turn") -> Situation:
    """Draw the situation of a case.

    Args:
        seed: Seed of all cases.
        number: Number of the case.
        street: `turn` or `flop`.

    Returns:
        A situation that no shard has.
    """
    if street not in CASE_STREETS:
        raise InputError(f"street must be {' or '.join(CASE_STREETS)}, got {street!r}")
    return draw_situation(np.random.default_rng([_STREAM, seed, number]), CASE_STREETS[street])


def solve_case(
    situation: Situation,
    betting: LaterBetting | None = None,
    *,
    backend: str = "native",
    threads: int | None = None,
) -> ExactCase:
    """Solve all boards with one more card.

    Args:
        situation: A turn or a flop. A flop takes half a minute to 6 minutes of CPU time.
        betting: Bet sizes on later streets.
        backend: `native` or `cuda`.
        threads: Number of threads; by default one per core.

    Returns:
        The situation with its values, as exact as the samples that networks are trained on.
    """
    iterations = iterations_for(situation.stack, situation.street)
    leaves = ExactLeaves(betting, iterations=iterations, backend=backend, threads=threads)
    return ExactCase(situation, mean_shares(leaves, situation), leaves.betting)


def met_weights(situation: Situation) -> Float32Array:
    """Return the weight of the opposing hands that each hand meets.

    Args:
        situation: A turn or a flop.

    Returns:
        0 for hands that are impossible or meet almost nothing.  [2, 1326]
    """
    reach = situation.reach
    possible = _leaves(situation).possible()
    met = compatible_weights(reach[None, ::-1])[0] * possible
    is_met = met > _MIN_MET * reach[::-1].sum(axis=1, keepdims=True)
    kept: Float32Array = np.where(is_met, met, 0).astype(np.float32)
    return kept


def mean_shares(values: LeafValues, situation: Situation) -> Float32Array:
    """Return what hands win on average, in pots, less half of the pot.

    Args:
        values: Where the values are from.
        situation: A turn or a flop.

    Returns:
        0 for hands that are impossible or meet almost nothing.  [2, 1326]
    """
    met = met_weights(situation)
    chips = values.values(_leaves(situation), situation.reach[None])[0]
    shares: Float32Array = np.divide(chips, met, out=np.zeros_like(met), where=met > 0)
    return shares


def save_cases(path: str | os.PathLike[str], cases: Sequence[ExactCase]) -> None:
    """Write cases to a file.

    Args:
        path: Where to write.
        cases: At least one, all for the same street and with the same bet sizes.

    Raises:
        InputError: If there is no case, or if their streets or bet sizes differ.
    """
    if len(bettings := {case.betting for case in cases}) != 1:
        raise InputError(f"cases must have the same bet sizes, got {len(bettings)} different ones")
    situations = [case.situation for case in cases]
    if len({each.street for each in situations}) > 1:
        raise InputError("cases must be for the same street, got turns and flops")
    arrays: dict[str, NDArray[Any]] = {
        "boards": np.array([each.board for each in situations], np.uint8),
        "stacks": np.array([each.stack for each in situations], np.float64),
        "reach": np.array([each.reach for each in situations], np.float32),
        "shares": np.array([case.shares for case in cases], np.float32),
    }
    with storage.replacing(path) as file:
        facts = {"betting": cases[0].betting.to_dict()}
        storage.write_container(file, CASES_FILE, facts, arrays)


def load_cases(path: str | os.PathLike[str]) -> list[ExactCase]:
    """Read cases from a file.

    Args:
        path: A file that `save_cases` has written.

    Returns:
        The cases.

    Raises:
        InputError: If there is no such file.
        DamagedFileError: If the file is damaged or of another kind.
    """
    container = storage.open_container(path, CASES_FILE)
    with storage.reading(path):
        facts = storage.checked_types(container.facts, {"betting": dict})
        betting = LaterBetting.from_dict(facts["betting"])
        boards, stacks = container.read("boards"), container.read("stacks")
        reach, shares = container.read("reach"), container.read("shares")
        count = len(boards)
        shape = (count, 2, HOLE_COUNT)
        shapes = [(count, cards) for cards in CASE_STREETS.values()]
        if boards.shape not in shapes or stacks.shape != (count,) or not count:
            raise InputError("boards must be at least one of 3 or 4 cards, with a stack each")
        if boards.max() > 51:
            raise InputError(f"cards must be from 0 to 51, got {boards.max()}")
        if reach.shape != shape or shares.shape != shape or not np.isfinite(shares).all():
            raise InputError(f"reach and shares must be finite, in the shape {shape}")
        cases = []
        for at in range(count):
            board = tuple(int(card) for card in boards[at])
            situation = Situation(board, float(stacks[at]), reach[at])
            _leaves(situation).check_reach(reach[at : at + 1])
            cases.append(ExactCase(situation, shares[at], betting))
    return cases


def _leaves(situation: Situation) -> Leaves:
    return Leaves(situation.board, np.ones(1), np.array([situation.stack]))
