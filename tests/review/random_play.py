"""Random hands, and strategies with random values."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from fifthstreet.game.enums import Automation
from fifthstreet.game.notation import HandHistory
from fifthstreet.game.state import State
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.review import PlayedHand, play
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree.strategy import NodeStrategy
from tests.tree.strategy.wrapped import RandomStrategy

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (5, 10), 10)


def random_state(data: st.DataObject) -> State:
    """Return the final state of a hand with random stacks and actions."""
    count = data.draw(st.integers(2, 4))
    stacks = [data.draw(st.integers(40, 400)) for _ in range(count)]
    state = GAME(stacks, count, seed=data.draw(st.integers(0, 10**6)))
    while state.actor_index is not None:
        kind = data.draw(st.sampled_from("fcccbb"))
        if kind == "f" and state.can_fold():
            state.fold()
        elif kind == "b" and state.can_bet_or_raise_to():
            smallest = state.min_raise_to
            largest = state.max_raise_to
            state.bet_or_raise_to(data.draw(st.integers(smallest, largest)))
        else:
            state.check_or_call()
    return state


def random_hand(data: st.DataObject) -> PlayedHand:
    """Return a random hand as decisions."""
    return play(HandHistory.from_game_state(GAME, random_state(data)))


class RandomValues(RandomStrategy):
    """A random strategy whose actions are worth random whole chips.

    `seen` holds the answers given so far, by node.
    """

    kind = "random"

    def __init__(self, spot: Spot, *, any_board: bool = False) -> None:
        super().__init__(spot.tree, spot.ranges, () if any_board else spot.board)
        self.seen: dict[int, NodeStrategy] = {}

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        here = super().at(node, board)
        rng = np.random.default_rng([node, *board])
        values = rng.integers(-50, 50, here.strategy.shape).astype(float)
        self.seen[node] = replace(here, action_ev=values)
        return self.seen[node]
