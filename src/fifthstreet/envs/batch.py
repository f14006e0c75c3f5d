"""A batch of tables, stepped with one call on arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet import _native
from fifthstreet.cards import CARD_COUNT, Card
from fifthstreet.envs.game import BatchGame
from fifthstreet.envs.observation import Observation, observation_of, record_types
from fifthstreet.errors import InputError
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole

MAX_TABLES = 1 << 24
MAX_HISTORY = 1 << 16
_DEFAULT_HISTORY = 1024
_MAX_KEPT = 1 << 28  # actions of all tables in `whole_history`: 4 GiB


class TableBatch:
    """A batch of N tables of a game, each with its own hands, button and random streams.

    >>> from fifthstreet.game.variants import NoLimitTexasHoldem
    >>> game = BatchGame.of(NoLimitTexasHoldem((), True, 0, (1, 2), 2), seats=2, stacks=200)
    >>> batch = TableBatch(game, 1000, seed=7)
    >>> won = np.zeros(2, np.int64)
    >>> for _ in range(20):
    ...     batch.step(*batch.random_actions())
    ...     won += batch.rewards.sum(axis=0)
    >>> int(won.sum()), int(batch.hands.min()) > 0
    (0, True)

    Hand h of a table depends only on the table's seed and on h, whatever was played before, and
    nothing depends on the number of threads.
    """

    def __init__(
        self,
        game: BatchGame,
        tables: int,
        *,
        seed: int | ArrayLike = 0,
        deals_next: bool = True,
        history: int | None = None,
        threads: int | None = 1,
    ) -> None:
        """Open the tables and deal the first hands.

        `seed` is one number, from which every table gets its own seed, or an array of N seeds.
        With `deals_next`, the step that ends a hand also deals the next one. `history` is the most
        actions that a hand can have; a step that exceeds it raises InputError. The default is the
        most that the rules allow, up to 1,024. `threads` is the number of threads, None for all
        cores.
        """
        tables = _count("tables", tables, MAX_TABLES)
        if history is not None:
            history = _count("history", history, MAX_HISTORY)
        self.game = game
        self.deals_next = deals_next
        self.threads = thread_count(threads)
        if history is None:
            history = min(_most_actions(game), _DEFAULT_HISTORY)
        self._native = _native.TableBatch(
            game.native_settings(),
            game.hand_type.evaluator,
            _seeds(seed, tables),
            history,
            self.threads,
        )
        types = record_types(self._native)
        self._records: NDArray[Any] = self._native.records.view(types["table"])[:, 0]
        self.observation: Observation = observation_of(
            self._records, self._native.actions.view(types["action"])
        )
        """What the actors know and may do; its arrays change with every step."""
        self.rewards: NDArray[np.int64] = self._records["seats"]["reward"]  # [N, P]
        """Chips that each seat won in the hands that ended in the last step.  [N, P]"""
        self.ended: NDArray[np.uint8] = self._records["ended"]  # [N]
        """Number of hands that ended in the last step, 0 to 2.  [N]"""
        self.hands: NDArray[np.int64] = self._records["hand"]  # [N]
        """Number of the hand at each table, from 0.  [N]"""
        self.all_hole_cards: NDArray[np.uint8] = self._records["seats"]["cards"]
        """Hole cards of all seats, more than any player may see.  [N, P, C]"""

    def __repr__(self) -> str:
        return (
            f"<TableBatch of {len(self)} tables with {self.game.seats} seats: {self.game.poker!r}>"
        )

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self._records)

    def step(self, kinds: ArrayLike, amounts: ArrayLike) -> None:
        """Perform an action at each table; see `Kind`.

        Amounts count for raises only. At a table whose hand is over, the action is ignored, and
        with `deals_next` the next hand is dealt. If an action is illegal, InputError names the
        table, and no table changes.
        """
        self._native.step(
            self._row("kinds", kinds, np.int8),
            self._row("amounts", amounts, np.int64),
            self.deals_next,
            self.threads,
        )

    def deal(self) -> None:
        """Deal the next hand at each table whose hand is over."""
        self._native.deal(self.threads)

    def reset(self, seed: int | ArrayLike = 0, *, decks: ArrayLike | None = None) -> None:
        """Restart all tables with new seeds: first hands, first buttons, starting stacks.

        `decks` [N, D] has the deck of each first hand, in the order for
        `game.State(deck_order=...)`; later hands are dealt from the seeds.
        """
        dealt = None if decks is None else self._dealt_order(np.asarray(decks))
        self._native.reset(_seeds(seed, len(self)), dealt, self.threads)

    def _dealt_order(self, decks: NDArray[Any]) -> NDArray[np.uint8]:
        """Return decks in dealing order, with the cards to burn at the end."""
        size = len(self.game.poker.deck)
        if decks.shape != (len(self), size) or decks.dtype.kind not in "iu":
            raise InputError(f"decks must be whole numbers of shape [{len(self)}, {size}]")
        if not 0 <= decks.min() <= decks.max() < CARD_COUNT:
            raise InputError(f"cards must be from 0 to {CARD_COUNT - 1}")
        dealt = np.empty(decks.shape, np.uint8)
        dealt[:, self.game.with_burnt_cards(range(size))] = decks
        return dealt

    def random_actions(self) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Draw an action for each table: a legal kind, then a legal amount, all equally likely.

        Each table has a separate random stream for this, so its cards are not affected.
        """
        kinds, amounts = np.empty(len(self), np.int8), np.empty(len(self), np.int64)
        self._native.random_actions(kinds, amounts, self.threads)
        return kinds, amounts

    def deck_order(self, table: int) -> list[Card]:
        """Return the deck of a table's hand, in the order for `game.State(deck_order=...)`."""
        if not 0 <= table < len(self):
            raise InputError(f"table must be from 0 to {len(self) - 1}, got {table}")
        dealt = np.empty(len(self.game.poker.deck), np.uint8)
        self._native.deck_order(table, dealt)
        return [Card.of(card) for card in self.game.with_burnt_cards(dealt.tolist())]

    def positions(self) -> NDArray[np.int64]:
        """Return the position of each seat: 0 for the first after the button.  [N, P]"""
        first = self.observation.button.astype(np.int64)[:, None] + 1
        return (np.arange(self.game.seats) - first) % self.game.seats

    def _row(self, name: str, values: ArrayLike, kind: Any) -> NDArray[Any]:
        given = np.asarray(values)
        if given.shape != (len(self),):
            raise InputError(f"{name} must have shape [{len(self)}], got {list(given.shape)}")
        if given.dtype.kind not in "iu":
            raise InputError(f"{name} must be whole numbers, got type {given.dtype}")
        if given.dtype != kind:
            limits = np.iinfo(kind)
            if not limits.min <= given.min() <= given.max() <= limits.max:
                raise InputError(f"{name} must be from {limits.min} to {limits.max}")
        return np.ascontiguousarray(given, kind)


