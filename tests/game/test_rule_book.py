"""Rules of the Tournament Directors Association (TDA, 2022) and Robert's Rules, by number."""

from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.street import Street
from fifthstreet.pokerkit.cards import Deck
from fifthstreet.pokerkit.hands import GreekHoldemHand, StandardHighHand
from fifthstreet.pokerkit.state import State
from tests.game.setups import VARIANTS

EVERYTHING = tuple(Automation)
WITHOUT_SHOWDOWN = tuple(
    automation
    for automation in Automation
    if automation
    not in (Automation.RUNOUT_COUNT_SELECTION, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
)


def holdem(stacks: Any, *, blinds: Any = (50, 100), antes: Any = 0, **options: Any) -> State:
    """Set up no-limit hold'em; the last of three or more players has the button."""
    automations = options.pop("automations", EVERYTHING)
    trims = options.pop("trims", True)
    code = options.pop("code", "NT")
    state: State = VARIANTS[code].create_state(
        automations, trims, antes, blinds, 100, stacks, len(stacks), seed=1, **options
    )
    return state


def act(state: State, *actions: str | int) -> State:
    """Fold ("f"), check or call ("c"), or raise to an amount."""
    for action in actions:
        if action == "f":
            state.fold()
        elif action == "c":
            state.check_or_call()
        else:
            state.bet_or_raise_to(action)
    return state


# Short raises.


def test_tda_47a_a_limper_cannot_raise_a_short_all_in() -> None:
    state = act(holdem((5000, 5000, 5000, 150)), "c", 150, "c")
    assert state.actor_index == 1  # the big blind has not acted yet
    assert state.min_raise_to == 250
    state.check_or_call()
    assert state.actor_index == 2  # the limper has
    assert not state.can_bet_or_raise_to()
    with pytest.raises(InputError, match="has acted and faces less than a full raise"):
        state.bet_or_raise_to(250)
    assert state.amount_to_call == 50


def test_tda_47a_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    """Example 1 of the illustration addendum: 100, all-in 125, call, all-in 200, call."""
    state = holdem((5000, 225, 5000, 300, 5000), blinds=0, antes=100)
    act(state, "c", "c", "c", "c", "c")  # the street before the flop, with antes only
    act(state, 100, 125, "c", 200, "c")
    assert state.actor_index == 0
    assert state.min_raise_to == 300  # the last full bet was 100


def test_tda_47a_only_short_all_ins_since_the_last_action_count() -> None:
    """Example 1-A: those who called 125 face less than a full raise."""
    state = holdem((5000, 225, 5000, 300, 5000), blinds=0, antes=100)
    act(state, "c", "c", "c", "c", "c")
    act(state, 100, 125, "c", 200, "c", "c")
    assert state.actor_index == 2
    assert not state.can_bet_or_raise_to()


def test_tda_47a_a_short_opening_bet_does_not_reopen_the_betting_for_checkers() -> None:
    state = act(holdem((5000, 5000, 160)), "c", "c", "c", "c", "c", 60)
    assert state.actor_index == 0
    assert state.amount_to_call == 60
    assert not state.can_bet_or_raise_to()


@pytest.mark.parametrize(("all_in", "may_raise"), [(29, False), (30, True), (39, True)])
def test_tda_47b_half_a_raise_reopens_the_betting_in_fixed_limit(
    all_in: int, may_raise: bool
) -> None:
    state = VARIANTS["FT"].create_state(
        EVERYTHING, True, 0, (10, 20), 20, 40, (500, 500, 500, all_in + 20), 4, seed=1
    )
    act(state, "c", "c", "c", "c", 20, "c", "c", all_in)
    assert state.actor_index == 0
    assert state.can_bet_or_raise_to() == may_raise


def test_tda_43_the_minimum_raise_is_the_last_full_raise() -> None:
    state = act(holdem((5000, 5000, 5000, 450)), 300, 450)
    assert state.min_raise_to == 650


# Short blinds and bring-ins.


def test_roberts_14_2_a_short_big_blind_is_called_in_full() -> None:
    state = holdem((5000, 60, 5000))
    assert state.bets == [50, 60, 0]
    assert state.amount_to_call == 100
    assert state.min_raise_to == 200
    act(state, "c")
    assert state.amount_to_call == 50
    act(state, "c")
    assert [pot.amount for pot in state.pots] == [180, 80]


def test_roberts_14_2_a_straddle_posted_short_is_called_in_full() -> None:
    state = holdem((5000, 5000, 70, 5000), blinds=(50, 100, 200))
    assert (state.actor_index, state.amount_to_call) == (3, 200)
    assert state.min_raise_to == 300


def test_a_short_big_blind_is_called_as_far_as_two_players_can_contest_it() -> None:
    state = act(holdem((5000, 60, 5000)), "f")
    assert (state.actor_index, state.amount_to_call) == (0, 10)
    heads_up = holdem((60, 5000))
    assert heads_up.bets == [60, 50]
    assert heads_up.amount_to_call == 10
    between = holdem((5000, 60, 80))
    assert between.amount_to_call == 80


def test_an_uncalled_part_of_a_full_blind_is_returned() -> None:
    state = act(holdem((5000, 60, 5000)), "c", "f")
    assert not state.status
    assert sum(state.stacks) == 10060
    assert state.stacks[1] in (0, 170)


def test_a_short_bring_in_is_called_in_full() -> None:
    for seed in range(20):
        state = VARIANTS["F7S"].create_state(
            EVERYTHING, True, 1, 5, 10, 20, (500, 500, 4), 3, seed=seed
        )
        if state.actor_index == 2:
            assert state.post_bring_in().amount == 3
            assert state.amount_to_call == 5
            assert state.min_raise_to == 10
            act(state, 10, 20)
            return
    raise AssertionError("the short stack never brings it in")


def test_tda_54_a_short_blind_does_not_change_the_size_of_the_pot() -> None:
    state = holdem((5000, 60, 5000), code="PO")
    assert state.max_raise_to == 350
    assert holdem((5000, 5000, 5000), code="PO").max_raise_to == 350


# Pots.


def test_chips_of_folded_players_go_to_the_players_left() -> None:
    """The first player pays 2 + 1, more than the only player left."""
    state = VARIANTS["NT"].create_state(EVERYTHING, True, (2, 0, 2), (1, 2), 2, (10, 6, 8), 3)
    act(state, "f", "f")
    assert state.stacks == [7, 11, 6]


def test_antes_above_the_blinds_go_to_the_only_player_left() -> None:
    """They posted no ante, so they have paid less than everybody else."""
    state = VARIANTS["NT"].create_state(EVERYTHING, True, (3, 0, 3), (1, 2), 2, (12, 10, 9), 3)
    act(state, "f", "f")
    assert state.stacks == [8, 17, 6]


def all_in(**options: Any) -> State:
    """Go all-in before the flop in a cash game, up to the choice of runouts."""
    state = holdem((1000, 1000, 400), automations=WITHOUT_SHOWDOWN, mode=Mode.CASH_GAME, **options)
    return act(state, 400, 1000, "c")


def test_the_last_hand_wins_without_being_shown() -> None:
    state = all_in()
    for player in range(3):
        state.choose_runouts(player_index=player)
    for _ in range(3):
        state.show_or_muck_hole_cards(False)
    assert not state.status
    assert sorted(state.stacks) == [0, 0, 2400]


def test_a_side_pot_that_was_mucked_goes_to_the_players_left() -> None:
    state = all_in(starting_board_count=2)
    for player in range(3):
        state.choose_runouts(2, player)
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards(state.showdown_index == 2)
    assert not state.status
    assert state.stacks == [0, 0, 2400]


@pytest.mark.filterwarnings("ignore:the deck runs out")
def test_runouts_are_limited_by_the_cards_left() -> None:
    state = all_in(starting_board_count=3)  # 6 cards are in play, and a runout takes 15
    with pytest.raises(InputError, match="enough for at most 3 runouts, got 4"):
        state.choose_runouts(4)
    for player in range(3):
        state.choose_runouts(3, player)
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards(True)
    assert not state.status
    assert len(state.board_cards[4]) == state.board_count == 9
    assert sum(state.stacks) == 2400


def test_a_deck_must_suffice_for_all_players_and_boards() -> None:
    with pytest.raises(InputError, match="the deck has 20 cards, too few for 6 players and 2"):
        VARIANTS["NR"].create_state(EVERYTHING, True, 0, (1, 2), 2, 100, 6, starting_board_count=2)


def test_a_deck_must_suffice_whoever_folds() -> None:
    """Nine players get their last hole cards on the board, seven would use up the deck."""
    deals = (((False,) * 5, 1), ((False,) * 2, 0), ((), 3), ((True,), 0))
    streets = tuple(
        Street(True, hole, board, False, Opening.POSITION, 2, None) for hole, board in deals
    )
    terms = (Deck.STANDARD, (StandardHighHand,), streets, BettingStructure.NO_LIMIT)
    with pytest.raises(InputError, match="52 cards, too few for 9 players and 1 board"):
        State(EVERYTHING, *terms, True, 1, 0, 0, 100, 9)
    State(EVERYTHING, *terms, True, 1, 0, 0, 100, 6)


@pytest.mark.parametrize("mode", [Mode.TOURNAMENT, Mode.CASH_GAME])
def test_hands_are_tabled_in_an_all_in_of_a_tournament(mode: Mode) -> None:
    """TDA rule 16, "Face Up for All-Ins"; cash games have no such rule."""
    state = VARIANTS["NT"].create_state(
        WITHOUT_SHOWDOWN, True, 0, (1, 2), 2, 50, 2, mode=mode, seed=1
    )
    act(state, 50, "c")
    assert state.all_in_status
    assert state.can_show_or_muck_hole_cards(False) is (mode is Mode.CASH_GAME)
    assert state.can_show_or_muck_hole_cards(True)
    if mode is Mode.TOURNAMENT:
        with pytest.raises(InputError, match="in tournaments hands must be shown in an all-in"):
            state.show_or_muck_hole_cards(False)
    state.show_or_muck_hole_cards()
    state.show_or_muck_hole_cards()


def test_each_pot_is_split_by_the_hands_of_its_own_players() -> None:
    """Only the player who is all-in has a low, so the side pot has no low half."""
    automations = tuple(
        automation
        for automation in Automation
        if automation not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    )
    state = VARIANTS["FO/8"].create_state(automations, True, 0, (1, 2), 2, 4, (20, 20, 2), 3)
    for cards in ("KsKhQsQd", "JsJhTsTd", "As2s3c4c"):
        state.deal_hole(cards)
    act(state, "c", "c", "c")
    state.deal_board("5h6d8h")
    act(state, 2, "c")
    for card in ("Kc", "9d"):
        state.deal_board(card)
        act(state, "c", "c")
    assert state.stacks == [16 + 4 + 3, 16, 3]


def test_players_without_any_hand_share_the_pot() -> None:
    """A Greek hand has two hole cards, but the game deals one."""
    street = Street(False, (False,), 5, False, Opening.POSITION, 2, None)
    state = State(
        WITHOUT_SHOWDOWN,
        Deck.STANDARD,
        (GreekHoldemHand,),
        (street,),
        BettingStructure.NO_LIMIT,
        True,
        0,
        (1, 2),
        0,
        20,
        3,
        seed=1,
    )
    act(state, "c", "c", "c")
    for _ in range(3):
        state.show_or_muck_hole_cards(True)
    assert state.stacks == [20, 20, 20]
