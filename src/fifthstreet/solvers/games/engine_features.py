"""Features of hands of the rules engine: what a player saw, street by street."""

from __future__ import annotations

from collections import Counter

import numpy as np

from fifthstreet.game import State, events
from fifthstreet.solvers.games.features import Features

_DECK = 52
_KINDS = (
    events.Folded,
    events.Checked,
    events.Called,
    events.Bet,
    events.Raised,
    events.BringInPosted,
)
_TURN = len(_KINDS) + 1  # numbers of a turn: kind of action, and amount
_TURNS = 6  # of each player on a street; later ones are added to the last


class EngineFeatures:
    """Vectors of what the player to act has seen of a hand.

    - The seat.
    - For each street: the player's own cards, the face-up cards of each other seat, and the cards
      of each board, with one number for each card of the deck. Streets without such cards have no
      numbers.
    - For each street, the actions in order: their kind, and the bet in units of the largest
      starting stack.

    A street has room for six actions of each player. If there are more, as in games with very small
    raises, the rest is added to the last one.
    """

    def __init__(self, start: State) -> None:
        """Divide the vector into its parts, from the hand before any card is dealt."""
        self.seats = start.player_count
        self._stack = float(max(start.starting_stacks))
        self._starts: dict[tuple[str, int, int], int] = {}  # kind, street, seat or board
        self.count = self.seats
        for number, street in enumerate(start.streets):
            ups = street.hole_dealing_statuses
            if ups:
                self._reserve("own", number, 0, _DECK)
            if any(ups):
                for seat in range(self.seats):
                    self._reserve("up", number, seat, _DECK)
            if street.board_dealing_count:
                for board in range(start.starting_board_count):
                    self._reserve("board", number, board, _DECK)
            self._reserve("turns", number, 0, _TURN * _TURNS * self.seats)

    def _reserve(self, kind: str, street: int, which: int, count: int) -> None:
        self._starts[kind, street, which] = self.count
        self.count += count

    def vector(self, state: State) -> Features:
        """Return what the player to act has seen."""
        player = state.actor_index
        assert player is not None
        vector = np.zeros(self.count, np.float32)
        vector[player] = 1
        turns: Counter[int] = Counter()  # by street
        for event in state.events:
            match event:
                case events.HoleDealt(seat=seat, street=street, cards=cards):
                    if seat == player:
                        start = self._starts["own", street, 0]
                    elif event.are_up[0]:
                        start = self._starts["up", street, seat]
                    else:
                        continue
                    vector[[start + int(card) for card in cards]] = 1
                case events.BoardDealt(street=street, cards=cards, board=board):
                    start = self._starts["board", street, board]
                    vector[[start + int(card) for card in cards]] = 1
                case events.BettingAction(street=street):
                    turn = min(turns[street], _TURNS * self.seats - 1)
                    turns[street] += 1
                    start = self._starts["turns", street, 0] + _TURN * turn
                    vector[start + _KINDS.index(type(event))] += 1
                    vector[start + len(_KINDS)] += float(event.total) / self._stack
        return vector
