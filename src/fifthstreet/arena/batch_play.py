"""Play the hands of a session side by side on a batch of tables.

All agents must decide for many tables at once. The decks, the order of the players and their
random numbers are the same as for hands played one by one, so every figure is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.agents import Agent, BatchDecider, Decisions, batch_decider
from fifthstreet.arena.hand import COUNTS, Lineup
from fifthstreet.arena.seating import can_learn
from fifthstreet.arena.seeds import DealSeeds
from fifthstreet.envs import BatchAction, BatchGame, Observation, TableBatch, whole_history
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.game.variants import Poker
from fifthstreet.support.seeded_randoms import SeededRandoms

Payoffs = Callable[[State, int, int], Sequence[float]]  # of a hand, by its deal and table


def batch_game(game: Poker, stack: Any, seats: int) -> BatchGame | None:
    """Return the game for a batch; None if batches do not play it."""
    if not isinstance(stack, int):
        return None
    try:
        return BatchGame.of(game, seats=seats, stacks=stack)
    except InputError:
        return None


def batch_deciders(agents: Sequence[Agent], game: Poker) -> list[BatchDecider] | None:
    """Return the batch decider of each agent; None unless all have one."""
    deciders = []
    for agent in agents:
        decider = None if can_learn(agent) else batch_decider(agent, game)
        if decider is None:
            return None
        deciders.append(decider)
    return deciders


class BatchPlay:
    """All hands of a session, with one table of the batch for each deal at each session table.

    Letters: N tables of the batch, session table by session table; P seats.
    """

    def __init__(
        self,
        game: BatchGame,
        lineup: Lineup,
        deciders: Sequence[BatchDecider],
        deals: Sequence[DealSeeds],
        tables: int,
    ) -> None:
        self.game = game
        self.lineup = lineup
        self.deals = deals
        self.tables = tables
        self._deciders = [*dict.fromkeys(deciders)]  # copies of an agent decide together
        self._group = np.array([self._deciders.index(each) for each in deciders])
        orders = [deal.order_at(table) for table in range(tables) for deal in deals]
        self._order: NDArray[np.int64] = np.array(orders, np.int64)  # [N, P]  places in the lineup
        # Seeds are listed table by table for each deal.
        seeds = np.array([deal.agents for deal in deals], np.uint64)
        seeds = seeds.reshape(len(deals), tables, game.seats).swapaxes(0, 1)
        self._randoms = SeededRandoms(seeds.ravel())
        deck = [int(card) for card in game.poker.deck]
        decks = np.array([_native.shuffled(deck, deal.deck) for deal in deals], np.uint8)
        history = whole_history(game, len(orders))
        self._batch = TableBatch(game, len(orders), deals_next=False, history=history)
        self._batch.reset(decks=np.tile(decks, (tables, 1)))

    @property
    def _seen(self) -> Observation:
        return self._batch.observation

    def play(self) -> None:
        """Play all hands to the end, and count the agents' actions."""
        kinds = np.zeros(len(self._batch), np.int8)
        amounts = np.zeros(len(self._batch), np.int64)
        while (waiting := np.flatnonzero(self._seen.actor >= 0)).size:
            places = self._order[waiting, self._seen.actor[waiting]]
            for group, decider in enumerate(self._deciders):
                is_asked = self._group[places] == group
                rows = waiting[is_asked]
                if rows.size:
                    start = perf_counter()
                    answers = decider(Decisions(rows, self._seen, self._randoms))
                    self._add_seconds(places[is_asked], perf_counter() - start)
                    kinds[rows], amounts[rows] = answers
            self._batch.step(kinds, amounts)
        self._count()

    def _add_seconds(self, places: NDArray[np.int64], seconds: float) -> None:
        """Divide the time of some decisions among the agents that made them."""
        for place, count in enumerate(np.bincount(places).tolist()):
            self.lineup.seconds[place] += seconds * count / len(places)

    def _count(self) -> None:
        """Count the actions of each agent, and its showdowns."""
        history = self._seen.history
        tables, at = np.nonzero(np.arange(history.count.max()) < history.count[:, None])
        seat, kind = history.seat[tables, at], history.kind[tables, at]
        is_call = (kind == BatchAction.CALL) & (history.amount[tables, at] > 0)
        is_raise = kind == BatchAction.RAISE
        is_first = history.street[tables, at] == 0
        place = self._order[tables, seat]

        def seats_with(is_counted: NDArray[np.bool_]) -> NDArray[np.int64]:
            """Return the places of the seats with such an action on the first street."""
            chosen = is_first & is_counted
            has_any = np.zeros(self._order.shape, bool)
            has_any[tables[chosen], seat[chosen]] = True
            return self._order[has_any]

        counted = {
            "hands": self._order,
            "decisions": place,
            "folds": place[kind == BatchAction.FOLD],
            "checks": place[(kind == BatchAction.CALL) & ~is_call],
            "calls": place[is_call],
            "raises": place[is_raise],
            "vpip": seats_with(is_call | is_raise),
            "pfr": seats_with(is_raise),
            "showdowns": self._order[self._seen.is_in & self._is_showdown[:, None]],
        }
        for name, places in counted.items():
            counts = np.bincount(places.ravel(), minlength=len(self._group))
            for index, count in enumerate(counts.tolist()):
                self.lineup.counts[index][COUNTS.index(name)] += count

    @property
    def _is_showdown(self) -> NDArray[np.bool_]:
        """Where hands ended with a showdown.  [N]"""
        left: NDArray[np.int64] = np.count_nonzero(self._seen.is_in, axis=1)
        return left > 1

    def winnings(self) -> NDArray[np.float64]:
        """Return the sample of each hand as played.  [session table, deal, column]"""
        return self._samples((self._seen.stacks - self._seen.starting_stacks).astype(np.float64))

    def estimated_winnings(self, payoffs: Payoffs) -> NDArray[np.float64]:
        """Return samples of estimated payoffs; only hands with all-ins are estimated."""
        estimates = (self._seen.stacks - self._seen.starting_stacks).astype(np.float64)
        for row in np.flatnonzero(self._is_run_out()).tolist():
            table, deal = divmod(row, len(self.deals))
            estimates[row] = payoffs(self._replayed(row), deal, table)
        return self._samples(estimates)

    def _samples(self, payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the winnings of each agent per seat, in total and at showdowns."""
        lineup, rows = self.lineup, np.arange(len(self._batch))
        columns, shares = np.array(lineup.columns), np.array(lineup.shares)
        sums = np.zeros((len(rows), 2 * lineup.agent_count))
        for seat in range(self.game.seats):  # in the same order as for hands played one by one
            place = self._order[:, seat]
            won = payoffs[:, seat] * shares[place]
            sums[rows, columns[place]] += won
            sums[rows, lineup.agent_count + columns[place]] += np.where(self._is_showdown, won, 0.0)
        return sums.reshape(self.tables, len(self.deals), -1)

    def _is_run_out(self) -> NDArray[np.bool_]:
        """Return where cards were dealt after the last decision.  [N]"""
        history, rows = self._seen.history, np.arange(len(self._batch))
        last_street = history.street[rows, history.count - 1]
        is_early = last_street < len(self.game.poker.streets) - 1
        return self._is_showdown & (history.count > 0) & is_early

    def _replayed(self, row: int) -> State:
        """Return a hand of the rules engine with the same deck and actions."""
        state = self.game.begin_hand(deck_order=self._batch.deck_order(row))
        history = self._seen.history
        for at in range(int(history.count[row])):
            kind = history.kind[row, at]
            if kind == BatchAction.FOLD:
                state.fold()
            elif kind == BatchAction.CALL:
                state.check_or_call()
            else:
                state.bet_or_raise_to(int(history.amount[row, at]))
        return state
