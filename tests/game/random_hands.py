"""Random hands on the engine: uneven stacks, antes, straddles, types of chips, all games."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import isinf
from random import Random
from typing import Any

from hypothesis import strategies as st

from fifthstreet.game import Automation, Event, Mode, State
from fifthstreet.game.values import rake
from fifthstreet.game.variants import (
    VARIANTS,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    term_names,
)
from tests.game.moves import likely_moves, make, make_any_move
from tests.game.setups import random_setup

ALL_AUTOMATIONS = tuple(Automation)
SEEDS = st.integers(0, 2**40)
MAX_MOVES = 250
MAX_PLAYERS = {"KP": 3, "LH": 4}
CHIPS: tuple[Callable[[int], Any], ...] = (
    int,
    int,
    lambda count: Fraction(count, 3),
    lambda count: Decimal(count) / 4,
)
FLOATS: Callable[[int], Any] = lambda count: count / 10  # noqa: E731  # most tenths are inexact
PERCENTAGES = {int: 0.1, float: 0.1, Fraction: Fraction(1, 10), Decimal: Decimal("0.1")}


def random_state(
    rng: Random,
    *,
    chips: Callable[[int], Any] | None = None,
    automations: tuple[Automation, ...] = ALL_AUTOMATIONS,
    trimmed: bool = True,
    mode: Mode = Mode.TOURNAMENT,
    game: Any = None,
) -> State:
    """Create a hand of no-limit hold'em, or sometimes of pot-limit Omaha."""
    chips = chips or rng.choice(CHIPS)
    players = rng.randint(2, 6)
    small, big = rng.choice(((1, 2), (1, 2), (2, 2), (3, 7), (0, 4)))
    blinds: dict[int, Any] = {0: chips(small), 1: chips(big)}
    if players > 2 and rng.random() < 0.3:
        blinds[2] = chips(2 * big)
    if players > 4 and rng.random() < 0.2:
        blinds[4] = -chips(big)  # a late post
    antes = rng.choice((0, 0, chips(1), {1: chips(big)}, {-1: chips(2)}))
    deepest = rng.choice((3, 12, 60, 300))
    stacks = tuple(chips(rng.randint(1, deepest)) for _ in range(players))
    game = game or rng.choice((NoLimitTexasHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem))
    state: State = game.create_state(
        automations,
        trimmed,
        antes,
        blinds,
        chips(big),
        stacks,
        players,
        mode=mode,
        seed=rng.randrange(2**32),
    )
    return state


def act_at_random(state: State, rng: Random) -> None:
    """Perform a random legal action with the engine's own methods."""
    draw = rng.random()
    if state.can_post_bring_in() and (draw < 0.7 or not state.can_bet_or_raise_to()):
        state.post_bring_in()
    elif draw < 0.2 and state.amount_to_call and state.can_fold():
        state.fold()
    elif draw < 0.55 and state.can_bet_or_raise_to():
        state.bet_or_raise_to(random_amount(state, rng))
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.bet_or_raise_to()


def random_amount(state: State, rng: Random) -> Any:
    """Draw the smallest amount, the largest or one between them."""
    low = state.min_raise_to
    high = state.max_raise_to
    if isinf(high):  # of an infinite stack; bets are finite
        high = 4 * low
    part = (high - low) * rng.randrange(9)
    between = low + (part // 8 if isinstance(part, int) else part / 8)
    if isinstance(between, Decimal):
        between = max(low, between.quantize(Decimal("0.01")))  # few digits stay exact
    return rng.choice((low, high, min(high, between), min(high, between)))  # floats round up


def stand_pat(state: State) -> None:
    """Let all players stand pat, so that betting continues."""
    while state.discarder_index is not None:
        state.discard()


def decisions(state: State, rng: Random) -> Iterator[State]:
    """Yield the state, always the same object, before each action of a random hand."""
    stand_pat(state)
    while state.actor_index is not None:
        yield state
        act_at_random(state, rng)
        stand_pat(state)


def played(rng: Random, **terms: Any) -> State:
    """Play a random hand to some point or to the end."""
    state = random_state(rng, **terms)
    most_decisions = rng.choice((0, 2, 5, 100))
    for count, _ in enumerate(decisions(state, rng), 1):
        if count >= most_decisions:
            break
    return state


# Hands of every game, move by move.


def state_of(code: str, rng: Random, *, automations: tuple[Automation, ...] = ()) -> State:
    """Create a hand of a ready-made game: chips of any type, short stacks, two boards, rake."""
    game = VARIANTS[code]
    chips = rng.choice((*CHIPS, FLOATS))
    terms = {
        "ante_trimming_status": rng.random() < 0.5,
        "raw_antes": chips(rng.choice((1, 2))),
        "raw_blinds_or_straddles": rng.choice(((chips(1), chips(2)), (chips(2), chips(3)))),
        "bring_in": chips(1),
        "small_bet": chips(3),
        "big_bet": chips(6),
        "min_bet": chips(3),
        "bet": chips(2),
    }
    options: dict[str, Any] = {"mode": rng.choice([*Mode]), "seed": rng.randrange(2**32)}
    count = rng.randint(2, MAX_PLAYERS.get(code, 5))
    if rng.random() < 0.3:
        options["rake"] = partial(rake, percentage=PERCENTAGES[type(chips(1))])
    if rng.random() < 0.3 and (count < 4 or code in ("NT", "FT", "PT")):
        options["starting_board_count"] = 2
    most = rng.choice((4, 12, 60, 300))
    stacks = [chips(rng.randint(1, most)) for _ in range(count)]
    listed = [terms[name] for name in term_names(game)[1:]]
    return game.create_state(automations, *listed, stacks, count, **options)


def any_state(seed: int) -> State:
    """Create a hand of any game on random terms, made-up games included, without automations."""
    return replace(random_setup(Random(seed)), automations=()).ours().engine


def steps(state: State, rng: Random) -> Iterator[tuple[State, Event]]:
    """Play a hand without automations to its end; yield the state before each event, and the event.

    The state itself is after the event when it is yielded.
    """
    for count in range(10 * MAX_MOVES):
        if not state.status:
            return
        before = state.copy()
        moves = [*likely_moves(state, rng)]
        if rng.random() < 0.02:
            state.note(commentary="a note")
        elif count > MAX_MOVES or not moves or not make(state, rng.choice(moves)):
            make_any_move(state)
        (event,) = state.events[len(before.events) :]
        yield before, event
    raise AssertionError("the hand does not end")
