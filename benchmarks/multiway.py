"""Three ranges: one showdown on a river, solves of rivers and of a turn, and rivers of a turn.

Ranges are random hands on random boards. A showdown is compared with products of matrices in NumPy:
for each hand, who of the opponents' hands it beats, times which of their pairs share no card.
"""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figure, at_most, cpu_in_turns, faster_than
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range, cards_text
from fifthstreet.solvers.multiway import MultiwaySolver, MultiwaySpot, RiverGame
from fifthstreet.tree import Kind

HANDS = 300  # of each player
POT, STACK = 90.0, 400.0
TREES: dict[str, dict[str, Any]] = {
    "one bet size": {"bets": "75%", "raises": ""},
    "one bet and one raise size": {"bets": "75%", "raises": "60%"},
    "two bet and one raise size": {"bets": "33%, 75%", "raises": "60%", "max_raises": 3},
}
SPOTS = 5
MAX_GAIN = 0.5  # percent of the pot, for each player
MAX_SECONDS = 1.0  # on two cores
MAX_ITERATIONS = 5_000
MIN_SPEEDUP = 10  # over NumPy
EQUITY = (1.0, 0.0, 0.0, 0.0)
# A single-raised pot of three, 97 big blinds behind: ranges of the big blind, cutoff and button.
TURN_RANGES = (
    "22-88,A2s-A9s,K5s-KJs,Q7s-QJs,J7s-JTs,T7s+,96s+,85s+,75s+,64s+,54s,ATo,KTo-KJo,QTo+,JTo",
    "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,86s+,76s,65s,ATo+,KJo+,QJo",
    "22-99,ATs-AQs,A5s-A2s,KTs-KQs,QTs+,JTs,T9s,98s,87s,76s,65s,AQo,KQo",
)
TURN = ("QsJh2h8c", 8.0, 97.0)  # board, pot, stacks
TURN_GAIN = 1.0  # percent of the pot, for each player
MAX_TURN_SECONDS = 10.0
MIN_TURN_SPEEDUP = 20  # of an iteration, over NumPy for its ends


def figures() -> Iterator[Figure]:
    """Yield the time of a showdown, and of solves by tree; for all hands as well."""
    for hands in (HANDS, 1_081):
        game = RiverGame(random_spot(0, hands, TREES["one bet size"]))
        ours, theirs = showdown_seconds(game)
        name = f"showdown of three from Python, {hands:,} hands each"
        yield faster_than(name, 1e6 * ours, "NumPy", 1e6 * theirs, "us", MIN_SPEEDUP)
    for name in TREES:
        yield from solve_figures(name, HANDS)
    yield from solve_figures("one bet size", 1_081)
    yield from turn_figures()


def turn_figures() -> Iterator[Figure]:
    """Yield the time of an iteration on a turn, of a solve, and how threads share the work."""
    board, pot, stack = TURN
    spot = MultiwaySpot.of(board, pot, stack, TURN_RANGES, bets="66%", raises="")
    solver = MultiwaySolver(spot, threads=1)
    solver.iterate(1)
    started = time.process_time()
    solver.iterate(4)
    ours = (time.process_time() - started) / 4
    river = RiverGame(MultiwaySpot.of(f"{board}4d", pot, stack, TURN_RANGES, bets="66%"))
    showdowns = int((spot.tree.kind == Kind.SHOWDOWN).sum()) * 3 * 48
    theirs = showdowns * showdown_seconds(river)[1]
    name = f"an iteration on a turn, {len(spot.tree)} nodes, and its showdowns with matrices"
    yield faster_than(name, 1e3 * ours, "NumPy", 1e3 * theirs, "ms", MIN_TURN_SPEEDUP)
    solver, started = MultiwaySolver(spot, threads=1), time.process_time()
    solver.run(max_iterations=1_000, progress=lambda _: largest_gain(solver) > TURN_GAIN)
    text = f"a turn to {TURN_GAIN:g}% of the pot per player, {solver.iteration} iterations"
    yield at_most(text, time.process_time() - started, MAX_TURN_SECONDS, "CPU s")


def largest_gain(solver: MultiwaySolver) -> float:
    """Return what a player could gain, in percent of the pot."""
    return 100 * max(solver.exploitability().gains or ()) / solver.spot.pot


