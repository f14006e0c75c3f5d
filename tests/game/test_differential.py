"""This engine compared with PokerKit 0.7.7: random hands, and every disagreement found so far.

`FIFTHSTREET_FUZZ_HANDS` sets the number of hands in the slow run.
"""

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pokerkit
import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.pokerkit.cards import Card
from tests.game.differential import Match
from tests.game.moves import Move
from tests.game.setups import EXACT_CHIPS, GAMES, OWN_GAMES, VARIANTS, Setup, random_setup

FUZZ_HANDS = int(os.environ.get("FIFTHSTREET_FUZZ_HANDS", "5000"))
EVERYTHING = tuple(automation.name for automation in Automation)


def all_but(automation: Automation) -> tuple[str, ...]:
    """Return the names of all automations but one."""
    return tuple(name for name in EVERYTHING if name != automation.name)


def blocks(count: int, total: int) -> list[Any]:
    """Return the numbers of blocks of hands, of which those after `count` are slow tests."""
    return [*range(count), *(pytest.param(i, marks=pytest.mark.slow) for i in range(count, total))]


def play(seed: int, **choices: Any) -> Match:
    rng = Random(seed)
    return Match(random_setup(rng, kinds=EXACT_CHIPS, **choices), rng).play()


@pytest.mark.parametrize("block", blocks(2, 10))
def test_random_hands(block: int) -> None:
    ends = Counter(play(1000 * block + i).end for i in range(25))
    assert ends["played"] >= 15, ends


@pytest.mark.parametrize("block", blocks(2, 100))
def test_many_hands_quickly(block: int) -> None:
    """Compare twenty hands: legal operations, amounts, pots, stacks, cards and actor."""
    for seed in range(2_000_000 + 20 * block, 2_000_000 + 20 * (block + 1)):
        rng = Random(seed)
        Match(random_setup(rng, kinds=EXACT_CHIPS), rng, is_quick=True).play()


@pytest.mark.parametrize("game", [*GAMES, *OWN_GAMES])
def test_random_hands_of_each_game(game: str) -> None:
    for seed in range(4):
        play(seed, games=[game])


@pytest.mark.slow
def test_many_random_hands() -> None:
    ends = Counter(play(1_000_000 + i).end for i in range(FUZZ_HANDS))
    # The others end where PokerKit departs from the rule book, or crashes.
    assert ends["played"] >= 0.7 * FUZZ_HANDS, ends


# Invalid setups.

TERMS: dict[str, Any] = {
    "deck": "STANDARD",
    "hand_types": ("StandardHighHand",),
    "streets": ((False, (False, False), 0, False, "POSITION", 2, None),),
    "betting_structure": "NO_LIMIT",
    "ante_trimming_status": True,
    "raw_antes": 0,
    "raw_blinds_or_straddles": (1, 2),
    "bring_in": 0,
}
STREET = (False, (False,), 0, False, "POSITION", 2, None)


def custom(
    *, automations: tuple[str, ...] = EVERYTHING, stacks: Any = 20, players: int = 2, **changes: Any
) -> Setup:
    """Set up a custom game with some of its terms changed; the deck is in order."""
    options = {"mode": changes.pop("mode", "TOURNAMENT")}
    options["starting_board_count"] = changes.pop("boards", 1)
    cards = changes.pop("cards", ())
    deck = [repr(card) for card in pokerkit.Deck.STANDARD]
    order = (*cards, *(card for card in deck if card not in cards))
    return Setup(None, TERMS | changes, automations, stacks, players, options, order)


