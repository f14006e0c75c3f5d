"""Re-solve subgames of any two-player zero-sum game, from its public states on.

A public state is what all players have seen after a public chance event: its histories differ
only in hidden cards. A strategy for the whole game, the blueprint, is kept up to there; from
there on, the strategy of one player is replaced by the solution of a smaller game that begins at
the public state. The methods differ in how the smaller game begins. "Weight" is the
probability of chance and of the player's own actions, without the opponent's:

unsafe      chance deals a history with the probability that it has if both play the blueprint.
resolve     chance deals a history by weight. The opponent, who knows only their information set,
            enters, or declines for their alternative value (Burch, Johanson & Bowling 2014,
            "Solving imperfect information games using decomposition").
maxmargin   the opponent chooses an information set, chance deals a history of it by weight, and the
            opponent pays the alternative value of the set (Moravcik et al. 2016, "Refining subgames
            in large imperfect information games").
reach       maxmargin, with alternative values raised by what the opponent gave up on the way
            (Brown & Sandholm 2017, "Safe and nested subgame solving for imperfect-information
            games").

The alternative value of an information set is what the opponent wins there by a best response to
the blueprint. Gifts are means over an information set, and the weights of the subgames below it
add up to at most its own weight. So all subgames may be solved with the whole gift, and together
they give back no more than was given.

Hands and trees are enumerated, so best responses to the composed strategy are exact; this is for
small games. Spots have vectors of hands instead.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import Float64Array, FullSolver, GameTree, Int32Array, Strategy
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games import Game
from fifthstreet.solvers.search.game_root import SubgameGame
from fifthstreet.solvers.search.game_values import OpponentValues, first_decisions
from fifthstreet.solvers.search.methods import Method, check_method
from fifthstreet.solvers.search.public_state import PublicState, check_tree, public_states, state_at

State = TypeVar("State")

_ITERATIONS = 1_000  # of each subgame
_ZERO_SUM = 1e-9  # chips by which a sum of payoffs may differ from 0


def subgame_game(
    game: Game[State], strategy: Strategy, public_state: PublicState, player: int, method: str
) -> SubgameGame[State]:
    """Return the game whose solution replaces a player's strategy from a public state on.

    Args:
        game: A zero-sum game for two players.
        strategy: The blueprint of both players.
        public_state: Where the subgame begins, from `public_states`.
        player: For whom it is solved: 0 or 1.
        method: `unsafe`, `resolve`, `maxmargin` or `reach` (docs/explanation/search.md).

    Raises:
        InputError: If the method is unknown, or if the public state is not reached: by either
            player with the method `unsafe`, by `player` with the other methods.

    >>> from fifthstreet.solvers.cfr import flatten
    >>> from fifthstreet.solvers.games import leduc
    >>> game = leduc()
    >>> blueprint = Strategy.uniform(flatten(game))
    >>> board = public_states(game, blueprint.tree)[0]
    >>> subgame = subgame_game(game, blueprint, board, 0, "resolve")
    >>> subgame
    <SubgameGame: resolve at ('', 2): Qh for player 0, 20 histories>
    >>> subgame.alternatives["Qs|Qh|kk/k"]
    6.0
    """
    _check_game(game, strategy, player)
    _check_public_state(game.name, public_state)
    values = OpponentValues.of(strategy, 1 - player)
    subgame = _subgame(game, values, public_state, check_method(method))
    if subgame is None:
        who = "the players" if method == "unsafe" else f"player {player}"
        raise InputError(f"{who} must be able to reach the public state, got {public_state}")
    return subgame


def resolve_game(
    game: Game[Any],
    strategy: Strategy,
    method: str,
    *,
    player: int | None = None,
    depth: int = 1,
    iterations: int = _ITERATIONS,
    target: float | None = None,
) -> Strategy:
    """Re-solve all subgames of a game, and return the blueprint with their strategies.

    A subgame that the player never reaches keeps its blueprint.

    Args:
        game: A zero-sum game for two players.
        strategy: The blueprint of both players.
        method: `unsafe`, `resolve`, `maxmargin` or `reach` (docs/explanation/search.md).
        player: The player for whom subgames are re-solved; by default each player, against the
            blueprint of the other.
        depth: Number of public chance events after which subgames begin.
        iterations: Maximum number of iterations of DCFR for each subgame.
        target: Exploitability of a subgame to stop at, in chips; by default all iterations are
            done.

    Returns:
        A strategy for the whole game.

    Raises:
        InputError: If the method is unknown, if the game is not zero-sum for two players, or if it
            has no public chance events at this depth.

    >>> from fifthstreet.solvers.cfr import exploitability, flatten
    >>> from fifthstreet.solvers.games import leduc
    >>> game = leduc()
    >>> blueprint = Strategy.uniform(flatten(game))
    >>> resolved = resolve_game(game, blueprint, "maxmargin", iterations=200)
    >>> exploitability(blueprint.tree, blueprint), exploitability(blueprint.tree, resolved)
    (<Exploitability: 2.37 chips>, <Exploitability: 1.29 chips>)
    """
    players = (0, 1) if player is None else (player,)
    for each in players:
        _check_game(game, strategy, each)
    checked = check_method(method)
    tree = strategy.tree
    states = _states_at_depth(game, tree, depth)
    rows = {key: row for row, key in enumerate(tree.keys)}
    probabilities = strategy.probabilities.copy()
    for each in players:
        values = OpponentValues.of(strategy, 1 - each)
        decides = first_decisions(tree, each) < len(tree)
        for public_state in states:
            if not decides[list(public_state.nodes)].any():
                continue
            subgame = _subgame(game, values, public_state, checked)
            if subgame is None:
                continue
            solver = FullSolver(subgame, schedule=DEFAULT_SCHEDULE)
            if target is None:
                solver.iterate(iterations)
            else:
                solver.run(iterations, target=target)
            _put(probabilities, tree, rows, solver.average(), each)
    return Strategy(tree, probabilities)


def alternatives(strategy: Strategy, public_state: PublicState, opponent: int) -> dict[str, float]:
    """Return what the opponent's information sets at a public state win by a best response.

    The values are in chips, for a player who has got there. Information sets that the other player
    never reaches are left out.

    Args:
        strategy: The strategy of both players.
        public_state: Where the information sets are, from `public_states`.
        opponent: Who responds: player 0 or 1.

    Raises:
        InputError: If the public state is of another game.
    """
    _check_public_state(strategy.tree.name, public_state)
    return _alternatives(OpponentValues.of(strategy, opponent), public_state)


def margins(
    blueprint: Strategy, resolved: Strategy, public_state: PublicState, player: int
) -> dict[str, float]:
    """Return by how much the opponent's information sets win less than against the blueprint.

    A negative margin is what the opponent gains with an information set if `player` plays the
    re-solved strategy.

    Args:
        blueprint: The strategy before re-solving.
        resolved: The strategy after it, which must agree with the blueprint before the public
            state.
        public_state: Where the re-solved subgame begins, from `public_states`.
        player: For whom it was re-solved: 0 or 1.

    Raises:
        InputError: If the public state is of another game, or if the strategies differ before it.
    """
    for strategy in (blueprint, resolved):
        _check_public_state(strategy.tree.name, public_state)
    before, after = (OpponentValues.of(each, 1 - player) for each in (blueprint, resolved))
    nodes = list(public_state.nodes)
    if not np.array_equal(before.reach[nodes], after.reach[nodes]):
        raise InputError(
            f"the strategies must agree before the public state {public_state}: "
            "compare a blueprint with the result of re-solving it"
        )
    won = _alternatives(after, public_state)
    return {key: value - won[key] for key, value in _alternatives(before, public_state).items()}


def _alternatives(values: OpponentValues, public_state: PublicState) -> dict[str, float]:
    sets = _root_sets(values, _reached(values, public_state))
    return {label: values.mean_value(nodes) for label, nodes in sets.items()}


def _subgame(
    game: Game[State], values: OpponentValues, public_state: PublicState, method: Method
) -> SubgameGame[State] | None:
    """Return the game that is solved at a public state; None if it is not reached."""
    nodes = _reached(values, public_state)
    if method == "unsafe":
        nodes = nodes[values.own_reach[nodes] > 0]
    if not nodes.size:
        return None
    weights = values.reach[nodes] * (values.own_reach[nodes] if method == "unsafe" else 1.0)
    sets = _root_sets(values, nodes)
    set_of = {node: index for index, part in enumerate(sets.values()) for node in part.tolist()}
    # The histories of an information set have the same own past, so the same gift.
    gifts = [values.gift[part[0]] if method == "reach" else 0.0 for part in sets.values()]
    return SubgameGame(
        game=game,
        public_state=public_state,
        method=method,
        opponent=values.opponent,
        roots=tuple(state_at(game, values.tree, node) for node in nodes.tolist()),
        weights=tuple((weights / weights.sum()).tolist()),
        root_sets=tuple(set_of[node] for node in nodes.tolist()),
        alternatives={
            label: values.mean_value(part) + float(gift)
            for (label, part), gift in zip(sets.items(), gifts, strict=True)
        },
    )


def _states_at_depth(game: Game[Any], tree: GameTree, depth: int) -> list[PublicState]:
    every = public_states(game, tree)
    if not every:
        raise InputError(f"{game.name} has no public chance events")
    states = [state for state in every if state.depth == depth]
    if not states:
        last = max(state.depth for state in every)
        depths = "1" if last == 1 else f"1 to {last}"
        raise InputError(f"depth must be {depths}, in public chance events, got {depth}")
    return states


def _reached(values: OpponentValues, public_state: PublicState) -> Int32Array:
    nodes = np.array(public_state.nodes, np.int32)
    return nodes[values.reach[nodes] > 0]


def _root_sets(values: OpponentValues, nodes: Int32Array) -> dict[str, Int32Array]:
    """Return the histories that the opponent cannot distinguish, by what they know.

    They know what they will know at their first decision below. If they never act again, every
    history counts as known to them, which can only make the strategy safer.
    """
    tree = values.tree
    sets: dict[str, list[int]] = {}
    for node, first in zip(nodes.tolist(), values.first_decision[nodes].tolist(), strict=True):
        label = tree.keys[tree.row[first]] if first < len(tree) else f"history {node}"
        sets.setdefault(label, []).append(node)
    return {label: np.array(part, np.int32) for label, part in sets.items()}


def _put(
    probabilities: Float64Array, tree: GameTree, rows: dict[str, int], solved: Strategy, player: int
) -> None:
    """Copy a player's strategy from a subgame into the probabilities of the whole game."""
    part = solved.tree
    for row in np.flatnonzero(part.info_player == player).tolist():
        at = rows[part.keys[row]]
        probabilities[tree.first_action[at] : tree.first_action[at + 1]] = solved.probabilities[
            part.first_action[row] : part.first_action[row + 1]
        ]


def _check_game(game: Game[Any], strategy: Strategy, player: int) -> None:
    check_tree(game, strategy.tree)
    if game.players != 2:
        raise InputError(f"the game must have two players, got {game.name} with {game.players}")
    if player not in (0, 1):
        raise InputError(f"player must be 0 or 1, got {player}")
    if np.abs(strategy.tree.payoffs.sum(axis=1)).max() > _ZERO_SUM:
        raise InputError(f"the game must be zero-sum, got {game.name}")


def _check_public_state(game: str, public_state: PublicState) -> None:
    if public_state.game != game:
        raise InputError(f"public_state must belong to {game}, got a state of {public_state.game}")
