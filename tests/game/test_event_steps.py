"""Each event of a hand says what changed between the states before and after it."""

from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Card
from fifthstreet.game import Automation, Mode, State
from fifthstreet.game.events import (
    AntePosted,
    Bet,
    BetsCollected,
    BettingEvent,
    BlindPosted,
    BoardDealt,
    BringInPosted,
    Called,
    CardBurned,
    Checked,
    Discarded,
    Event,
    Folded,
    ForcedBet,
    HandKilled,
    HoleDealt,
    Mucked,
    Noted,
    PotWon,
    Raised,
    RunoutsChosen,
    Shown,
    WinningsTaken,
)
from fifthstreet.game.kinds import ActionKind
from fifthstreet.game.queries import pot_after_call, size_of
from fifthstreet.game.values import settled
from fifthstreet.game.variants import VARIANTS, variant
from tests.game.moves import make_any_move
from tests.game.random_hands import (
    SEEDS,
    any_state,
    state_of,
    steps,
)
from tests.game.slow_ledger import exact
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

MANY = settings(max_examples=examples(150))
FEW_PER_GAME = settings(max_examples=examples(60))


def check_event(before: State, event: Event, after: State) -> None:
    """Check the fields of an event against the states around it."""
    assert type(event) in CHECKS
    assert event.street == (before.last_street if before.events else 0)
    CHECKS[type(event)](before, event, after)


def check_betting(before: State, event: BettingEvent, after: State) -> None:
    """Check the chips of a forced bet or an action."""
    seat = event.seat
    assert event.pot_before == settled(-sum(before.payoffs)) == before.pot
    assert event.pot_after == settled(-sum(after.payoffs)) == after.pot
    assert (event.stack_before, event.stack_after) == (before.stacks[seat], after.stacks[seat])
    assert (event.total_before, event.total) == (before.bets[seat], after.bets[seat])
    assert event.added == settled(after.bets[seat] - before.bets[seat])
    others = [i for i in before.player_indices if i != seat]
    assert [before.stacks[i] for i in others] == [after.stacks[i] for i in others]
    assert event.is_all_in == (before.stacks[seat] > 0 == after.stacks[seat])
    assert event.raised_by == max(0, settled(event.total - event.to_match))
    if isinstance(event, ForcedBet):
        assert event.to_match == max(before.bets)
        return
    assert seat == before.actor_index
    assert event.to_match == before.bet_to_match
    assert event.is_facing_bet == (before.bets[seat] < before.bet_to_match)
    if not isinstance(event, BringInPosted) and not before.bring_in_status:
        assert event.is_facing_bet == bool(before.amount_to_call)


def check_post(before: State, event: ForcedBet, after: State) -> None:
    check_betting(before, event, after)
    assert event.amount == event.added > 0
    if isinstance(event, BlindPosted):
        assert event.kind.value == event.blind
    else:
        assert event.kind is ActionKind.ANTE


def check_bring_in(before: State, event: BringInPosted, after: State) -> None:
    check_betting(before, event, after)
    assert event.amount == event.added == before.bring_in_to_post
    assert event.kind is ActionKind.BRING_IN


def check_fold(before: State, event: Folded, after: State) -> None:
    check_betting(before, event, after)
    assert (event.kind, event.amount, event.added) == (ActionKind.FOLD, 0, 0)
    assert (event.raised_by, event.size, event.is_all_in) == (0, 0, False)
    assert before.statuses[event.seat]
    assert not after.statuses[event.seat]


def check_call(before: State, event: Checked | Called, after: State) -> None:
    check_betting(before, event, after)
    assert event.amount == event.added == before.amount_to_call
    assert isinstance(event, Called) == bool(event.added) == event.is_facing_bet
    assert event.kind is (ActionKind.CALL if event.added else ActionKind.CHECK)
    assert (event.raised_by, event.size) == (0, 0)
    assert event.pot_after_call == event.pot_after


def check_bet(before: State, event: Bet | Raised, after: State) -> None:
    check_betting(before, event, after)
    assert event.amount == event.total == after.bets[event.seat]
    assert isinstance(event, Raised) == (max(before.bets) > 0)
    assert event.kind is (ActionKind.RAISE if max(before.bets) else ActionKind.BET)
    assert event.raised_by > 0
    assert event.pot_after_call == pot_after_call(before)
    size = size_of(before, event.total)
    assert event.size == size or isclose(event.size, size, rel_tol=1e-12)  # floats are rounded


def check_hole(before: State, event: HoleDealt, after: State) -> None:
    seat = event.seat
    assert tuple(after.hole_cards[seat]) == (*before.hole_cards[seat], *event.cards)
    up = (*before.hole_card_statuses[seat], *event.are_up)
    assert tuple(after.hole_card_statuses[seat]) == up
    assert event.street == before.street_index


