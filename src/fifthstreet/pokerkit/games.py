"""Ready-made games with PokerKit's names, whose hands are PokerKit's states.

Each class derives from the engine's game of the same name; only its cards, hand classes and states
are PokerKit's.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar

from fifthstreet.game import variants
from fifthstreet.pokerkit import hands
from fifthstreet.pokerkit.cards import Card, Deck, RankOrder
from fifthstreet.pokerkit.state import State

__all__ = [  # noqa: F822
    "DeuceToSevenLowballMixin",
    "Draw",
    "FixedLimitBadugi",
    "FixedLimitDeuceToSevenLowballTripleDraw",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "FixedLimitPokerMixin",
    "FixedLimitRazz",
    "FixedLimitSevenCardStud",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "FixedLimitTexasHoldem",
    "Holdem",
    "KuhnPoker",
    "LeducHoldem",
    "NoLimitDeuceToSevenLowballSingleDraw",
    "NoLimitPokerMixin",
    "NoLimitRoyalHoldem",
    "NoLimitShortDeckHoldem",
    "NoLimitTexasHoldem",
    "Numeral211Holdem",
    "OmahaHoldemMixin",
    "Poker",
    "PotLimitOmahaHoldem",
    "PotLimitPokerMixin",
    "RhodeIslandHoldem",
    "RoyalHoldemMixin",
    "RoyalRhodeIslandHoldem",
    "SevenCardStud",
    "SingleDraw",
    "TexasHoldemMixin",
    "TripleDraw",
    "UnfixedLimitHoldem",
]

_DECKS = {tuple(map(int, deck)): deck for deck in Deck}
_HAND_CLASSES = {
    hand_class.hand_type: hand_class
    for hand_class in vars(hands).values()
    if isinstance(hand_class, type) and hasattr(hand_class, "hand_type") and hand_class.hand_type
}
_FIXED_LIMIT_OMAHA = variants.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
_begin_hand = variants.Poker.__call__


class Poker(variants.Poker):
    """A game with its terms, ready to begin hands."""

    deck: ClassVar[Deck]  # type: ignore[assignment]
    hand_types: ClassVar[tuple[type[hands.Hand], ...]]  # type: ignore[assignment]

    def __call__(  # type: ignore[override]
        self,
        raw_starting_stacks: Any,
        player_count: int,
        *,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
    ) -> State:
        """Begin a hand; the cards are shuffled by seed, or dealt in the order given."""
        order = None if deck_order is None else Card.clean(tuple(deck_order))
        return State.of(
            _begin_hand(self, raw_starting_stacks, player_count, seed=seed, deck_order=order)
        )

    @property
    def rank_orders(self) -> tuple[RankOrder, ...]:
        """Rank order of each hand type."""
        return tuple(hand_type.lookup.rank_order for hand_type in self.hand_types)


@cache
def game_with_pokerkits_names(game: type) -> Any:
    """Return a class like a game, or a part of one, whose hands are PokerKit's states."""
    if game is variants.Poker:
        return Poker
    if game.__module__.partition(".")[0] != __name__.partition(".")[0]:
        return game  # a base class of Python's own
    bases = [game_with_pokerkits_names(base) for base in game.__bases__]
    own: dict[str, Any] = {"__module__": __name__, "__doc__": game.__doc__}
    if hasattr(game, "deck"):
        own["deck"] = _DECKS[tuple(map(int, game.deck))]
    if hasattr(game, "hand_types"):
        own["hand_types"] = tuple(_HAND_CLASSES[each] for each in game.hand_types)
    theirs = [base for base in bases if base not in game.__bases__]
    name = "FixedLimitOmahaEightOrBetter" if game is _FIXED_LIMIT_OMAHA else game.__name__
    return new_class(name, (game, *theirs), exec_body=lambda body: body.update(own))


globals().update({name: game_with_pokerkits_names(getattr(variants, name)) for name in __all__})
# The engine's other games, for hand histories; pickles find them by module and name.
globals().update(
    {
        game.__name__: game
        for game in map(game_with_pokerkits_names, variants.VARIANTS.values())
        if game.__name__ not in __all__
    }
)


def _pot_limit_omaha_eight_or_better() -> Any:
    """Return the game that PokerKit 0.7.7 plays pot-limit, despite its name."""
    fixed = _FIXED_LIMIT_OMAHA
    parts = (variants.PotLimitPokerMixin, variants.OmahaHoldemMixin, variants.Holdem)
    own = {
        "__module__": __name__,
        "__doc__": "Omaha eight or better with small and big bets, but raises up to the pot.",
        "code": fixed.code,
        "name": fixed.name,
        "hand_types": game_with_pokerkits_names(fixed).hand_types,
    }
    bases = tuple(map(game_with_pokerkits_names, parts))
    return new_class(fixed.__name__, bases, exec_body=lambda body: body.update(own))


FixedLimitOmahaHoldemHighLowSplitEightOrBetter = _pot_limit_omaha_eight_or_better()

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
