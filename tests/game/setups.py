"""Random games and terms that both this engine and PokerKit can be set up with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import inf
from random import Random
from typing import Any

import pokerkit

from fifthstreet.game import values, variants
from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.street import Street
from fifthstreet.pokerkit import games
from fifthstreet.pokerkit import hands as hand_classes
from fifthstreet.pokerkit.cards import Card, Deck
from fifthstreet.pokerkit.games import game_with_pokerkits_names
from fifthstreet.pokerkit.state import State

# All games of this engine by code, with PokerKit's names.
VARIANTS: dict[str, Any] = {
    code: game_with_pokerkits_names(game) for code, game in variants.VARIANTS.items()
}
# Ready-made games of both sides, with the most players that their decks allow.
GAMES = {
    "FixedLimitTexasHoldem": 9,
    "NoLimitTexasHoldem": 9,
    "NoLimitRoyalHoldem": 6,
    "NoLimitShortDeckHoldem": 9,
    "PotLimitOmahaHoldem": 9,
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": 9,
    "FixedLimitSevenCardStud": 9,
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": 9,
    "FixedLimitRazz": 9,
    "NoLimitDeuceToSevenLowballSingleDraw": 7,
    "FixedLimitDeuceToSevenLowballTripleDraw": 7,
    "FixedLimitBadugi": 9,
    "KuhnPoker": 3,
    "LeducHoldem": 4,
    "RhodeIslandHoldem": 9,
    "RoyalRhodeIslandHoldem": 9,
    "Numeral211Holdem": 9,
}
# Ready-made games that only we have; PokerKit is given their streets.
OWN_GAMES = {
    "PotLimitFiveCardOmahaHoldem": 6,
    "PotLimitSixCardOmahaHoldem": 5,
    "PotLimitOmahaHoldemHighLowSplitEightOrBetter": 7,
    "PotLimitBigO": 5,
    "FixedLimitOmahaHoldem": 9,
    "PotLimitCourchevelHoldem": 5,
    "PotLimitCourchevelHoldemHighLowSplitEightOrBetter": 5,
    "NoLimitTexasHoldemBombPot": 9,
    "PotLimitOmahaHoldemBombPot": 6,
    "FixedLimitAceToFiveLowballTripleDraw": 7,
    "FixedLimitBadeucy": 6,
    "FixedLimitBadacey": 6,
    "FixedLimitFiveCardDraw": 7,
    "PotLimitFiveCardDraw": 7,
    "NoLimitFiveCardDraw": 7,
}
HAND_TYPES = (
    ("StandardHighHand",),
    ("StandardHighHand",),
    ("StandardHighHand", "EightOrBetterLowHand"),
    ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    ("StandardLowHand",),
    ("RegularLowHand",),
    ("BadugiHand",),
    ("StandardBadugiHand", "StandardLowHand"),
    ("GreekHoldemHand",),
    ("KuhnPokerHand",),
    ("RhodeIslandHoldemHand",),
)


@dataclass(frozen=True)
class Setup:
    """A game, its terms and the order of the deck, with everything given by name."""

    game: str | None  # a ready-made game; None for a custom one, described by `terms`
    terms: dict[str, Any]
    automations: tuple[str, ...]
    stacks: Any
    player_count: int
    options: dict[str, Any]
    cards: tuple[str, ...]

    def ours(self) -> State:
        """Create the hand in this engine."""
        terms = dict(self.terms)
        options = dict(self.options, mode=Mode[self.options["mode"]])
        if "rake" in options:
            options["rake"] = partial(values.rake, **options["rake"])
        automations = tuple(Automation[name] for name in self.automations)
        cards = tuple(Card.parse(*self.cards))
        if self.game is not None:
            game = getattr(games, self.game)
            return game.create_state(  # type: ignore[no-any-return]
                automations,
                raw_starting_stacks=self.stacks,
                player_count=self.player_count,
                deck_order=cards,
                **terms,
                **options,
            )
        return State(
            automations,
            Deck[terms.pop("deck")],
            tuple(getattr(hand_classes, name) for name in terms.pop("hand_types")),
            tuple(
                Street(burn, hole, board, draw, Opening[opening], bet, limit)
                for burn, hole, board, draw, opening, bet, limit in terms.pop("streets")
            ),
            BettingStructure[terms.pop("betting_structure")],
            raw_starting_stacks=self.stacks,
            player_count=self.player_count,
            deck_order=cards,
            **terms,
            **options,
        )

    def theirs(self) -> Any:
        """Create the hand in PokerKit, which shuffles by itself: see `differential`."""
        terms = dict(self.terms)
        options = dict(self.options, mode=pokerkit.Mode[self.options["mode"]])
        if "rake" in options:
            options["rake"] = partial(pokerkit.rake, **options["rake"])
        automations = tuple(pokerkit.Automation[name] for name in self.automations)
        if self.game is not None:
            game: Any = getattr(pokerkit, self.game)
            return game.create_state(
                automations,
                raw_starting_stacks=self.stacks,
                player_count=self.player_count,
                **terms,
                **options,
            )
        return pokerkit.State(
            automations,
            pokerkit.Deck[terms.pop("deck")],
            tuple(getattr(pokerkit, name) for name in terms.pop("hand_types")),
            tuple(
                pokerkit.Street(burn, hole, board, draw, pokerkit.Opening[opening], bet, limit)
                for burn, hole, board, draw, opening, bet, limit in terms.pop("streets")
            ),
            pokerkit.BettingStructure[terms.pop("betting_structure")],
            raw_starting_stacks=self.stacks,
            player_count=self.player_count,
            **terms,
            **options,
        )


def random_setup(
    rng: Random,
    *,
    games: Iterable[str] | None = None,
    kinds: Sequence[Callable[[int], Any]] | None = None,
) -> Setup:
    """Draw a game that the deck suffices for; short stacks and odd bets are overrepresented."""
    while True:
        setup = _any_setup(rng, games, kinds)
        try:
            setup.ours()
        except ValueError as error:
            if "the deck has" not in str(error):
                raise
        else:
            return setup


def _any_setup(
    rng: Random,
    games: Iterable[str] | None,
    kinds: Sequence[Callable[[int], Any]] | None,
) -> Setup:
    chips = rng.choice(CHIPS if kinds is None else kinds) if rng.random() < 0.3 else int
    names = [*GAMES, *OWN_GAMES, *[None] * 6] if games is None else [*games]
    game = rng.choice(names)
    player_count = _player_count(rng, (GAMES | OWN_GAMES)[game] if game else 9)
    terms = _custom_terms(rng, chips) if game is None else {}
    _add_stakes(rng, terms, game, chips, player_count)
    options = _options(rng, chips)
    if game in OWN_GAMES:
        terms, game = (
            _terms_of_state(game_with_pokerkits_names(getattr(variants, game))((), **terms)),
            None,
        )
    deck = _deck_of(game, terms)
    cards = [repr(card) for card in deck]
    rng.shuffle(cards)
    return Setup(
        game,
        terms,
        _automations(rng),
        _stacks(rng, chips, player_count),
        player_count,
        options,
        tuple(cards),
    )


def _third(value: int) -> Fraction:
    return Fraction(value, 3)


def _dime(value: int) -> Decimal:
    return Decimal(value) / 10


def _tenth(value: int) -> float:
    return value / 10


def _hundredth(value: int) -> float:
    return value / 100


# PokerKit leaves dust of 1e-17 in pots of binary fractions: `test_floats` is about these.
EXACT_CHIPS: tuple[Callable[[int], Any], ...] = (float, Fraction, _third, Decimal, _dime)
CHIPS: tuple[Callable[[int], Any], ...] = (*EXACT_CHIPS, _tenth, _hundredth)


def _player_count(rng: Random, most: int) -> int:
    return min(most, rng.choice((2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9)))


def _automations(rng: Random) -> tuple[str, ...]:
    """Draw all, none or some of the automations."""
    share = rng.choice((0.0, 0.3, 0.5, 0.7, 1.0))
    return tuple(automation.name for automation in Automation if rng.random() < share)


def _stacks(rng: Random, chips: Callable[[int], Any], player_count: int) -> Any:
    most = rng.choice((6, 12, 30, 30, 100, 400))
    if rng.random() < 0.1:
        return chips(most)
    stacks = [chips(rng.randint(1, most)) for _ in range(player_count)]
    if chips is int and rng.random() < 0.03:
        stacks[rng.randrange(player_count)] = inf
    return stacks


def _options(rng: Random, chips: Callable[[int], Any]) -> dict[str, Any]:
    options: dict[str, Any] = {"mode": rng.choice(("TOURNAMENT", "CASH_GAME"))}
    options["starting_board_count"] = rng.choice((1, 1, 1, 1, 2, 3))
    if rng.random() < 0.2:
        exact = {Decimal: Decimal, _dime: Decimal, Fraction: Fraction, _third: Fraction}
        options["rake"] = {
            "percentage": exact.get(chips, float)("0.05"),
            "cap": rng.choice((1, 3)),
            "no_flop_no_drop": rng.random() < 0.5,
        }
    return options


def _add_stakes(
    rng: Random,
    terms: dict[str, Any],
    game: str | None,
    chips: Callable[[int], Any],
    player_count: int,
) -> None:
    """Add the forced bets and bet sizes that the game takes."""
    names = _TERMS_OF_A_STATE if game is None else variants.term_names(getattr(variants, game))
    big_blind = rng.choice((2, 2, 4, 6))
    ante = _ante(rng, chips, player_count)
    blinds = _blinds(rng, chips, big_blind, player_count)
    bring_in = chips(rng.choice((1, 1, 2))) if rng.random() < 0.9 else chips(0)
    if game is None:
        if terms["streets"][0][4] == "POSITION":
            bring_in = chips(0)
        else:
            blinds = chips(0)
    if not any(values.clean_values(ante, player_count)) and not (
        "raw_blinds_or_straddles" in names and any(values.clean_values(blinds, player_count))
    ):
        ante = chips(1)
    stakes = {
        "ante_trimming_status": rng.random() < 0.6,
        "raw_antes": ante,
        "raw_blinds_or_straddles": blinds,
        "bring_in": bring_in,
        "small_bet": chips(rng.choice((3, big_blind + 1))),
        "big_bet": chips(2 * big_blind + 2),
        "min_bet": chips(rng.choice((big_blind, big_blind, 1, 2 * big_blind))),
        "bet": chips(rng.choice((1, 2))),
    }
    terms.update({name: stake for name, stake in stakes.items() if name in names})


_TERMS_OF_A_STATE = ("ante_trimming_status", "raw_antes", "raw_blinds_or_straddles", "bring_in")


def _ante(rng: Random, chips: Callable[[int], Any], player_count: int) -> Any:
    kind = rng.randrange(8)
    if kind < 3:
        return chips(0)
    if kind < 5:
        return chips(rng.randint(1, 4))
    if kind == 5:
        return {1: chips(rng.randint(1, 4))}
    if kind == 6:
        return {-1: chips(rng.randint(1, 4))}
    return [chips(rng.randint(0, 4)) for _ in range(player_count)]


def _blinds(rng: Random, chips: Callable[[int], Any], big_blind: int, player_count: int) -> Any:
    small, big = chips(big_blind // 2), chips(big_blind)
    kind = rng.randrange(12)
    if kind == 0:
        return (small, big, 2 * big)
    if kind == 1:
        return (small, big, 2 * big, 4 * big)
    if kind == 2:
        return {0: small, 1: big, -1: 2 * big}
    if kind == 3:
        return (big, big)
    if kind == 4:
        return chips(0)
    if kind == 5:
        return [chips(rng.randint(0, 5)) for _ in range(player_count)]
    if kind in (6, 7) and player_count > 3:
        posted = [small, big, *[chips(0)] * (player_count - 2)]
        posted[rng.randrange(2, player_count)] = -big
        if rng.random() < 0.3:
            posted[rng.randrange(2, player_count)] = -2 * big
        return posted
    return (small, big)


def _custom_terms(rng: Random, chips: Callable[[int], Any]) -> dict[str, Any]:
    """Draw the terms of a made-up game."""
    draws, stud = rng.random() < 0.3, rng.random() < 0.3
    count = rng.randint(1, 5)
    limit = rng.choice((None, None, 4, 1, 0))
    bets = sorted(chips(rng.randint(3, 6)) for _ in range(count))
    up = 0.6 if stud else 0.1
    holes_left, boards_left = rng.choice(((8, 6), (8, 6), (12, 9)))  # PokerKit is slow with more
    streets = []
    for i in range(count):
        hole = tuple(rng.random() < up for _ in range(rng.randint(1, 5 if i == 0 else 2)))
        board = min(boards_left, rng.choice((0, 0, 1, 2, 3)))
        draw = False
        if i and (draws or rng.random() < 0.5):
            draw = draws and rng.random() < 0.8
            hole = () if draw or board else hole
        opening = "POSITION"
        if stud:
            opening = rng.choice(("LOW_CARD", "HIGH_CARD", "LOW_HAND", "HIGH_HAND"))
            if i == 0:
                hole = (*hole, True)
        hole = hole[:holes_left]
        holes_left, boards_left = holes_left - len(hole), boards_left - board
        if not (hole or board or draw):
            continue
        streets.append((rng.random() < 0.6, hole, board, draw, opening, bets[i], limit))
    return {
        "deck": rng.choice(("STANDARD", "STANDARD", "REGULAR")),
        "hand_types": rng.choice(HAND_TYPES),
        "streets": tuple(streets),
        "betting_structure": rng.choice([structure.name for structure in BettingStructure]),
    }


def _terms_of_state(game: Any) -> dict[str, Any]:
    """Return a game as the terms of a state, which both sides understand."""
    streets = [
        (
            street.card_burning_status,
            street.hole_dealing_statuses,
            street.board_dealing_count,
            street.draw_status,
            street.opening.name,
            street.min_completion_betting_or_raising_amount,
            street.max_completion_betting_or_raising_count,
        )
        for street in game.streets
    ]
    return {
        "deck": game.deck.name,
        "hand_types": tuple(kind.__name__ for kind in game.hand_types),
        "streets": tuple(streets),
        "betting_structure": game.betting_structure.name,
        **{name: getattr(game, name) for name in _TERMS_OF_A_STATE},
    }


def _deck_of(game: str | None, terms: dict[str, Any]) -> tuple[Card, ...]:
    if game is None:
        return Deck[terms["deck"]]
    deck: tuple[Card, ...] = getattr(games, game).deck
    return deck
