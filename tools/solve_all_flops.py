"""Solve two heads-up matchups on all 1,755 flops, from which subsets of flops are chosen.

Run as `python -m tools.solve_all_flops` on a machine with a GPU; one H200 takes five minutes. The
results are written to .cache/solved_flops.npz periodically, and a stopped run is resumed.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import SolvedFlops, read_solved_flops
from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, HOLE_COUNT, canonical_boards, mask_text
from fifthstreet.cards.matchups import compatible_weight
from fifthstreet.review.preflop import PreflopRanges
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.backends import prepare_backend
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.solving.side_by_side import SideBySide
from fifthstreet.solvers.postflop.spot.joined_plan import JoinedPlan, join_plans
from fifthstreet.solvers.postflop.spot.plan import Plan, make_plan
from fifthstreet.support.storage import replacing

SOLVED = Path(__file__).parent.parent / ".cache/solved_flops.npz"
GROUP = 8  # flops that are solved side by side
WORKERS, AHEAD = 6, 12  # threads that prepare groups, and groups prepared in advance
SAVE_EVERY = 20  # groups
TARGET_POT_PERCENT = 0.3
MAX_ITERATIONS = 400
CHECK, BET = 0, 1  # actions

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Matchup:
    """A pot after the betting before the flop, 100 big blinds deep; the big blind is 1 chip."""

    name: str
    pot: float
    stack: float
    ranges: tuple[tuple[str, str], tuple[str, str]]  # position and action, OOP first

    def spot(self, board: int) -> Spot:
        """Return the matchup on a flop, with one size of bets and no raises."""
        oop, ip = (PREFLOP.find(2, 100, *names).range for names in self.ranges)
        return Spot.of(
            mask_text(board),
            self.pot,
            self.stack,
            oop=oop,
            ip=ip,
            bets="66%",
            raises="",
            max_raises=1,
            chip=0.5,
        )


PREFLOP = PreflopRanges()
MATCHUPS = (
    Matchup("raised", 5, 97.5, (("BB", "call.BTN"), ("BTN", "open"))),
    Matchup("three_bet", 20, 90, (("BB", "three_bet.BTN"), ("BTN", "call_3bet"))),
)


@dataclass(frozen=True, eq=False)
class SolvedFlop:
    """The result of a flop; the fields are rows of the fields of `SolvedFlops`."""

    ev: Floats  # [P, C]
    weights: Floats  # [P, C]
    bets: tuple[float, float]
    exploitability: float


def solved_flop(
    plan: Plan,
    values: Sequence[NDArray[Any]],
    averages: Sequence[NDArray[Any]],
    exploitability: float,
) -> SolvedFlop:
    """Return the result of a flop.

    `values` are per hand of each player at the root, times the weight of the hands they meet;
    `averages` are entries of the average strategies, of OOP at the root and of IP after a check.
    """
    ev, weights = (np.zeros((2, CLASS_COUNT)) for _ in range(2))
    for player in (0, 1):
        holes = _holes(plan, player)
        own = plan.weights[player][holes]
        met = compatible_weight(plan.weights[1 - player])[holes]
        classes = HOLE_CLASS[holes]
        won = np.bincount(classes, own * values[player][: len(holes)], CLASS_COUNT)
        weights[player] = np.bincount(classes, own * met, CLASS_COUNT)
        np.divide(won, weights[player], out=ev[player], where=weights[player] > 0)
    oop, ip = (_probabilities(averages[player], len(_holes(plan, player))) for player in (0, 1))
    checked = np.zeros(HOLE_COUNT)
    checked[_holes(plan, 0)] = plan.weights[0][_holes(plan, 0)] * oop[CHECK]
    bets = _frequency(plan, 0, oop[BET], plan.weights[1]), _frequency(plan, 1, ip[BET], checked)
    return SolvedFlop(ev, weights, bets, exploitability)


def entries_after(plan: Plan, spot: int, player: int) -> slice:
    """Return where a player's averages are: OOP's at the root, IP's after a check."""
    betting = plan.betting[0]
    node = 0 if player == 0 else int(betting.first_child[0])
    return plan.layouts[player].rows(0, spot, betting, node)


