"""Subgames of any two-player zero-sum game, solved again from its public states on.

A public state is what everybody has seen after a public chance event: the histories in it differ
only in what is hidden. A strategy for the whole game, the blueprint, is kept up to there; from
there on, the strategy of one player is replaced by the solution of a smaller game that begins at
the public state. How the smaller game begins is what the ways differ in. "Weight" is the
probability of chance times that of the player's own actions; the opponent's do not count:

unsafe      chance deals a history with the probability that it has if both play the blueprint.
resolve     chance deals a history by weight. The opponent, who knows only what they know in it,
            enters, or declines for their alternative value (Burch, Johanson & Bowling 2014,
            "Solving imperfect information games using decomposition").
maxmargin   the opponent chooses an information set, chance deals a history of it by weight, and the
            opponent pays the alternative value of the set (Moravcik et al. 2016, "Refining subgames
            in large imperfect information games").
reach       maxmargin, with alternative values raised by what the opponent gave up on the way
            (Brown & Sandholm 2017, "Safe and nested subgame solving for imperfect-information
            games").

The alternative value of an information set is what the opponent wins there by a best response to
the blueprint. Gifts are means over an information set, and the weights of the subgames below it add
up to at most its own weight: so all subgames may be solved with the whole gift, and all together
give back no more than was given.

Hands and trees are enumerated, so best responses to the composed strategy are exact; this is for
small games. Spots have vectors of hands instead.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from fifthstreet.search.game_values import OpponentValues, first_decisions
from fifthstreet.search.public_state import PublicState, check_tree, public_states, state_at
from fifthstreet.search.ways import Way, check_way
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy
from fifthstreet.solvers.cfr.game_tree import Int32Array
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game

State = TypeVar("State")

_ITERATIONS = 1_000  # of each subgame
_ZERO_SUM = 1e-9  # chips by which payoffs may miss a sum of 0
_ENTER, _DECLINE = "enter", "decline"


class Stage(Enum):
    """Where a `SubgameGame` stands."""

    CHOICE = "the opponent chooses an information set"
    DEAL = "chance deals a history"
    OFFER = "the opponent enters or declines"
    DECLINED = "the opponent has declined"
    PLAY = "the subgame is played"


class SubgameState(NamedTuple):
    """A state of a `SubgameGame`."""

    stage: Stage
    root_set: int | None = None  # the opponent's information set at the root, once it is known
    inner: Any = None  # the state of the whole game, once a history is dealt


@dataclass(frozen=True, eq=False, repr=False)
class SubgameGame(Generic[State]):
    """The rest of a game from a public state on, with a root that depends on the way.

    R histories, each of which belongs to one of S information sets of the opponent. Information
    sets below the root are those of the whole game.
    """

    game: Game[State]
    public_state: PublicState
    way: Way
    opponent: int  # who has a choice at the root; the other player's strategy is wanted
    roots: tuple[State, ...]  # [R]
    weights: tuple[float, ...]  # [R]  what chance deals in proportion to
    root_sets: tuple[int, ...]  # [R]
    alternatives: dict[str, float]  # [S]  chips that each set of the opponent is worth elsewhere

    @property
    def name(self) -> str:
        """The whole game, the public state, the way and the player, and a hash of all numbers."""
        numbers = repr((self.weights, self.root_sets, self.alternatives))
        return (
            f"{self.game.name}, {self.way} at {self.public_state} for player {1 - self.opponent}, "
            f"{sha256(numbers.encode()).hexdigest()[:12]}"
        )

    def __repr__(self) -> str:
        """Return the way, the public state, the player and the number of histories."""
        return (
            f"<SubgameGame: {self.way} at {self.public_state} for player {1 - self.opponent}, "
            f"{len(self.roots)} histories>"
        )

    @property
    def players(self) -> int:
        """Number of players (always 2)."""
        return self.game.players

    def root(self) -> SubgameState:
        """Return the state in which the opponent chooses, or in which chance deals a history."""
        return SubgameState(Stage.CHOICE if self._has_choice else Stage.DEAL)

    def player(self, state: SubgameState) -> int:
        """Return who acts."""
        if state.stage is Stage.PLAY:
            return self.game.player(state.inner)
        if state.stage is Stage.DEAL:
            return CHANCE
        return TERMINAL if state.stage is Stage.DECLINED else self.opponent

    def actions(self, state: SubgameState) -> Sequence[str]:
        """Return the opponent's information sets, the histories, or the actions of the game."""
        if state.stage is Stage.PLAY:
            return self.game.actions(state.inner)
        if state.stage is Stage.DEAL:
            return tuple(map(str, self._histories(state.root_set)))
        return self._labels if state.stage is Stage.CHOICE else (_ENTER, _DECLINE)

    def child(self, state: SubgameState, action: int) -> SubgameState:
        """Return the state after an action or outcome."""
        match state.stage:
            case Stage.CHOICE:
                return SubgameState(Stage.DEAL, action)
            case Stage.DEAL:
                history = self._histories(state.root_set)[action]
                stage = Stage.OFFER if self.way == "resolve" else Stage.PLAY
                return SubgameState(stage, self.root_sets[history], self.roots[history])
            case Stage.OFFER:
                is_in = self.actions(state)[action] == _ENTER
                return state._replace(stage=Stage.PLAY if is_in else Stage.DECLINED)
            case _:
                return state._replace(inner=self.game.child(state.inner, action))

    def probabilities(self, state: SubgameState) -> Sequence[float]:
        """Return the probability of each history, or those of the game's own chance events."""
        if state.stage is Stage.PLAY:
            return self.game.probabilities(state.inner)
        weights = [self.weights[history] for history in self._histories(state.root_set)]
        return [weight / sum(weights) for weight in weights]

    def public_key(self, state: SubgameState) -> Hashable | None:
        """Return what everybody knows at a public chance event; histories are dealt face down."""
        return self.game.public_key(state.inner) if state.stage is Stage.PLAY else None

    def information_set(self, state: SubgameState) -> str:
        """Return what the player to act knows; only the opponent acts at the root."""
        if state.stage is Stage.PLAY:
            return self.game.information_set(state.inner)
        return f"subgame: {'' if state.root_set is None else self._labels[state.root_set]}"

    def payoffs(self, state: SubgameState) -> Sequence[float]:
        """Return the chips won or lost; alternative values change them as the way requires."""
        payoffs = [0.0, 0.0]
        if state.stage is Stage.PLAY:
            payoffs = [float(payoff) for payoff in self.game.payoffs(state.inner)]
        if state.root_set is not None and (state.stage is Stage.DECLINED or self._has_choice):
            alternative = self._values[state.root_set]
            change = -alternative if self._has_choice else alternative
            payoffs[self.opponent] += change
            payoffs[1 - self.opponent] -= change
        return payoffs

    @property
    def _has_choice(self) -> bool:
        return self.way in ("maxmargin", "reach")

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return tuple(self.alternatives)

    @cached_property
    def _values(self) -> tuple[float, ...]:
        return tuple(self.alternatives.values())

    @cached_property
    def _by_set(self) -> list[list[int]]:
        by_set: list[list[int]] = [[] for _ in self.alternatives]
        for history, root_set in enumerate(self.root_sets):
            by_set[root_set].append(history)
        return by_set

    def _histories(self, root_set: int | None) -> Sequence[int]:
        return range(len(self.roots)) if root_set is None else self._by_set[root_set]


