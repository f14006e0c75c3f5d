"""OpenSpiel's games here, and our strategies there.

OpenSpiel (Lanctot et al. 2019) is not needed otherwise: install `fifthstreet[interop]` for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game
from fifthstreet.solvers.games.kuhn import Kuhn
from fifthstreet.solvers.games.limit_poker import LimitPoker, leduc

OpenSpielPolicy = dict[str, list[tuple[int, float]]]


@dataclass(frozen=True)
class OpenSpielGame:
    """A sequential game of OpenSpiel, by name with its options or as a loaded game.

    Information sets and actions have OpenSpiel's own texts. It does not say which chance
    outcomes everybody sees.

    >>> OpenSpielGame("kuhn_poker").players
    2
    """

    source: Any

    def __post_init__(self) -> None:
        """Refuse games that cannot be walked as a tree of single decisions."""
        pyspiel, kind = _pyspiel(), self.game.get_type()
        name = kind.short_name
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ValueError(
                f"players of {name} move at the same time; "
                f"want a game in turns, like 'turn_based_simultaneous_game(game={name}())'"
            )
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise ValueError(f"{name} does not say how likely its chance outcomes are")
        if not kind.provides_information_state_string:
            raise ValueError(f"{name} has no texts for its information sets")

    @cached_property
    def game(self) -> Any:
        """OpenSpiel's own game."""
        pyspiel = _pyspiel()
        if not isinstance(self.source, str):
            return self.source
        if self.source.split("(")[0] not in pyspiel.registered_names():
            raise ValueError(
                f"OpenSpiel has no game {self.source!r}; want one of pyspiel.registered_names()"
            )
        try:
            return pyspiel.load_game(self.source)
        except (RuntimeError, pyspiel.SpielError) as error:
            first = str(error).splitlines()[0]
            raise ValueError(f"OpenSpiel refuses {self.source!r}: {first}") from None

    @property
    def name(self) -> str:
        """OpenSpiel's text of the game and its options."""
        return f"open_spiel:{self.game}"

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.game.num_players())

    def root(self) -> Any:
        """OpenSpiel's first state."""
        return self.game.new_initial_state()

    def player(self, state: Any) -> int:
        """The player in turn."""
        if state.is_terminal():
            return TERMINAL
        return CHANCE if state.is_chance_node() else int(state.current_player())

    def actions(self, state: Any) -> Sequence[str]:
        """OpenSpiel's names; where two are the same, with OpenSpiel's numbers."""
        player, numbers = state.current_player(), state.legal_actions()
        names = tuple(state.action_to_string(player, number) for number in numbers)
        if len(set(names)) == len(names):
            return names
        return tuple(f"{name}#{number}" for name, number in zip(names, numbers, strict=True))

    def child(self, state: Any, action: int) -> Any:
        """OpenSpiel's state after the action of this place."""
        return state.child(state.legal_actions()[action])

    def probabilities(self, state: Any) -> Sequence[float]:
        """Chances of the outcomes, in the order of the actions."""
        chances = dict(state.chance_outcomes())
        return tuple(chances[number] for number in state.legal_actions())

    def public_key(self, state: Any) -> None:
        """OpenSpiel does not say who sees what."""
        return

    def information_set(self, state: Any) -> str:
        """OpenSpiel's own text."""
        return str(state.information_state_string())

    def payoffs(self, state: Any) -> Sequence[float]:
        """OpenSpiel's returns."""
        return tuple(state.returns())


def open_spiel_twin(game: Game[Any]) -> OpenSpielGame:
    """The game of OpenSpiel that has the same tree."""
    if isinstance(game, OpenSpielGame):
        return game
    if isinstance(game, Kuhn) and game.cards == game.players + 1:
        return OpenSpielGame(f"kuhn_poker(players={game.players})")
    if isinstance(game, LimitPoker) and game == leduc(players=game.players):
        return OpenSpielGame(f"leduc_poker(players={game.players})")
    raise ValueError(
        f"OpenSpiel has no twin of {game.name}; want Kuhn poker or Leduc hold'em with their usual "
        "decks and bets"
    )


def to_open_spiel_policy(
    strategy_by_key: Mapping[str, Mapping[str, float]], game: Game[Any]
) -> OpenSpielPolicy:
    """Strategies as the table of a `pyspiel.TabularPolicy`: OpenSpiel's texts and action numbers.

    `strategy_by_key` has the probability of each action at each information set of the game;
    actions that are left out are never done.
    """
    twin = open_spiel_twin(game)
    policy: OpenSpielPolicy = {}
    for state, other in _decisions(game, twin):
        text = twin.information_set(other)
        if text not in policy:
            key = game.information_set(state)
            if key not in strategy_by_key:
                raise ValueError(f"no strategy for {key!r}; want one for every information set")
            chances = _checked(key, strategy_by_key[key], game.actions(state))
            policy[text] = list(zip(other.legal_actions(), chances, strict=True))
    return policy


def _decisions(game: Game[Any], twin: OpenSpielGame) -> Iterator[tuple[Any, Any]]:
    """States of both games in step in which a player acts: siblings have the same order."""
    waiting = [(game.root(), twin.root())]
    while waiting:
        state, other = waiting.pop()
        if other.is_terminal():
            continue
        if not other.is_chance_node():
            yield state, other
        waiting += [
            (game.child(state, index), twin.child(other, index))
            for index in range(len(other.legal_actions()))
        ]


def _checked(key: str, strategy: Mapping[str, float], actions: Sequence[str]) -> list[float]:
    """Probabilities in the order of the actions, once they are known to be a distribution."""
    if unknown := set(strategy) - set(actions):
        raise ValueError(f"{key!r}: no action {min(unknown)!r}; want {', '.join(actions)}")
    chances = [float(strategy.get(action, 0.0)) for action in actions]
    if min(chances) < 0 or abs(sum(chances) - 1) > 1e-6:
        raise ValueError(f"{key!r}: probabilities {chances}; want 0 or more that add up to 1")
    return chances


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise ValueError('OpenSpiel is not installed; want "fifthstreet[interop]"') from None
