"""What an equity is asked of: players' hands, a board and dead cards, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import TypeAlias

import numpy as np

from fifthstreet.cards import (
    Range,
    SuitPermutation,
    WeightedHands,
    check_mask,
    mask_text,
    parse_hands,
    parse_mask,
    stabiliser,
)
from fifthstreet.equity.games import EquityGame

HandsLike: TypeAlias = str | Range | WeightedHands

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Spot:
    """Hands that are possible on a board, for each player."""

    game: EquityGame
    players: tuple[WeightedHands, ...]
    board: int
    dead: int

    @property
    def deck(self) -> int:
        """Cards that may still come."""
        return self.game.deck.mask & ~(self.board | self.dead)

    @property
    def to_come(self) -> int:
        """Board cards that are missing."""
        return self.game.board_cards - self.board.bit_count()

    @property
    def deals(self) -> int:
        """Upper bound for the number of ways to deal the players in."""
        every_hand = comb(self.deck.bit_count(), self.game.hole_cards)
        return prod(every_hand if hands.is_random else len(hands) for hands in self.players)

    @property
    def boards(self) -> int:
        """Ways to complete the board once the players have their cards."""
        held = self.game.hole_cards * len(self.players)
        return comb(self.deck.bit_count() - held, self.to_come)

    @property
    def suit_permutations(self) -> list[SuitPermutation]:
        """Renamings of suits that leave the known cards where they are."""
        return stabiliser([self.board, self.dead])


def make_spot(
    game: EquityGame, players: Sequence[HandsLike], board: str | int, dead: str | int
) -> Spot:
    """Spot from what a user gives, or a ValueError that says what is wrong with it."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise ValueError(f"{len(players)} players; want 2 to {MOST_PLAYERS}")
    board_mask = _known_cards("board", board, game)
    dead_mask = _known_cards("dead cards", dead, game)
    if board_mask.bit_count() > game.board_cards:
        raise ValueError(
            f"a board of {board_mask.bit_count()} cards; {game.name} has at most {game.board_cards}"
        )
    if shared := board_mask & dead_mask:
        raise ValueError(f"{mask_text(shared)} is both on the board and dead")
    known = board_mask | dead_mask
    spot = Spot(
        game,
        tuple(_possible(number, hands, game, known) for number, hands in enumerate(players, 1)),
        board_mask,
        dead_mask,
    )
    needed = game.hole_cards * len(players) + spot.to_come
    if needed > spot.deck.bit_count():
        raise ValueError(
            f"{len(players)} players need {needed} cards; {spot.deck.bit_count()} are left"
        )
    return spot


def _known_cards(name: str, cards: str | int, game: EquityGame) -> int:
    mask = parse_mask(cards) if isinstance(cards, str) else check_mask(cards)
    if foreign := mask & ~game.deck.mask:
        raise ValueError(f"{name}: {mask_text(foreign)} is not in the deck of {game.name}")
    return mask


def _possible(number: int, hands: HandsLike, game: EquityGame, known: int) -> WeightedHands:
    """A player's hands without those that hold a known card."""
    if isinstance(hands, str):
        try:
            parsed = parse_hands(hands, game.hole_cards, game.deck.mask)
        except ValueError as error:
            raise ValueError(f"player {number}: {error}") from None
    elif isinstance(hands, Range):
        if game.hole_cards != 2:
            raise ValueError(
                f"player {number}: a range has hands of 2 cards; {game.name} deals "
                f"{game.hole_cards}"
            )
        parsed = WeightedHands.from_range(hands, game.deck.mask)
    elif isinstance(hands, WeightedHands):
        parsed = _checked(number, hands, game)
    else:
        raise ValueError(f"player {number}: {hands!r}; want a text, a Range or WeightedHands")
    if parsed.holes != game.hole_cards:
        raise ValueError(
            f"player {number}: hands of {parsed.holes} cards; {game.name} deals {game.hole_cards}"
        )
    if parsed.is_random:
        return parsed
    possible = parsed.masks & np.uint64(known) == 0
    if not possible.any():
        reason = f" without {mask_text(known)}" if known and len(parsed) else ""
        raise ValueError(f"player {number}: no hand is left{reason}")
    return WeightedHands(parsed.masks[possible], parsed.weights[possible], parsed.holes)


def _checked(number: int, hands: WeightedHands, game: EquityGame) -> WeightedHands:
    """Hands that a caller made, if they can be dealt in the game."""
    if hands.is_random:
        return hands
    if not (np.isfinite(hands.weights) & (hands.weights >= 0)).all():
        raise ValueError(f"player {number}: bad weights; want finite numbers of 0 or more")
    if (hands.masks & ~np.uint64(game.deck.mask)).any():
        raise ValueError(f"player {number}: a hand is not in the deck of {game.name}")
    if (np.bitwise_count(hands.masks) != hands.holes).any():
        raise ValueError(f"player {number}: want hands of {hands.holes} cards each")
    held = hands.weights > 0
    order = np.argsort(hands.masks[held])
    return WeightedHands(hands.masks[held][order], hands.weights[held][order], hands.holes)
