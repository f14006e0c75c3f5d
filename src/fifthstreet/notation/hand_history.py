"""Hand histories in the Poker Hand History format (PHH; Kim 2024, arXiv:2312.11753).

>>> hand = HandHistory.loads(
...     "variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\nmin_bet = 2\\n"
...     "starting_stacks = [100, 100]\\n"
...     "actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']"
... )
>>> *_, state = hand
>>> state.stacks
[106, 94]
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field, fields
from functools import cache
from operator import itemgetter
from typing import Any, BinaryIO, ClassVar, TypeAlias
from warnings import warn

from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.state import State
from fifthstreet.game.values import divmod, parse_value, rake
from fifthstreet.game.variants import BombPot, Poker
from fifthstreet.notation import acpc_write, replay, toml_read, toml_write
from fifthstreet.notation.actions import action_texts
from fifthstreet.notation.fields import (
    GAME_TYPES,
    OPTIONAL_FIELDS,
    REQUIRED_FIELDS,
    check_complete,
    fields_of_terms,
    take_own_fields,
)
from fifthstreet.notation.importers import Importers

ParseValue: TypeAlias = Callable[[str], int]

_BOARD_COUNT = "_starting_board_count"  # the standard has no field for it
_INT = frozenset({int})
_MOST_GAMES = 100  # kept for hands to come

_games: dict[tuple[Any, ...], Poker] = {}


@dataclass
class HandHistory(Importers, Iterable[State]):
    """One hand: how it was set up, the actions, and what is known about it.

    Iterating plays the hand and gives its state at the start and after every step. It is one
    state that changes, not a copy each time.
    """

    game_types: ClassVar[dict[str, type[Poker]]] = GAME_TYPES
    variants: ClassVar[dict[type[Poker], str]] = {game: code for code, game in GAME_TYPES.items()}
    required_field_names: ClassVar[dict[str, tuple[str, ...]]] = REQUIRED_FIELDS
    optional_field_names: ClassVar[tuple[str, ...]] = OPTIONAL_FIELDS
    ACPC_PROTOCOL_VARIANTS: ClassVar[set[str]] = {"FT", "NT"}
    PLURIBUS_PROTOCOL_VARIANTS: ClassVar[set[str]] = {"NT"}

    # The order of the fields is the order in which they are written.
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
    # How the hand is played rather than what it was; not written.
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

    # Reading

    @classmethod
    def loads(cls, s: str, *, parse_value: ParseValue = parse_value, **kwargs: Any) -> HandHistory:
        """The hand of a PHH text; further fields override those of the text."""
        return cls.from_table(toml_read.read_toml(s, parse_value), kwargs)

    @classmethod
    def load(cls, fp: BinaryIO, **kwargs: Any) -> HandHistory:
        """The hand of a PHH file opened for reading bytes."""
        return cls.loads(fp.read().decode(), **kwargs)

    @classmethod
    def loads_all(
        cls, s: str, *, parse_value: ParseValue = parse_value, **kwargs: Any
    ) -> Iterator[HandHistory]:
        """The hands of a text with one table a hand."""
        for name, table in toml_read.read_toml(s, parse_value).items():
            if not isinstance(table, dict):
                raise ValueError(f"{name!r} is outside of any hand; want tables like [1]")
            try:
                yield cls.from_table(table, kwargs)
            except ValueError as error:
                raise ValueError(f"hand [{name}]: {error}") from error

    @classmethod
    def load_all(cls, fp: BinaryIO, **kwargs: Any) -> Iterator[HandHistory]:
        """The hands of a file with one table a hand, opened for reading bytes."""
        yield from cls.loads_all(fp.read().decode(), **kwargs)

    @classmethod
    def from_table(cls, table: dict[str, Any], given: dict[str, Any] | None = None) -> HandHistory:
        """The hand of fields as a PHH text has them, overridden by those given."""
        own = take_own_fields(table)
        if own:
            _warn_of_names(own)
        if given:
            given = given.copy()
            own |= _take_own_fields(cls, given)
            table |= given
        check_complete(table)
        if cls is not HandHistory:
            return cls(user_defined_fields=own, **table)
        # What `__init__` does, at a quarter of its time: most of the fields are not given.
        hand = cls.__new__(cls)
        hand.__dict__ = _DEFAULTS | table
        hand.user_defined_fields = own
        return hand

    # Writing

    def dumps(self) -> str:
        """The hand as PHH text."""
        lines = [
            toml_write.field_line(name, value)
            for name in self._written_fields()
            if (value := getattr(self, name)) is not None
        ]
        lines += [
            toml_write.field_line(name, value)
            for name, value in self.user_defined_fields.items()
            if value is not None
        ]
        return "\n".join(lines)

    def _written_fields(self) -> Iterator[str]:
        required = self.required_field_names[self._known_variant()]
        written = {*required, *self.optional_field_names}
        for each in fields(self):
            if each.name in written:
                yield each.name

    def dump(self, fp: BinaryIO) -> None:
        """Write the hand to a file opened for writing bytes."""
        fp.write(self.dumps().encode())

    @classmethod
    def dumps_all(cls, phhs: Iterable[HandHistory]) -> str:
        """Many hands as one text, in tables [1], [2] and so on."""
        return "\n\n".join(f"[{number}]\n{hand.dumps()}" for number, hand in enumerate(phhs, 1))

    @classmethod
    def dump_all(cls, phhs: Iterable[HandHistory], fp: BinaryIO) -> None:
        """Write many hands to a file opened for writing bytes."""
        fp.write(cls.dumps_all(phhs).encode())

    # From a game that was played

    @classmethod
    def from_game_state(
        cls, game: Poker, state: State, compression_status: bool = True, **kwargs: Any
    ) -> HandHistory:
        """History of a hand so far. Compressed, dealings in a row become one action a player."""
        variant = cls.variants.get(type(game))
        if variant is None:
            raise ValueError(f"PHH has no name for {type(game).__name__}")
        kwargs.setdefault("variant", variant)
        for name in cls.required_field_names[variant]:
            if name in kwargs:
                continue
            if name == "actions":
                kwargs[name] = action_texts(
                    state.operations,
                    merge_deals=compression_status,
                    board_count=state.starting_board_count,
                )
            else:
                value = getattr(game if hasattr(game, name) else state, name)
                kwargs[name] = list(value) if isinstance(value, Iterable) else value
        own = _take_own_fields(cls, kwargs)
        if state.starting_board_count != _usual_board_count(type(game)):
            own.setdefault(_BOARD_COUNT, state.starting_board_count)
        return cls(user_defined_fields=own, **kwargs)

    # Playing

    def __iter__(self) -> Iterator[State]:
        """Play the hand: its state at the start and after every step."""
        return map(itemgetter(0), self.state_actions)

    @property
    def state_actions(self) -> Iterator[tuple[State, str | None]]:
        """The state after every step with the action that led there, None if it was no action."""
        return replay.replay(
            self.create_state(),
            self.actions,
            self.parse_value,
            show_burns=Automation.CARD_BURNING not in self.automations,
        )

    @property
    def game_type(self) -> type[Poker]:
        """Class of the game."""
        return self.game_types[self._known_variant()]

    def create_game(self) -> Poker:
        """The game that the hand belongs to. Burns are left to the player of the hand."""
        game_type = self.game_type
        settings: dict[str, Any] = {}
        missing = []
        for term, name in fields_of_terms(game_type).items():
            settings[term] = getattr(self, name)
            if settings[term] is None:
                missing.append(name)
        if missing:
            raise ValueError(f"the hand has no {', '.join(missing)}; {self.variant} needs it")
        usual = _usual_board_count(game_type)
        try:
            return game_type(
                starting_board_count=self.user_defined_fields.get(_BOARD_COUNT, usual),
                automations=_without_burning(tuple(self.automations)),
                ante_trimming_status=self.ante_trimming_status,
                mode=Mode.CASH_GAME,
                divmod=self.divmod,
                rake=self.rake,
                **settings,
            )
        except (ArithmeticError, TypeError) as error:
            raise ValueError(f"the hand cannot be set up: {error}") from error

    def create_state(self) -> State:
        """The state before the first action."""
        game = self._shared_game()
        try:
            return game(self.starting_stacks, len(self.starting_stacks))
        except (ArithmeticError, TypeError) as error:
            raise ValueError(f"the hand cannot be set up: {error}") from error

    def _shared_game(self) -> Poker:
        """A game that all hands with the same terms share: making one takes as long as a street.

        Only for terms in ints, because equal numbers of other types do not always mix.
        """
        terms = []
        for name in fields_of_terms(self.game_type).values():
            value = getattr(self, name)
            numbers = value if isinstance(value, list | tuple) else (value,)
            if not _INT.issuperset(map(type, numbers)):
                return self.create_game()
            terms.append((*numbers,))
        key = (
            self.game_type,
            self.ante_trimming_status,
            self.automations,
            self.divmod,
            self.rake,
            self.user_defined_fields.get(_BOARD_COUNT),
            *terms,
        )
        try:
            game = _games.get(key)
        except TypeError:  # something of it has no hash
            return self.create_game()
        if game is None:
            if len(_games) >= _MOST_GAMES:
                _games.clear()
            game = _games[key] = self.create_game()
        return game

    def _known_variant(self) -> str:
        if self.variant not in self.game_types:
            names = ", ".join(self.game_types)
            raise ValueError(f"unknown variant: {self.variant!r}; want one of {names}")
        return self.variant

    # Other notations

    def to_acpc_protocol(
        self, position: int, hand_number: int | None = None
    ) -> Iterator[tuple[str, str]]:
        """What a server and the client at a position (from 0) say to each other.

        Each message comes with its direction, `S->` or `<-C`. The hand needs a number, its own or
        the given one.
        """
        self._check_variant(self.ACPC_PROTOCOL_VARIANTS)
        yield from acpc_write.match_states(self, position, self._hand_number(hand_number))

    def to_acpc_log(self, hand_number: int | None = None) -> str:
        """Line of an ACPC server's log: `STATE:0:r300c/...:AsKs|QdQc/...:-300|300:ann|bob`."""
        self._check_variant(self.ACPC_PROTOCOL_VARIANTS)
        return acpc_write.log_line(self, self._hand_number(hand_number))

    def to_pluribus_protocol(self, hand_number: int | None = None) -> str:
        """Line of a log in the form that Pluribus's hands were published in."""
        self._check_variant(self.PLURIBUS_PROTOCOL_VARIANTS)
        return acpc_write.log_line(self, self._hand_number(hand_number))

    def _check_variant(self, supported: set[str]) -> None:
        if self.variant not in supported:
            raise ValueError(
                f"no such notation for the variant {self.variant!r}; "
                f"there is for {', '.join(sorted(supported))}"
            )

    def _hand_number(self, given: int | None) -> int:
        number = self.hand if given is None else given
        if not isinstance(number, int):
            raise ValueError("the hand has no number; give one")
        return number


@cache
def _without_burning(automations: tuple[Automation, ...]) -> tuple[Automation, ...]:
    return tuple(each for each in automations if each is not Automation.CARD_BURNING)


@cache
def _usual_board_count(game_type: type[Poker]) -> int:
    return 2 if issubclass(game_type, BombPot) else 1


_DEFAULTS: dict[str, Any] = {each.name: each.default for each in fields(HandHistory)}


def _take_own_fields(cls: type[HandHistory], given: dict[str, Any]) -> dict[str, Any]:
    """Take out of what is given for a hand all that is not one of its fields."""
    names = {each.name for each in fields(cls)}
    own = {name: given.pop(name) for name in list(given) if name not in names}
    _warn_of_names(own)
    return {**given.pop("user_defined_fields", {}), **own}


def _warn_of_names(own: dict[str, Any]) -> None:
    for name in own:
        if not name.startswith("_"):
            warn(
                f"{name!r} is not a field of the standard; a field of your own begins with an "
                f"underscore, like '_{name}'",
                stacklevel=4,
            )
