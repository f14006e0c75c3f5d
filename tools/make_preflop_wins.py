"""Compute equity/data/preflop_wins.5th: results of hands that are all-in before the flop.

Run as `python -m tools.make_preflop_wins`; it takes a second. A test recomputes the file.
"""

from pathlib import Path

from fifthstreet.cards.equity.preflop import count_preflop_wins, save_preflop_wins

DATA = Path(__file__).parent.parent / "src/fifthstreet/cards/equity/data/preflop_wins.5th"

if __name__ == "__main__":
    save_preflop_wins(DATA, count_preflop_wins())
    print(f"wrote {DATA}")
