"""Games of the solvers as games of OpenSpiel: `as_open_spiel("leduc")`.

Importing this registers them: `pyspiel.load_game("fifthstreet(game=leduc)")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.interop.libraries import required
from fifthstreet.interop.open_spiel.descriptions import game_info, game_type, player_id
from fifthstreet.interop.open_spiel.game_limits import GameLimits, limits_of
from fifthstreet.solvers import named_game
from fifthstreet.solvers.games import TERMINAL, Game, checked_game
from fifthstreet.solvers.postflop import Spot, SpotGame

pyspiel = required("pyspiel", "OpenSpiel")
_Game: Any = pyspiel.Game
_State: Any = pyspiel.State

SHORT_NAME = "fifthstreet"
_DEFAULTS = {"game": "leduc"}

# Games given as objects, by name, so that OpenSpiel can load its copies of them.
_given: dict[str, tuple[Game[Any], GameLimits]] = {}


def as_open_spiel(
    game: str | Game[Any] | Spot, *, limits: GameLimits | None = None, **options: Any
) -> SolverGame:
    """Return a game of the solvers as a game of OpenSpiel.

    Actions are numbered in the order of `Game.actions`.

    Args:
        game: A name like `leduc`, an object with the interface of `solvers.games.Game`, or a spot,
            which is played hand by hand.
        limits: Bounds that OpenSpiel needs in advance; by default they are found from the tree of a
            spot, or by visiting all states of a game. Large games need them.
        **options: Options of a game that is given by name.

    Raises:
        InputError: If the game is too large to find its limits, or if methods are missing.

    >>> state = as_open_spiel("kuhn").new_initial_state()
    >>> for outcome in (2, 0):
    ...     state.apply_action(outcome)
    >>> state.information_state_string(), state.action_to_string(1)
    ('K|', 'b')
    """
    if isinstance(game, Spot):
        game = SpotGame(game)
    elif isinstance(game, str):
        game = named_game(game, **options)
    else:
        checked_game(game)
    token = _token(game)
    if token not in _given or limits is not None:
        _given[token] = game, limits or limits_of(game)
    return SolverGame({"game": token})


class SolverGame(_Game):  # type: ignore[misc]
    """A game of the solvers with OpenSpiel's interface."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Set the game by its parameter: a name of `solvers.named_game`, or one given before."""
        name = {**_DEFAULTS, **(parameters or {})}["game"]
        self.solver_game, self.limits = _loaded(name)
        """The game of the solvers, and its largest numbers."""
        players, payoff_sum = self.solver_game.players, self.limits.payoff_sum
        kind = game_type(
            SHORT_NAME,
            self.solver_game.name,
            _DEFAULTS,
            payoff_sum=payoff_sum,
            players=(players, players),
        )
        super().__init__(kind, game_info(players, self.limits), {"game": name})
        self._start = _Place(name, self.solver_game, self.solver_game.root())

    def new_initial_state(self, _: Any = None) -> SolverGameState:
        """Return the state before anything has happened."""
        return SolverGameState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance events from the root to an end."""
        return self.limits.deals

    def make_py_observer(
        self, observation_type: Any = None, parameters: Mapping[str, Any] | None = None
    ) -> SolverGameObserver:
        """Return an observer, which has texts but no tensors."""
        return SolverGameObserver(observation_type, parameters)


@dataclass(frozen=True)
class _Place:
    """A state of a game, and what each player knew and did when they acted last."""

    name: str  # of the game, for OpenSpiel
    game: Game[Any]
    state: Any
    last: tuple[str, ...] = ()  # [P]

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_place, (self.name, self.state, self.last)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Place:
        return self

    @property
    def player(self) -> int:
        return self.game.player(self.state)

    def after(self, action: int) -> _Place:
        """Return the place after an action or an outcome of chance."""
        last, player = self.last or ("",) * self.game.players, self.player
        if player >= 0:
            name = self.game.actions(self.state)[action]
            known = f"{self.game.information_set(self.state)} {name}"
            last = (*last[:player], known, *last[player + 1 :])
        return replace(self, state=self.game.child(self.state, action), last=last)

    def known_to(self, player: int) -> str:
        """Return the information set of the player to act; for others, the one they acted at."""
        if player == self.player:
            return self.game.information_set(self.state)
        return self.last[player] if self.last else ""


class SolverGameState(_State):  # type: ignore[misc]
    """A state of a game of the solvers with OpenSpiel's interface."""

    def __init__(self, game: SolverGame, place: _Place) -> None:
        """Set the place in the game; `SolverGame.new_initial_state` calls this."""
        super().__init__(game)
        self.place = place

    @property
    def solver_state(self) -> Any:
        """The state as the solvers have it."""
        return self.place.state

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance or the end."""
        return player_id(self.place.player)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.place.game.actions(self.place.state))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance that are possible, with their probabilities."""
        probabilities = self.place.game.probabilities(self.place.state)
        return [(number, each) for number, each in enumerate(probabilities) if each > 0]

    def _apply_action(self, action: int) -> None:
        self.place = self.place.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.place.game.actions(self.place.state)[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.place.player == TERMINAL

    def returns(self) -> list[float]:
        """Return what each player has won or lost, 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.place.game.players
        return [float(each) for each in self.place.game.payoffs(self.place.state)]

    def __str__(self) -> str:
        if self.place.player >= 0:
            return f"player {self.place.player}: {self.place.known_to(self.place.player)}"
        return " ".join(map(str, self.history())) or "start"


class SolverGameObserver:
    """What a player knows, as text."""

    tensor: Any = None

    def __init__(self, kind: Any = None, parameters: Mapping[str, Any] | None = None) -> None:
        """Set whether private things are observed: games do not say what is public."""
        if parameters:
            raise InputError(f"observers take no parameters, got {dict(parameters)}")
        self._is_public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SolverGameState, player: int) -> None:
        """Do nothing: there are no tensors."""

    def string_from(self, state: SolverGameState, player: int) -> str:
        """Return the player's information set, or what they knew and did when they acted last."""
        return "" if self._is_public else state.place.known_to(player)


def _loaded(name: str) -> tuple[Game[Any], GameLimits]:
    """Return the game that was given with a name, or the one that has it."""
    if name not in _given:
        game = named_game(name)
        _given[name] = game, limits_of(game)
    return _given[name]


def _loaded_place(name: str, state: Any, last: tuple[str, ...]) -> _Place:
    return _Place(name, _loaded(name)[0], state, last)


def _token(game: Game[Any]) -> str:
    """Return a name without the signs that separate parameters of games in OpenSpiel."""
    return "".join("_" if each in "(),= " else each for each in game.name)


pyspiel.register_game(
    game_type(SHORT_NAME, "games of fifthstreet's solvers", _DEFAULTS, payoff_sum=None), SolverGame
)
