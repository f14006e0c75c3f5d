"""A view of a state: the players and the table, with open cards or from one seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fifthstreet.game.card import Card
from fifthstreet.game.state import State
from fifthstreet.game.street import Pot
from fifthstreet.table import queries
from fifthstreet.table.actions import LegalActions, legal_actions
from fifthstreet.table.chips import chips_text
from fifthstreet.table.flow import next_step
from fifthstreet.table.history import history_text
from fifthstreet.table.kinds import NextStep, Status
from fifthstreet.table.picture import picture
from fifthstreet.table.records import Ledger, Record, by_street


@dataclass(frozen=True)
class Player:
    """A player at one moment of a hand."""

    index: int
    hole_cards: tuple[Card, ...]  # unknown cards where the viewer cannot see them
    starting_stack: Any
    stack: Any
    bet: Any  # on this street
    paid: Any  # over the hand, less what nobody called
    paid_on_street: tuple[Any, ...]  # by street; antes belong to the first
    status: Status
    records: tuple[Record, ...]

    def __repr__(self) -> str:
        """Return the seat, the status and the chips."""
        chips = f"stack {chips_text(self.stack)}, bet {chips_text(self.bet)}"
        return f"<Player {self.index}: {self.status.value}, {chips}, paid {chips_text(self.paid)}>"

    @property
    def is_active(self) -> bool:
        """Whether the player has neither folded nor gone all-in."""
        return self.status is Status.ACTIVE

    @property
    def history(self) -> dict[int, tuple[Record, ...]]:
        """The player's records by street."""
        return by_street(self.records)


class Table:
    """A live view of a state.

    With a viewer, hole cards of the other players are hidden unless they lie face up. Views are
    equal if they show the same; the deck is not part of a view.

    >>> from fifthstreet.table import new_state
    >>> table = Table(new_state((200, 150, 180), 1, seed=2), viewer=2)
    >>> table
    <Table of 3 players, preflop, pot 3, player 2 to act>
    >>> table == table.copy(), [player.stack for player in table.players]
    (True, [199, 148, 180])
    """

    def __init__(self, state: State, *, viewer: int | None = None) -> None:
        """View a state, by default with all cards open."""
        if viewer is not None and viewer not in state.player_indices:
            raise ValueError(f"no player {viewer}; want 0 to {state.player_count - 1}")
        self.state = state
        self.viewer = viewer

    def copy(self) -> Table:
        """Return a view of a copy of the state."""
        return Table(self.state.copy(), viewer=self.viewer)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat."""
        state, ledger = self.state, Ledger(self.state)
        paid = ledger.paid
        return tuple(
            Player(
                index=i,
                hole_cards=self.hole_cards(i),
                starting_stack=state.starting_stacks[i],
                stack=state.stacks[i],
                bet=state.bets[i],
                paid=paid[i],
                paid_on_street=tuple(row[i] for row in ledger.paid_on_street),
                status=queries.status_in(ledger, i),
                records=tuple(record for record in ledger.records if record.player == i),
            )
            for i in state.player_indices
        )

    def hole_cards(self, player: int) -> tuple[Card, ...]:
        """Return the hole cards of a player as the viewer sees them."""
        if self.viewer in (None, player):
            return tuple(self.state.hole_cards[player])
        return tuple(self.state.get_censored_hole_cards(player))

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """Cards of each board."""
        return tuple(tuple(self.state.get_board_cards(i)) for i in self.state.board_indices)

    @property
    def street(self) -> int | None:
        """Number of the current street, from 0; None before the first and after the last."""
        return self.state.street_index

    @property
    def actor(self) -> int | None:
        """Player who is to act, or None."""
        return self.state.actor_index

    @property
    def pot(self) -> Any:
        """All chips in the middle."""
        return queries.pot(self.state)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots as if all bets were collected now."""
        return queries.pots(self.state)

    @property
    def prizes(self) -> dict[int, Any]:
        """What players won at the end."""
        return queries.prizes(self.state)

    @property
    def records(self) -> tuple[Record, ...]:
        """Records of all forced bets and actions."""
        return tuple(Ledger(self.state).records)

    @property
    def history(self) -> dict[int, tuple[Record, ...]]:
        """Records of all forced bets and actions by street."""
        return by_street(self.records)

    @property
    def action_count(self) -> int:
        """Number of actions so far, forced bets not counted."""
        return sum(not record.is_forced for record in self.records)

    @property
    def legal_actions(self) -> LegalActions:
        """Legal actions with the smallest amount of each."""
        return legal_actions(self.state)

    @property
    def next_step(self) -> NextStep:
        """What happens next."""
        return next_step(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return not self.state.status

    def _shown(self) -> tuple[Any, ...]:
        state = self.state
        forced = (state.antes, state.blinds_or_straddles, state.bring_in)
        rules = (state.streets, state.betting_structure, state.mode)
        now = (self.street, self.actor, state.status, state.stacks, state.bets)
        return self.players, self.boards, self.records, now, forced, rules

    def __eq__(self, other: object) -> bool:
        """Return whether two views show the same."""
        if not isinstance(other, Table):
            return NotImplemented
        return self._shown() == other._shown()

    __hash__ = None  # type: ignore[assignment]  # a live view changes

    def __repr__(self) -> str:
        """Return the street, the pot and who is to act."""
        state = self.state
        where = "over"
        if state.status and state.street_index is not None:
            where = queries.street_name(state, state.street_index)
        elif state.status:
            where = "between streets"
        pot = f"pot {chips_text(self.pot)}"
        actor = "" if self.actor is None else f", player {self.actor} to act"
        return f"<Table of {state.player_count} players, {where}, {pot}{actor}>"

    def __str__(self) -> str:
        """Return the table as multi-line text."""
        return picture(self.state, viewer=self.viewer)

    @property
    def text(self) -> str:
        """The betting as one line; see `history_text`."""
        return history_text(self.state)
