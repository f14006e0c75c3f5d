"""The hands of a batch played on the rules engine as well, compared after every step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.envs import BatchGame, Kind, TableBatch
from fifthstreet.game import CheckingOrCalling, CompletionBettingOrRaisingTo, Folding, State

_KINDS = {
    Folding: Kind.FOLD,
    CheckingOrCalling: Kind.CALL,
    CompletionBettingOrRaisingTo: Kind.RAISE,
}


class Twin:
    """A batch and a state of the rules engine for each of its tables."""

    def __init__(self, game: BatchGame, tables: int, seed: int) -> None:
        self.game = game
        self.batch = TableBatch(game, tables, seed=seed, deals_next=False)
        self.rng = np.random.default_rng(seed)
        self.hands = 0
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
            for table, state in enumerate(self.states):
                if is_playing[table]:
                    _act(state, int(kinds[table]), int(amounts[table]))
                    self._compare(table)
                else:
                    assert not self.batch.rewards[table].any()

    def _deal(self) -> None:
        over = [table for table, state in enumerate(self.states) if not state.status]
        self.hands += len(over)
        self.batch.deal()
        for table in over:
            before = self.states[table]
            self.states[table] = self._state(table)
            if self.game.keeps_stacks:
                seats = self._seats(table, self.batch.observation.button[table] - 1)
                for seat, stack in zip(seats, before.stacks, strict=True):
                    bought = stack or self.game.stacks[seat]
                    assert self.batch.observation.starting_stacks[table, seat] == bought
            self._compare(table)

    def _seats(self, table: int, button: int | None = None) -> NDArray[Any]:
        """Return the seat of each position."""
        count = self.game.seats
        at = self.batch.observation.button[table] if button is None else button
        return (np.arange(count) + 1 + at) % count

    def _state(self, table: int) -> State:
        stacks = self.batch.observation.starting_stacks[table, self._seats(table)]
        return self.game.begin_hand(tuple(stacks.tolist()), self.batch.deck_order(table))

    def _actions(self) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Draw actions: uniform ones, calls, and raises to the smallest and largest amounts."""
        kinds, amounts = self.batch.random_actions()
        observation, tables = self.batch.observation, len(self.batch)
        draws = self.rng.random(tables)
        raises = observation.legal[:, Kind.RAISE]
        kinds[(draws < 0.3)] = Kind.CALL
        for low, bound in ((0.3, observation.min_raise), (0.5, observation.max_raise)):
            chosen = raises & (draws >= low) & (draws < low + 0.2)
            kinds[chosen], amounts[chosen] = Kind.RAISE, bound[chosen]
        return kinds, amounts

    def _compare(self, table: int) -> None:
        if self.states[table].status:
            self._compare_decision(table, self.states[table])
        else:
            self._compare_end(table, self.states[table])

    def _compare_decision(self, table: int, state: State) -> None:
        seen, seats = self.batch.observation, self._seats(table).tolist()
        actor = state.actor_index
        assert actor is not None
        assert seen.actor[table] == seats[actor]
        assert seen.street[table] == state.street_index
        assert seen.legal[table].tolist() == [
            state.can_fold(),
            state.can_check_or_call(),
            state.can_complete_bet_or_raise_to(),
        ]
        assert seen.to_call[table] == state.checking_or_calling_amount
        assert seen.min_raise[table] == (state.min_completion_betting_or_raising_to_amount or 0)
        assert seen.max_raise[table] == (state.max_completion_betting_or_raising_to_amount or 0)
        assert seen.stacks[table, seats].tolist() == state.stacks
        assert seen.bets[table, seats].tolist() == state.bets
        assert seen.is_in[table, seats].tolist() == state.statuses
        assert seen.hole_cards[table].tolist() == state.hole_cards[actor]
        self._compare_board(table, state)
        self._compare_pots(table, state, seats)
        self._compare_history(table, state, seats)

    def _compare_board(self, table: int, state: State) -> None:
        board = self.batch.observation.board[table]
        dealt = [card for row in state.board_cards for card in row]
        assert board.tolist() == dealt + [52] * (len(board) - len(dealt))

    def _compare_pots(self, table: int, state: State, seats: list[int]) -> None:
        seen = self.batch.observation.pots
        pots = [
            (pot.amount, sum(1 << seats[position] for position in pot.player_indices))
            for pot in state.pots
        ]
        nothing = [(0, 0)] * (self.game.seats - len(pots))
        assert seen.count[table] == len(pots)
        assert list(zip(seen.amount[table], seen.seats[table], strict=True)) == pots + nothing
        assert self.batch.observation.pot[table] == state.total_pot_amount

    def _compare_history(self, table: int, state: State, seats: list[int]) -> None:
        """Compare the number of actions, and the last one."""
        seen = self.batch.observation.history
        actions: list[Any] = [each for each in state.operations if type(each) in _KINDS]
        assert seen.count[table] == len(actions)
        for at, action in list(enumerate(actions))[-1:]:
            assert seen.seat[table, at] == seats[action.player_index]
            assert seen.kind[table, at] == _KINDS[type(action)]
            assert seen.amount[table, at] == getattr(action, "amount", 0)

    def _compare_end(self, table: int, state: State) -> None:
        seen, seats = self.batch.observation, self._seats(table)
        assert seen.actor[table] == -1
        self._compare_board(table, state)
        assert not seen.legal[table].any()
        assert seen.stacks[table, seats].tolist() == state.stacks
        assert self.batch.rewards[table, seats].tolist() == state.payoffs
        assert self.batch.ended[table] == 1


def _act(state: State, kind: int, amount: int) -> None:
    if kind == Kind.FOLD:
        state.fold()
    elif kind == Kind.CALL:
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to(amount)