def check_board(before: State, event: BoardDealt, after: State) -> None:
    assert event.street == before.street_index
    for place, card in enumerate(event.cards, event.place):
        row = before.board_cards[place] if place < len(before.board_cards) else []
        assert len(row) == event.board
        assert after.board_cards[place] == [*row, card]


def check_burn(before: State, event: CardBurned, after: State) -> None:
    assert after.burn_cards[-1] == event.card  # earlier ones may be back in the deck
    assert event.street == before.street_index


def check_discard(before: State, event: Discarded, after: State) -> None:
    assert event.seat == before.discarder_index
    assert event.street == before.street_index
    thrown = after.discarded_cards[event.street][len(before.discarded_cards[event.street]) :]
    assert tuple(thrown) == event.cards
    assert len(after.hole_cards[event.seat]) == len(before.hole_cards[event.seat]) - len(thrown)


def check_runouts(before: State, event: RunoutsChosen, after: State) -> None:
    assert before.runout_chooser_statuses[event.seat]
    assert not after.runout_chooser_statuses[event.seat]


def check_collection(before: State, event: BetsCollected, after: State) -> None:
    """Check that each bet went into the pot, back to its stack, or stayed."""
    is_only_one = before.statuses.count(True) == 1
    assert event.winner == (before.statuses.index(True) if is_only_one else -1)
    first, second = sorted(before.bets)[-2:][::-1]
    is_trimmed = before.street_index is not None or before.ante_trimming_status
    if is_trimmed and first > second:
        assert event.uncalled_seat == before.bets.index(first)
        assert event.uncalled == settled(first - second)
    else:
        assert (event.uncalled_seat, event.uncalled) == (-1, 0)
    for seat in before.player_indices:
        bet, returned, left = before.bets[seat], 0, 0
        if seat == event.winner:
            left = bet
        elif seat == event.uncalled_seat:
            returned = event.uncalled
        assert event.bets[seat] == settled(bet - returned - left)
        assert after.bets[seat] == left
        assert after.stacks[seat] == settled(before.stacks[seat] + returned)
    assert after.pot == settled(sum(event.bets) + sum(after.bets) + (before.pot - sum(before.bets)))


def check_shown(before: State, event: Shown, after: State) -> None:
    up = [*after.get_up_cards(event.seat)]
    assert [card for card in event.cards if card] == up
    assert after.statuses[event.seat]


def check_mucked(before: State, event: Mucked, after: State) -> None:
    assert before.statuses[event.seat]
    assert after.statuses[event.seat] == (before.statuses.count(True) == 1)


def check_killed(before: State, event: HandKilled, after: State) -> None:
    assert before.hand_killing_statuses[event.seat]
    assert not after.statuses[event.seat]


def check_pot_won(before: State, event: PotWon, after: State) -> None:
    for seat, amount in enumerate(event.amounts):
        assert after.bets[seat] == settled(before.bets[seat] + amount)
        assert amount >= 0
    pot_before, pot_after = ([*state.pots][event.pot] for state in (before, after))
    taken = settled(pot_before.unraked_amount - pot_after.unraked_amount)
    assert taken == settled(sum(event.amounts))
    is_only_one = before.statuses.count(True) == 1
    assert (event.board is None) == (event.hand_type is None) == is_only_one
    assert all(before.statuses[seat] for seat, amount in enumerate(event.amounts) if amount)


def check_taken(before: State, event: WinningsTaken, after: State) -> None:
    seat = event.seat
    assert event.amount == before.bets[seat] > 0 == after.bets[seat]
    assert event.stack_after == after.stacks[seat] == settled(before.stacks[seat] + event.amount)
    assert after.pot == settled(before.pot - event.amount)


def check_note(before: State, event: Noted, after: State) -> None:
    assert event.commentary == "a note"
    assert (before.stacks, before.bets, before.pot) == (after.stacks, after.bets, after.pot)


CHECKS: dict[type, Any] = {
    AntePosted: check_post,
    BlindPosted: check_post,
    BringInPosted: check_bring_in,
    Folded: check_fold,
    Checked: check_call,
    Called: check_call,
    Bet: check_bet,
    Raised: check_bet,
    HoleDealt: check_hole,
    BoardDealt: check_board,
    CardBurned: check_burn,
    Discarded: check_discard,
    RunoutsChosen: check_runouts,
    BetsCollected: check_collection,
    Shown: check_shown,
    Mucked: check_mucked,
    HandKilled: check_killed,
    PotWon: check_pot_won,
    WinningsTaken: check_taken,
    Noted: check_note,
}


