"""A hand as data: the fields of the Poker Hand History format (PHH; Kim 2024, arXiv:2312.11753)."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field, fields
from functools import cache
from operator import itemgetter
from typing import Any, Self
from warnings import warn

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.notation.actions import action_texts
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.fields import (
    GAME_TYPES,
    REQUIRED_FIELDS,
    VARIANT_CODES,
    check_chips,
    check_complete,
    check_lengths,
    check_variant,
    fields_of_terms,
    split_fields,
)
from fifthstreet.game.notation.replay import replay
from fifthstreet.game.state import State
from fifthstreet.game.values import divmod, rake
from fifthstreet.game.variants import BombPot, Poker

# User-defined fields that change the replay, because the format has no fields for them.
_BOARD_COUNT = "_starting_board_count"
_RUNOUT_COUNT = "_runout_count"
_RAKE = "_rake"  # together with finishing_stacks
_UNFINISHED = "_unfinished"
_INT = frozenset({int})
_MAX_SHARED_GAMES = 100

_shared_games: dict[tuple[Any, ...], Poker] = {}


@dataclass(repr=False)
class HandHistory(Iterable[State]):
    """One hand: its set-up, its actions, and what else is known about it.

    Iterating replays the hand and yields its state at the start and after every step. It is the
    same state each time, not a copy.

    >>> hand = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[100, 100],
    ...     actions=["d dh p1 AsKs", "d dh p2 ????", "p2 cbr 6", "p1 cbr 18", "p2 f"],
    ... )
    >>> hand
    <HandHistory NT: 2 players, 5 actions>
    >>> *_, state = hand
    >>> state.stacks
    [106, 94]
    """

    # Fields are written to PHH in this order.
    _: KW_ONLY
    variant: str
    ante_trimming_status: bool = False
    antes: list[int]
    blinds_or_straddles: list[int] | None = None
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    starting_stacks: list[int]
    actions: list[str]
    author: str | None = None
    event: str | None = None
    url: str | None = None
    venue: str | None = None
    address: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    time: datetime.time | None = None
    time_zone: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: str | int | None = None
    level: int | None = None
    seats: list[int] | None = None
    seat_count: int | None = None
    table: str | int | None = None
    players: list[str] | None = None
    finishing_stacks: list[int] | None = None
    winnings: list[int] | None = None
    currency: str | None = None
    currency_symbol: str | None = None
    time_limit: int | None = None
    time_banks: list[int] | None = None
    user_defined_fields: dict[str, Any] = field(default_factory=dict)
    # How the hand is replayed; not part of the format.
    automations: tuple[Automation, ...] = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.RUNOUT_COUNT_SELECTION,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    divmod: Callable[[int, int], tuple[int, int]] = divmod
    rake: Callable[..., tuple[int, int]] = rake
    parse_value: ParseValue = parse_value

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self.variant}: {len(self.starting_stacks)} players, "
            f"{len(self.actions)} actions>"
        )

    @classmethod
    def from_table(cls, table: dict[str, Any], overrides: dict[str, Any] | None = None) -> Self:
        """Build a hand from its fields as they are in a PHH file.

        `overrides` replace fields of the table. Names that are not PHH fields are user-defined
        fields, with a warning if they lack a leading underscore. Raises an InputError if a required
        field is missing, a field has a value of the wrong type, a field does not have one item for
        each player, or the stacks at the end do not add up to those at the start.
        """
        known, user_defined = split_fields(table)
        if user_defined:
            _warn_of_names(user_defined)
        if overrides:
            overrides = overrides.copy()
            user_defined |= _pop_user_defined(cls, overrides)
            known = known | overrides
        check_complete(known)
        check_lengths(known)
        check_chips(known, user_defined)
        if cls.__init__ is not HandHistory.__init__:
            return cls(user_defined_fields=user_defined, **known)
        return cls.from_checked_fields(known, user_defined)

    @classmethod
    def from_checked_fields(cls, known: dict[str, Any], user_defined: dict[str, Any]) -> Self:
        """Build a hand from fields that are known to be valid.

        The same as the constructor, but four times as fast because most fields keep their defaults.
        """
        hand = cls.__new__(cls)
        hand.__dict__ = _DEFAULTS | known
        hand.user_defined_fields = user_defined
        return hand

    @classmethod
    def from_tables(
        cls, tables: dict[str, Any], overrides: dict[str, Any] | None = None
    ) -> Iterator[Self]:
        """Build the hands of a PHH file with one table per hand; see `from_table`."""
        for name, table in tables.items():
            if not isinstance(table, dict):
                raise InputError(f"{name!r} must be in the table of a hand, like [1]")
            try:
                yield cls.from_table(table, overrides)
            except InputError as error:
                raise InputError(f"hand [{name}]: {error}") from error

    @classmethod
    def from_game_state(
        cls, game: Poker, state: State, *, merge_deals: bool = True, **fields: Any
    ) -> Self:
        """Build the history of a hand from its game and state; the hand may be unfinished.

        With `merge_deals`, consecutive deals become one action per player. `fields` add to or
        replace the fields that follow from the game and the state.
        """
        variant = fields.get("variant", VARIANT_CODES.get(type(game)))
        if variant is None:
            raise InputError(f"PHH has no variant code for {type(game).__name__}")
        fields.setdefault("variant", variant)
        for name in REQUIRED_FIELDS[variant]:
            if name in fields:
                continue
            if name == "actions":
                fields[name] = action_texts(
                    state.events,
                    merge_deals=merge_deals,
                    board_count=state.starting_board_count,
                )
            else:
                value = getattr(game if hasattr(game, name) else state, name)
                fields[name] = list(value) if isinstance(value, Iterable) else value
        user_defined = _pop_user_defined(cls, fields)
        if state.starting_board_count != _usual_board_count(type(game)):
            user_defined.setdefault(_BOARD_COUNT, state.starting_board_count)
        return cls(user_defined_fields=user_defined, **fields)

    def __iter__(self) -> Iterator[State]:
        """Replay the hand: yield its state at the start and after every step."""
        return map(itemgetter(0), self.state_actions)

    @property
    def state_actions(self) -> Iterator[tuple[State, str | None]]:
        """Replay of the hand: the state after every step, with the action that led to it.

        The action is None at the start and after steps that are not recorded.
        """
        return self.replay(self.create_state())

    def replay(self, state: State) -> Iterator[tuple[State, str | None]]:
        """Replay the hand in a state that has just been created; see `state_actions`."""
        return replay(
            state,
            self.actions,
            self.parse_value,
            show_burns=Automation.CARD_BURNING not in self.automations,
            runout_count=self.user_defined_fields.get(_RUNOUT_COUNT),
            finishing_stacks=self.finishing_stacks if self._is_settled_by_record() else None,
        )

    @property
    def is_unfinished(self) -> bool:
        """Whether the record ends before the hand does."""
        return bool(self.user_defined_fields.get(_UNFINISHED))

    def _is_settled_by_record(self) -> bool:
        """Return whether the record says how the pots were divided: stacks at the end and rake."""
        return self.finishing_stacks is not None and _RAKE in self.user_defined_fields

    @property
    def game_type(self) -> type[Poker]:
        """Class of the game."""
        return GAME_TYPES[check_variant(self.variant)]

    def create_game(self) -> Poker:
        """Create the game of the hand. It never burns cards automatically."""
        game_type = self.game_type
        settings: dict[str, Any] = {}
        missing = []
        for term, name in fields_of_terms(game_type).items():
            value = getattr(self, name)
            settings[term] = tuple(value) if isinstance(value, list) else value
            if value is None:
                missing.append(name)
        if missing:
            raise InputError(
                f"required fields are missing for the variant {self.variant}: {', '.join(missing)}"
            )
        usual = _usual_board_count(game_type)
        try:
            return game_type(
                starting_board_count=self.user_defined_fields.get(_BOARD_COUNT, usual),
                automations=_without(
                    tuple(self.automations),
                    _RUNOUT_COUNT in self.user_defined_fields,
                    self._is_settled_by_record(),
                ),
                ante_trimming_status=self.ante_trimming_status,
                mode=Mode.CASH_GAME,
                divmod=self.divmod,
                rake=self.rake,
                **settings,
            )
        except (ArithmeticError, TypeError) as error:
            raise InputError(f"the hand cannot be set up: {error}") from error

    def create_state(self) -> State:
        """Create the state before the first action."""
        game = self._shared_game()
        try:
            return game(tuple(self.starting_stacks), len(self.starting_stacks))
        except (ArithmeticError, TypeError) as error:
            raise InputError(f"the hand cannot be set up: {error}") from error

    def _shared_game(self) -> Poker:
        """Return a game that all hands with the same terms share.

        Creating one takes as long as playing a street. Only games with terms in ints are shared:
        1, 1.0 and Decimal(1) are equal as keys, but their types do not always mix.
        """
        game_type, automations = self.game_type, self.automations
        terms: list[Any] = []
        for name in fields_of_terms(game_type).values():
            value = getattr(self, name)
            if type(value) is not int:
                value = tuple(value) if isinstance(value, list | tuple) else (None,)
                if not _INT.issuperset(map(type, value)):
                    return self.create_game()
            terms.append(value)
        key = (
            game_type,
            self.ante_trimming_status,
            None if automations is _AUTOMATIONS else tuple(automations),  # slow to hash
            _RUNOUT_COUNT in self.user_defined_fields,
            self._is_settled_by_record(),
            self.divmod,
            self.rake,
            self.user_defined_fields.get(_BOARD_COUNT),
            *terms,
        )
        try:
            game = _shared_games.get(key)
        except TypeError:  # a value that cannot be hashed
            return self.create_game()
        if game is None:
            if len(_shared_games) >= _MAX_SHARED_GAMES:
                _shared_games.clear()
            game = _shared_games[key] = self.create_game()
        return game


@cache
def _without(
    automations: tuple[Automation, ...], runouts: bool, pushing: bool
) -> tuple[Automation, ...]:
    """Return the automations without burning, and without choosing runouts or pushing chips."""
    left_out = {Automation.CARD_BURNING}
    if runouts:
        left_out.add(Automation.RUNOUT_COUNT_SELECTION)
    if pushing:
        left_out.add(Automation.CHIPS_PUSHING)
    return tuple(each for each in automations if each not in left_out)


@cache
def _usual_board_count(game_type: type[Poker]) -> int:
    return 2 if issubclass(game_type, BombPot) else 1


_AUTOMATIONS = HandHistory.automations
_DEFAULTS: dict[str, Any] = {each.name: each.default for each in fields(HandHistory)}


def _pop_user_defined(cls: type[HandHistory], values: dict[str, Any]) -> dict[str, Any]:
    """Remove and return the values that are for user-defined fields of a hand."""
    names = {each.name for each in fields(cls)}
    user_defined = {name: values.pop(name) for name in list(values) if name not in names}
    _warn_of_names(user_defined)
    return {**values.pop("user_defined_fields", {}), **user_defined}


def _warn_of_names(user_defined: dict[str, Any]) -> None:
    for name in user_defined:
        # Newer versions of the format have the abbreviation of the time zone as a field.
        if not name.startswith("_") and name != "time_zone_abbreviation":
            warn(
                f"{name!r} is not a field of PHH: names of user-defined fields start with an "
                f"underscore, like '_{name}'",
                stacklevel=4,
            )
