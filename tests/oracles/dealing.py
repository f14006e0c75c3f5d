"""Hypothesis strategies that deal cards.

Cards come from a part of the deck, a run of ranks in some of the suits, so that pairs, straights,
flushes and ties are more common than in a whole deck.
"""

from hypothesis import strategies as st

from tests.oracles.naive_hands import Cards


@st.composite
def pools(draw: st.DrawFn, deck: Cards, least: int) -> Cards:
    """Draw at least `least` cards of a deck: a run of ranks in some suits, or the whole deck."""
    ranks = sorted({card // 4 for card in deck})
    width = draw(st.integers(1, len(ranks)))
    start = draw(st.integers(0, len(ranks) - 1))
    run = {ranks[(start + step) % len(ranks)] for step in range(width)}
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    pool = tuple(card for card in deck if card // 4 in run and card % 4 in suits)
    return pool if len(pool) >= least else deck


@st.composite
def deals(draw: st.DrawFn, deck: Cards, *counts: int) -> tuple[Cards, ...]:
    """Draw disjoint sets of cards, with the given numbers of cards."""
    total = sum(counts)
    pool = draw(pools(deck, total))
    cards = draw(st.lists(st.sampled_from(pool), min_size=total, max_size=total, unique=True))
    parts = []
    for count in counts:
        parts.append(tuple(cards[:count]))
        del cards[:count]
    return tuple(parts)


@st.composite
def hand_pairs(
    draw: st.DrawFn, deck: Cards, hole: int, board: int = 0
) -> tuple[Cards, Cards, Cards]:
    """Draw two hands, which may share cards, and a board that shares none with them."""
    pool = draw(pools(deck, 2 * hole + board))
    shared = draw(st.lists(st.sampled_from(pool), min_size=board, max_size=board, unique=True))
    rest = [card for card in pool if card not in shared]
    hands = st.lists(st.sampled_from(rest), min_size=hole, max_size=hole, unique=True)
    return tuple(draw(hands)), tuple(draw(hands)), tuple(shared)
