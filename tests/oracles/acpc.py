"""The ACPC protocol, written from its text: the rules of betting, and a client of a few lines.

Nothing here uses the package. A betting string is replayed from the start every time; amounts are
what players have put in over the whole hand.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracles.naive_hands import naive_score

ROUNDS = 4
LIMIT_RAISES, LIMIT_SIZES = (3, 4, 4, 4), (10, 10, 20, 20)


@dataclass
class Betting:
    """A hand after a betting string, in the games of the competition."""

    players: int
    is_limit: bool
    text: str
    stack: int = 20_000
    street: int = 0
    spent: list[int] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    turn: int | None = None  # None: the hand is over
    min_raise_to: int = 0
    raises: int = 0  # on this street

    def __post_init__(self) -> None:
        small, big = (5, 10) if self.is_limit else (50, 100)
        if self.is_limit:
            self.stack = 10**9
        blinds = [big, small] if self.players == 2 else [small, big]
        self.big_blind = big
        self.spent = blinds + [0] * (self.players - len(blinds))
        self.min_raise_to = 2 * big
        self.turn = 1 if self.players == 2 else 2 % self.players
        self.to_act = set(range(self.players))  # who has not answered the last raise
        for kind, amount in re.findall(r"([fcr])(\d*)", self.text.replace("/", "")):
            self.act(kind, int(amount or 0))

    def able(self) -> set[int]:
        """Return who can still bet."""
        left = set(range(self.players)) - self.folded
        return {player for player in left if self.spent[player] < self.stack}

    def act(self, kind: str, amount: int = 0) -> None:
        player = self.turn
        assert player is not None
        self.to_act.discard(player)
        if kind == "f":
            self.folded.add(player)
        elif kind == "c":
            self.spent[player] = min(self.stack, max(self.spent))
        else:
            before = max(self.spent)
            if self.is_limit:
                amount = before + LIMIT_SIZES[self.street]
            self.min_raise_to = max(self.min_raise_to, 2 * amount - before)
            self.spent[player] = amount
            self.raises += 1
            self.to_act = self.able() - {player}
        self.to_act &= self.able()
        if len(self.folded) == self.players - 1:
            self.turn = None
        elif self.to_act:
            self.turn = self.next_of(self.to_act, player + 1)
        elif len(self.able()) < 2 or self.street == ROUNDS - 1:
            self.turn, self.street = None, ROUNDS - 1
        else:
            self.street += 1
            self.raises = 0
            self.min_raise_to = max(self.spent) + self.big_blind
            self.to_act = self.able()
            self.turn = self.next_of(self.to_act, 0)

    def next_of(self, players: set[int], first: int) -> int:
        return min(players, key=lambda player: (player - first) % self.players)

    @property
    def can_fold(self) -> bool:
        return self.turn is not None and self.spent[self.turn] < max(self.spent)

    @property
    def raise_range(self) -> tuple[int, int] | None:
        """Return the smallest and the largest legal raise; (0, 0) in limit games."""
        if len(self.able()) < 2 or (self.is_limit and self.raises >= LIMIT_RAISES[self.street]):
            return None
        if self.is_limit:
            return 0, 0
        if max(self.spent) >= self.stack:
            return None
        return min(self.min_raise_to, self.stack), self.stack

    def values(self, hole_cards: list[str], board: str) -> list[Fraction]:
        """Return what each player wins: side pots from the smallest on."""
        won = [Fraction(-chips) for chips in self.spent]
        left = list(self.spent)
        while any(left):
            size = min(chips for chips in left if chips)
            paying = [p for p in range(self.players) if left[p]]
            alive = [p for p in paying if p not in self.folded]
            if len(self.folded) < self.players - 1:
                scores = {
                    p: naive_score("standard high", cards(hole_cards[p]), cards(board))
                    for p in alive
                }
                alive = [p for p in alive if scores[p] == max(scores.values())]
            for winner in alive:
                won[winner] += Fraction(size * len(paying), len(alive))
            left = [chips - size if chips else 0 for chips in left]
        return won


def cards(text: str) -> tuple[int, ...]:
    pairs = zip(text[::2], text[1::2], strict=True)
    return tuple("23456789TJQKA".index(rank) * 4 + "cdhs".index(suit) for rank, suit in pairs)


Chooser = Callable[[Betting], str]


def play(port: int, players: int, is_limit: bool, choose: Chooser) -> list[str]:
    """Play a match as a client; return all lines of the dealer."""
    lines = []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"VERSION:2.0.0\r\n")
        for line in connection.makefile("r", newline="\r\n"):
            state = line.removesuffix("\r\n")
            lines.append(state)
            _, position, _, betting, _ = state.split(":")
            now = Betting(players, is_limit, betting)
            if now.turn == int(position):
                connection.sendall(f"{state}:{choose(now)}\r\n".encode())
    return lines
