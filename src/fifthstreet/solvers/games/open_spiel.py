"""Use OpenSpiel's games in our solvers, and our strategies in OpenSpiel.

OpenSpiel (Lanctot et al. 2019) is optional: install it with `fifthstreet[interop]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from fifthstreet.errors import InputError, MissingLibraryError
from fifthstreet.solvers.games.features import Features, KeyFeatures, sampled_key_features
from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game
from fifthstreet.solvers.games.kuhn import Kuhn
from fifthstreet.solvers.games.limit_poker import LimitPoker, leduc

OpenSpielPolicy = dict[str, list[tuple[int, float]]]


@dataclass(frozen=True)
class OpenSpielGame:
    """A sequential game of OpenSpiel: a loaded game, or its name with options.

    Information sets and actions have OpenSpiel's own strings. Chance outcomes are never marked as
    public, because OpenSpiel does not know.

    >>> OpenSpielGame("kuhn_poker").players
    2
    """

    source: Any

    def __post_init__(self) -> None:
        pyspiel, kind = _pyspiel(), self.game.get_type()
        name = kind.short_name
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise InputError(
                f"players of {name} must move in turns: "
                f"use 'turn_based_simultaneous_game(game={name}())'"
            )
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise InputError(f"{name} must give the probabilities of its chance outcomes")
        if not kind.provides_information_state_string:
            raise InputError(f"{name} must have strings for its information sets")

    @cached_property
    def game(self) -> Any:
        """OpenSpiel's own game."""
        pyspiel = _pyspiel()
        if not isinstance(self.source, str):
            return self.source
        if self.source.split("(")[0] not in pyspiel.registered_names():
            raise InputError(
                f"OpenSpiel has no game {self.source!r}: see pyspiel.registered_names()"
            )
        try:
            return pyspiel.load_game(self.source)
        except (RuntimeError, pyspiel.SpielError) as error:
            first_line = str(error).splitlines()[0]
            raise InputError(f"OpenSpiel rejects {self.source!r}: {first_line}") from None

    @property
    def name(self) -> str:
        """OpenSpiel's string for the game and its options."""
        return f"open_spiel:{self.game}"

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.game.num_players())

    def root(self) -> Any:
        """Return OpenSpiel's initial state."""
        return self.game.new_initial_state()

    def player(self, state: Any) -> int:
        """Return the player to act, `CHANCE` or `TERMINAL`."""
        if state.is_terminal():
            return TERMINAL
        return CHANCE if state.is_chance_node() else int(state.current_player())

    def actions(self, state: Any) -> Sequence[str]:
        """Return OpenSpiel's action names, with its action numbers where two names are equal."""
        player, numbers = state.current_player(), state.legal_actions()
        names = tuple(state.action_to_string(player, number) for number in numbers)
        if len(set(names)) == len(names):
            return names
        return tuple(f"{name}#{number}" for name, number in zip(names, numbers, strict=True))

    def child(self, state: Any, action: int) -> Any:
        """Return OpenSpiel's state after the action with this index."""
        return state.child(state.legal_actions()[action])

    def probabilities(self, state: Any) -> Sequence[float]:
        """Return the probabilities of the outcomes, in the order of the actions."""
        probabilities = dict(state.chance_outcomes())
        return tuple(probabilities[number] for number in state.legal_actions())

    def public_key(self, state: Any) -> None:
        """Return None: OpenSpiel does not know which outcomes are public."""
        return

    def information_set(self, state: Any) -> str:
        """Return OpenSpiel's information state string."""
        return str(state.information_state_string())

    def features(self, state: Any) -> Features:
        """Return OpenSpiel's information state tensor; the text's characters if it has none."""
        if self.game.get_type().provides_information_state_tensor:
            return np.asarray(state.information_state_tensor(), np.float32)
        return self._key_features(self.information_set(state))

    @cached_property
    def _key_features(self) -> KeyFeatures:
        return sampled_key_features(self)

    def payoffs(self, state: Any) -> Sequence[float]:
        """Return OpenSpiel's returns."""
        return tuple(state.returns())


