"""The ledger has the engine's chips after every event of every hand."""

from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings

from fifthstreet.game import Automation, Mode, State, queries
from fifthstreet.game.events import (
    BettingEvent,
    Called,
    HandKilled,
    Mucked,
    PotWon,
    WinningsTaken,
)
from fifthstreet.game.flow import advance, new_state
from fifthstreet.game.kinds import Status
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.values import settled
from fifthstreet.game.variants import VARIANTS
from fifthstreet.tree.translate.betting_text import play_history
from tests.game.moves import make_any_move
from tests.game.random_hands import (
    SEEDS,
    act_at_random,
    any_state,
    decisions,
    played,
    random_state,
    state_of,
    steps,
)
from tests.game.setups import random_setup
from tests.game.slow_ledger import SlowLedger, exact
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def shown(ledger: Ledger) -> tuple[Any, ...]:
    """Return everything that a ledger holds."""
    return tuple(getattr(ledger, name) for name in Ledger.__slots__)


def check_betting(ledger: Ledger, state: State) -> None:
    """Check that the ledger and the engine have the same chips, while players bet."""
    assert ledger.stacks == state.stacks
    assert ledger.bets == state.bets
    assert ledger.pot == state.total_pot_amount
    assert ledger.paid == [-payoff for payoff in state.payoffs]
    sums = [settled(sum(column)) for column in zip(*ledger.paid_on_street, strict=True)]
    assert sums == ledger.paid
    assert ledger.street == (state.street_index or 0)
    assert ledger.in_hand == state.statuses


def check_every_step(state: State, rng: Random) -> None:
    """Follow a hand without automations to its end, with a ledger and its slow twin."""
    ledger, slow = Ledger(state.starting_stacks), SlowLedger(state)
    is_betting = True  # until hands are shown
    start = sum(map(exact, state.starting_stacks))
    won, taken = [Fraction(0)] * state.player_count, Fraction(0)
    for _, event in steps(state, rng):
        ledger.apply(event)
        slow.read(event)
        assert ledger.stacks == state.stacks
        assert ledger.bets == state.bets
        assert ledger.pot == settled(-sum(state.payoffs)) == state.pot
        assert ledger.street == event.street
        assert ledger.read_count == len(state.events)
        assert sum(map(exact, ledger.stacks)) + exact(ledger.pot) == start
        assert ledger.folded == slow.folded
        if isinstance(event, PotWon):
            won = [sum_ + exact(amount) for sum_, amount in zip(won, event.amounts, strict=True)]
        elif isinstance(event, WinningsTaken):
            taken += exact(event.amount)
        is_betting = is_betting and not isinstance(event, Mucked | HandKilled)
        if is_betting:
            assert ledger.folded == {i for i in state.player_indices if not state.statuses[i]}
        rows = [[exact(amount) for amount in row] for row in ledger.paid_on_street]
        assert rows == slow.paid_on_street[: len(rows)]
        assert not any(map(any, slow.paid_on_street[len(rows) :]))
        sums = [sum(column) for column in zip(*slow.paid_on_street, strict=True)]
        assert [exact(amount) for amount in ledger.paid] == sums
    raked = sum(exact(pot.raked_amount) for pot in state.pots)
    assert exact(ledger.pot) == raked
    assert sum(map(exact, ledger.paid)) == taken + raked
    assert [exact(amount) for amount in ledger.won] == won
    assert shown(Ledger.of(state)) == shown(ledger)


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(60))
@given(seed=SEEDS)
def test_the_ledger_follows_every_game_event_by_event(code: str, seed: int) -> None:
    rng = Random(seed)
    check_every_step(state_of(code, rng), rng)


@settings(max_examples=examples(150))
@given(SEEDS)
def test_the_ledger_follows_made_up_games_event_by_event(seed: int) -> None:
    check_every_step(any_state(seed), Random(seed))


@settings(max_examples=examples(150))
@given(SEEDS)
def test_the_ledger_adds_up_to_the_engines_chips_at_every_step(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, trimmed=rng.random() < 0.7, mode=rng.choice([*Mode]))
    ledger = Ledger.of(state)
    left = ledger.copy()  # without the winnings at the end
    for _ in decisions(state, rng):
        ledger.read(state.events)
        check_betting(ledger, state)
        left = ledger.copy()
    ledger.read(state.events)
    assert ledger.stacks == state.stacks
    assert (ledger.pot, [*filter(None, ledger.bets)]) == (0, [])
    before_winnings = [
        start - amount for start, amount in zip(state.starting_stacks, ledger.paid, strict=True)
    ]
    taken = [stack - rest for stack, rest in zip(state.stacks, before_winnings, strict=True)]
    assert isclose(sum(taken), sum(ledger.paid))  # there is no rake; decimals may be rounded
    assert min(taken) >= 0
    assert left.read_count <= ledger.read_count


