"""The hands of a batch played on the rules engine as well, compared after every step."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.envs import BatchAction, BatchGame, TableBatch
from fifthstreet.game import Bet, BettingAction, Called, Checked, Folded, Raised, State

_FOLD, _CALL, _RAISE = map(int, BatchAction)
_KINDS: dict[type, int] = {
    Folded: _FOLD,
    Checked: _CALL,
    Called: _CALL,
    Bet: _RAISE,
    Raised: _RAISE,
}


class Twin:
    """A batch and a state of the rules engine for each of its tables."""

    def __init__(self, game: BatchGame, tables: int, seed: int) -> None:
        self.game = game
        self.batch = TableBatch(game, tables, seed=seed, deals_next=False)
        self.rng = np.random.default_rng(seed)
        self.hands = 0
        self.seats: list[list[int]] = [[] for _ in range(tables)]  # of each position
        self.seen = shown(self.batch)
        self.states = [self._state(table) for table in range(tables)]
        for table in range(tables):
            self._compare(table)

    def play(self, steps: int) -> None:
        """Play steps, dealing anew where hands are over; some hands are over at once."""
        for _ in range(steps):
            self._deal()
            is_playing = [state.status for state in self.states]
            kinds, amounts = self._actions()
            self.batch.step(kinds, amounts)
            self.seen = shown(self.batch)
            for table, (kind, amount) in enumerate(
                zip(kinds.tolist(), amounts.tolist(), strict=True)
            ):
                if is_playing[table]:
                    _act(self.states[table], kind, amount)
                    self._compare(table)
                else:
                    assert not any(self.seen.rewards[table])

    def _deal(self) -> None:
        over = [table for table, state in enumerate(self.states) if not state.status]
        self.hands += len(over)
        self.batch.deal()
        self.seen = shown(self.batch)
        for table in over:
            before, seats = self.states[table], self.seats[table]
            self.states[table] = self._state(table)
            if self.game.keeps_stacks:
                for seat, stack in zip(seats, before.stacks, strict=True):
                    bought = stack or self.game.stacks[seat]
                    assert self.seen.starting_stacks[table][seat] == bought
            self._compare(table)

    def _state(self, table: int) -> State:
        """Begin the hand of a table on the rules engine."""
        button, count = self.seen.button[table], self.game.seats
        self.seats[table] = [(button + 1 + position) % count for position in range(count)]
        stacks = tuple(self._by_position(self.seen.starting_stacks, table))
        return self.game.begin_hand(stacks, self.batch.deck_order(table))

    def _by_position(self, rows: list[list[Any]], table: int) -> list[Any]:
        row = rows[table]
        return [row[seat] for seat in self.seats[table]]

    def _actions(self) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Draw actions: uniform ones, calls, and raises to the smallest and largest amounts."""
        kinds, amounts = self.batch.random_actions()
        observation, tables = self.batch.observation, len(self.batch)
        draws = self.rng.random(tables)
        raises = observation.legal[:, BatchAction.RAISE]
        kinds[(draws < 0.3)] = BatchAction.CALL
        for low, bound in ((0.3, observation.min_raise), (0.5, observation.max_raise)):
            chosen = raises & (draws >= low) & (draws < low + 0.2)
            kinds[chosen], amounts[chosen] = BatchAction.RAISE, bound[chosen]
        return kinds, amounts

    def _compare(self, table: int) -> None:
        state, board = self.states[table], self.seen.board[table]
        dealt = [card for row in state.board_cards for card in row]
        assert board == dealt + [52] * (len(board) - len(dealt))
        assert self._by_position(self.seen.stacks, table) == state.stacks
        if state.status:
            self._compare_decision(table, state)
            self._compare_pots(table, state)
            self._compare_history(table, state)
        else:
            assert self.seen.actor[table] == -1
            assert not any(self.seen.legal[table])
            assert self._by_position(self.seen.rewards, table) == state.payoffs
            assert self.seen.ended[table] == 1

    def _compare_decision(self, table: int, state: State) -> None:
        seen, actor = self.seen, state.actor_index
        assert actor is not None
        assert seen.actor[table] == self.seats[table][actor]
        assert seen.street[table] == state.street_index
        assert seen.legal[table] == [
            state.can_fold(),
            state.can_check_or_call(),
            state.can_bet_or_raise_to(),
        ]
        assert seen.to_call[table] == state.amount_to_call
        assert seen.min_raise[table] == (state.min_raise_to or 0)
        assert seen.max_raise[table] == (state.max_raise_to or 0)
        assert self._by_position(seen.bets, table) == state.bets
        assert self._by_position(seen.is_in, table) == state.statuses
        assert seen.hole_cards[table] == state.hole_cards[actor]

    def _compare_pots(self, table: int, state: State) -> None:
        seats = self.seats[table]
        pots = [
            (pot.amount, sum(1 << seats[position] for position in pot.player_indices))
            for pot in state.pots
        ]
        nothing = [(0, 0)] * (self.game.seats - len(pots))
        seen = zip(self.seen.pot_amount[table], self.seen.pot_seats[table], strict=True)
        assert self.seen.pot_count[table] == len(pots)
        assert list(seen) == pots + nothing
        assert self.seen.pot[table] == state.total_pot_amount

    def _compare_history(self, table: int, state: State) -> None:
        """Compare the number of actions, and the last one."""
        actions = [each for each in state.events if isinstance(each, BettingAction)]
        assert self.seen.action_count[table] == len(actions)
        if actions:
            last = actions[-1]
            assert self.seen.last_action[table] == [
                self.seats[table][last.seat],
                _KINDS[type(last)],
                last.amount,
                last.street,
            ]


def shown(batch: TableBatch) -> SimpleNamespace:
    """Return what a batch shows, as lists: of histories the last actions."""
    seen = batch.observation
    pots, history = seen.pots, seen.history
    last = np.arange(len(batch)), history.count - 1
    actions = (history.seat, history.kind, history.amount, history.street)
    arrays = {name: each for name, each in vars(seen).items() if name not in ("pots", "history")}
    arrays |= {
        "pot_count": pots.count,
        "pot_amount": pots.amount,
        "pot_seats": pots.seats,
        "action_count": history.count,
        "last_action": np.stack([each[last] for each in actions], axis=1),
        "rewards": batch.rewards,
        "ended": batch.ended,
    }
    return SimpleNamespace(**{name: each.tolist() for name, each in arrays.items()})


def _act(state: State, kind: int, amount: int) -> None:
    if kind == _FOLD:
        state.fold()
    elif kind == _CALL:
        state.check_or_call()
    else:
        state.bet_or_raise_to(amount)
