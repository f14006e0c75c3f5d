"""A hand at the dealer's table: its cards, its betting, and the actions of players."""

from __future__ import annotations

import re
from typing import Any

from fifthstreet.cards import Card
from fifthstreet.game import Ledger, State
from fifthstreet.game.notation import MatchState
from fifthstreet.interop.acpc.dealing import Deal
from fifthstreet.interop.acpc.game_definition import GameDefinition

# The dealer of the competition also understands b for a bet and k for a check.
_ACTION = re.compile(r"([fckrb])(\d{0,10})", re.IGNORECASE)
_UNKNOWN_CARD = "??"


class DealtHand:
    """A hand whose cards are all known to the dealer."""

    def __init__(self, definition: GameDefinition, number: int, deal: Deal) -> None:
        self.definition = definition
        self.number = number
        self.deal = deal
        self.betting = ""
        stack = definition.starting_stack
        start = MatchState(0, number, "", deal.hole_cards)
        self.state: State = start.state(definition.game(), stack)
        self._ledger = Ledger.of(self.state)
        self._streets = 0  # dealt so far

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.state.actor_index is None

    @property
    def actor(self) -> int:
        """Position of the player to act."""
        assert self.state.actor_index is not None
        return self.state.actor_index

    @property
    def payoffs(self) -> list[Any]:
        """Chips won by each position, whole numbers or fractions."""
        return list(self.state.payoffs)

    @property
    def cards(self) -> tuple[str, ...]:
        """Board so far, by street."""
        return self.deal.board[: self._streets]

    def match_state(self, position: int) -> MatchState:
        """Return what the player at a position knows; a showdown shows the hands still in."""
        folded = self._ledger.folded
        is_showdown = self.is_over and len(folded) < self.definition.players - 1
        hole_cards = [
            cards if place == position or (is_showdown and place not in folded) else ""
            for place, cards in enumerate(self.deal.hole_cards)
        ]
        return MatchState(position, self.number, self.betting, tuple(hole_cards), self.cards)

    def act(self, text: str) -> str | None:
        """Carry out an action of the player to act; return what was wrong with it, if anything.

        As in the competition, a raise of an illegal size becomes the nearest legal raise, and any
        other illegal action becomes a check or a call.
        """
        state = self.state
        problem = None
        kind, amount = self._parsed(text)
        if kind == "f" and not state.amount_to_call:
            kind, problem = "c", "a fold with nothing to call"
        low = state.min_raise_to
        if kind == "r" and low is None:
            kind, problem = "c", "a raise that is not possible"
        if kind == "f":
            state.fold()
        elif kind == "r":
            problem = self._raise(amount)
        else:
            if not kind:
                problem = f"not an action: {text[:20]!r}"
            state.check_or_call()
            kind = "c"
        self.betting += kind if kind != "r" or self.definition.is_limit else f"r{self._last_total}"
        self._deal_streets()
        self._ledger.read(state.events)
        return problem

    def _parsed(self, text: str) -> tuple[str, int | None]:
        """Return the kind of an action, empty if it is not one, and the amount if it needs one."""
        found = _ACTION.match(text)
        if found is None:
            return "", None
        kind = found[1].lower().replace("b", "r").replace("k", "c")
        if kind != "r" or self.definition.is_limit:
            return kind, None
        return (kind, int(found[2])) if found[2] else ("", None)

    def _raise(self, total: int | None) -> str | None:
        """Raise to a total over the whole hand, or to the nearest legal one."""
        state, player = self.state, self.actor
        paid_before = self._ledger.paid[player] - state.bets[player]
        low = state.min_raise_to
        high = state.max_raise_to
        assert low is not None
        assert high is not None
        wanted = low if total is None else total - paid_before
        amount = min(max(wanted, low), high)
        state.bet_or_raise_to(amount)
        self._last_total = paid_before + amount
        return None if amount == wanted else f"a raise to {total} instead of {self._last_total}"

    def _deal_streets(self) -> None:
        """Deal board cards until a player has to act or the hand is over."""
        state = self.state
        while state.status and state.actor_index is None:
            state.burn_card(_UNKNOWN_CARD)
            state.deal_board(Card.parse(self.deal.board[self._streets]))
            self._streets += 1
            self.betting += "/"