def subgame_game(
    game: Game[State], strategy: Strategy, public_state: PublicState, player: int, way: str
) -> SubgameGame[State]:
    """Return the game whose solution replaces a player's strategy from a public state on.

    `strategy` is the blueprint of both players. ValueError if nobody reaches the public state, or,
    in the safe ways, if the player does not.

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
    _check_public_state(game, public_state)
    values = OpponentValues.of(strategy, 1 - player)
    subgame = _subgame(game, values, public_state, check_way(way))
    if subgame is None:
        who = "nobody" if way == "unsafe" else f"player {player} never"
        raise ValueError(f"{who} reaches the public state {public_state}; want one that is played")
    return subgame


def resolve_game(
    game: Game[Any],
    strategy: Strategy,
    way: str,
    *,
    player: int | None = None,
    depth: int = 1,
    iterations: int = _ITERATIONS,
    target: float | None = None,
) -> Strategy:
    """Re-solve all subgames of a game, and return the blueprint with their strategies in it.

    Subgames begin after `depth` public chance events. Those of the one player are re-solved, or, by
    default, those of each player against the blueprint of the other. A subgame that the player
    never reaches keeps its blueprint. Each is solved by DCFR for so many iterations, or until its
    exploitability is at most `target` chips.

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
    checked = check_way(way)
    tree = strategy.tree
    states = public_states(game, tree, depth=depth)
    if not states:
        raise ValueError(f"{game.name} has no public state after {depth} public chance events")
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
    """
    values = OpponentValues.of(strategy, opponent)
    sets = _root_sets(values, _reached(values, public_state))
    return {label: values.mean_value(nodes) for label, nodes in sets.items()}


def margins(
    blueprint: Strategy, resolved: Strategy, public_state: PublicState, player: int
) -> dict[str, float]:
    """Return by how much the opponent's information sets win less than against the blueprint.

    A negative margin is what the opponent gains with an information set if `player` plays the
    re-solved strategy.
    """
    before = alternatives(blueprint, public_state, 1 - player)
    after = alternatives(resolved, public_state, 1 - player)
    return {label: before[label] - after[label] for label in before}


def _subgame(
    game: Game[State], values: OpponentValues, public_state: PublicState, way: Way
) -> SubgameGame[State] | None:
    """Return the game that is solved at a public state; None if nobody gets there."""
    nodes = _reached(values, public_state)
    if way == "unsafe":
        nodes = nodes[values.own_reach[nodes] > 0]
    if not nodes.size:
        return None
    weights = values.reach[nodes] * (values.own_reach[nodes] if way == "unsafe" else 1.0)
    sets = _root_sets(values, nodes)
    set_of = {node: index for index, part in enumerate(sets.values()) for node in part.tolist()}
    # The histories of an information set have the same own past, so the same gift.
    gifts = [values.gift[part[0]] if way == "reach" else 0.0 for part in sets.values()]
    return SubgameGame(
        game=game,
        public_state=public_state,
        way=way,
        opponent=values.opponent,
        roots=tuple(state_at(game, values.tree, node) for node in nodes.tolist()),
        weights=tuple((weights / weights.sum()).tolist()),
        root_sets=tuple(set_of[node] for node in nodes.tolist()),
        alternatives={
            label: values.mean_value(part) + float(gift)
            for (label, part), gift in zip(sets.items(), gifts, strict=True)
        },
    )


def _reached(values: OpponentValues, public_state: PublicState) -> Int32Array:
    nodes = np.array(public_state.nodes, np.int32)
    return nodes[values.reach[nodes] > 0]


def _root_sets(values: OpponentValues, nodes: Int32Array) -> dict[str, Int32Array]:
    """Return the histories that the opponent cannot tell apart, by what they know.

    They know what they will know at their first decision below. If they never act again, every
    history counts as known to them, which can only make the answer more careful.
    """
    tree = values.tree
    sets: dict[str, list[int]] = {}
    for node, first in zip(nodes.tolist(), values.first_decision[nodes].tolist(), strict=True):
        label = tree.keys[tree.row[first]] if first < len(tree) else f"history {node}"
        sets.setdefault(label, []).append(node)
    return {label: np.array(part, np.int32) for label, part in sets.items()}


def _put(
    probabilities: Any, tree: GameTree, rows: dict[str, int], solved: Strategy, player: int
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
        raise ValueError(f"{game.name} has {game.players} players; want two")
    if player not in (0, 1):
        raise ValueError(f"no player {player}; want 0 or 1")
    if np.abs(strategy.tree.payoffs.sum(axis=1)).max() > _ZERO_SUM:
        raise ValueError(f"payoffs of {game.name} do not add up to 0; want a zero-sum game")


def _check_public_state(game: Game[Any], public_state: PublicState) -> None:
    if public_state.game != game.name:
        raise ValueError(
            f"the public state is of a different game: {public_state.game}; want {game.name}"
        )
