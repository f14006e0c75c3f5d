"""Hand classes on a board, slow and plain: card by card from their definitions.

Nothing here uses the package's tables; a card is an int, `rank * 4 + suit`, deuce to ace.
"""

from itertools import combinations

from tests.oracles.naive_hands import (
    DEUCE_TO_ACE,
    FLUSH,
    FULL_HOUSE,
    NAIVE_TYPES,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Cards,
    straight_top,
)

MADE = {
    STRAIGHT_FLUSH: "straight flush",
    QUADS: "quads",
    FULL_HOUSE: "full house",
    FLUSH: "flush",
    STRAIGHT: "straight",
}
FLUSH_OR_BETTER = (STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH)


def category(hole: Cards, board: Cards) -> str:
    best = NAIVE_TYPES["standard high"].best(hole, board)
    assert best is not None
    return best.name


def made_hand(hole: Cards, board: Cards) -> str:
    """Return what a hand has made, in words."""
    name = category(hole, board)
    if name in MADE:
        return MADE[name]
    ranks = [card // 4 for card in hole]
    on_board = [card // 4 for card in board]
    distinct = sorted(set(on_board), reverse=True)
    if ranks[0] == ranks[1]:
        if ranks[0] in on_board:
            return "set"
        return "overpair" if ranks[0] > max(on_board) else "underpair"
    if any(on_board.count(rank) == 2 for rank in ranks):
        return "trips"
    paired = [rank for rank in ranks if on_board.count(rank) == 1]
    if len(paired) == 2:
        return "two pair"
    if paired:
        return {0: "top pair", 1: "second pair"}.get(distinct.index(paired[0]), "low pair")
    return {"A": "ace high", "K": "king high"}.get(DEUCE_TO_ACE[max(ranks)], "high card")


def draws_of(hole: Cards, board: Cards) -> set[str]:
    """Return all draws that a hand has, in words."""
    found = set()
    made = made_hand(hole, board)
    if made in ("ace high", "king high", "high card"):
        top = max(card // 4 for card in board)
        if all(card // 4 > top for card in hole):
            found.add("overcards")
    if len(board) == 5:
        return found
    name = category(hole, board)
    for suit in range(4):
        held = [card for card in hole if card % 4 == suit]
        shared = [card for card in board if card % 4 == suit]
        if not held:
            continue
        if len(held) + len(shared) == 4 and name not in FLUSH_OR_BETTER:
            found.add("flush draw")
            free = [card for card in range(52) if card % 4 == suit and card not in shared]
            if max(free) in held:
                found.add("nut flush draw")
        if len(held) + len(shared) == 3 and len(board) == 3:
            found.add("backdoor flush draw")
    if name not in (*FLUSH_OR_BETTER, STRAIGHT):
        outs = [rank for rank in range(13) if completes(rank, hole, board)]
        if outs:
            found.add("open-ended" if len(outs) > 1 else "gutshot")
    if "flush draw" in found and found & {"open-ended", "gutshot"}:
        found.add("combo draw")
    return found


def completes(rank: int, hole: Cards, board: Cards) -> bool:
    """Return whether a card of a rank makes a straight higher than the board then has itself."""
    with_hole = highest((*hole, *board), rank)
    return with_hole is not None and with_hole != highest(board, rank)


def highest(cards: Cards, rank: int) -> int | None:
    # Suits do not matter, so the card that comes is of no particular suit.
    choices = combinations((*(card // 4 for card in cards), rank), 5)
    tops = [straight_top(tuple(4 * r for r in five), DEUCE_TO_ACE, True) for five in choices]
    return max((top for top in tops if top is not None), default=None)