@pytest.mark.parametrize("code", VARIANTS)
@FEW_PER_GAME
@given(seed=SEEDS)
def test_events_of_every_game_have_the_engines_chips_and_cards(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    for before, event in steps(state, rng):
        check_event(before, event, state)


@MANY
@given(SEEDS)
def test_events_of_made_up_games_have_the_engines_chips_and_cards(seed: int) -> None:
    state = any_state(seed)
    for before, event in steps(state, Random(seed)):
        check_event(before, event, state)
        assert rebuilt_boards(state) == state.get_boards()


def rebuilt_boards(state: State) -> tuple[tuple[Card, ...], ...]:
    """Lay the board cards of the events where they say; runouts share the cards before them."""
    laid: dict[tuple[int, int], Card] = {}
    for event in state.events:
        if isinstance(event, BoardDealt):
            for place, card in enumerate(event.cards, event.place):
                assert (event.board, place) not in laid
                laid[event.board, place] = card
    runouts = state.board_count // state.starting_board_count
    shared = 0
    if state.street_return_index is not None:
        shared = sum(
            street.board_dealing_count for street in state.streets[: state.street_return_index]
        )
    boards = []
    for board in state.board_indices:
        cards = []
        for place in range(max([place for _, place in laid], default=-1) + 1):
            key = (board // runouts if place < shared else board, place)
            cards += [laid[key]] if key in laid else []
        boards.append(tuple(cards))
    return tuple(boards)


@pytest.mark.parametrize("code", VARIANTS)
@FEW_PER_GAME
@given(seed=SEEDS)
def test_events_say_where_each_board_card_lies(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    for _ in steps(state, rng):
        assert rebuilt_boards(state) == state.get_boards()


@MANY
@given(SEEDS)
def test_runouts_and_boards_have_numbers(seed: int) -> None:
    """Up to three runouts of one or two boards, from any street, some cards dealt one by one."""
    rng = Random(seed)
    boards, runouts = rng.randint(1, 2), rng.randint(1, 3)
    state = variant("NT").create_state(
        (),
        True,
        0,
        (1, 2),
        2,
        100,
        rng.randint(2, 4),
        mode=Mode.CASH_GAME,
        starting_board_count=boards,
        seed=rng.randrange(2**32),
    )
    all_in_street = rng.randint(0, 3)
    while state.status:
        if state.actor_index is not None:
            if state.street_index == all_in_street and state.can_bet_or_raise_to():
                state.bet_or_raise_to(state.max_raise_to)
            else:
                state.check_or_call()
        elif state.can_choose_runouts(runouts):
            state.choose_runouts(runouts)
        elif state.can_deal_board():
            state.deal_board(rng.randint(1, state.board_dealing_count or 1))
        else:
            make_any_move(state)
        assert rebuilt_boards(state) == state.get_boards()
    dealt = [event for event in state.events if isinstance(event, BoardDealt)]
    expected = boards * (runouts if all_in_street < 3 else 1)
    assert {event.board for event in dealt} == set(range(expected))
    assert [len(board) for board in state.get_boards()] == [5] * expected


def test_two_runouts_of_a_turn_and_a_river() -> None:
    automations = [each for each in Automation if each is not Automation.RUNOUT_COUNT_SELECTION]
    state = variant("NT").create_state(
        tuple(automations), True, 0, (1, 2), 2, 100, 2, mode=Mode.CASH_GAME, seed=1
    )
    for _ in range(2):
        state.check_or_call()
    state.bet_or_raise_to(98)
    state.check_or_call()
    for _ in range(2):
        state.choose_runouts(2)
    dealt = [event for event in state.events if isinstance(event, BoardDealt)]
    places = [(event.street, event.board, event.place, len(event.cards)) for event in dealt]
    assert places == [(1, 0, 0, 3), (2, 0, 3, 1), (3, 0, 4, 1), (2, 1, 3, 1), (3, 1, 4, 1)]


@pytest.mark.parametrize("code", VARIANTS)
@FEW_PER_GAME
@given(seed=SEEDS)
def test_pots_and_rake_are_what_was_collected(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng)
    collected = won = taken = uncalled = Fraction(0)
    for before, event in steps(state, rng):
        if isinstance(event, BetsCollected):
            collected += sum(map(exact, event.bets))
            if event.winner >= 0:
                uncalled = exact(before.bets[event.winner])
        elif isinstance(event, PotWon):
            won += sum(map(exact, event.amounts))
        elif isinstance(event, WinningsTaken):
            taken += exact(event.amount)
    rake = sum(exact(pot.raked_amount) for pot in state.pots)
    assert won + rake == collected
    assert taken == won + uncalled
    assert exact(state.pot) == rake