@pytest.mark.parametrize(
    "changes",
    [
        {"streets": ()},
        {"streets": ((True, (), 3, False, "POSITION", 2, None),)},
        {"streets": ((False, (), 0, False, "POSITION", 2, None),)},
        {"streets": ((False, (False,), -1, False, "POSITION", 2, None),)},
        {"streets": ((False, (False,), 0, True, "POSITION", 2, None),)},
        {"streets": ((False, (False,), 0, False, "POSITION", 0, None),)},
        {"streets": ((False, (False,), 0, False, "POSITION", 2, -1),)},
        {"raw_antes": -1},
        {"raw_antes": (0, -1)},
        {"bring_in": -1},
        {"raw_blinds_or_straddles": 0},
        {"raw_blinds_or_straddles": 0, "bring_in": 2},
        {"raw_blinds_or_straddles": (-1, -2), "bring_in": 1},
        {"stacks": 0},
        {"stacks": (5, -1)},
        {"stacks": (5,)},
        {"players": 1},
        {"boards": 0},
    ],
    ids=str,
)
def test_setups_that_both_sides_reject(changes: dict[str, Any]) -> None:
    setup = custom(**changes)
    with pytest.raises(ValueError, match=r"."):
        setup.theirs()
    with pytest.raises(InputError, match=r"must|needs|either|not both"):
        setup.ours()


# Disagreements that random hands have found, with the rule that decides them.


def agree(setup: Setup, *moves: Move | str) -> Match:
    """Make moves on both sides, which must agree throughout."""
    made = [(move, ()) if isinstance(move, str) else move for move in moves]
    match = Match(setup, Random(0), probes_per_move=40).replay(*made)
    assert match.end == "played"
    assert len(match.moves) == len(moves)
    return match


def test_hands_of_more_than_nine_cards_count() -> None:
    """Any five of the hole and board cards play, however many there are."""
    street = (False, (False,) * 7, 5, False, "POSITION", 2, None)
    cards = random_setup(Random(1), games=["NoLimitTexasHoldem"]).cards
    setup = custom(streets=(street,), cards=cards)
    match = agree(setup, "check_or_call", "check_or_call")
    assert sorted(match.ours.payoffs) == [-2, 2]


def test_kuhn_hands_have_no_ranks_below_the_jack() -> None:
    """Cards that a hand class does not rank are not a hand."""
    setup = custom(streets=(STREET,), hand_types=("KuhnPokerHand",), cards=("Ks", "2s"))
    match = agree(setup, "check_or_call", "check_or_call")
    assert match.ours.payoffs == [2, -2]


@pytest.mark.parametrize("hole_count", [2, 3, 4])
def test_greek_hands_take_three_cards_of_the_board(hole_count: int) -> None:
    """Three board cards play, with any of the hole cards."""
    street = (True, (False,) * hole_count, 5, False, "POSITION", 2, None)
    setup = custom(streets=(street,), hand_types=("GreekHoldemHand",), players=5)
    agree(setup, *["check_or_call"] * 5)


@pytest.mark.parametrize("board_count", [4, 6, 8])
def test_omaha_on_boards_of_any_size(board_count: int) -> None:
    """Two hole cards play with three board cards, however many are on the board."""
    street = (True, (False,) * 5, board_count, False, "POSITION", 2, None)
    kinds = ("OmahaHoldemHand", "OmahaEightOrBetterLowHand")
    agree(custom(streets=(street,), hand_types=kinds, players=4), *["check_or_call"] * 4)


def test_the_first_seat_opens_if_nobody_has_an_open_hand() -> None:
    """This happens in stud after an all-in with shown hands: five up cards are not an open hand."""
    first = (False, (False,), 0, False, "POSITION", 2, None)
    second = (False, (False,), 0, False, "HIGH_HAND", 2, None)
    setup = custom(streets=(first, second), players=3)
    match = agree(setup, "fold", "fold")
    assert match.ours.opener_index == 2
    match = agree(
        setup, "check_or_call", ("complete_bet_or_raise_to", (8,)), "fold", "check_or_call"
    )
    assert match.ours.opener_index == 0


def test_a_player_with_an_unknown_up_card_does_not_open() -> None:
    """Their lowest card cannot be known."""
    first = (False, (True, True), 0, False, "LOW_CARD", 2, None)
    setup = custom(streets=(first,), automations=(), raw_blinds_or_straddles=0, raw_antes=1)
    deals = [("deal_hole", (text, player)) for player, text in enumerate(("2c??", "3c4c"))]
    match = agree(setup, "post_ante", "post_ante", "collect_bets", *deals)
    assert match.ours.opener_index == 1