def _count(name: str, count: int, most: int) -> int:
    """Return a whole number from 1 to `most`; InputError for anything else."""
    number = whole(name, count)
    if not 1 <= number <= most:
        raise InputError(f"{name} must be a whole number from 1 to {most:,}, got {count}")
    return number


def whole_history(game: BatchGame, tables: int) -> int:
    """Return the most actions that a hand can have, as `history` for a `TableBatch`.

    The number is smaller where the histories of all tables would take too much address space. Parts
    that are never used take no memory.

    Args:
        game: Its stacks and bets limit the number of actions of a hand.
        tables: Number of tables of the batch, at least 1.
    """
    longest = min(_MAX_KEPT // tables, MAX_HISTORY)
    return min(_most_actions(game), max(longest, _DEFAULT_HISTORY))


def _most_actions(game: BatchGame) -> int:
    """Return the most actions of a hand with the stacks of the game."""
    settings, evaluator = game.native_settings(), game.hand_type.evaluator
    return _native.TableBatch(settings, evaluator, np.zeros(1, np.uint64), 1, 1).most_actions


def _seeds(seed: int | ArrayLike, tables: int) -> NDArray[np.uint64]:
    """Return a seed for each table."""
    given = np.asarray(seed)
    if given.dtype.kind == "f" and isinstance(seed, Sequence):
        # NumPy makes floats of small and large numbers together.
        numbers = np.asarray(seed, object)
        if all(isinstance(each, int | np.integer) and each >= 0 for each in numbers.flat):
            given = numbers.astype(np.uint64)
    if given.dtype.kind not in "iu" or (given.size and int(given.min()) < 0):
        raise InputError(f"seeds must be whole numbers from 0 to 2^64 - 1, got {seed!r}")
    if given.ndim == 0:
        sequence = np.random.SeedSequence(int(given))
        return sequence.generate_state(tables, np.uint64).astype(np.uint64)
    if given.shape != (tables,):
        raise InputError(f"seed must be one number or {tables}, got shape {given.shape}")
    return np.ascontiguousarray(given, np.uint64)
