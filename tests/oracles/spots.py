"""Hypothesis strategies for equity spots: weighted ranges, a board and dead cards."""

from dataclasses import dataclass

from hypothesis import strategies as st

from fifthstreet.cards import cards_text
from tests.oracles.dealing import pools
from tests.oracles.naive_equity import WeightedRange
from tests.oracles.naive_hands import Cards

# Ranges store weights as 32-bit floats; these are exact in 32 and in 64 bits.
WEIGHTS = st.sampled_from([1.0, 0.75, 0.5, 0.25, 0.0625])


@dataclass(frozen=True)
class NaiveSpot:
    players: tuple[WeightedRange, ...]
    board: Cards
    dead: Cards

    @property
    def texts(self) -> list[str]:
        """Each player's range, as text that the package parses."""
        return [
            ",".join(f"{cards_text(hand)}:{weight}" for hand, weight in range_.items())
            for range_ in self.players
        ]


@st.composite
def spots(
    draw: st.DrawFn,
    deck: Cards,
    hole: int,
    *,
    players: st.SearchStrategy[int],
    boards: st.SearchStrategy[int],
    most_hands: int,
) -> NaiveSpot:
    """Draw ranges of hands that may share cards with each other, but not with the board."""
    count = draw(players)
    board_count = draw(boards)
    dead_count = draw(st.integers(0, 2))
    pool = draw(pools(deck, count * hole + board_count + dead_count + 2))
    known_count = board_count + dead_count
    known = draw(
        st.lists(st.sampled_from(pool), min_size=known_count, max_size=known_count, unique=True)
    )
    rest = [card for card in pool if card not in known]
    hands = st.lists(st.sampled_from(rest), min_size=hole, max_size=hole, unique=True).map(
        lambda cards: tuple(sorted(cards))
    )
    ranges = st.dictionaries(hands, WEIGHTS, min_size=1, max_size=most_hands)
    return NaiveSpot(
        tuple(draw(ranges) for _ in range(count)),
        tuple(known[:board_count]),
        tuple(known[board_count:]),
    )
