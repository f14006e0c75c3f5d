"""Compare the errors of subsets of flops that were chosen by different methods.

Run as `python -m tools.compare_flop_subsets [SIZE...]`, after `python -m tools.solve_all_flops`; it
takes a minute or two for each size. A matchup that took no part in a choice shows what to expect of
others.
"""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from fifthstreet.abstraction import (
    SUBSET_SIZES,
    FlopStrengths,
    SolvedFlops,
    SubsetError,
    flop_strengths,
    flop_subset,
    make_flop_subset,
    read_solved_flops,
)
from fifthstreet.abstraction.subset_error import subset_error
from tools.solve_all_flops import SOLVED

DRAWS = 50  # of random flops


def random_errors(
    size: int, strengths: FlopStrengths, solved: Sequence[SolvedFlops]
) -> list[SubsetError]:
    """Return the errors of flops dealt at random, which count the same."""
    random = np.random.default_rng(0)
    dealt = np.repeat(np.arange(len(strengths.boards)), strengths.counts)
    draws = [random.choice(dealt, size, replace=False) for _ in range(DRAWS)]
    return [subset_error(strengths, draw, np.ones(size, np.int64), solved) for draw in draws]


def compared(
    size: int, strengths: FlopStrengths, solved: Sequence[SolvedFlops]
) -> Iterator[tuple[str, list[SubsetError]]]:
    """Yield how a subset was chosen, and its error for all matchups; many of random flops."""
    yield "random flops", random_errors(size, strengths, solved)
    choices = {"strengths alone": list[SolvedFlops]()}
    choices |= {f"strengths and {matchup.name}": [matchup] for matchup in solved}
    for name, used in choices.items():
        subset = make_flop_subset(size, strengths, used)
        flops = np.searchsorted(strengths.boards, subset.boards)
        yield name, [subset_error(strengths, flops, subset.counts, solved)]
    yield "all, as in the package", [flop_subset(size).error]


def numbers(error: SubsetError) -> list[float]:
    """Return the RMS of EHS, then four errors of each matchup; all in percent."""
    values = [error.ehs_rms]
    for each in error.matchups:
        values += [each.ev_rms, each.ev_max, each.range_ev, each.bet_max]
    return [100 * value for value in values]


def main() -> None:
    """Print a line for each choice; of random flops, the root mean square of their errors."""
    sizes = tuple(map(int, sys.argv[1:])) or SUBSET_SIZES
    strengths, solved = flop_strengths(), read_solved_flops(SOLVED)
    names = " | ".join(f"{matchup.name}: EV RMS, max, range, bets" for matchup in solved)
    print(f"flops, chosen from: EHS RMS | {names}")
    for size in sizes:
        for name, errors in compared(size, strengths, solved):
            means = np.sqrt(np.mean(np.square([numbers(error) for error in errors]), axis=0))
            print(f"{size}, {name}: {' '.join(f'{mean:.2f}' for mean in means)}", flush=True)


if __name__ == "__main__":
    main()
