"""Properties of every hand of every game, whatever moves are made."""

import os
import warnings
from collections import Counter
from decimal import Decimal
from math import inf, isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import Card
from fifthstreet.game.enums import Automation
from fifthstreet.pokerkit.state import State
from tests.game.differential import VALUES, plain
from tests.game.moves import TRIPLETS, Move, arguments_of, likely_moves, make, make_any_move
from tests.game.setups import VARIANTS, random_setup
from tests.game.test_variants import MOST_PLAYERS, terms_of
from tests.thoroughness import examples

SEEDS = st.integers(0, 2**40)
MOST_MOVES = 250
HANDS_PER_BLOCK = int(os.environ.get("FIFTHSTREET_FUZZ_HANDS", "5000"))
OFTEN, SELDOM, RARELY = (
    settings(deadline=None, max_examples=examples(count)) for count in (150, 40, 8)
)

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def begin(rng: Random) -> State:
    return random_setup(rng).ours()


def moves_of(state: State, rng: Random) -> list[Move]:
    return list(likely_moves(state, rng))


def snapshot(state: State) -> dict[str, Any]:
    """Return all values of a state."""
    return {name: plain(getattr(state, name)) for name in [*VALUES, "events"]}


def near(first: Any, second: Any) -> bool:
    """Return whether amounts are equal: floats to the unit, decimals up to rounding."""
    if isinstance(first, float):
        return bool(round(first - second, 8) == 0)
    if isinstance(first, Decimal):
        return isclose(first, second, rel_tol=1e-9, abs_tol=1e-20)
    return bool(first == second)


# Chips and cards.


def chips(state: State) -> Any:
    """Return all chips on the table: stacks, bets and pots with their rake."""
    return sum(state.stacks) + state.total_pot_amount


def check_chips(state: State) -> None:
    """Check that no chips were created or lost and that payoffs are changes of stacks."""
    assert near(chips(state), sum(state.starting_stacks))
    changes = [a - b for a, b in zip(state.stacks, state.starting_stacks, strict=True)]
    assert all(map(near, changes, state.payoffs))
    assert min(state.stacks) >= 0
    assert min(state.bets) >= 0


def play_any_hand(seed: int) -> State:
    """Play a hand of random terms to its end with random moves, and check it all the way."""
    rng = Random(seed)
    state = begin(rng)
    is_finite = inf not in state.starting_stacks
    for move_count in range(10 * MOST_MOVES):
        if is_finite:
            check_chips(state)
        if not state.status:
            return state
        moves = moves_of(state, rng)
        if move_count > MOST_MOVES or not moves or not make(state, rng.choice(moves)):
            make_any_move(state)
    raise AssertionError("the hand does not end")


@OFTEN
@given(SEEDS)
def test_chips_are_neither_created_nor_lost_and_hands_end(seed: int) -> None:
    state = play_any_hand(seed)
    raked = sum(pot.raked_amount for pot in state.pots)
    if inf not in state.starting_stacks:
        assert near(sum(state.stacks) + raked, sum(state.starting_stacks))


@pytest.mark.parametrize("seed", [320164, 325313])
def test_unknown_cards_in_hands_are_not_left_to_deal(seed: int) -> None:
    play_any_hand(seed)  # three runouts, and community cards, that the deck had no cards for


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_chips_are_neither_created_nor_lost_in_many_hands(block: int) -> None:
    for seed in range(HANDS_PER_BLOCK):
        play_any_hand(block * HANDS_PER_BLOCK + seed)


