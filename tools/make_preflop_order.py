"""Compute cards/data/preflop_order.txt: the 169 hand classes by equity against a random hand.

Run as `python -m tools.make_preflop_order`; it takes a few seconds. A test recomputes the file.
"""

from pathlib import Path

from fifthstreet.cards import CLASS_COUNT, CLASS_NAMES, class_holes
from fifthstreet.cards.equity import EquityResult, equity

DATA = Path(__file__).parent.parent / "src/fifthstreet/cards/data/preflop_order.txt"
HEADER = "# class, heads-up all-in equity against a random hand (exact)\n"


def preflop_order_text(result: EquityResult) -> str:
    """Return the text of the file, best class first, from the equity of two random hands."""
    assert result.hands is not None
    hands = result.hands[0]
    equities = [(float(hands[class_holes(index)[0]]), index) for index in range(CLASS_COUNT)]
    equities.sort(key=lambda pair: (-pair[0], pair[1]))
    return HEADER + "".join(f"{CLASS_NAMES[index]} {value:.6f}\n" for value, index in equities)


if __name__ == "__main__":
    DATA.write_text(preflop_order_text(equity("random", "random", method="exact")))
    print(f"wrote {DATA}")
