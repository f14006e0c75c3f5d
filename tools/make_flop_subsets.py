"""Compute abstraction/data/flop_subsets.txt: subsets of the 1,755 flops and their errors.

Run as `python -m tools.make_flop_subsets`; it takes a minute or two. A slow test recomputes it.
"""

from pathlib import Path

from fifthstreet.abstraction.flop_subsets import (
    SUBSET_SIZES,
    FlopStrengths,
    flop_strengths,
    make_flop_subset,
    subset_text,
)

DATA = Path(__file__).parent.parent / "src/fifthstreet/abstraction/data/flop_subsets.txt"
HEAD = """\
# Flops with the number of flops they represent. After the size: RMS and maximum of the errors of
# EHS, and of EHS squared, over the 169 hand classes; maximum of the errors of shares of textures.
"""


def flop_subsets_text(strengths: FlopStrengths) -> str:
    """Return the contents of the file."""
    return HEAD + "".join(subset_text(make_flop_subset(size, strengths)) for size in SUBSET_SIZES)


if __name__ == "__main__":
    DATA.write_text(flop_subsets_text(flop_strengths()), encoding="utf-8")
    print(f"wrote {DATA}")