@settings(max_examples=examples(150))
@example(2_741_718_064)  # with an infinite stack
@given(SEEDS)
def test_the_ledger_agrees_while_players_bet_in_every_game(seed: int) -> None:
    rng = Random(seed)
    state = random_setup(rng).ours().engine
    ledger = Ledger.of(state)
    for _ in range(60):
        if state.actor_index is not None:
            ledger.read(state.events)
            check_betting(ledger, state)
            act_at_random(state, rng)
        elif not state.status or state.showdown_indices:
            break
        else:
            make_any_move(state)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_players_have_the_engines_chips(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    for _ in decisions(state, rng):
        ledger = Ledger.of(state)
        assert (ledger.stacks, ledger.bets) == (state.stacks, state.bets)
        assert [-amount for amount in ledger.paid] == state.payoffs
        assert sum(ledger.paid) == ledger.pot == queries.pot(state)
        assert tuple(ledger.paid) == queries.paid(state)
        for seat in state.player_indices:
            assert sum(row[seat] for row in ledger.paid_on_street) == ledger.paid[seat]
            assert ledger.starting_stacks[seat] - ledger.paid[seat] == ledger.stacks[seat]
            can_act = state.statuses[seat] and state.stacks[seat] > 0
            status = ledger.status(seat)
            assert (status is Status.ACTIVE) == can_act
            assert (status is Status.FOLDED) != state.statuses[seat]
            assert status is queries.status_of(state, seat)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_side_pots_are_those_of_the_engine(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, automations=())  # so that bets are collected when we say so
    advance(state)
    while state.actor_index is not None:
        act_at_random(state, rng)
        while state.can_collect_bets():
            state.collect_bets()
            if state.statuses.count(True) > 1:
                amounts = tuple(pot.amount for pot in state.pots)
                assert Ledger.of(state).side_pots == (amounts if len(amounts) > 1 else ())
        advance(state)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_a_copy_is_equal_until_one_changes(seed: int) -> None:
    state = played(Random(seed))
    ledger = Ledger.of(state)
    copy = ledger.copy()
    before = shown(ledger.copy())
    assert shown(copy) == shown(ledger)
    assert repr(copy) == repr(ledger)
    if state.actor_index is not None:
        act_at_random(state, Random(seed))
        copy.read(state.events)
        assert shown(ledger) == before
        assert shown(copy) != shown(ledger)
        assert shown(copy) == shown(Ledger.of(state))


def test_an_uncalled_bet_is_not_paid() -> None:
    state = play_history(new_state((100, 30, 100), 1), "a:f:c")
    ledger = Ledger.of(state)
    assert ledger.paid == [1, 30, 30]
    assert ledger.paid_on_street[0] == [1, 30, 30]


def test_the_ledger_reads_each_event_once() -> None:
    state = new_state((100, 100), 1, automations=tuple(Automation))
    ledger = Ledger.of(state)
    assert sum(isinstance(event, BettingEvent) for event in state.events) == 2
    assert ledger.read_count == len(state.events)
    before = shown(ledger.copy())
    ledger.read(state.events)
    assert shown(ledger) == before
    state.check_or_call()
    new = state.events[ledger.read_count :]
    assert [type(event) for event in new if isinstance(event, BettingEvent)] == [Called]
    ledger.read(state.events)
    assert (ledger.pot, ledger.stacks) == (4, [98, 98])
    ledger.read(state.events)
    assert (ledger.pot, ledger.stacks) == (4, [98, 98])


def test_statuses_and_side_pots_of_a_hand() -> None:
    state = play_history(new_state((100, 10, 80), 1), "r10:c:c/b20")
    ledger = Ledger.of(state)
    assert [ledger.status(seat) for seat in range(3)] == [
        Status.ACTIVE,
        Status.ALL_IN,
        Status.ACTIVE,
    ]
    assert (ledger.pot, ledger.side_pots) == (50, ())  # the bet is not collected yet
    ledger = Ledger.of(play_history(state, "c/"))
    assert (ledger.pot, ledger.side_pots) == (70, (30, 40))
    assert ledger.in_hand == [True, True, True]


def test_winnings_at_the_end() -> None:
    ledger = Ledger.of(play_history(new_state((100, 100), 1), "r6:f"))
    assert (ledger.won, ledger.paid, ledger.pot) == ([0, 2], [2, 6], 0)
    assert (ledger.stacks, ledger.bets, ledger.folded) == ([98, 102], [0, 0], {0})


def test_repr_of_a_ledger() -> None:
    ledger = Ledger.of(play_history(new_state((20.0, 15.5), 0.1), "b0.5"))
    assert repr(ledger) == (
        "<Ledger of 2 seats: street 0, pot 0.7, stacks [19.8, 15], bets [0.2, 0.5]>"
    )


@pytest.mark.parametrize("finish", [(96, 103), (100, 100), (98, 99)])
def test_stacks_that_were_recorded_elsewhere(finish: tuple[int, int]) -> None:
    """A poker room takes its rake and divides the pot itself; the rest of the pot is the rake."""
    automations = tuple(each for each in Automation if each is not Automation.CHIPS_PUSHING)
    state = play_history(new_state((100, 100), 1, automations=automations, seed=1), "r4:c/k:k/k:k/")
    state.check_or_call()
    state.check_or_call()
    state.push_chips(finishing_stacks=finish)
    ledger = Ledger.of(state)
    assert tuple(ledger.stacks) == tuple(state.stacks) == finish
    assert ledger.pot == state.pot == 200 - sum(finish)
    assert ledger.won == [finish[0] - 96, finish[1] - 96]