def solve_group(joined: JoinedPlan) -> Iterator[SolvedFlop]:
    """Solve flops side by side on a GPU and yield their results."""
    solver = SideBySide(joined, DEFAULT_SCHEDULE, "float32", 1)
    finished = dict(
        solver.run(
            target_pot_percent=TARGET_POT_PERCENT, max_iterations=MAX_ITERATIONS, seconds=inf
        )
    )
    backend = solver.backend
    backend.activate()  # flops that reached the target no longer take part
    values = [backend.all_root_values(player, ValueMode.AVERAGE) for player in (0, 1)]
    for spot, plan in enumerate(joined.parts):
        averages = [
            backend.read(player, "averages", entries_after(joined.plan, spot, player))
            for player in (0, 1)
        ]
        exploitability = finished[spot].exploitability.pot_percent
        yield solved_flop(plan, [row[spot] for row in values], averages, exploitability)


def prepared(matchup: Matchup, first: int) -> Iterator[JoinedPlan]:
    """Yield groups of flops from the given one on, prepared in advance by other threads."""
    boards = canonical_boards(3)[0].tolist()

    def prepare(start: int) -> JoinedPlan:
        spots = [matchup.spot(board) for board in boards[start : start + GROUP]]
        joined = join_plans([make_plan(spot) for spot in spots])
        prepare_backend("cuda", joined.plan)
        return joined

    waiting: deque[Future[JoinedPlan]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for start in range(first, len(boards), GROUP):
            waiting.append(pool.submit(prepare, start))
            if len(waiting) > AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def with_flops(solved: SolvedFlops, flops: Sequence[SolvedFlop]) -> SolvedFlops:
    """Return a matchup with more flops."""

    def joined(field: str) -> NDArray[np.float32]:
        rows = np.array([getattr(flop, field) for flop in flops], np.float32)
        return np.concatenate([getattr(solved, field), rows])

    fields = ("ev", "weights", "bets", "exploitability")
    return SolvedFlops(solved.name, solved.pot, *map(joined, fields))


def nothing_solved(matchup: Matchup) -> SolvedFlops:
    """Return a matchup without flops."""
    shapes = (0, 2, CLASS_COUNT), (0, 2, CLASS_COUNT), (0, 2), (0,)
    return SolvedFlops(matchup.name, matchup.pot, *(np.zeros(each, np.float32) for each in shapes))


def main() -> None:
    """Solve what is left and print the progress."""
    SOLVED.parent.mkdir(exist_ok=True)
    solved = {matchup.name: nothing_solved(matchup) for matchup in MATCHUPS}
    if SOLVED.exists():
        solved |= {each.name: each for each in read_solved_flops(SOLVED)}
    start = perf_counter()
    for matchup in MATCHUPS:
        flops: list[SolvedFlop] = []
        first = len(solved[matchup.name])
        for number, joined in enumerate(prepared(matchup, first), 1):
            flops += solve_group(joined)
            if number % SAVE_EVERY == 0 or first + len(flops) == len(canonical_boards(3)[0]):
                solved[matchup.name] = with_flops(solved[matchup.name], flops)
                flops, first = [], len(solved[matchup.name])
                with replacing(SOLVED) as file:
                    write_solved_flops(file, list(solved.values()))
                seconds = perf_counter() - start
                print(f"{matchup.name}: {first:,} flops solved, {seconds:.0f} s", flush=True)


def write_solved_flops(file: IO[bytes], matchups: Sequence[SolvedFlops]) -> None:
    """Write matchups to an .npz file.

    Args:
        file: Open for writing, in binary mode.
        matchups: Their names must differ.
    """
    arrays = {
        f"{matchup.name}.{field.name}": np.asarray(getattr(matchup, field.name))
        for matchup in matchups
        for field in fields(matchup)
        if field.name != "name"
    }
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _holes(plan: Plan, player: int) -> NDArray[Any]:
    """Return the hands of a player at the root."""
    seat = plan.runouts[0].seats[player]
    return seat.holes[0, : seat.count[0]]


def _probabilities(entries: NDArray[Any], hands: int) -> Floats:
    """Return the probabilities of checking and betting from averages.  [2, H]"""
    rows = entries.reshape(2, -1)[:, :hands].astype(np.float64)
    totals = rows.sum(axis=0)
    probabilities: Floats = np.full(rows.shape, 0.5)
    np.divide(rows, totals, out=probabilities, where=totals > 0)
    return probabilities


def _frequency(plan: Plan, player: int, chances: Floats, opposing: NDArray[Any]) -> float:
    """Return how often a player takes an action against the weights of the opposing hands."""
    holes = _holes(plan, player)
    weights = plan.weights[player][holes] * compatible_weight(opposing)[holes]
    return float(chances @ weights / weights.sum())


if __name__ == "__main__":
    main()
