"""Hand rankings straight from the rules of the games, slow and plain.

A hand's score is a comparable tuple: category first, then the ranks that break ties. The best
hand of many cards is the best score over all choices of cards that the rules allow. Nothing here
uses the package's rankings or tables; a card is an int, `rank * 4 + suit`, deuce to ace.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

Cards: TypeAlias = tuple[int, ...]
Score: TypeAlias = tuple[int, ...]

DEUCE_TO_ACE = "23456789TJQKA"
ACE_TO_KING = "A23456789TJQK"

HIGH_CARD = "high card"
ONE_PAIR = "one pair"
TWO_PAIR = "two pair"
TRIPS = "three of a kind"
STRAIGHT = "straight"
FLUSH = "flush"
FULL_HOUSE = "full house"
QUADS = "four of a kind"
STRAIGHT_FLUSH = "straight flush"
BADUGIS = ("one-card badugi", "two-card badugi", "three-card badugi", "badugi")

NAME_OF_GROUPS = {
    (1, 1): HIGH_CARD,
    (1,): HIGH_CARD,
    (2,): ONE_PAIR,
    (2, 1): ONE_PAIR,
    (2, 2): TWO_PAIR,
    (3,): TRIPS,
    (3, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4,): QUADS,
    (4, 1): QUADS,
}

# Weakest first.
STANDARD_ORDER = (
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    TRIPS,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    STRAIGHT_FLUSH,
)
SHORT_DECK_ORDER = (
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    TRIPS,
    STRAIGHT,
    FULL_HOUSE,
    FLUSH,
    QUADS,
    STRAIGHT_FLUSH,
)
SHORT_DECK_TRIPS_ORDER = (
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    STRAIGHT,
    TRIPS,
    FULL_HOUSE,
    FLUSH,
    QUADS,
    STRAIGHT_FLUSH,
)
THREE_CARD_ORDER = (HIGH_CARD, ONE_PAIR, FLUSH, STRAIGHT, TRIPS, STRAIGHT_FLUSH)


@dataclass(frozen=True)
class Scored:
    """Name of a hand, and its score against others of its type."""

    name: str
    score: Score


Scorer: TypeAlias = Callable[[Cards], Scored | None]  # None if the cards are not a hand


def groups_of(cards: Cards, ranks: str) -> list[tuple[int, int]]:
    """Return (count, index of the rank) of each rank, largest groups and highest ranks first."""
    counted = Counter(ranks.index(DEUCE_TO_ACE[card // 4]) for card in cards)
    return sorted(((count, index) for index, count in counted.items()), reverse=True)


def straight_top(cards: Cards, ranks: str, ace_plays_low: bool) -> int | None:
    """Return the index of the highest rank of a straight, or None if there is no straight."""
    indices = sorted(ranks.index(DEUCE_TO_ACE[card // 4]) for card in cards)
    lowest = indices[0]
    if indices == list(range(lowest, lowest + len(cards))):
        return indices[-1]
    wheel = [*range(len(cards) - 1), len(ranks) - 1]
    if ace_plays_low and indices == wheel:
        return len(cards) - 2
    return None


def scored(
    cards: Cards,
    order: tuple[str, ...],
    ranks: str = DEUCE_TO_ACE,
    *,
    ace_plays_low: bool = True,
) -> Scored:
    """Score a complete hand; straights and flushes count only if `order` has them."""
    groups = groups_of(cards, ranks)
    name = NAME_OF_GROUPS[tuple(count for count, _ in groups[:2])]
    tie_break = tuple(index for _, index in groups)
    if name == HIGH_CARD and STRAIGHT_FLUSH in order:
        top = straight_top(cards, ranks, ace_plays_low)
        suited = len({card % 4 for card in cards}) == 1
        if top is not None:
            name = STRAIGHT_FLUSH if suited else STRAIGHT
            tie_break = (top,)
        elif suited:
            name = FLUSH
    return Scored(name, (order.index(name), *tie_break))


def lowest_wins(hand: Scored) -> Scored:
    return Scored(hand.name, tuple(-part for part in hand.score))


def standard(cards: Cards) -> Scored:
    return scored(cards, STANDARD_ORDER)


def deuce_to_seven(cards: Cards) -> Scored:
    """Aces are high only, so A2345 is an ace-high hand, not a straight."""
    return lowest_wins(scored(cards, STANDARD_ORDER, ace_plays_low=False))


def ace_to_five(cards: Cards) -> Scored:
    """Aces are low; straights and flushes do not count."""
    order = (HIGH_CARD, ONE_PAIR, TWO_PAIR, TRIPS, FULL_HOUSE, QUADS)
    return lowest_wins(scored(cards, order, ACE_TO_KING))


def eight_or_better(cards: Cards) -> Scored | None:
    """Five different ranks, none above an eight."""
    hand = ace_to_five(cards)
    eight = ACE_TO_KING.index("8")
    qualifies = hand.name == HIGH_CARD and groups_of(cards, ACE_TO_KING)[0][1] <= eight
    return hand if qualifies else None


def short_deck(cards: Cards) -> Scored:
    return scored(cards, SHORT_DECK_ORDER, "6789TJQKA")


def short_deck_trips(cards: Cards) -> Scored:
    return scored(cards, SHORT_DECK_TRIPS_ORDER, "6789TJQKA")


def kuhn(cards: Cards) -> Scored:
    return scored(cards, (HIGH_CARD,))


def leduc(cards: Cards) -> Scored:
    return scored(cards, (HIGH_CARD, ONE_PAIR))


def rhode_island(cards: Cards) -> Scored:
    return scored(cards, THREE_CARD_ORDER)


def numeral_211(cards: Cards) -> Scored:
    return scored(cards, THREE_CARD_ORDER, "23456789TA")


def badugi(cards: Cards, ranks: str) -> Scored | None:
    """More cards beat fewer, then the lower top card wins, and so on; no rank or suit repeats."""
    if len({card // 4 for card in cards}) < len(cards):
        return None
    if len({card % 4 for card in cards}) < len(cards):
        return None
    indices = sorted((ranks.index(DEUCE_TO_ACE[card // 4]) for card in cards), reverse=True)
    return Scored(BADUGIS[len(cards) - 1], (len(cards), *(-index for index in indices)))


@dataclass(frozen=True)
class NaiveType:
    """A hand type: how a choice of cards scores, and which choices are allowed."""

    scorer: Scorer
    sizes: tuple[int, ...] = (5,)  # how many cards play
    from_hole: int | None = None  # how many of them must be hole cards
    ranks: str = DEUCE_TO_ACE  # ranks of the game, weakest first
    low: bool = False
    open_hands: bool = True  # whether hands with cards missing are ranked

    def choices(self, hole: Iterable[int], board: Iterable[int] = ()) -> Iterator[Cards]:
        """Yield every choice of cards that may play."""
        for size in self.sizes:
            if self.from_hole is None:
                yield from combinations((*hole, *board), size)
            else:
                for own in combinations(hole, self.from_hole):
                    for shared in combinations(board, size - self.from_hole):
                        yield own + shared

    def best(self, hole: Cards, board: Cards = ()) -> Scored | None:
        """Return the best hand, or None if no choice of cards makes one."""
        hands = [self.scorer(choice) for choice in self.choices(hole, board)]
        return max((hand for hand in hands if hand), key=lambda hand: hand.score, default=None)

    def open_hand(self, cards: Cards) -> Scored:
        """Score a hand with cards missing: groups count, straights and flushes do not."""
        groups = groups_of(cards, self.ranks)
        name = NAME_OF_GROUPS[tuple(count for count, _ in groups[:2])]
        # Larger groups first: 3 1 beats 2 2 beats 2 1 1.
        score = (*(count for count, _ in groups), *(index for _, index in groups))
        hand = Scored(name, score)
        return lowest_wins(hand) if self.low else hand


def _badugi_type(ranks: str) -> NaiveType:
    return NaiveType(
        lambda cards: badugi(cards, ranks), (1, 2, 3, 4), ranks=ranks, low=True, open_hands=False
    )


NAIVE_TYPES: dict[str, NaiveType] = {
    "standard high": NaiveType(standard),
    "deuce-to-seven low": NaiveType(deuce_to_seven, low=True),
    "ace-to-five low": NaiveType(ace_to_five, ranks=ACE_TO_KING, low=True),
    "eight-or-better low": NaiveType(eight_or_better, ranks=ACE_TO_KING, low=True),
    "badugi": _badugi_type(ACE_TO_KING),
    "ace-high badugi": _badugi_type(DEUCE_TO_ACE),
    "Omaha high": NaiveType(standard, from_hole=2, open_hands=False),
    "Omaha eight-or-better low": NaiveType(
        eight_or_better, from_hole=2, ranks=ACE_TO_KING, low=True, open_hands=False
    ),
    "Greek high": NaiveType(standard, from_hole=2, open_hands=False),
    "short-deck high": NaiveType(short_deck, ranks="6789TJQKA"),
    "short-deck high, trips over straight": NaiveType(short_deck_trips, ranks="6789TJQKA"),
    "royal high": NaiveType(standard),
    "Kuhn high": NaiveType(kuhn, (1,)),
    "Leduc high": NaiveType(leduc, (2,), ranks="JQK"),
    "Rhode Island high": NaiveType(rhode_island, (3,)),
    "2-1-1 high": NaiveType(numeral_211, (3,), ranks="23456789TA"),
}


@lru_cache(maxsize=100_000)
def naive_score(name: str, hole: Cards, board: Cards = ()) -> Score:
    """Return the score of the best hand of a named type; if none, (), which is below all others."""
    hand = NAIVE_TYPES[name].best(hole, board)
    return hand.score if hand else ()
