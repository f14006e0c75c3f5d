"""Situations with exact values: what leaf values are judged by.

A case is a random turn with both ranges, where all 48 rivers have been solved, or a random flop
with all 49 turns. At the end of preflop it is a pair of ranges: the flops are the same 195 of 1,755
for all cases, and are solved to the end of their street with the network for the flop, whose error
comes on top. Cases are saved to files, because solving a turn takes seconds, a flop minutes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, HOLE_COUNT, class_sums, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_hands import ClassHands, class_reach
from fifthstreet.solvers.values.exact_leaves import ExactLeaves
from fifthstreet.solvers.values.flop_samples import FlopSampleSettings, possible_on
from fifthstreet.solvers.values.leaf_values import LeafValues, Leaves
from fifthstreet.solvers.values.rest_solver import LaterBetting
from fifthstreet.solvers.values.river_samples import iterations_for
from fifthstreet.solvers.values.river_tables import Float32Array
from fifthstreet.solvers.values.situations import Situation, draw_flops, draw_situation
from fifthstreet.support import storage

CASES_FILE = "exact_cases"  # kind of files
CASE_STREETS = {"turn": 4, "flop": 3, "preflop": 0}
"""Streets of cases, and their number of cards."""
CASE_FLOPS = 195
"""Number of flops that the values of a case before the flop are a mean over."""
_CASE_ITERATIONS = 100
# Shards draw from [seed, number], so that no shard has a case's situation.
_STREAM = 20_17
_MIN_MET = 1e-6  # share of the opposing range that a hand must meet to have a value


@dataclass(frozen=True, eq=False)
class ExactCase:
    """A situation, and what hands win in it.

    Attributes:
        situation: A turn, a flop, or ranges without a board.
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
        street: `turn`, `flop` or `preflop`.

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
    """Solve all boards with one more card, or many flops.

    Args:
        situation: A turn, a flop, or ranges without a board. A flop takes half a minute to 6
            minutes of CPU time.
        betting: Bet sizes on later streets.
        backend: `native` or `cuda`.
        threads: Number of threads; by default one per core.

    Returns:
        The situation with its values, as exact as the samples that networks are trained on.
    """
    if not situation.board:
        return _solve_flops(situation, betting or LaterBetting(), backend, threads)
    iterations = iterations_for(situation.stack, situation.street)
    leaves = ExactLeaves(betting, iterations=iterations, backend=backend, threads=threads)
    return ExactCase(situation, mean_shares(leaves, situation), leaves.betting)


def _solve_flops(
    situation: Situation, betting: LaterBetting, backend: str, threads: int | None
) -> ExactCase:
    flops, counts = draw_flops(np.random.default_rng(_STREAM), CASE_FLOPS)
    settings = FlopSampleSettings(iterations=_CASE_ITERATIONS, betting=betting)
    held = situation.reach[None].astype(np.float64)
    parts = settings.solve_flops(flops, situation.stack, held, backend, threads)
    won, met = np.zeros((2, CLASS_COUNT)), np.zeros((2, CLASS_COUNT))
    solved = ((part, at) for part in parts for at in range(len(part.shares)))
    for flop, count, (part, at) in zip(flops, counts, solved, strict=True):
        possible = possible_on(flop)
        weights = compatible_weights(held[:, ::-1] * possible)[0] * possible * count
        won += class_sums(weights * (part.shares[at, 0] - part.equity[at, 0] / 2))
        met += class_sums(weights)
    # What is averaged is what betting adds: the equity on all flops is known exactly.
    hands = ClassHands.of(class_reach(held))
    shares = np.divide(won, met, out=np.zeros_like(won), where=met > 0) + hands.equity[0] / 2
    shares -= (shares * hands.shares[0]).sum() / 2
    rows = np.where(met_weights(situation) > 0, shares[:, HOLE_CLASS], 0)
    return ExactCase(situation, rows.astype(np.float32), betting)


def met_weights(situation: Situation) -> Float32Array:
    """Return the weight of the opposing hands that each hand meets.

    Args:
        situation: Where the hands are.

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
        situation: Where the hands are.

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
        streets = " and ".join(sorted({each.street for each in situations}))
        raise InputError(f"cases must be for the same street, got {streets}")
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
            raise InputError("boards must be at least one of 0, 3 or 4 cards, with a stack each")
        if boards.size and boards.max() > 51:
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