def test_the_board_is_completed_for_the_last_player_after_a_muck() -> None:
    """Cash games let players muck when all-in; the remaining streets are still dealt."""
    streets = (STREET, (False, (), 1, False, "POSITION", 2, None))
    automations = all_but(Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    setup = custom(streets=streets, mode="CASH_GAME", stacks=2, automations=automations)
    agree(setup, "check_or_call", ("show_or_muck_hole_cards", (False,)), "show_or_muck_hole_cards")


# Deliberate differences.


def both(setup: Setup) -> tuple[Any, Any]:
    match = Match(setup, Random(0))
    match.replay()
    return match.ours, match.theirs


def test_the_given_player_chooses_the_runouts() -> None:
    """PokerKit checks the player's index instead of the number of runouts."""
    automations = all_but(Automation.RUNOUT_COUNT_SELECTION)
    streets = (STREET, (False, (), 1, False, "POSITION", 2, None))
    setup = custom(streets=streets, mode="CASH_GAME", automations=automations, stacks=2, players=3)
    ours, theirs = both(setup)
    for state in (ours, theirs):
        state.check_or_call()
        state.check_or_call()
    assert theirs.select_runout_count(2, 2).player_index == 0
    with pytest.raises(ValueError, match="not positive"):
        theirs.select_runout_count(2, 0)
    assert ours.select_runout_count(2, 2).player_index == 2
    assert ours.select_runout_count(2, 0).player_index == 0
    with pytest.raises(InputError, match="player 0 cannot choose"):
        ours.select_runout_count(2, 0)
    with pytest.raises(InputError, match="runout_count must be at least 1, got 0"):
        ours.select_runout_count(0)


def test_the_same_card_is_not_discarded_twice() -> None:
    """PokerKit removes the first one and then fails."""
    draw = (False, (), 0, True, "POSITION", 2, None)
    ours, _ = both(custom(streets=(*TERMS["streets"], draw)))
    ours.check_or_call()
    ours.check_or_call()
    card = ours.hole_cards[0][0]
    with pytest.raises(InputError, match="can only discard from"):
        ours.stand_pat_or_discard((card, card))
    assert len(ours.hole_cards[0]) == 2


def test_blinds_and_a_bring_in_exclude_each_other() -> None:
    """PokerKit's documentation says so, but it checks only negative blinds and crashes later."""
    setup = custom(bring_in=1)
    assert setup.theirs().blinds_or_straddles == (1, 2)
    with pytest.raises(InputError, match="either blinds and straddles or a bring-in"):
        setup.ours()


def test_invalid_board_indices_are_rejected_at_once() -> None:
    """PokerKit rejects them only when the first card is taken from the iterator."""
    ours, theirs = both(custom())
    assert theirs.get_board_cards(1)
    with pytest.raises(InputError, match="board_index must be from 0 to 0, got 1"):
        ours.get_board_cards(1)


def test_the_board_is_completed_for_the_last_player_with_chips() -> None:
    """PokerKit computes the effective stack of a single player, and crashes."""
    streets = (STREET, (False, (), 1, False, "POSITION", 2, None))
    automations = all_but(Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    setup = custom(streets=streets, mode="CASH_GAME", stacks=(20, 2), automations=automations)
    ours, theirs = both(setup)
    for state in (ours, theirs):
        state.check_or_call()
        state.show_or_muck_hole_cards(False, 1)
    with pytest.raises(AssertionError):
        theirs.show_or_muck_hole_cards()
    ours.show_or_muck_hole_cards()
    assert not ours.status
    assert ours.stacks == [22, 0]


def test_hands_shown_after_the_end_are_shown_as_a_whole() -> None:
    """PokerKit crashes in a tournament."""
    ours, theirs = both(custom())
    for state in (ours, theirs):
        state.fold()
    shown = repr(ours.hole_cards[0][0])
    with pytest.raises(AssertionError):
        theirs.show_or_muck_hole_cards(shown, 0)
    with pytest.raises(InputError, match="shown in full"):
        ours.show_or_muck_hole_cards(shown, 0)
    assert ours.can_show_or_muck_hole_cards(True, 0)
    assert theirs.can_show_or_muck_hole_cards(True, 0)


def test_pots_that_do_not_divide_exactly_are_pushed() -> None:
    """PokerKit asserts that rounding never gives a negative amount, but it does.

    Here floats are whole units of 1e-8 chips, and the odd ones go to the first winner.
    """
    terms: dict[str, Any] = {"ante_trimming_status": True, "raw_antes": 0.1, "min_bet": 0.1}
    terms["raw_blinds_or_straddles"] = (0.1, 0.2)
    options = {"mode": "TOURNAMENT", "starting_board_count": 3}
    cards = random_setup(Random(1), games=["NoLimitTexasHoldem"]).cards
    setup = Setup("NoLimitTexasHoldem", terms, EVERYTHING, 1.0, 3, options, cards)
    match = Match(setup, Random(0)).deal()
    ours, theirs = match.ours, match.theirs
    for state in (ours, theirs):
        state.complete_bet_or_raise_to()
        for _ in range(10):
            state.check_or_call()
    with pytest.raises(AssertionError):
        theirs.check_or_call()
    ours.check_or_call()
    assert not ours.status
    assert sum(ours.stacks) == 3


def test_players_share_a_part_of_a_pot_for_which_nobody_has_a_hand() -> None:
    """PokerKit divides by zero. The players of a pot without a winner share it equally."""
    street = (False, (False,), 1, False, "POSITION", 2, None)
    setup = custom(
        streets=(street,),
        hand_types=("KuhnPokerHand",),
        cards=("2s", "3s", "Ks", "4s"),
        boards=2,
    )
    ours, theirs = both(setup)
    for state in (ours, theirs):
        state.check_or_call()
    with pytest.raises(ZeroDivisionError):
        theirs.check_or_call()
    ours.check_or_call()
    assert ours.stacks == [20, 20]


def test_unknown_board_cards_do_not_break_anything() -> None:
    """PokerKit fails with KeyError as soon as a hand is evaluated."""
    automations = tuple(Automation[name] for name in all_but(Automation.BOARD_DEALING))
    state = VARIANTS["NT"].create_state(automations, True, 0, (1, 2), 2, 20, 2, seed=1)
    state.check_or_call()
    state.check_or_call()
    state.deal_board("AsKs??")
    assert state.can_win_now(0) in (True, False)
    assert state.board_cards[2] == [Card.UNKNOWN]


def test_leduc_holdem_takes_no_stacks_in_its_constructor() -> None:
    """PokerKit has such a parameter, without effect."""
    assert pokerkit.LeducHoldem((), True, 1, 2, 4, 13)
    with pytest.raises(TypeError):
        VARIANTS["LH"]((), True, 1, 2, 4, 13)


QUERIES: list[Callable[[Any], Any]] = [
    lambda state: state.get_dealable_cards(5),
    lambda state: state.can_burn_card(),
    lambda state: state.can_deal_hole(),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("query", QUERIES)
def test_queries_do_not_change_the_cards_to_come(query: Callable[[Any], Any]) -> None:
    """Reserved cards are shuffled by seed; in PokerKit every query shuffles them again."""
    state = VARIANTS["F2L3D"].create_state((), True, 0, (1, 2), 2, 4, 100, 6, seed=3)
    while len(state.deck_cards) > 4 or not state.can_deal_hole():
        for name in ("post_blind_or_straddle", "burn_card", "deal_hole", "collect_bets"):
            if getattr(state, f"can_{name}")():
                getattr(state, name)()
                break
        else:
            if state.can_stand_pat_or_discard():
                state.stand_pat_or_discard(state.hole_cards[state.turn_index or 0][:4])
            else:
                state.check_or_call()
    queried, untouched = state.copy(), state.copy()
    for _ in range(8):
        query(queried)
        if not queried.can_deal_hole():
            break
        queried.deal_hole()
        untouched.deal_hole()
        assert queried.hole_cards == untouched.hole_cards
