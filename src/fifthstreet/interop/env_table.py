"""Tables for learning: observations as arrays, and hands that stop for decisions.

Letters: P seats, C hole cards, B board cards, U face-up cards, H actions of a history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any
from warnings import catch_warnings, filterwarnings, warn

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents import Action, Agent, check_plays
from fifthstreet.arena import AUTOMATIONS, DealSeeds, HandPlay, Lineup, Mistake, report_results
from fifthstreet.arena.live import Person, PersonsTurn, parse_stakes
from fifthstreet.cards import Card
from fifthstreet.envs import MAX_SEATS
from fifthstreet.errors import InputError
from fifthstreet.game import SeatView, Terms, events, seat_view
from fifthstreet.game.variants import Poker
from fifthstreet.interop.menu import CALL, FIRST_RAISE, FOLD, ActionMenu, check_whole_chips

NO_CARD = 52
HISTORY = 64
SEED_BITS = 60  # of a hand
MAX_SKIPPED = 1_000  # hands in a row that end before a player has to decide
_DISCARD = 3  # after the kinds of `envs.Kind`
_KINDS: dict[type, int] = {
    events.Folded: FOLD,
    events.Checked: CALL,
    events.Called: CALL,
    events.BringInPosted: CALL,
    events.Bet: FIRST_RAISE,
    events.Raised: FIRST_RAISE,
}


@dataclass(frozen=True)
class EnvTable:
    """A game with stacks, its numbered actions, and the shape of observations."""

    poker: Poker
    stacks: tuple[int, ...]  # [P]
    unit: int  # chips of a reward of 1
    menu: ActionMenu
    history: int = HISTORY  # most actions that are observed, the last ones

    @classmethod
    def of(
        cls,
        game: str | Poker,
        *,
        seats: int,
        stack: int | None = None,
        stakes: Mapping[str, Any] | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        history: int = HISTORY,
    ) -> EnvTable:
        """Return a table of a game by name, or of a game of `game.variants`.

        `stack` is in chips, and `stakes` are for games by name. Rewards are in big blinds, in small
        bets with fixed limits, or in antes in small games.

        >>> EnvTable.of("plo", seats=3).stacks
        (200, 200, 200)
        """
        if isinstance(game, str):
            named = parse_stakes(game, stakes or {}, stack)
            poker, chips, unit = named.game, named.stack, named.unit
        elif stakes:
            raise InputError("stakes require a game by name: a game object has its own")
        elif stack is None:
            raise InputError("stack is required with a game object, in chips")
        else:
            poker, chips, unit = game, stack, game.small_bet
        if history < 1:
            raise InputError(f"history must be at least 1, got {history}")
        if not 2 <= seats <= MAX_SEATS:
            raise InputError(f"seats must be from 2 to {MAX_SEATS}, got {seats}")
        check_whole_chips(poker, (chips,) * seats)
        poker, chips, unit = copy(poker), int(chips), int(unit)
        poker.automations = AUTOMATIONS
        table = cls(poker, (chips,) * seats, unit, ActionMenu.of(poker, pots), history)
        poker(table.stacks, seats, seed=0)  # raises InputError for a wrong number of players
        return table

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.stacks)

    @cached_property
    def terms(self) -> Terms:
        """The game, and what follows from its rules."""
        return Terms(self.poker)

    @cached_property
    def shapes(self) -> dict[str, tuple[tuple[int, ...], int, int]]:
        """Shape, smallest and largest number of each array of an observation."""
        chips, seats = sum(self.stacks), self.seats
        board = self.poker.starting_board_count * self.poker.max_board_card_count
        shapes = {
            "action_mask": ((self.menu.count,), 0, 1),
            "position": ((1,), 0, seats - 1),
            "street": ((1,), 0, max(len(self.poker.streets) - 1, 1)),
            "hole_cards": ((self.poker.max_hole_card_count,), 0, NO_CARD),
            "board": ((board,), 0, NO_CARD),
            "stacks": ((seats,), 0, chips),
            "bets": ((seats,), 0, chips),
            "in_hand": ((seats,), 0, 1),
            "pot": ((1,), 0, chips),
            "to_call": ((1,), 0, chips),
            "raise_limits": ((2,), 0, chips),
            "history": ((self.history, 4), -1, max(chips, len(self.poker.streets))),
        }
        if not board:
            del shapes["board"]
        if self.poker.max_up_card_count:
            shapes["up_cards"] = ((seats, self.poker.max_up_card_count), 0, NO_CARD)
        return shapes

    def observation(self, view: SeatView) -> dict[str, NDArray[Any]]:
        """Return what a player sees, with seats counted from their own, which is 0."""
        arrays: dict[str, NDArray[Any]] = {
            name: np.full(shape, least, np.int64) for name, (shape, least, _) in self.shapes.items()
        }
        arrays["action_mask"] = arrays["action_mask"].astype(np.int8)
        if view.can_fold or view.to_call is not None or view.bring_in is not None or view.is_draw:
            arrays["action_mask"][list(self.menu.actions(view))] = 1
        arrays["position"][0] = view.seat
        arrays["street"][0] = view.street
        _fill(arrays["hole_cards"], view.hole_cards)
        if "board" in arrays:
            _fill(arrays["board"], [card for board in view.boards for card in board])
        if "up_cards" in arrays:
            up_cards = _up_cards(view)
            for place, row in enumerate(arrays["up_cards"]):
                _fill(row, up_cards[(view.seat + place) % self.seats])
        for name, values in (
            ("stacks", view.stacks),
            ("bets", view.bets),
            ("in_hand", view.in_hand),
        ):
            arrays[name][:] = [*values[view.seat :], *values[: view.seat]]
        arrays["pot"][0] = view.pot
        arrays["to_call"][0] = view.to_call or 0
        if view.min_raise_to is not None:
            arrays["raise_limits"][:] = view.min_raise_to, view.max_raise_to
        rows = _actions(view)[-self.history :]
        if rows:
            arrays["history"][: len(rows)] = rows
            players = arrays["history"][: len(rows), 0]
            players[:] = (players - view.seat) % self.seats
        return arrays


class SteppedHand:
    """Hands of a table that stop where an outside player has to decide.

    Players are numbered. Players whose agent is None are outside players.
    """

    def __init__(self, table: EnvTable, agents: Sequence[Agent | None]) -> None:
        self.table = table
        for agent in agents:
            if agent is not None:
                check_plays(agent, table.poker)
        self._people = [Person(_nothing) if agent is None else None for agent in agents]
        seated = [
            person if agent is None else agent
            for agent, person in zip(agents, self._people, strict=True)
        ]
        names = tuple(f"player_{number}" for number in range(len(agents)))
        self._lineup = Lineup(seated, names)
        self._play: HandPlay | None = None
        self._hands = 0
        self._has_warned = False
        self.view: SeatView | None = None
        """What the player to act sees; None if the hand is over."""
        self.order: tuple[int, ...] = ()
        """The player in each seat."""

    @property
    def player(self) -> int | None:
        """The player to act; None if the hand is over."""
        return None if self.view is None else self.order[self.view.seat]

    @property
    def mistakes(self) -> list[Mistake]:
        """The first decisions that agents lost; they check or fold instead."""
        return self._lineup.mistakes

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Chips that each player has won or lost so far."""
        assert self._play is not None
        payoffs = self._play.state.payoffs
        return tuple(payoffs[self.order.index(player)] for player in range(len(self.order)))

    def deal(self, seed: int, order: tuple[int, ...]) -> None:
        """Deal a hand from a seed, and play until an outside player has to decide."""
        seeds = DealSeeds(seed, 0, len(order), 1)
        terms = self.table.terms
        state = self.table.poker(self.table.stacks, len(order), seed=seeds.deck)
        self.order = order
        randoms = seeds.randoms_at(0, len(order))
        self._play = HandPlay(state, terms, self._lineup, order, randoms, self._hands)
        self._hands += 1
        self._continue()

    def act(self, action: Action) -> None:
        """Perform a legal action of the player to act, and continue the hand."""
        player = self.player
        assert player is not None
        person = self._people[player]
        assert person is not None
        person.answer = action
        self._continue()

    def view_of(self, player: int) -> SeatView:
        """Return what a player sees, whoever has to act."""
        if self._play is None:
            raise InputError("no hand has been dealt: call reset() first")
        seat = self.order.index(player)
        if self.view is not None and self.view.seat == seat:
            return self.view
        return seat_view(self._play.state, self._play.hand, seat, self._play.randoms[seat])

    def _continue(self) -> None:
        assert self._play is not None
        self.view = None
        with catch_warnings():
            filterwarnings("ignore", "the deck runs out")  # which the rules of draw games allow for
            try:
                self._play.play()
            except PersonsTurn as turn:
                self.view = turn.view
                return
            finally:
                self._warn()
        if self._lineup.has_finishers:
            report_results(self._play)

    def _warn(self) -> None:
        """Warn of the first mistake: an opponent with an error in it continues, but plays badly."""
        if self.mistakes and not self._has_warned:
            self._has_warned = True
            warn(f"{self.mistakes[0]}; such decisions are checks or folds", stacklevel=2)


def _nothing() -> None:
    """Ignore an event: observations contain it."""


def _fill(row: NDArray[np.int64], cards: Sequence[Any]) -> None:
    row[:] = NO_CARD
    row[: len(cards)] = [int(card) if card else NO_CARD for card in cards]


def _up_cards(view: SeatView) -> list[list[Card]]:
    """Return the cards that each seat was dealt face up."""
    cards: list[list[Card]] = [[] for _ in view.stacks]
    for event in view.events:
        if isinstance(event, events.HoleDealt):
            cards[event.seat] += compress(event.cards, event.are_up)
    return cards


def _actions(view: SeatView) -> list[tuple[int, int, int, int]]:
    """Return the actions of a hand: seat, kind, chips (or number of cards), street."""
    rows: list[tuple[int, int, int, int]] = []
    for event in view.events:
        if isinstance(event, events.BettingAction):
            rows.append((event.seat, _KINDS[type(event)], event.amount, event.street))
        elif isinstance(event, events.Discarded):
            rows.append((event.seat, _DISCARD, len(event.cards), event.street))
    return rows
