"""Random hands on the engine: 2 to 6 players, uneven stacks, antes, straddles, types of chips."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from fifthstreet.game import Automation, Mode, State
from fifthstreet.game.variants import NoLimitTexasHoldem, PotLimitOmahaHoldem

ALL_AUTOMATIONS = tuple(Automation)
SEEDS = st.integers(0, 2**40)
CHIPS: tuple[Callable[[int], Any], ...] = (
    int,
    int,
    lambda count: Fraction(count, 3),
    lambda count: Decimal(count) / 4,
)
FLOATS: Callable[[int], Any] = lambda count: count / 10  # noqa: E731  # most tenths are inexact


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
    if state.can_post_bring_in() and (draw < 0.7 or not state.can_complete_bet_or_raise_to()):
        state.post_bring_in()
    elif draw < 0.2 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
    elif draw < 0.55 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to(random_amount(state, rng))
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to()


def random_amount(state: State, rng: Random) -> Any:
    """Draw the smallest amount, the largest or one between them."""
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    part = (high - low) * rng.randrange(9)
    between = low + (part // 8 if isinstance(part, int) else part / 8)
    if isinstance(between, Decimal):
        between = max(low, between.quantize(Decimal("0.01")))  # few digits stay exact
    return rng.choice((low, high, min(high, between), min(high, between)))  # floats round up


def stand_pat(state: State) -> None:
    """Let all players stand pat, so that betting continues."""
    while state.stand_patter_or_discarder_index is not None:
        state.stand_pat_or_discard()


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
