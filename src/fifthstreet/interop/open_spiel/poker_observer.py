"""What a player knows about a hand, as tensors and text for OpenSpiel.

Hands come from `PokerTable`, where cards are dealt one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.game import State, events
from fifthstreet.interop.libraries import required
from fifthstreet.interop.open_spiel.poker_table import DECK_CARDS, PokerTable
from fifthstreet.solvers.games import seen_by

pyspiel = required("pyspiel", "OpenSpiel")

_KINDS: dict[type, int] = {  # columns
    events.Folded: 0,
    events.Checked: 1,
    events.Called: 1,
    events.Bet: 2,
    events.Raised: 2,
    events.BringInPosted: 3,
    events.Discarded: 4,
}
_KIND_COUNT = 5


class PokerObserver:
    """Tensors and texts of what a player knows.

    With perfect recall, they hold the whole hand as the player saw it, otherwise the cards and
    chips on the table. Chips are shares of all chips.
    """

    def __init__(
        self, table: PokerTable, kind: Any, parameters: Mapping[str, Any] | None = None
    ) -> None:
        """Set the game and what is observed: public or private things, now or ever."""
        if parameters:
            raise InputError(f"observers take no parameters, got {dict(parameters)}")
        self._table = table
        self._has_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._has_public = kind.public_info
        self._recalls = kind.perfect_recall
        self._chips = sum(table.stacks)
        shapes = self._shapes()
        self.tensor: NDArray[np.float32] = np.zeros(
            sum(int(np.prod(shape)) for shape in shapes.values()), np.float32
        )
        """All parts, one after the other."""
        self.dict: dict[str, NDArray[np.float32]] = {}
        """The parts by name; they share their memory with `tensor`."""
        first = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        table, poker = self._table, self._table.poker
        players, streets = table.players, len(poker.streets)
        draws = sum(street.draw_status for street in poker.streets)
        shapes: dict[str, tuple[int, ...]] = {"player": (players,)}
        if self._has_private:
            shapes["own_cards"] = (draws + 1, DECK_CARDS)  # after each draw
            if draws:
                shapes["own_discards"] = (draws, DECK_CARDS)
        if self._has_public:
            # In the order of dealing, from which streets follow.
            boards = poker.starting_board_count * poker.max_board_card_count
            if poker.max_up_card_count:
                shapes["up_cards"] = (players, poker.max_up_card_count, DECK_CARDS)
                boards += streets  # cards that are dealt to the board where the deck runs out
            if boards:
                shapes["board"] = (boards, DECK_CARDS)
            if self._recalls:
                shapes["actions"] = (table.limits.decisions, players + _KIND_COUNT + 1)
            else:
                shapes["street"] = (streets,)
                shapes["stacks"] = (players,)
                shapes["bets"] = (players,)
                shapes["in_hand"] = (players,)
        return shapes

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor` with what a player knows."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        hand: State = state.hand
        draws = decisions = board_cards = 0
        up_cards = [0] * self._table.players
        for event in hand.events:
            if isinstance(event, events.HoleDealt):
                card = int(event.cards[0])  # they are dealt one by one
                if event.seat == player and self._has_private:
                    self.dict["own_cards"][draws, card] = 1
                if event.are_up[0] and "up_cards" in self.dict:
                    self.dict["up_cards"][event.seat, up_cards[event.seat], card] = 1
                    up_cards[event.seat] += 1
            elif isinstance(event, events.BoardDealt) and "board" in self.dict:
                self.dict["board"][board_cards, int(event.cards[0])] = 1
                board_cards += 1
            elif isinstance(event, events.BettingAction | events.Discarded):
                if "actions" in self.dict:
                    self._set_action(event, decisions)
                decisions += 1
                if isinstance(event, events.Discarded) and event.seat == player:
                    if self._has_private:
                        self.dict["own_discards"][draws, [*map(int, event.cards)]] = 1
                    draws += 1
        if "street" in self.dict:
            if hand.street_index is not None:
                self.dict["street"][hand.street_index] = 1
            self.dict["stacks"][:] = [stack / self._chips for stack in hand.stacks]
            self.dict["bets"][:] = [bet / self._chips for bet in hand.bets]
            self.dict["in_hand"][:] = hand.statuses

    def _set_action(self, event: events.BettingAction | events.Discarded, row: int) -> None:
        """Set who did what, and its chips as a share of all, or the share of cards discarded."""
        players = self._table.players
        action = self.dict["actions"][row]
        action[event.seat] = 1
        action[players + _KINDS[type(event)]] = 1
        if isinstance(event, events.Discarded):
            action[-1] = len(event.cards) / self._table.menu.discards
        else:
            action[-1] = event.amount / self._chips

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player knows as text."""
        hand: State = state.hand
        viewer = player if self._has_private else None
        if self._recalls and self._has_public:
            return f"{player}|{seen_by(hand, viewer)}"
        parts = [f"{player}|"]
        if self._has_private:
            parts.append(cards_text(map(int, hand.hole_cards[player])))
        if self._has_public:
            boards = " ".join(cards_text(map(int, board)) for board in hand.get_boards())
            chips = " ".join(
                f"{stack}+{bet}{'' if is_in else ' out'}"
                for stack, bet, is_in in zip(hand.stacks, hand.bets, hand.statuses, strict=True)
            )
            parts += [f"[{boards}]", f"pot {-sum(hand.payoffs)}", chips]
        return " ".join(parts)
