"""Compute abstraction/data/flop_subsets.txt: subsets of the 1,755 flops and their errors.

Run as `python -m tools.make_flop_subsets`, after `python -m tools.solve_all_flops`; it takes a few
minutes. A slow test recomputes it where the solved flops are.
"""

from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

from fifthstreet.abstraction import (
    SUBSET_SIZES,
    FlopStrengths,
    FlopSubset,
    SolvedFlops,
    flop_strengths,
    make_flop_subset,
    read_solved_flops,
)
from fifthstreet.cards import mask_text
from tools.solve_all_flops import SOLVED

DATA = Path(__file__).parent.parent / "src/fifthstreet/abstraction/data/flop_subsets.txt"
FLOPS_PER_LINE = 8
HEAD = """\
# Flops with the number of flops they represent. After the size: RMS and maximum of the errors of
# EHS, and of EHS squared, over the 169 hand classes; maximum of the errors of shares of textures.
# For each solved matchup, in pots: RMS and maximum of the errors of EV over the hand classes, that
# of a whole range; maximum of the errors of the frequencies of bets.
"""


def flop_subsets_text(strengths: FlopStrengths, solved: Sequence[SolvedFlops]) -> str:
    """Return the contents of the file."""
    subsets = (make_flop_subset(size, strengths, solved) for size in SUBSET_SIZES)
    return HEAD + "".join(subset_text(subset) for subset in subsets)


def subset_text(subset: FlopSubset) -> str:
    """Return a subset as lines of a file: its errors, then its flops and their counts."""
    *numbers, _ = astuple(subset.error)
    lines = [f"subset {len(subset)} {_numbers(numbers)}"]
    for matchup in subset.error.matchups:
        name, *numbers = astuple(matchup)
        lines.append(f"matchup {name} {_numbers(numbers)}")
    flops = [
        f"{mask_text(board)}:{count}"
        for board, count in zip(subset.boards.tolist(), subset.counts.tolist(), strict=True)
    ]
    starts = range(0, len(flops), FLOPS_PER_LINE)
    lines += [" ".join(flops[first : first + FLOPS_PER_LINE]) for first in starts]
    return "\n".join(lines) + "\n"


def _numbers(errors: Sequence[float]) -> str:
    return " ".join(f"{error:.6f}" for error in errors)


if __name__ == "__main__":
    DATA.write_text(flop_subsets_text(flop_strengths(), read_solved_flops(SOLVED)), "utf-8")
    print(f"wrote {DATA}")
