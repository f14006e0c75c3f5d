"""Policies as strategies: what a function or a network plays, and how much it can be exploited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree, Strategy, exploitability, flatten
from fifthstreet.solvers.games import TERMINAL, Game
from fifthstreet.solvers.registry import MAX_NODES, named_game
from fifthstreet.tree.strategy import Exploitability

_TOLERANCE = 1e-3  # how far the sum of a policy's probabilities may be from 1: float16 is rounded


@dataclass(frozen=True)
class PolicyObservation:
    """What a policy receives: what the player to act knows, and what they may do."""

    player: int  # from 0
    information_set: str  # as the game names it
    actions: tuple[str, ...]
    number: int  # of the information set in the game's tree, from 0: a row of a table


Answer: TypeAlias = Mapping[str, float] | ArrayLike
Policy: TypeAlias = Callable[[Any], Answer]
Observe: TypeAlias = Callable[[Any], Any]


def strategy_of_policy(
    game: str | Game[Any] | GameTree, policy: Policy, *, observe: Observe | None = None
) -> Strategy:
    """Return what a policy plays at every information set of a game.

    Args:
        game: A name like `leduc`, an object with the interface of `Game`, or its flattened tree.
        policy: A function or a network. It receives an observation and returns the probability of
            each action, in the order of the game's actions or by action; it is called once for
            each information set.
        observe: Computes what the policy receives from a state of the game, like the arrays of a
            network. All states of an information set must give the same. By default the policy
            receives a `PolicyObservation`.

    Returns:
        The strategy on the tree of the game.

    Raises:
        InputError: If the answers are not probabilities, or if observations of an information set
            differ.
        TreeTooLargeError: If the tree of the game has more than `MAX_NODES` nodes.

    >>> strategy_of_policy("kuhn", lambda observation: [0.5, 0.5])["K|b"]
    {'f': 0.5, 'c': 0.5}
    """
    if isinstance(game, str):
        game = named_game(game)
    tree = game if isinstance(game, GameTree) else flatten(game, max_nodes=MAX_NODES)
    if observe is None:
        observations: Sequence[Any] = [
            PolicyObservation(int(player), key, actions, number)
            for number, (player, key, actions) in enumerate(
                zip(tree.info_player, tree.keys, tree.actions, strict=True)
            )
        ]
    elif isinstance(game, GameTree):
        raise InputError("observe requires a game, got its tree, which has no states")
    else:
        observations = _observed(game, tree, observe)
    answers = [
        _probabilities(policy(observation), key, actions)
        for observation, key, actions in zip(observations, tree.keys, tree.actions, strict=True)
    ]
    return Strategy(tree, np.concatenate(answers) if answers else np.empty(0))


def policy_exploitability(
    game: str | Game[Any] | GameTree, policy: Policy, *, observe: Observe | None = None
) -> Exploitability:
    """Return how much best responses win against a policy that plays all seats.

    Args:
        game: A name like `leduc`, an object with the interface of `Game`, or its flattened tree.
        policy: A function or a network that maps observations to probabilities, as in
            `strategy_of_policy`.
        observe: Computes what the policy receives from a state, as in `strategy_of_policy`.

    Raises:
        InputError: If the answers are not probabilities, or if observations of an information set
            differ.
        TreeTooLargeError: If the tree of the game has more than `MAX_NODES` nodes.

    >>> round(policy_exploitability("kuhn", lambda observation: [0.5, 0.5]).chips, 4)
    0.4583
    """
    strategy = strategy_of_policy(game, policy, observe=observe)
    return exploitability(strategy.tree, strategy)


def _observed(game: Game[Any], tree: GameTree, observe: Observe) -> list[Any]:
    """Return the observation of each information set; InputError if its states differ in it."""
    found: dict[int, Any] = {}
    for node, state in enumerate(_states(game)):
        if tree.player[node] < 0:
            continue
        info, observation = int(tree.row[node]), observe(state)
        if not _is_same(found.setdefault(info, observation), observation):
            raise InputError(
                f"observe must return the same for all states of the information set "
                f"{tree.keys[info]!r}, got {found[info]!r} and {observation!r}"
            )
    return [found[info] for info in range(len(tree.keys))]


def _states(game: Game[Any]) -> Iterator[Any]:
    """Iterate over all states in the order of the nodes of the game's tree."""
    level = [game.root()]
    while level:
        yield from level
        level = [
            game.child(state, action)
            for state in level
            if game.player(state) != TERMINAL
            for action in range(len(game.actions(state)))
        ]


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(_is_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return bool(np.array_equal(one, other))


def _probabilities(answer: Answer, key: str, actions: tuple[str, ...]) -> np.ndarray:
    """Return the answer of a policy as probabilities that add up to 1 in double precision."""
    if isinstance(answer, Mapping):
        if unknown := answer.keys() - set(actions):
            raise InputError(
                f"policy must return probabilities of {', '.join(actions)} at {key!r}, "
                f"got {min(unknown)!r}"
            )
        answer = [answer.get(action, 0.0) for action in actions]
    shares = np.asarray(answer, np.float64)
    if shares.shape != (len(actions),):
        raise InputError(
            f"policy must return {len(actions)} probabilities at {key!r}, of {', '.join(actions)}, "
            f"got shape {shares.shape}"
        )
    total = shares.sum()
    if not (shares >= 0).all() or not abs(total - 1) < _TOLERANCE:
        raise InputError(
            "policy must return probabilities that are non-negative and add up to 1, "
            f"got {shares.tolist()} at {key!r}"
        )
    normalised: np.ndarray = shares / total
    return normalised
