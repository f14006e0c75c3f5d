"""Games of the rules engine as games of OpenSpiel, with cards dealt one by one.

Importing this registers them: `pyspiel.load_game("fifthstreet_poker(game=plo,players=3)")`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from fifthstreet.arena.live import parse_stakes
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.game.variants import Poker
from fifthstreet.interop.libraries import required
from fifthstreet.interop.open_spiel.descriptions import game_info, game_type, player_id
from fifthstreet.interop.open_spiel.poker_observer import PokerObserver
from fifthstreet.interop.open_spiel.poker_table import PokerTable

pyspiel = required("pyspiel", "OpenSpiel")
_Game: Any = pyspiel.Game
_State: Any = pyspiel.State

SHORT_NAME = "fifthstreet_poker"
_DEFAULTS: dict[str, Any] = {
    "game": "nlhe",
    "players": 2,
    "stack": 0,  # 0: the usual one
    "stakes": "",  # like small_blind:1;big_blind:2
    "sizes": "",  # of bets in pots, like 0.5;1 or just 1; (not 1, a number); otherwise all amounts
}

# Games given as objects, by name, so that OpenSpiel can load its copies of them.
_given: dict[str, PokerTable] = {}


def open_spiel_poker(
    game: Poker | str,
    *,
    players: int = 2,
    stacks: int | Sequence[int] | None = None,
    pots: Sequence[float] | None = None,
) -> PokerGame:
    """Return a game of the rules engine as a game of OpenSpiel.

    Args:
        game: A game of `game.variants`, or a name like `plo`, with its usual stakes.
        players: Number of players, if `stacks` is one number.
        stacks: Chips of each player, or one number for all; by default the usual stack of a named
            game.
        pots: Bet sizes as shares of the pot, whose actions `interop.menu` numbers. By default every
            amount of whole chips is an action.

    Raises:
        InputError: If a game that is not a name has no stacks.

    >>> state = open_spiel_poker("nlhe", stacks=200).new_initial_state()
    >>> for card in (51, 0, 50, 1):  # aces of spades and hearts, and two deuces
    ...     state.apply_action(card)
    >>> state.information_state_string(1), [state.action_to_string(each) for each in (0, 1, 5)]
    ('1|2c 2d', ['fold', 'call 1', 'raise to 4'])
    """
    if isinstance(game, str):
        stakes = parse_stakes(game, {})
        game, stacks = stakes.game, stakes.stack if stacks is None else stacks
    if stacks is None:
        raise InputError("specify stacks: one number, or one for each player")
    each = tuple(stacks) if isinstance(stacks, Sequence | np.ndarray) else (stacks,) * players
    table = PokerTable(game, each, None if pots is None else tuple(pots))
    terms = repr((sorted(vars(table.poker).items()), table.stacks, table.pots))
    name = f"{type(game).__name__}_{sha256(terms.encode()).hexdigest()[:12]}"
    _given[name] = table
    return PokerGame({"game": name, "players": len(each)})


class PokerGame(_Game):  # type: ignore[misc]
    """A game of the rules engine with OpenSpiel's interface."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Set the game by its parameters; see `open_spiel_poker`."""
        chosen = {**_DEFAULTS, **(parameters or {})}
        self.table: PokerTable = _loaded(chosen)
        """The game, its stacks, and what the numbers of actions mean."""
        players, limits = self.table.players, self.table.limits
        kind = game_type(
            SHORT_NAME,
            self.table.poker.name,
            _DEFAULTS,
            payoff_sum=limits.payoff_sum,
            players=(players, players),
            has_tensors=True,
        )
        super().__init__(kind, game_info(players, limits), chosen)
        self._start = _Hand(tuple(chosen.items()), self.table, self.table.start)

    def new_initial_state(self, _: Any = None) -> PokerGameState:
        """Return the hand before any card is dealt."""
        return PokerGameState(self, self._start)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most cards that a hand deals."""
        return self.table.limits.deals

    def make_py_observer(
        self, observation_type: Any = None, parameters: Mapping[str, Any] | None = None
    ) -> PokerObserver:
        """Return an observer of hands."""
        kind = observation_type or pyspiel.IIGObservationType(perfect_recall=False)
        return PokerObserver(self.table, kind, parameters)


@dataclass(frozen=True)
class _Hand:
    """A state of the engine that is never changed, so that copies can share it."""

    parameters: tuple[tuple[str, Any], ...]  # of the game
    table: PokerTable
    state: State
    actions: tuple[int, ...] = ()  # that led here, with cards

    def __deepcopy__(self, memo: dict[int, Any]) -> _Hand:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.parameters, self.actions)

    def after(self, action: int) -> _Hand:
        """Return the hand after an action, or after a card is dealt."""
        state = self.table.after(self.state, action)
        return _Hand(self.parameters, self.table, state, (*self.actions, action))


class PokerGameState(_State):  # type: ignore[misc]
    """A hand of the rules engine with OpenSpiel's interface."""

    def __init__(self, game: PokerGame, hand: _Hand) -> None:
        """Set the hand; `PokerGame.new_initial_state` calls this."""
        super().__init__(game)
        self._hand = hand

    @property
    def hand(self) -> State:
        """The state of the rules engine; it must not be changed."""
        return self._hand.state

    @property
    def table(self) -> PokerTable:
        """The game and its stacks."""
        return self._hand.table

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance or the end."""
        return player_id(self.table.player(self.hand))

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.hand)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be dealt next, which are equally likely."""
        cards = self.table.outcomes(self.hand)
        return [(card, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        self._hand = self._hand.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.text(self.hand, action)

    def is_terminal(self) -> bool:
        """Return whether the hand is over."""
        return not self.hand.status

    def returns(self) -> list[float]:
        """Return the chips that each player has won or lost, 0 before the end."""
        if self.hand.status:
            return [0.0] * self.table.players
        return [float(each) for each in self.hand.payoffs]

    def __str__(self) -> str:
        hand = self.hand
        holes = " ".join("".join(map(repr, cards)) or "-" for cards in hand.hole_cards)
        board = " ".join("".join(map(repr, cards)) for cards in hand.get_boards()) or "-"
        return f"{holes} | {board} | stacks {hand.stacks}, bets {hand.bets}"


def _loaded(parameters: Mapping[str, Any]) -> PokerTable:
    """Return the table of parameters: one that was given before, or one by name."""
    name, players = parameters["game"], int(parameters["players"])
    if name in _given:
        return _given[name]
    amounts = dict(part.partition(":")[::2] for part in parameters["stakes"].split(";") if part)
    stakes = parse_stakes(name, amounts, parameters["stack"] or None)
    try:
        sizes = tuple(float(size) for size in parameters["sizes"].split(";") if size)
    except ValueError:
        raise InputError(f"sizes must be like 0.5;1, got {parameters['sizes']!r}") from None
    return PokerTable(stakes.game, (stakes.stack,) * players, sizes or None)


def _replayed(parameters: tuple[tuple[str, Any], ...], actions: tuple[int, ...]) -> _Hand:
    table = _loaded(dict(parameters))
    hand = _Hand(parameters, table, table.start)
    for action in actions:
        hand = hand.after(action)
    return hand


pyspiel.register_game(
    game_type(
        SHORT_NAME,
        "games of fifthstreet's rules engine",
        _DEFAULTS,
        payoff_sum=0.0,
        has_tensors=True,
    ),
    PokerGame,
)
