"""Kuhn poker: one card each and one bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from fifthstreet.cards import RANKS, kuhn_deck, rank_of
from fifthstreet.errors import InputError
from fifthstreet.solvers.games.features import Features
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.support.options import option

KuhnState: TypeAlias = tuple[tuple[int, ...], str]  # cards dealt, player 0's first; moves made
_MOVES = "kbfc"


@dataclass(frozen=True)
class Kuhn:
    """Kuhn poker (Kuhn 1950), for two or more players (Szafron, Gibson & Sturtevant 2013).

    Each player antes one chip and is dealt one card. In turn, players check (k) or bet one chip
    (b); after a bet the others call (c) or fold (f). The highest card not folded wins.

    >>> game = Kuhn()
    >>> state = game.child(game.child(game.root(), 2), 0)  # a king and a jack
    >>> game.information_set(state), game.actions(state)
    ('K|', ('k', 'b'))
    """

    players: int = option(2, "number of players")
    cards: int = option(0, "cards in the deck; 0 for one more than there are players")

    def __post_init__(self) -> None:
        if self.players < 2:
            raise InputError(f"players must be at least 2, got {self.players}")
        if self.cards == 0:
            object.__setattr__(self, "cards", self.players + 1)
        if not self.players < self.cards <= len(RANKS):
            raise InputError(
                f"cards must be from {self.players + 1} to {len(RANKS)} for {self.players} "
                f"players, got {self.cards}"
            )

    @property
    def name(self) -> str:
        """Kuhn poker with its number of players and cards."""
        return f"Kuhn poker: {self.players} players, {self.cards} cards"

    @cached_property
    def _card_names(self) -> tuple[str, ...]:
        """Ranks of the deck's cards, lowest first."""
        return tuple(RANKS[rank_of(card)] for card in kuhn_deck(self.cards))

    def root(self) -> KuhnState:
        """Return the state before any card is dealt."""
        return (), ""

    def player(self, state: KuhnState) -> int:
        """Return whose turn it is, until all have checked or responded to the bet."""
        cards, moves = state
        if len(cards) < self.players:
            return CHANCE
        bet = moves.find("b")
        if len(moves) == self.players + max(bet, 0):
            return TERMINAL
        return len(moves) % self.players

    def actions(self, state: KuhnState) -> Sequence[str]:
        """Return the cards left, lowest first; or check and bet; or fold and call."""
        cards, moves = state
        if len(cards) < self.players:
            return tuple(self._card_names[card] for card in self._left(cards))
        return ("f", "c") if "b" in moves else ("k", "b")

    def child(self, state: KuhnState, action: int) -> KuhnState:
        """Return the state after a card is dealt or a move is made."""
        cards, moves = state
        if len(cards) < self.players:
            return (*cards, self._left(cards)[action]), moves
        return cards, moves + self.actions(state)[action]

    def probabilities(self, state: KuhnState) -> Sequence[float]:
        """Return equal probabilities for all cards left."""
        count = self.cards - len(state[0])
        return (1 / count,) * count

    def public_key(self, state: KuhnState) -> None:
        """Return None: no card is dealt face up."""
        return

    def information_set(self, state: KuhnState) -> str:
        """Return the player's own card and all moves, like `K|kb`."""
        cards, moves = state
        return f"{self._card_names[cards[len(moves) % self.players]]}|{moves}"

    def features(self, state: KuhnState) -> Features:
        """Return which card the player has, and which move was made at each turn, as 0 and 1."""
        cards, moves = state
        vector = np.zeros(self.cards + len(_MOVES) * (2 * self.players - 1), np.float32)
        vector[cards[len(moves) % self.players]] = 1
        for turn, move in enumerate(moves):
            vector[self.cards + len(_MOVES) * turn + _MOVES.index(move)] = 1
        return vector

    def payoffs(self, state: KuhnState) -> Sequence[float]:
        """Return the chips that each player won or lost, including the ante."""
        cards, moves = state
        paid = [1] * self.players
        for turn, move in enumerate(moves):
            if move in "bc":
                paid[turn % self.players] = 2
        most = max(paid)
        winner = max((p for p in range(self.players) if paid[p] == most), key=cards.__getitem__)
        pot = sum(paid)
        return tuple(float(pot * (p == winner) - paid[p]) for p in range(self.players))

    def _left(self, cards: tuple[int, ...]) -> list[int]:
        return [card for card in range(self.cards) if card not in cards]
