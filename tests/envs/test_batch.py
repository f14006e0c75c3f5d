"""Batches of tables: seeds, threads, dealing, random actions and refusals."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.envs import WAIT, BatchAction, BatchGame, TableBatch, whole_history
from fifthstreet.errors import InputError
from fifthstreet.game import Mode
from fifthstreet.game.variants import (
    FixedLimitBadugi,
    FixedLimitRazz,
    KuhnPoker,
    LeducHoldem,
    NoLimitTexasHoldem,
    NoLimitTexasHoldemBombPot,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)

NO_LIMIT = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
GAME = BatchGame.of(NO_LIMIT, seats=3, stacks=(100, 200, 57))


def numbers(batch: TableBatch) -> bytes:
    """Return everything that a batch shows."""
    seen = batch.observation
    arrays = [
        *(getattr(seen, name) for name in vars(seen) if name not in ("pots", "history")),
        *vars(seen.pots).values(),
        batch.rewards,
        batch.hands,
        batch.all_hole_cards,
    ]
    return b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)


def played(steps: int, **options: Any) -> tuple[bytes, NDArray[np.int64]]:
    """Play at random; return what the batch shows, and the chips won at each table."""
    batch = TableBatch(GAME, 700, **options)
    won = np.zeros(batch.rewards.shape, np.int64)
    for _ in range(steps):
        batch.step(*batch.random_actions())
        won += batch.rewards
    return numbers(batch), won


def test_same_bits_for_any_number_of_threads() -> None:
    one, won = played(60, seed=5, threads=1)
    two, also_won = played(60, seed=5, threads=2)
    assert one == two
    np.testing.assert_array_equal(won, also_won)
    assert won.any()
    assert not won.sum(axis=1).any()


def test_python_threads_take_turns() -> None:
    alone, shared = (TableBatch(GAME, 300, seed=5, threads=2) for _ in range(2))
    calls = np.full(300, BatchAction.CALL, np.int8), np.zeros(300, np.int64)

    def step(batch: TableBatch, count: int) -> None:
        for _ in range(count):
            batch.step(*calls)

    step(alone, 120)
    threads = [Thread(target=step, args=(shared, 30)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert numbers(shared) == numbers(alone)


def test_seeds() -> None:
    assert played(9, seed=5)[0] == played(9, seed=5)[0] != played(9, seed=6)[0]
    seeds = np.arange(700) + 11
    alone = TableBatch(GAME, 1, seed=seeds[33:34])
    together = TableBatch(GAME, 700, seed=seeds)
    for _ in range(30):
        together.step(*together.random_actions())
        alone.step(*alone.random_actions())
    assert numbers(alone)
    np.testing.assert_array_equal(together.observation.stacks[33], alone.observation.stacks[0])
    assert together.deck_order(33) == alone.deck_order(0)


def test_reset_starts_again() -> None:
    batch = TableBatch(GAME, 50, seed=1)
    before = numbers(batch)
    for _ in range(10):
        batch.step(*batch.random_actions())
    assert numbers(batch) != before
    batch.reset(1)
    assert numbers(batch) == before


def test_decks_may_be_given() -> None:
    first, second = TableBatch(GAME, 6, seed=1), TableBatch(GAME, 6, seed=2)
    second.reset(1, decks=[first.deck_order(table) for table in range(6)])
    for _ in range(40):
        actions = first.random_actions()
        first.step(*actions)
        second.step(*actions)
        assert numbers(first) == numbers(second)
    assert (first.hands > 0).all()


@pytest.mark.parametrize(
    ("decks", "reason"),
    [
        ([range(52)], "of shape"),
        (np.zeros((2, 52)), "whole numbers"),
        ([range(52), range(1, 53)], "cards must be from 0 to 51"),
        ([range(52), [0, *range(51)]], "table 1: each card of the deck must appear once"),
    ],
)
def test_wrong_decks(decks: Any, reason: str) -> None:
    batch = TableBatch(GAME, 2, seed=1)
    before = numbers(batch)
    with pytest.raises(InputError, match=reason):
        batch.reset(decks=decks)
    assert numbers(batch) == before


def test_the_deck_depends_on_seed_and_hand_only() -> None:
    folding, calling = (TableBatch(GAME, 1, seed=9) for _ in range(2))
    decks: tuple[list[Any], list[Any]] = ([], [])
    for batch, found in zip((folding, calling), decks, strict=True):
        while batch.hands[0] < 3:
            if len(found) == batch.hands[0]:
                found.append(batch.deck_order(0))
            may_fold = batch is folding and batch.observation.legal[0, BatchAction.FOLD]
            batch.step([BatchAction.FOLD if may_fold else BatchAction.CALL], [0])
    assert decks[0] == decks[1]
    assert len({tuple(deck) for deck in decks[0]}) == 3


def test_the_button_moves_and_stacks_are_reset() -> None:
    batch = TableBatch(GAME, 1, seed=2)
    buttons: list[int] = []
    while batch.hands[0] < 4:
        if len(buttons) == batch.hands[0]:
            buttons.append(int(batch.observation.button[0]))
            assert batch.observation.starting_stacks[0].tolist() == [100, 200, 57]
        batch.step(*batch.random_actions())
    assert buttons == [2, 0, 1, 2]
    assert batch.positions().tolist() == [[2, 0, 1]]  # the button is at seat 0


def test_dealing_by_hand() -> None:
    batch = TableBatch(BatchGame.of(NO_LIMIT, seats=2, stacks=100), 4, seed=3, deals_next=False)
    batch.step([BatchAction.FOLD, BatchAction.CALL, BatchAction.FOLD, BatchAction.CALL], [0] * 4)
    assert batch.observation.actor.tolist() == [-1, 0, -1, 0]
    assert batch.rewards[0].tolist() == [1, -1]
    assert batch.observation.hole_cards[0].tolist() == [52, 52]
    batch.step([BatchAction.RAISE] * 4, [100] * 4)  # ignored where the hand is over
    assert batch.ended.tolist() == [0, 0, 0, 0]
    assert not batch.rewards.any()
    batch.deal()
    assert batch.hands.tolist() == [1, 0, 1, 0]


def test_hands_without_decisions_wait() -> None:
    game = BatchGame.of(NO_LIMIT, seats=2, stacks=1)  # both are all-in with the blinds
    batch = TableBatch(game, 5, seed=3)
    assert (batch.observation.actor == -1).all()
    assert (np.abs(batch.rewards) <= 1).all()
    assert (batch.ended == 1).all()
    batch.step([BatchAction.CALL] * 5, [0] * 5)
    assert (batch.hands == 1).all()


def test_random_actions_are_uniform() -> None:
    tables = 6000
    batch = TableBatch(BatchGame.of(NO_LIMIT, seats=2, stacks=10), tables, seed=4)
    kinds, amounts = batch.random_actions()
    # Five standard deviations.
    assert np.abs(np.bincount(kinds, minlength=3) - tables / 3).max() < 5 * np.sqrt(tables * 2 / 9)
    raises = np.bincount(amounts[kinds == BatchAction.RAISE], minlength=11)
    assert raises[:4].sum() == 0
    expected = raises.sum() / 7  # 4 to 10
    assert np.abs(raises[4:] - expected).max() < 5 * np.sqrt(expected)


def test_cards_are_uniform() -> None:
    tables = 5200
    cards = TableBatch(GAME, tables, seed=8).all_hole_cards
    expected = tables * 6 / 52
    assert np.abs(np.bincount(cards.ravel(), minlength=52) - expected).max() < 5 * np.sqrt(expected)
    assert all(len(set(row)) == 6 for row in cards.reshape(tables, -1).tolist())


def test_views_cannot_be_written() -> None:
    batch = TableBatch(GAME, 2)
    with pytest.raises(ValueError, match="read-only"):
        batch.observation.stacks[0, 0] = 5
    with pytest.raises(ValueError, match="WRITEABLE"):
        batch.rewards.flags.writeable = True


def test_views_outlive_the_batch() -> None:
    stacks = TableBatch(GAME, 2).observation.stacks
    assert stacks.sum() == 2 * (357 - 3)


@pytest.mark.parametrize(
    ("kind", "amount", "reason"),
    [
        (4, 0, r"kind must be 0 \(fold\).*, got 4"),
        (-1, 0, r"kind must be 0 \(fold\).*, got -1"),
        (BatchAction.RAISE, 3, "a bet or raise must be to 4 to .*, got 3"),
        (BatchAction.RAISE, 201, "a bet or raise must be to .*, got 201"),
    ],
)
def test_illegal_actions_change_nothing(kind: int, amount: int, reason: str) -> None:
    batch = TableBatch(GAME, 3, seed=1)
    before = numbers(batch)
    with pytest.raises(InputError, match=f"table 1: {reason}"):
        batch.step([BatchAction.FOLD, kind, BatchAction.CALL], [0, amount, 0])
    assert numbers(batch) == before


def test_actions_may_be_of_any_whole_type() -> None:
    batch = TableBatch(GAME, 2, seed=1)
    batch.step(np.array([0, 2], np.uint8), np.array([0, 50], np.uint16))
    assert batch.observation.history.amount[:, 0].tolist() == [0, 50]


def test_a_full_history_is_refused() -> None:
    batch = TableBatch(GAME, 1, history=2)
    batch.step([BatchAction.CALL], [0])
    batch.step([BatchAction.CALL], [0])
    with pytest.raises(InputError, match="history must be larger"):
        batch.step([BatchAction.CALL], [0])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tables": 0}, "tables must be"),
        ({"tables": 10.0}, "tables must be a whole number"),
        ({"history": 1.5}, "history must be a whole number"),
        ({"seed": -1}, "seeds must be"),
        ({"seed": 1.5}, "seeds must be"),
        ({"seed": [1, 2, 3]}, "seed must be one number or 2, got shape"),
        ({"history": 0}, "history must be"),
        ({"threads": 0}, "threads must be"),
    ],
)
def test_wrong_options(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        TableBatch(GAME, **{"tables": 2, **options})


@pytest.mark.parametrize(
    ("kinds", "amounts", "reason"),
    [
        ([1], [0, 0], "kinds must have shape"),
        ([1, 1], [[0, 0]], "amounts must have shape"),
        ([1.0, 1.0], [0, 0], "kinds must be whole"),
        ([1, 2**40], [0, 0], "kinds must be from -128 to 127"),
        ([1, 2], np.array([0, 2**63], np.uint64), "amounts must be from"),
    ],
)
def test_wrong_arrays(kinds: Any, amounts: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        TableBatch(GAME, 2).step(kinds, amounts)
    with pytest.raises(InputError, match="table must be"):
        TableBatch(GAME, 2).deck_order(2)


@pytest.mark.parametrize(
    ("poker", "seats", "stacks", "reason"),
    [
        (NO_LIMIT, 1, 100, "stacks must be 2 to 10 numbers, got"),
        (NO_LIMIT, 11, 100, "stacks must be 2 to 10 numbers, got"),
        (NO_LIMIT, 3, [1, 2], "stacks must be one number or 3, got 2"),
        (NO_LIMIT, 2, [1, 0], "whole numbers of at least 1, got 0"),
        (NO_LIMIT, 2, [1, 2.5], "whole numbers"),
        (NoLimitTexasHoldem((), True, 0, (0.5, 1), 1), 2, 100, "blinds must be whole"),
        (NoLimitTexasHoldem((), True, 0, (1, 2), 2, mode=Mode.CASH_GAME), 2, 100, "tournaments"),
        (NoLimitTexasHoldem((), True, 0, 0, 2), 2, 100, "forced bets"),
        (NoLimitTexasHoldemBombPot((), True, 5, 5), 2, 100, "one board"),
        (PotLimitOmahaHoldemHighLowSplitEightOrBetter((), True, 0, (1, 2), 2), 2, 99, "hand type"),
        (FixedLimitRazz((), True, 1, 1, 2, 4), 2, 100, "bring-in"),
        (FixedLimitBadugi((), True, 0, (1, 2), 2, 4), 2, 100, "draws"),
        (LeducHoldem(()), 5, 13, "too few for 5 seats"),
        (KuhnPoker(()), 4, 2, "too few"),
    ],
)
def test_games_that_cannot_be_played(poker: Any, seats: int, stacks: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        BatchGame.of(poker, seats=seats, stacks=stacks)


def test_reprs_are_short() -> None:
    batch = TableBatch(GAME, 2)
    assert repr(batch).startswith("<TableBatch of 2 tables with 3 seats")
    seen = batch.observation
    for each in (seen, seen.pots, seen.history):
        assert "of 2 tables" in repr(each)


def test_tables_that_wait_stay_as_they_are() -> None:
    batch = TableBatch(GAME, 2)
    before = batch.observation.actor.tolist(), batch.observation.stacks[0].tolist()
    batch.step([WAIT, BatchAction.CALL], [0, 0])
    assert batch.observation.history.count.tolist() == [0, 1]
    assert (int(batch.observation.actor[0]), batch.observation.stacks[0].tolist()) == (
        before[0][0],
        before[1],
    )


def test_stacks_and_the_button_may_be_numbers_of_numpy() -> None:
    game = BatchGame.of(NO_LIMIT, seats=2, stacks=np.int64(100), button=np.int64(1))  # type: ignore[arg-type]
    assert game.stacks == (100, 100)
    assert type(game.stacks[0]) is type(game.button) is int


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"stacks": 100.0}, "stacks must be whole numbers of at least 1, got 100.0"),
        ({"stacks": 10**16}, "stacks must be at most 1,000,000,000,000,000 chips"),
        ({"stacks": 10**30}, "stacks must be at most 1,000,000,000,000,000 chips"),
        ({"stacks": 100, "button": 0.5}, "button must be from 0 to 1, got 0.5"),
    ],
)
def test_games_with_impossible_numbers_are_refused(options: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        BatchGame.of(NO_LIMIT, seats=2, **options)


def test_seeds_may_be_small_and_large_in_one_list() -> None:
    large = 2**63 + 5  # which NumPy would turn into a float beside a small number
    batch = TableBatch(GAME, 2, seed=[7, large])
    alone = TableBatch(GAME, 1, seed=np.array([large], np.uint64))
    assert batch.deck_order(1) == alone.deck_order(0)
    with pytest.raises(InputError, match="whole numbers from 0"):
        TableBatch(GAME, 2, seed=[7, 2.5])


def test_a_whole_history_is_long_enough_for_the_smallest_raises() -> None:
    game = BatchGame.of(NO_LIMIT, seats=2, stacks=10_000)
    batch = TableBatch(game, 1, history=whole_history(game, 1), deals_next=False)
    actions = 0
    while batch.observation.actor[0] >= 0:
        kind = (
            BatchAction.RAISE if batch.observation.legal[0, BatchAction.RAISE] else BatchAction.CALL
        )
        batch.step([kind], batch.observation.min_raise)
        actions += 1
    assert 1024 < actions <= whole_history(game, 1)
