"""Real hands and trees to match them with."""

import random
import re
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fifthstreet.game import Automation, State
from fifthstreet.game.kinds import ActionAmount
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Menu, Sizes, TreeRules, build_tree
from fifthstreet.tree.translate.betting_text import action_text

EVERYTHING = tuple(Automation)


def hand(stacks: Any, players: int = 2, *, blinds: Any = (1, 2), antes: Any = 0) -> State:
    """Start a hand of no-limit hold'em with all automations; antes are never trimmed."""
    return NoLimitTexasHoldem.create_state(
        EVERYTHING, False, antes, blinds, max(blinds), stacks, players, seed=1
    )


SMALL = Sizes.uniform("50%, a", raises="100%, a")
RULES = {
    "heads-up": TreeRules(
        stacks=(40, 40), blinds=(1, 2), first_street=0, sizes=SMALL, max_raises=2
    ),
    "heads-up, no bets": TreeRules(
        stacks=(200, 200), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("", raises="")
    ),
    "heads-up, preflop only": TreeRules(
        stacks=(30, 30), blinds=(1, 2), first_street=0, last_street=0, sizes=SMALL
    ),
    "three": TreeRules(
        stacks=(20, 20, 20),
        blinds=(1, 2),
        antes=(1, 1, 1),
        first_street=0,
        sizes=Sizes.uniform("100%", raises="a"),
        max_raises=1,
    ),
    "four, uneven, straddled": TreeRules(
        stacks=(9, 14, 30, 22),
        blinds=(1, 2, 4),
        first_street=0,
        last_street=1,
        sizes=Sizes.uniform("a", raises="a"),
        max_raises=1,
    ),
    "flop": TreeRules(stacks=(60, 60), pot=12, first_street=1, sizes=SMALL, max_raises=2),
    "river, three": TreeRules(stacks=(50, 50, 50), pot=30, first_street=3, sizes=SMALL),
    "without checks": TreeRules(
        stacks=(40, 40),
        pot=10,
        first_street=2,
        sizes=Sizes.by_street({2: Menu.of("50%", "a"), 3: Menu.of("50%", "a")}),
        removed=("r:k", "r:b5:c"),
    ),
}


@cache
def tree(name: str) -> BettingTree:
    return build_tree(RULES[name])


@st.composite
def setups(draw: st.DrawFn) -> State:
    """Hands before the first action: 2 to 6 players, any stacks, antes, straddles, late posts."""
    players = draw(st.integers(2, 6))
    blinds = draw(
        st.sampled_from(((1, 2), (2, 2), (5, 10), (1, 2, 4), (1, 2, 4, 8), (1, 2, 0, -2)))
    )
    max_stack = draw(st.sampled_from((3, 30, 300)))
    stacks = draw(st.lists(st.integers(1, max_stack), min_size=players, max_size=players))
    antes = draw(st.sampled_from((0, 0, 1, {1: 2})))
    return hand(stacks, players, blinds=blinds[:players], antes=antes)


def act(state: State, rng: random.Random, raise_rate: float = 0.4) -> None:
    """Fold, call or raise at random; small sizes are more likely than large ones."""
    choice = rng.random()
    if choice < 0.15 and state.can_fold():
        state.fold()
    elif choice < 0.15 + raise_rate and state.can_bet_or_raise_to():
        low = state.min_raise_to
        high = state.max_raise_to
        state.bet_or_raise_to(low + int(rng.random() ** 3 * (high - low + 1)))
    else:
        state.check_or_call()


def real_text(action: ActionAmount) -> str:
    """Format an action of the real hand as a step of a path."""
    return action_text(*action)


def without_cards(path: str) -> str:
    """Remove the cards from the deals of a path."""
    return re.sub("n(?:[2-9TJQKA][cdhs])+", "n", path)
