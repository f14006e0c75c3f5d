"""Agents that decide with the functions of the course engine.

The engine calls `stage_updater(info)` and then `make_decision(info)` at each turn, and
`update_opponent(history, i)` after each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.agent import HandResult, HoldemAgent
from fifthstreet.agents.course.bet_rows import CALL, RAISE, HandBets
from fifthstreet.agents.course.card_codes import codes_of_cards
from fifthstreet.agents.course.history import BOARD_CARDS, CourseHistory, HistoryKeeper
from fifthstreet.errors import InputError
from fifthstreet.game import Action, Event, SeatView

MakeDecision = Callable[["CourseInfo"], Any]
StageUpdater = Callable[["CourseInfo"], Any]
UpdateOpponent = Callable[[CourseHistory, int], Any]


@dataclass
class CourseInfo:
    """A player's knowledge at their turn; arrays have a column for each of the N players.

    Columns are the order of the players in the first hand of the session, from 0. Players keep
    theirs although the button moves, even when they are out of chips.
    """

    stage: int  # 0 preflop, 1 flop, 2 turn, 3 river
    pot: Any  # all chips in the middle, bets of this stage included
    cur_pos: int  # the player's own column
    cur_pot: Any  # chips to match on this stage
    first_pos: int  # column of the first player after the button
    board_card: NDArray[np.int64]  # [5]  card codes, -1 not dealt yet
    hole_card: NDArray[np.int64]  # [2]  card codes of the player's own cards
    active: NDArray[np.bool_]  # [N]  whether each player still has cards
    paid: NDArray[np.float64]  # [N]  chips that each player has bet on this stage
    history: CourseHistory
    su_info: Any  # what `stage_updater` returned last; None before
    oppo: Any  # what `update_opponent` returned last; None before
    num_oppo: int  # N - 1, whether or not they have folded
    stage_bet: NDArray[np.int64]  # [R, N]  rows of this stage that are complete
    money: NDArray[np.float64]  # [N]  chips that each player has behind


class CourseAgent(HoldemAgent):
    """An agent with the interface of the course engine, as functions or as methods of a subclass.

    `make_decision` returns 1 to check or call and 2 to bet or raise, by the smallest amount if
    there is a choice; anything else is a fold. A fold where checking is free is a check, and a
    raise beyond the cap is a call.

    >>> timid = CourseAgent(lambda info: 1 if info.cur_pot <= 10 else 3)

    >>> class Timid(CourseAgent):
    ...     def make_decision(self, info: CourseInfo) -> int:
    ...         return 1 if info.cur_pot <= 10 else 3
    """

    keeps_seats = True  # the columns of all matrices are the order around the table

    def __init__(
        self,
        make_decision: MakeDecision | None = None,
        *,
        stage_updater: StageUpdater | None = None,
        update_opponent: UpdateOpponent | None = None,
    ) -> None:
        """Set functions; each replaces the method of the same name."""
        functions = {
            "make_decision": make_decision,
            "stage_updater": stage_updater,
            "update_opponent": update_opponent,
        }
        for name, function in functions.items():
            if function is None:
                continue
            if not callable(function):
                raise InputError(f"{name} must be a function, got {function!r}")
            setattr(self, name, function)
        if make_decision is None and type(self).make_decision is CourseAgent.make_decision:
            raise InputError("make_decision must be a function, or a method of a subclass")
        self._table: _CourseTable | None = None

    def make_decision(self, info: CourseInfo) -> Any:
        """Return 1 to check or call, 2 to bet or raise, 3 to fold."""
        raise NotImplementedError

    def stage_updater(self, info: CourseInfo) -> Any:
        """Return the next `info.su_info`; None changes nothing."""
        return None

    def update_opponent(self, history: CourseHistory, i: int) -> Any:
        """Return the next `info.oppo`; None changes nothing.

        Called after each hand; `i` is the player's own column.
        """
        return None

    def decide(self, view: SeatView) -> Action:
        """Return the action that `make_decision` chooses."""
        table = self._seated(view.players, view.hand_number)
        table.read(view.events)
        info = table.info(view)
        update = self.stage_updater(info)
        if update is not None:
            info.su_info = table.su_info = update
        decision = self.make_decision(info)
        if decision == CALL:
            return view.check_or_call()
        if decision == RAISE:
            return view.raise_to()
        return view.check_or_fold()

    def hand_over(self, result: HandResult) -> None:
        """Add a hand to the history, then call `update_opponent`."""
        table = self._seated(result.players, result.number)
        table.read(result.events)
        table.end(result)
        update = self.update_opponent(table.history, table.columns[result.players[result.seat]])
        if update is not None:
            table.oppo = update

    def _seated(self, players: Sequence[str], number: int) -> _CourseTable:
        """Return the table at the start of a hand, a new one for a new session."""
        table = self._table
        if table is not None and table.is_playing(players, number):
            return table
        if table is None or not table.can_continue(players, number):
            table = self._table = _CourseTable(players)
        table.begin(players, number)
        return table


class _CourseTable:
    """A session as one player follows it."""

    def __init__(self, players: Sequence[str]) -> None:
        self.columns = {name: column for column, name in enumerate(players)}
        self.number = -1  # of the hand in progress, or of the last one
        self.su_info: Any = None
        self.oppo: Any = None
        self._keeper = HistoryKeeper(len(self.columns))
        self._money: list[Any] = [0] * len(self.columns)
        self._players: Sequence[str] = ()  # of the hand in progress, or of the last one
        self._bets = HandBets((), len(self.columns))
        self._read = 0
        self._is_over = True

    @property
    def history(self) -> CourseHistory:
        return self._keeper.history

    def is_playing(self, players: Sequence[str], number: int) -> bool:
        """Return whether a hand is the one in progress."""
        is_same = number == self.number and not self._is_over
        return is_same and (players == self._players or self._has_columns(players))

    def can_continue(self, players: Sequence[str], number: int) -> bool:
        """Return whether a hand is a later one of the same session."""
        return self._is_over and number > self.number and self._has_columns(players)

    def _has_columns(self, players: Sequence[str]) -> bool:
        return self.columns.keys() >= set(players)

    def begin(self, players: Sequence[str], number: int) -> None:
        self.number = number
        self._players = players
        self._bets = HandBets([self.columns[name] for name in players], len(self.columns))
        self._read = 0
        self._is_over = False
        self._keeper.begin_game()

    def read(self, events: Sequence[Event]) -> None:
        """Read the events of the hand that are new."""
        self._bets.read(events[self._read :])
        self._read = len(events)
        self._keeper.end_stages(self._bets, self._bets.stage)

    def info(self, view: SeatView) -> CourseInfo:
        """Return what the player knows at their turn."""
        columns = self._bets.columns
        own = columns[view.seat]
        count = len(self.columns)
        # Lists, because setting elements of small arrays takes several times as long.
        active, paid, money = [False] * count, [0.0] * count, [0.0] * count
        in_hand, bets, stacks = view.in_hand, view.bets, view.stacks
        for seat, column in enumerate(columns):
            active[column] = in_hand[seat]
            paid[column] = float(bets[seat])
            money[column] = float(stacks[seat])
        return CourseInfo(
            stage=view.street,
            pot=view.pot,
            cur_pos=own,
            cur_pot=max(bets),
            first_pos=columns[0],
            board_card=codes_of_cards(view.board, BOARD_CARDS),
            hole_card=codes_of_cards(view.hole_cards),
            active=np.array(active, np.bool_),
            paid=np.array(paid),
            history=self.history,
            su_info=self.su_info,
            oppo=self.oppo,
            num_oppo=count - 1,
            stage_bet=self._bets.stages[-1].passed_rows(own),
            money=np.array(money),
        )

    def end(self, result: HandResult) -> None:
        """Add a finished hand to the history."""
        self._is_over = True
        for seat, column in enumerate(self._bets.columns):
            self._money[column] = result.starting_stacks[seat] + result.payoffs[seat]
        hole = {}
        if result.is_showdown:
            for seat, column in enumerate(self._bets.columns):
                is_own = seat == result.seat
                cards = result.hole_cards if is_own else result.shown_cards[seat]
                if seat not in self._bets.folded:
                    hole[column] = codes_of_cards(cards)
        self._keeper.end_game(
            self._bets,
            is_showdown=result.is_showdown,
            board=codes_of_cards(result.boards[0] if result.boards else (), BOARD_CARDS),
            hole=hole,
            money=self._money,
        )


def agent_of_module(module: ModuleType) -> CourseAgent:
    """Return the agent of a module with functions of the course engine.

    Args:
        module: It has a function `make_decision`, and optionally `stage_updater` and
            `update_opponent`.

    Raises:
        InputError: If it has no function `make_decision`.
    """
    make_decision = getattr(module, "make_decision", None)
    if not callable(make_decision):
        raise InputError(f"{module.__name__} has no function make_decision")
    return CourseAgent(
        make_decision,
        stage_updater=getattr(module, "stage_updater", None),
        update_opponent=getattr(module, "update_opponent", None),
    )