def open_spiel_twin(game: Game[Any]) -> OpenSpielGame:
    """Return OpenSpiel's version of a game, which has the same tree.

    Args:
        game: Kuhn poker or Leduc hold'em with their usual decks and bets, or a game of OpenSpiel.

    Raises:
        InputError: If OpenSpiel has no such game.
        MissingLibraryError: If OpenSpiel is not installed.
    """
    if isinstance(game, OpenSpielGame):
        return game
    if isinstance(game, Kuhn) and game.cards == game.players + 1:
        return OpenSpielGame(f"kuhn_poker(players={game.players})")
    if isinstance(game, LimitPoker) and game == leduc(players=game.players):
        return OpenSpielGame(f"leduc_poker(players={game.players})")
    raise InputError(
        f"game must be Kuhn poker or Leduc hold'em with their usual decks and bets, got {game.name}"
    )


def to_open_spiel_policy(
    strategy_by_key: Mapping[str, Mapping[str, float]], game: Game[Any]
) -> OpenSpielPolicy:
    """Convert strategies to the table of a `pyspiel.TabularPolicy`.

    Args:
        strategy_by_key: The probability of each action at each information set of the game; omitted
            actions have probability 0.
        game: The game of the strategies, which OpenSpiel must have too.

    Returns:
        OpenSpiel's action numbers with their probabilities, by its information state strings.

    Raises:
        InputError: If OpenSpiel does not have the game, or if an information set is missing or has
            wrong probabilities.
        MissingLibraryError: If OpenSpiel is not installed.
    """
    twin = open_spiel_twin(game)
    policy: OpenSpielPolicy = {}
    for state, twin_state in decisions_of_both(game, twin):
        twin_key = twin.information_set(twin_state)
        if twin_key not in policy:
            key = game.information_set(state)
            if key not in strategy_by_key:
                raise InputError(f"strategy_by_key must have every information set, lacks {key!r}")
            probabilities = _checked(key, strategy_by_key[key], game.actions(state))
            policy[twin_key] = list(zip(twin_state.legal_actions(), probabilities, strict=True))
    return policy


def decisions_of_both(game: Game[Any], twin: OpenSpielGame) -> Iterator[tuple[Any, Any]]:
    """Iterate over corresponding decision states of two games.

    They correspond because both games order the children of a state in the same way.

    Args:
        game: A game of this package.
        twin: OpenSpiel's version of the game, such as from `open_spiel_twin`.

    Yields:
        A state of the game and the state of OpenSpiel that corresponds to it.

    Raises:
        InputError: If the trees differ.
    """
    waiting = [(game.root(), twin.root())]
    while waiting:
        state, twin_state = waiting.pop()
        player, actions = game.player(state), twin_state.legal_actions()
        count = 0 if player == TERMINAL else len(game.actions(state))
        if player != twin.player(twin_state) or count != len(actions):
            raise InputError(f"{twin.name} must have the same tree as {game.name}")
        if player >= 0:
            yield state, twin_state
        waiting += [
            (game.child(state, index), twin.child(twin_state, index)) for index in range(count)
        ]


def _checked(key: str, strategy: Mapping[str, float], actions: Sequence[str]) -> list[float]:
    """Return probabilities in the order of the actions; InputError unless they add up to 1."""
    if unknown := set(strategy) - set(actions):
        raise InputError(
            f"{key!r}: action must be one of {', '.join(actions)}, got {min(unknown)!r}"
        )
    probabilities = [float(strategy.get(action, 0.0)) for action in actions]
    if min(probabilities) < 0 or abs(sum(probabilities) - 1) > 1e-6:
        raise InputError(
            f"{key!r}: probabilities must be non-negative and add up to 1, got {probabilities}"
        )
    return probabilities


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        message = 'OpenSpiel is not installed; install "fifthstreet[interop]"'
        raise MissingLibraryError(message) from None