@OFTEN
@given(SEEDS)
def test_every_card_is_in_one_place(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    whole_deck = Counter(state.deck)
    for _ in range(MOST_MOVES):
        places = [state.deck_cards, state.burn_cards, state.mucked_cards]
        places += [*state.hole_cards, *state.board_cards, *state.discarded_cards]
        assert Counter(card for place in places for card in place if card) == whole_deck
        moves = moves_of(state, rng)
        if not moves:
            break
        make(state, rng.choice(moves))


@OFTEN
@given(SEEDS)
def test_hole_cards_and_their_statuses_match(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    for _ in range(MOST_MOVES):
        assert [*map(len, state.hole_cards)] == [*map(len, state.hole_card_statuses)]
        for i in state.player_indices:
            assert state.statuses[i] or not state.hole_cards[i]
        moves = moves_of(state, rng)
        if not moves:
            break
        make(state, rng.choice(moves))


# Rejections and queries.


@SELDOM
@given(SEEDS)
def test_rejected_operations_change_nothing(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    for _ in range(60):
        before = snapshot(state)
        twin = state.copy()
        for _ in range(4):
            name = rng.choice([*TRIPLETS])
            arguments = arguments_of(name, state, rng, careless=True)
            verifier, query = TRIPLETS[name]
            possible = getattr(state, query)(*arguments)
            try:
                getattr(state, verifier)(*arguments)
            except ValueError:
                assert not possible
            else:
                assert possible
            assert snapshot(state) == before
            if not possible:
                assert not make(state, (name, arguments))
                assert snapshot(state) == before
        assert state == twin
        assert hash(state) == hash(twin)
        moves = moves_of(state, rng)
        if not moves:
            break
        move = rng.choice(moves)
        assert make(state, move) == make(twin, move)
        assert state == twin  # queries do not change what comes next either


@SELDOM
@given(SEEDS)
def test_answers_do_not_depend_on_earlier_queries(seed: int) -> None:
    rng = Random(seed)
    queried = begin(rng)
    silent = queried.copy()
    for _ in range(MOST_MOVES):
        # A copy answers for the silent state, so that no answer is kept there.
        assert snapshot(queried) == snapshot(silent.copy())
        moves = moves_of(queried, rng)
        if not moves:
            break
        move = rng.choice(moves)
        assert make(queried, move) == make(silent, move)


@SELDOM
@given(SEEDS)
def test_queries_return_false_where_warnings_are_errors(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    for _ in range(40):
        before = snapshot(state)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for name in TRIPLETS:
                arguments = arguments_of(name, state, rng, careless=True)
                verifier, query = TRIPLETS[name]
                possible = getattr(state, query)(*arguments)
                try:
                    getattr(state, verifier)(*arguments)
                except (ValueError, UserWarning):
                    assert not possible
                else:
                    assert possible
        assert snapshot(state) == before
        moves = moves_of(state, rng)
        if not moves:
            break
        make(state, rng.choice(moves))


@OFTEN
@given(SEEDS)
def test_the_limits_of_amounts_are_accepted(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    for _ in range(MOST_MOVES):
        low = state.min_raise_to
        high = state.max_raise_to
        pot = state.pot_raise_to
        assert (low is None) == (high is None) == (pot is None)
        assert state.can_bet_or_raise_to() == (low is not None)
        if low is not None:
            assert low <= high
            assert low <= pot
            assert state.can_bet_or_raise_to(low)
            assert not state.can_bet_or_raise_to(low - 1)
            # A stack may be infinite, a bet may not.
            assert state.can_bet_or_raise_to(high) == (high != inf)
            assert not state.can_bet_or_raise_to(high + 1)
        moves = moves_of(state, rng)
        if not moves:
            break
        make(state, rng.choice(moves))


# Copies and seeds.


@SELDOM
@given(SEEDS)
def test_a_copy_is_equal_and_independent(seed: int) -> None:
    rng = Random(seed)
    state = begin(rng)
    for _ in range(40):
        twin = state.copy()
        assert twin == state
        assert hash(twin) == hash(state)
        assert snapshot(twin) == snapshot(state)
        before = snapshot(state)
        moves = moves_of(state, rng)
        if not moves:
            break
        move = rng.choice(moves)
        done = make(twin, move)
        assert snapshot(state) == before
        assert (twin != state) == done
        assert make(state, move) == done
        assert snapshot(state) == snapshot(twin)


@pytest.mark.parametrize("code", VARIANTS)
@RARELY
@given(seed=SEEDS)
def test_same_seed_same_hand(code: str, seed: int) -> None:
    def played() -> State:
        rng = Random(seed)
        player_count = rng.randint(2, MOST_PLAYERS.get(code, 6))
        game = VARIANTS[code]
        state: State = game.create_state((), *terms_of(game), 40, player_count, seed=seed)
        for _ in range(MOST_MOVES):
            moves = moves_of(state, rng)
            if not moves:
                break
            make(state, rng.choice(moves))
        return state

    first, second = played(), played()
    assert first == second
    assert snapshot(first) == snapshot(second)


# Automations.


def decide(state: State, seed: int, count: int) -> None:
    """Act for a player, at random from the seed and the number of earlier decisions."""
    rng = Random(f"{seed}/{count}")
    if state.can_discard():
        hole = state.hole_cards[state.discarder_index or 0]
        state.discard(rng.sample(hole, rng.randint(0, min(2, len(hole)))))
    elif state.can_post_bring_in() and rng.random() < 0.7:
        state.post_bring_in()
    elif rng.random() < 0.2 and state.can_fold():
        state.fold()
    elif rng.random() < 0.4 and state.can_bet_or_raise_to():
        state.bet_or_raise_to()
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.bet_or_raise_to()


def play_out(state: State, seed: int) -> State:
    """Play a hand to the end, performing every operation that is not automated."""
    decision_count = 0
    while state.status:
        if state.can_discard() or state.actor_index is not None:
            decide(state, seed, decision_count)
            decision_count += 1
            continue
        for name in TRIPLETS:
            if name == "no_operate":
                raise AssertionError("no operation is possible, but the hand is not over")
            if getattr(state, TRIPLETS[name][1])():
                getattr(state, name)()
                break
    return state


@pytest.mark.parametrize("code", VARIANTS)
@RARELY
@given(seed=SEEDS, chosen=st.sets(st.sampled_from(list(Automation))))
def test_automations_change_who_deals_but_not_who_wins(
    code: str, seed: int, chosen: set[Automation]
) -> None:
    rng = Random(seed)
    game = VARIANTS[code]
    player_count = rng.randint(2, MOST_PLAYERS.get(code, 5))
    stacks = [rng.randint(1, 40) for _ in range(player_count)]

    def played(automations: tuple[Automation, ...]) -> State:
        state = game.create_state(automations, *terms_of(game), stacks, player_count, seed=seed)
        return play_out(state, seed)

    manual, automatic = played(()), played(tuple(Automation))
    partly_automatic = played(
        tuple(automation for automation in Automation if automation in chosen)
    )
    assert manual.stacks == automatic.stacks == partly_automatic.stacks
    assert manual.events == automatic.events
    assert Counter(map(type, partly_automatic.events)) == Counter(map(type, manual.events))


def test_cards_of_a_snapshot_are_texts() -> None:
    state = VARIANTS["NT"].create_state((), *terms_of(VARIANTS["NT"]), 100, 2, seed=1)
    assert snapshot(state)["deck_cards"][0] == repr(state.deck_cards[0])
    assert isinstance(state.deck_cards[0], Card)