def solve_figures(name: str, hands: int) -> Iterator[Figure]:
    """Yield CPU and wall-clock seconds of solves with two threads, set-up included."""
    options = TREES[name]
    solves = [solve_seconds(random_spot(seed, hands, options), threads=2) for seed in range(SPOTS)]
    iterations = max(count for count, *_ in solves)
    nodes = len(random_spot(0, hands, options).tree)
    text = f"{name} ({nodes:,} nodes), {hands:,} hands each, slowest of {SPOTS}"
    cpu, wall = (max(seconds) for seconds in list(zip(*solves, strict=True))[1:])
    yield at_most(f"{text}: {iterations} iterations", cpu, 2 * MAX_SECONDS, "CPU s")
    if name == "one bet size":
        yield at_most(text, wall, MAX_SECONDS, "s")


def random_spot(seed: int, hands: int, options: dict[str, Any]) -> MultiwaySpot:
    """Return a spot with random ranges of some hands on a random board."""
    random = np.random.default_rng(seed)
    board = random.permutation(52)[:5].tolist()
    mask = np.uint64(sum(1 << card for card in board))
    free = np.flatnonzero(mask & HOLE_MASKS == 0)
    ranges = []
    for _ in range(3):
        weights = np.zeros(HOLE_COUNT, np.float32)
        weights[random.permutation(free)[:hands]] = 1
        ranges.append(Range(weights))
    return MultiwaySpot.of(cards_text(board), POT, STACK, ranges, **options)


def solve_seconds(spot: MultiwaySpot, threads: int) -> tuple[int, float, float]:
    """Return iterations, CPU and wall-clock seconds until no player could gain too much."""
    cpu, wall = time.process_time(), time.perf_counter()
    solver = MultiwaySolver(spot, threads=threads)
    limit = MAX_GAIN / 100 * spot.pot

    def goes_on(_: object) -> bool:
        return max(solver.exploitability().gains or ()) > limit

    solver.run(max_iterations=MAX_ITERATIONS, progress=goes_on)
    if goes_on(None):
        raise ValueError(f"{spot!r} did not reach {MAX_GAIN}% in {MAX_ITERATIONS} iterations")
    return solver.iteration, time.process_time() - cpu, time.perf_counter() - wall


def showdown_seconds(game: RiverGame) -> tuple[float, float]:
    """Return CPU seconds of a showdown for the first player: the sweep's, and with matrices."""
    others = zip(game.weights[1:], game.hands[1:], strict=True)
    first, second = (weights[: len(hands.holes)] for weights, hands in others)
    matrices = showdown_matrices(game)
    found = game.sweep(0, EQUITY, game.weights)[: len(game.hands[0].holes)]
    np.testing.assert_allclose(found, by_matrices(matrices, first, second), rtol=1e-3)
    ours, theirs = cpu_in_turns(
        [
            partial(game.sweep, 0, EQUITY, game.weights),
            partial(by_matrices, matrices, first, second),
        ]
    )
    return ours, theirs


def showdown_matrices(game: RiverGame) -> list[NDArray[np.float32]]:
    """Return what does not depend on reach: which hands fit, and factors of weaker and equal ones.

    Opponents' hands that are weaker count twice, equal ones once; a second matrix has equal ones.
    """
    own, first, second = game.hands
    fits = (HOLE_MASKS[first.holes][:, None] & HOLE_MASKS[second.holes] == 0).astype(np.float32)
    found = [fits]
    for other in (first, second):
        is_free = HOLE_MASKS[own.holes][:, None] & HOLE_MASKS[other.holes] == 0
        ours, theirs = own.strengths[:, None], other.strengths
        is_equal = (is_free & (ours == theirs)).astype(np.float32)
        found += [2 * (is_free & (ours > theirs)).astype(np.float32) + is_equal, is_equal]
    return found


def by_matrices(
    matrices: list[NDArray[np.float32]], first: NDArray[np.float32], second: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return each hand's share of a pot against both opponents' reach."""
    fits, beaten_first, equal_first, beaten_second, equal_second = matrices
    reach = first[:, None] * fits * second
    both = ((beaten_first @ reach) * beaten_second).sum(axis=1)
    tied = ((equal_first @ reach) * equal_second).sum(axis=1)
    shares: NDArray[np.float32] = both / 4 + tied / 12
    return shares
