"""Compute equity/data/preflop_wins.5th: results of hands that are all-in before the flop.

Run as `python -m tools.make_preflop_wins`; it takes a second. A test recomputes the file.
"""

import os
from math import comb
from pathlib import Path

import numpy as np

from fifthstreet import _native
from fifthstreet.cards import RANKS
from fifthstreet.cards.equity.preflop import KIND, PREFLOP_BOARDS, PreflopWins
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.support.storage import replacing, write_container
from fifthstreet.support.threads import thread_count

DATA = Path(__file__).parent.parent / "src/fifthstreet/cards/equity/data/preflop_wins.5th"


def count_preflop_wins(threads: int | None = None) -> PreflopWins:
    """Compute the tables of counts, which do not depend on the number of threads."""
    sizes = (comb(len(RANKS) + 1, 2), comb(2 * len(RANKS) + 1, 2))
    tables = PreflopWins(*(np.zeros((size, size), np.int32) for size in sizes))
    evaluator = STANDARD_HIGH.evaluator
    assert isinstance(evaluator, _native.FreeEvaluator)
    _native.count_preflop_wins(evaluator, thread_count(threads), *tables)
    return tables


def save_preflop_wins(path: str | os.PathLike[str], tables: PreflopWins) -> None:
    """Write the tables to a file."""
    with replacing(path) as file:
        write_container(file, KIND, {"boards": PREFLOP_BOARDS}, tables._asdict())


if __name__ == "__main__":
    save_preflop_wins(DATA, count_preflop_wins())
    print(f"wrote {DATA}")
