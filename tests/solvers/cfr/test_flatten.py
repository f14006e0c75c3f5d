from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.games import CHANCE, TERMINAL, Game, Kuhn, leduc
from fifthstreet.solvers.games.kuhn import KuhnState
from tests.oracles.cfr import decisions
from tests.solvers.cfr.small_games import RandomGame
from tests.thoroughness import examples

RANDOM_GAMES = st.builds(
    RandomGame,
    seed=st.integers(0, 10**6),
    players=st.integers(2, 4),
    depth=st.integers(1, 6),
    zero_sum=st.booleans(),
)


def assert_same_game(game: Game[Any], tree: GameTree) -> None:
    """Walk both in step and visit every node of the tree once."""
    visited = 0
    outcomes: dict[tuple[int, str], int] = {}
    events: dict[object, int] = {}
    stack = [(game.root(), 0)]
    while stack:
        state, node = stack.pop()
        visited += 1
        who = game.player(state)
        assert tree.player[node] == who
        row = int(tree.row[node])
        if who == TERMINAL:
            assert tree.n_children[node] == 0 == tree.first_child[node]
            assert tuple(tree.payoffs[row]) == tuple(game.payoffs(state))
            continue
        actions = tuple(game.actions(state))
        first = int(tree.first_child[node])
        children = range(first, first + len(actions))
        assert tree.n_children[node] == len(actions)
        assert (tree.parent[first : first + len(actions)] == node).all()
        chances = game.probabilities(state) if who == CHANCE else [1.0] * len(actions)
        assert tree.probability[first : first + len(actions)].tolist() == list(chances)
        numbers = tree.outcome[first : first + len(actions)].tolist()
        if who == CHANCE and (key := game.public_key(state)) is not None:
            assert events.setdefault(key, row) == row
            for action, number in zip(actions, numbers, strict=True):
                assert outcomes.setdefault((row, action), number) == number
                assert 0 <= number < tree.event_outcomes[row]
        else:
            assert numbers == [-1] * len(actions)
        if who == CHANCE and game.public_key(state) is None:
            assert row == -1
        if who >= 0:
            assert tree.keys[row] == game.information_set(state)
            assert tree.actions[row] == actions
            assert tree.info_player[row] == who
        stack += [(game.child(state, a), child) for a, child in enumerate(children)]
    assert visited == len(tree)
    assert len(events) == len(tree.event_outcomes)
    assert len(outcomes) == tree.event_outcomes.sum()
    assert set(tree.keys) == set(decisions(game))
    assert len(set(tree.keys)) == len(tree.keys)
    assert np.diff(tree.first_action).tolist() == list(map(len, tree.actions))


def assert_breadth_first(tree: GameTree) -> None:
    inner = np.flatnonzero(tree.n_children)
    ends = tree.first_child[inner] + tree.n_children[inner]
    assert (tree.first_child[inner] == np.r_[1, ends[:-1]]).all()
    acts = tree.player >= 0
    _, first_seen = np.unique(tree.row[acts], return_index=True)
    assert (np.diff(first_seen) > 0).all()


@settings(max_examples=examples(60), deadline=None)
@given(game=RANDOM_GAMES)
def test_random_games(game: RandomGame) -> None:
    tree = flatten(game)
    assert_same_game(game, tree)
    assert_breadth_first(tree)


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(3), leduc()])
def test_poker(game: Game[Any]) -> None:
    tree = flatten(game)
    assert_same_game(game, tree)
    assert_breadth_first(tree)


def test_sizes() -> None:
    small, large = flatten(Kuhn()), flatten(leduc())
    assert (len(small), len(small.keys), len(small.payoffs)) == (58, 12, 30)
    assert (len(large), len(large.keys), len(large.payoffs)) == (9457, 936, 5520)
    # Both see the board card: one event with 6 outcomes for each betting line of the first round.
    assert large.event_outcomes.tolist() == [6] * 5


