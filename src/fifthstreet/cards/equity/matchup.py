"""The validated input of an equity calculation, and its result, whatever the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards.card import mask_text
from fifthstreet.cards.equity.games import HOLD_EM, EquityGame
from fifthstreet.cards.hands import CardsLike, is_range_text, matching_hands, to_mask
from fifthstreet.cards.hole_patterns import WeightedHands, parse_hands
from fifthstreet.cards.ranges import Range
from fifthstreet.errors import InputError

HandsLike: TypeAlias = str | Range | WeightedHands

MAX_PLAYERS = 10
# Columns of the native tallies.
SHARE, LOW_SHARE, WINS, TIES, SQUARE = range(5)


@dataclass(frozen=True)
class Matchup:
    """The possible hands of each player, and the cards already known."""

    game: EquityGame
    players: tuple[WeightedHands, ...]
    board: int
    dead: int

    @property
    def deck(self) -> int:
        """Mask of the cards that may still be dealt."""
        return self.game.deck.mask & ~(self.board | self.dead)

    @property
    def to_come(self) -> int:
        """Number of board cards still to come."""
        return self.game.board_cards - self.board.bit_count()

    @property
    def deals(self) -> int:
        """Upper bound on the number of ways to deal the players' hands."""
        every_hand = comb(self.deck.bit_count(), self.game.hole_cards)
        return prod(every_hand if hands.is_random else len(hands) for hands in self.players)

    @property
    def boards(self) -> int:
        """Number of ways to complete the board once all hands are dealt."""
        held = self.game.hole_cards * len(self.players)
        return comb(self.deck.bit_count() - held, self.to_come)


def make_matchup(
    game: EquityGame, players: Sequence[HandsLike], board: CardsLike, dead: CardsLike
) -> Matchup:
    """Validate the input of an equity calculation; raise InputError if no deal is possible."""
    if not 2 <= len(players) <= MAX_PLAYERS:
        raise InputError(f"players must be 2 to {MAX_PLAYERS} hands, got {len(players)}")
    board_mask = _known_cards("board", board, game)
    dead_mask = _known_cards("dead cards", dead, game)
    if board_mask.bit_count() > game.board_cards:
        raise InputError(
            f"the board of {game.name} must have at most {game.board_cards} cards, got "
            f"{board_mask.bit_count()}"
        )
    if shared := board_mask & dead_mask:
        raise InputError(f"{mask_text(shared)} is both on the board and dead")
    known = board_mask | dead_mask
    matchup = Matchup(
        game,
        tuple(
            _possible(number, hands, game, board_mask, known)
            for number, hands in enumerate(players, 1)
        ),
        board_mask,
        dead_mask,
    )
    needed = game.hole_cards * len(players) + matchup.to_come
    if needed > matchup.deck.bit_count():
        raise InputError(
            f"{len(players)} players need {needed} cards, but {matchup.deck.bit_count()} are left"
        )
    return matchup


def _known_cards(name: str, cards: CardsLike, game: EquityGame) -> int:
    mask = to_mask(cards)
    if outside := mask & ~game.deck.mask:
        raise InputError(f"{name}: {mask_text(outside)} is not in the deck of {game.name}")
    return mask


def _possible(
    number: int, hands: HandsLike, game: EquityGame, board: int, known: int
) -> WeightedHands:
    """Return a player's hands, without hands that contain a known card."""
    if isinstance(hands, str):
        try:
            if game is HOLD_EM and not is_range_text(hands):
                chosen = matching_hands(hands, mask_text(board))
                parsed = WeightedHands.from_range(chosen, game.deck.mask)
            else:
                parsed = parse_hands(hands, game.hole_cards, game.deck.mask)
        except InputError as error:
            raise InputError(f"player {number}: {error}") from None
    elif isinstance(hands, Range):
        if game.hole_cards != 2:
            raise InputError(
                f"player {number}: hands of {game.name} must have {game.hole_cards} cards, got a "
                "Range, which has 2"
            )
        parsed = WeightedHands.from_range(hands, game.deck.mask)
    elif isinstance(hands, WeightedHands):
        parsed = _checked(number, hands, game)
    else:
        raise InputError(
            f"player {number}: hands must be text, a Range or WeightedHands, got {hands!r}"
        )
    if parsed.holes != game.hole_cards:
        raise InputError(
            f"player {number}: hands of {game.name} must have {game.hole_cards} cards, got "
            f"{parsed.holes}"
        )
    if parsed.is_random:
        return parsed
    possible = parsed.masks & np.uint64(known) == 0
    if not possible.any():
        reason = f": all contain a card of {mask_text(known)}" if known and len(parsed) else ""
        raise InputError(f"player {number}: no hand is possible{reason}")
    return WeightedHands(parsed.masks[possible], parsed.weights[possible], parsed.holes)


def _checked(number: int, hands: WeightedHands, game: EquityGame) -> WeightedHands:
    """Validate and sort hands built by the caller."""
    if hands.is_random:
        return hands
    if not (np.isfinite(hands.weights) & (hands.weights >= 0)).all():
        raise InputError(f"player {number}: weights must be finite and at least 0")
    if (hands.masks & ~np.uint64(game.deck.mask)).any():
        raise InputError(f"player {number}: a hand is not in the deck of {game.name}")
    if (np.bitwise_count(hands.masks) != hands.holes).any():
        raise InputError(f"player {number}: every hand must have {hands.holes} cards")
    held = hands.weights > 0
    order = np.argsort(hands.masks[held])
    return WeightedHands(hands.masks[held][order], hands.weights[held][order], hands.holes)


@dataclass(frozen=True)
class MatchupOutcome:
    """The shares of each player and how they were calculated."""

    method: Literal["table", "matchups", "sweep", "sample"]
    shares: NDArray[np.float64]  # [P, 5] equity, win, tie, low, error
    deals: int
    hands: tuple[NDArray[np.float64], ...] | None = None  # [1326] per player


def shares_of(tallies: NDArray[np.float64], total: float) -> NDArray[np.float64]:
    """Convert tallies [P, 5] over `total` weighted deals to shares [P, 5] with an error of 0."""
    shares = np.zeros((len(tallies), 5))
    shares[:, 0] = tallies[:, SHARE] / _native.POT_UNITS / total
    shares[:, 1] = tallies[:, WINS] / total
    shares[:, 2] = tallies[:, TIES] / total
    shares[:, 3] = tallies[:, LOW_SHARE] / _native.POT_UNITS / total
    return shares
