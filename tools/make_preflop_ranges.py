"""Compute the bundled preflop ranges: cards/data/preflop/*.toml.

Run as `python -m tools.make_preflop_ranges`; it takes half a minute.
docs/reference/python/review.md says how the ranges are made. A test recomputes the files.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, CLASS_NAMES, CLASS_SIZES, HOLE_CLASS, Range, class_holes
from fifthstreet.cards.equity import equity
from fifthstreet.game.notation.writers.toml import field_line
from fifthstreet.tree import POSITIONS

FOLDER = Path(__file__).parent.parent / "src/fifthstreet/cards/data/preflop"
SAMPLES = 1_000_000  # deals for the equity of a class against four random hands
SEED = 1

# Share of hands raised first in, in percent, by position; charts of solvers and training sites
# agree on these to a few percent.
OPEN = {
    100: {
        "UTG": 11, "UTG+1": 12.5, "UTG+2": 14.5, "LJ": 17.5, "HJ": 21.5, "CO": 28, "BTN": 44,
        "SB": 38,
    },
    40: {
        "UTG": 13, "UTG+1": 14.5, "UTG+2": 16.5, "LJ": 19.5, "HJ": 23.5, "CO": 30, "BTN": 46,
        "SB": 32,
    },
    20: {
        "UTG": 12, "UTG+1": 13.5, "UTG+2": 15.5, "LJ": 18, "HJ": 21.5, "CO": 28, "BTN": 40,
        "SB": 25,
    },
}  # fmt: skip
OPEN_HEADS_UP = {100: 80, 40: 75, 20: 55}  # of the button
NAMES = {2: "heads_up", 6: "six_max", 9: "nine_max"}

# Shares of a range, or of the raiser's range, that take an action.
FOUR_BET = {100: 0.15, 40: 0.16, 20: 0.20}  # of what was opened
CALL_3BET = {100: 0.35, 40: 0.30, 20: 0.22}
THREE_BET = {100: 0.28, 40: 0.25, 20: 0.28}  # of the opener's share of hands
MAX_THREE_BETS, MAX_FOUR_BETS = 16, 6.5  # percent of hands
FIVE_BET, CALL_4BET = 0.25, 0.35  # of what was 3-bet
# Percent of hands that call a raise: a fixed part, and a share of what the raiser opens.
CALL = {"BB": (6.0, 0.62), "SB": (1.0, 0.12), "BTN": (3.0, 0.25)}
CALL_ELSEWHERE = (2.0, 0.20)
LIMP = {"SB": 22, "BTN": 10}  # percent of hands, below those raised
LIMP_ELSEWHERE = 8
RAISE_LIMP = 0.75  # of what the position would open
RAISE_LIMP_BLINDS = 14  # percent of hands
LIMP_CALL = 0.7  # of what was limped
COLD_FOUR_BET, COLD_CALL = 2.2, 4.0  # percent of hands


@cache
def hand_order() -> tuple[int, ...]:
    """Return the hand classes from best to worst to play before the flop.

    A class counts for what it wins all-in against the best 15% of hands, as in a pot that was
    raised, and for what it wins against four random hands, which is where suited and connected
    cards are worth more.
    """
    raised = equity("random", "15%", method="exact").hands
    assert raised is not None
    scores = []
    for index in range(CLASS_COUNT):
        hand = CLASS_NAMES[index]
        pot = equity(hand, *["random"] * 4, method="sample", samples=SAMPLES, seed=SEED)
        against_raise = float(raised[0][class_holes(index)[0]])
        scores.append((against_raise + 2 * pot.players[0].equity, index))
    return tuple(index for _, index in sorted(scores, reverse=True))


def slice_of(start: float, end: float) -> Range:
    """Return the hands between two shares of all hands, in percent; whole classes."""
    sizes = CLASS_SIZES[list(hand_order())]
    middles = (np.cumsum(sizes) - sizes / 2) * (100 / 1326)
    chosen: NDArray[np.float64] = np.zeros(CLASS_COUNT)
    for index, middle in zip(hand_order(), middles, strict=True):
        chosen[index] = start <= middle < end
    return Range(chosen[HOLE_CLASS])


def open_percent(players: int, stack: int, position: str) -> float:
    """Return the share of hands that a position raises first in."""
    return float(OPEN_HEADS_UP[stack] if players == 2 else OPEN[stack][position])


def ranges_of(players: int, stack: int) -> dict[str, dict[str, str]]:
    """Return the tables of a file: text of ranges by action, and by position."""
    positions = POSITIONS[players]
    openers = [each for each in positions if each != "BB"]
    tables: dict[str, dict[str, Range]] = {}
    for name in ("open", "limp", "raise_limp", "limp_call", "call_3bet", "four_bet"):
        tables[name] = {}
    for position in openers:
        width = open_percent(players, stack, position)
        limped = LIMP.get(position, LIMP_ELSEWHERE)
        four_bet = min(FOUR_BET[stack] * width, MAX_FOUR_BETS)
        tables["open"][position] = slice_of(0, width)
        tables["limp"][position] = slice_of(width, min(width + limped, 100))
        tables["limp_call"][position] = slice_of(width, min(width + LIMP_CALL * limped, 100))
        tables["four_bet"][position] = slice_of(0, four_bet)
        tables["call_3bet"][position] = slice_of(four_bet, four_bet + CALL_3BET[stack] * width)
    for position in positions:
        is_blind = position in ("SB", "BB")
        width = RAISE_LIMP_BLINDS if is_blind else open_percent(players, stack, position)
        tables["raise_limp"][position] = slice_of(0, width if is_blind else RAISE_LIMP * width)
    tables["check"] = {"BB": slice_of(RAISE_LIMP_BLINDS, 100.1)}
    tables["cold_four_bet"] = {position: slice_of(0, COLD_FOUR_BET) for position in positions}
    tables["cold_call"] = {
        position: slice_of(COLD_FOUR_BET, COLD_FOUR_BET + COLD_CALL) for position in positions
    }
    for opener in openers:
        later = positions[positions.index(opener) + 1 :]
        width = open_percent(players, stack, opener)
        three_bet = min(THREE_BET[stack] * width, MAX_THREE_BETS)
        for name in ("three_bet", "call", "five_bet", "call_4bet"):
            tables[f"{name}.{opener}"] = {}
        for position in later:
            base, share = CALL.get(position, CALL_ELSEWHERE)
            five_bet = FIVE_BET * three_bet
            called = five_bet + CALL_4BET * three_bet
            tables[f"three_bet.{opener}"][position] = slice_of(0, three_bet)
            calls = slice_of(three_bet, three_bet + base + share * width)
            tables[f"call.{opener}"][position] = calls
            tables[f"five_bet.{opener}"][position] = slice_of(0, five_bet)
            tables[f"call_4bet.{opener}"][position] = slice_of(five_bet, called)
    return {
        name: {position: range_.text() for position, range_ in table.items()}
        for name, table in tables.items()
    }


def file_text(players: int, stack: int) -> str:
    """Return the text of a file."""
    lines = [
        f"# Preflop ranges with {players} players, {stack} big blinds deep.",
        "# Made by tools/make_preflop_ranges.py; actions: docs/reference/python/review.md.",
        f"players = {players}",
        f"stack = {stack}",
    ]
    for name, table in ranges_of(players, stack).items():
        keys = ".".join(part if "+" not in part else f'"{part}"' for part in name.split("."))
        lines += ["", f"[{keys}]", *(field_line(key, text) for key, text in table.items())]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Return the text of all files by name."""
    return {
        f"{name}_{stack}.toml": file_text(players, stack)
        for players, name in NAMES.items()
        for stack in OPEN
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"wrote {FOLDER / name}")