class Fault(NamedTuple):
    """A tiny game that tests make invalid: chance, then one or two actions of player 0."""

    chances: tuple[float, ...] = (0.5, 0.5)
    keys: tuple[str, str] = ("same", "same")  # of the two states after chance
    actions: tuple[tuple[str, ...], tuple[str, ...]] = (("l", "r"), ("l", "r"))
    players: tuple[int, int] = (0, 0)  # who acts in these states
    payoffs: tuple[float, ...] = (1.0, -1.0)
    second: str = ""  # information set of player 0's second action, if there is one


@dataclass(frozen=True)
class Faulty:
    fault: Fault
    name: str = "faulty"
    players: int = 2

    def root(self) -> str:
        return ""

    def player(self, state: str) -> int:
        if not state:
            return CHANCE
        if len(state) == 1:
            return self.fault.players[int(state)]
        return 0 if self.fault.second and len(state) == 2 else TERMINAL

    def actions(self, state: str) -> tuple[str, ...]:
        if not state:
            return ("0", "1")
        return self.fault.actions[int(state)] if len(state) == 1 else ("l", "r")

    def probabilities(self, state: str) -> tuple[float, ...]:
        return self.fault.chances

    def child(self, state: str, action: int) -> str:
        return state + self.actions(state)[action]

    def public_key(self, state: str) -> None:
        return None

    def information_set(self, state: str) -> str:
        return self.fault.keys[int(state)] if len(state) == 1 else self.fault.second

    def payoffs(self, state: str) -> tuple[float, ...]:
        return self.fault.payoffs


def test_a_valid_game() -> None:
    assert len(flatten(Faulty(Fault()))) == 7


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"chances": (0.5, 0.4)}, r"must be non-negative and add up to 1, got \(0.5, 0.4\)"),
        ({"chances": (1.5, -0.5)}, "must be non-negative and add up to 1"),
        ({"chances": (float("nan"), 1.0)}, "must be non-negative and add up to 1"),
        ({"chances": (1.0,)}, "of the 2 outcomes"),
        (
            {"actions": (("l", "r"), ("l", "x"))},
            r"'same' must have the same actions .* and \('l', 'x'",
        ),
        ({"actions": (("l", "l"), ("l", "l"))}, "actions must be different, at least one"),
        ({"actions": ((), ())}, "actions must be at least one"),
        ({"players": (0, 1)}, "'same' must be of one player, got 0 and 1"),
        ({"players": (2, 2)}, "player must be from 0 to 1, chance .*, got 2 at"),
        ({"payoffs": (1.0,)}, "must be a number for each of 2 players"),
        ({"payoffs": (1.0, float("inf"))}, "must be a number for each of 2 players"),
        # The player forgets their action, what they knew before, or that they have acted.
        ({"second": "later"}, "player 0 reaches information set 'later' by 'l' at 'same' and by"),
        ({"keys": ("a", "b"), "second": "later"}, "must have perfect recall"),
        ({"second": "same"}, "must have perfect recall"),
    ],
)
def test_invalid_games_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        flatten(Faulty(Fault(**changes)))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_one_player() -> None:
    with pytest.raises(InputError, match="faulty must have at least 2 players, got 1"):
        flatten(Faulty(Fault(), players=1))


def test_too_many_nodes() -> None:
    assert len(flatten(Kuhn(), max_nodes=58)) == 58
    with pytest.raises(InputError, match=r"more than 57 nodes .* raise max_nodes or use a"):
        flatten(Kuhn(), max_nodes=57)


class Forgetful(Kuhn):
    """Kuhn with the betting left out of the key, and with the same two actions everywhere."""

    def actions(self, state: KuhnState) -> Sequence[str]:
        return super().actions(state) if self.player(state) == CHANCE else ("p", "b")

    def information_set(self, state: KuhnState) -> str:
        player = self.player(state)
        return f"{player}: {state[0][player]}"


def test_forgetful_kuhn() -> None:
    """Facing a bet after a check would look like the first decision."""
    with pytest.raises(InputError, match=r"'0: \d' by no action before and by 'p' at '0: \d'"):
        flatten(Forgetful())
