"""Hand histories and their parsers with PokerKit's names and signatures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator
from typing import Any, BinaryIO, ClassVar, Self, TypeAlias
from warnings import warn

from fifthstreet.game.notation import (
    GAME_TYPES,
    OPTIONAL_FIELDS,
    REQUIRED_FIELDS,
    ParseValue,
    ReadError,
    apply_action,
    check_variant,
    history,
    parse_value,
    readers,
    writers,
)
from fifthstreet.game.notation.readers import read_toml
from fifthstreet.game.notation.writers import ACPC_VARIANTS, PLURIBUS_VARIANTS
from fifthstreet.pokerkit.games import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    Poker,
    game_with_pokerkits_names,
)
from fifthstreet.pokerkit.logs import PatternParser
from fifthstreet.pokerkit.state import State

__all__ = [
    "ACPCProtocolParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "HandHistory",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "Parser",
    "PartyPokerParser",
    "PokerStarsParser",
    "REParser",
    "parse_action",
]

Hands: TypeAlias = "Generator[HandHistory, None, int]"


def parse_action(state: State, action: str, parse_value: ParseValue = parse_value) -> None:
    """Apply an action given as text, like `p1 cbr 200`."""
    apply_action(state.engine, action, parse_value)


class HandHistory(history.HandHistory):
    """A hand history that reads and writes itself, as PokerKit's does.

    >>> hand = HandHistory.loads(
    ...     "variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\nmin_bet = 2\\n"
    ...     "starting_stacks = [100, 100]\\nactions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']"
    ... )
    >>> *_, state = hand
    >>> state.stacks
    [101, 99]
    """

    game_types: ClassVar[dict[str, type[Poker]]] = {
        code: game_with_pokerkits_names(game) for code, game in GAME_TYPES.items()
    } | {"FO/8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter}
    variants: ClassVar[dict[type[Poker], str]] = {game: code for code, game in game_types.items()}
    required_field_names: ClassVar[dict[str, tuple[str, ...]]] = REQUIRED_FIELDS
    optional_field_names: ClassVar[tuple[str, ...]] = OPTIONAL_FIELDS
    ACPC_PROTOCOL_VARIANTS: ClassVar[set[str]] = set(ACPC_VARIANTS)
    PLURIBUS_PROTOCOL_VARIANTS: ClassVar[set[str]] = set(PLURIBUS_VARIANTS)

    # PHH

    @classmethod
    def loads(cls, s: str, *, parse_value: ParseValue = parse_value, **kwargs: Any) -> Self:
        """Parse a PHH text with one hand; `kwargs` replace its fields."""
        return cls.from_table(read_toml(s, parse_value), kwargs)

    @classmethod
    def load(cls, fp: BinaryIO, **kwargs: Any) -> Self:
        """Read a PHH file with one hand, opened for reading bytes."""
        return cls.loads(fp.read().decode(), **kwargs)

    @classmethod
    def loads_all(
        cls, s: str, *, parse_value: ParseValue = parse_value, **kwargs: Any
    ) -> Iterator[Self]:
        """Parse a PHH text with one table per hand; `kwargs` replace fields of every hand."""
        yield from cls.from_tables(read_toml(s, parse_value), kwargs)

    @classmethod
    def load_all(cls, fp: BinaryIO, **kwargs: Any) -> Iterator[Self]:
        """Read a PHH file with one table per hand, opened for reading bytes."""
        yield from cls.loads_all(fp.read().decode(), **kwargs)

    def dumps(self) -> str:
        """Write the hand as PHH text."""
        return writers.phh_text(self)

    def dump(self, fp: BinaryIO) -> None:
        """Write the hand to a file opened for writing bytes."""
        fp.write(self.dumps().encode())

    @classmethod
    def dumps_all(cls, phhs: Iterable[history.HandHistory]) -> str:
        """Write hands as one PHH text with a table per hand."""
        return writers.phhs_text(phhs)

    @classmethod
    def dump_all(cls, phhs: Iterable[history.HandHistory], fp: BinaryIO) -> None:
        """Write hands to a file opened for writing bytes."""
        fp.write(cls.dumps_all(phhs).encode())

    @classmethod
    def from_game_state(
        cls, game: Any, state: Any, compression_status: bool = True, **kwargs: Any
    ) -> Self:
        """Build the history of a hand; compressed, consecutive deals become one action each."""
        kwargs.setdefault("merge_deals", compression_status)
        if type(game) in cls.variants:
            kwargs.setdefault("variant", cls.variants[type(game)])
        engine = state.engine if isinstance(state, State) else state
        return super().from_game_state(game, engine, **kwargs)

    @property
    def game_type(self) -> type[Poker]:
        """Class of the game."""
        return self.game_types[check_variant(self.variant)]

    @property
    def state_actions(self) -> Iterator[tuple[State, str | None]]:  # type: ignore[override]
        """Replay of the hand: the state after every step, with the action that led to it."""
        state: Any = self.create_state()
        for _, action in self.replay(state.engine):
            yield state, action

    # Logs. Each parser yields the hands of a text and returns how many there were, good or bad.

    from_absolute_poker: ClassVar[Parser]
    from_full_tilt_poker: ClassVar[Parser]
    from_ipoker_network: ClassVar[Parser]
    from_ongame_network: ClassVar[Parser]
    from_partypoker: ClassVar[Parser]
    from_pokerstars: ClassVar[Parser]

    @classmethod
    def from_acpc_protocol(cls, game: Any, starting_stack: int, s: str, **options: Any) -> Hands:
        """Parse logs of an ACPC server, for a game in which all start with the same stack."""
        return ACPCProtocolParser(game, starting_stack)(s, **options)

    @classmethod
    def from_pluribus(cls, s: str, **options: Any) -> Hands:
        """Parse logs of Pluribus: no limit, blinds of 50 and 100, stacks of 10,000."""
        game = readers.pluribus_game()
        return cls.from_acpc_protocol(game, readers.PLURIBUS_STACK, s, **options)

    def to_acpc_protocol(
        self, position: int, hand_number: int | None = None
    ) -> Iterator[tuple[str, str]]:
        """Yield the messages between an ACPC server and the client at a position."""
        return writers.acpc_match_states(self, position, hand_number)

    def to_acpc_log(self, hand_number: int | None = None) -> str:
        """Write the hand as a line of an ACPC log."""
        return writers.acpc_log_line(self, hand_number)

    def to_pluribus_protocol(self, hand_number: int | None = None) -> str:
        """Write the hand as a line of a Pluribus log."""
        return writers.pluribus_log_line(self, hand_number)


class Parser(ABC):
    """Parser of one format: called with a text, it yields the hands."""

    @abstractmethod
    def __call__(
        self, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Yield the hands of a text; return how many there were, good or bad.

        A bad hand is skipped with a warning, or raises an InputError if `error_status` is true.
        """


class _HandByHandParser(Parser, readers.HandParser, ABC):
    """A parser of `fifthstreet.game.notation` that is called as PokerKit's are."""

    history_type = HandHistory

    def __call__(
        self, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        count = 0
        for line, result in self.parse(s, parse_value):
            count += 1
            if isinstance(result, HandHistory):
                yield result
            elif isinstance(result, ValueError):
                error = ReadError(line, f"the hand cannot be read: {result}")
                if error_status:
                    raise error from result
                warn(str(error), stacklevel=2)
        return count


class REParser(_HandByHandParser, PatternParser):
    """Parser of logs that a subclass describes by regular expressions."""


class _SiteParser(REParser):
    """A reader of `fifthstreet.game.notation` whose hands have the fields that PokerKit's have."""

    READER: ClassVar[readers.SiteParser]
    FIELDS: ClassVar[tuple[str, ...]] = (
        *("venue", "time", "day", "month", "year", "hand", "seats", "table", "players"),
        *("winnings", "currency_symbol"),
    )
    SITE_FIELDS: ClassVar[tuple[str, ...]] = ()  # fields that only some sites have
    USER_DEFINED_FIELDS: ClassVar[tuple[str, ...]] = ("time_zone_abbreviation", "_runout_count")

    def hand_texts(self, text: str) -> Iterator[readers.HandText]:
        """Yield the parts of a log that look like hands."""
        return self.READER.hand_texts(text)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> history.HandHistory:
        """Parse and replay one hand."""
        return self._complete(self.READER.parse_hand(text, parse_value), text, parse_value)

    def _fields(
        self, hand: history.HandHistory, text: str, parse_value: ParseValue
    ) -> dict[str, Any]:
        """Return the fields of the hand that PokerKit's parser of the site sets."""
        values = {name: getattr(hand, name) for name in (*self.FIELDS, *self.SITE_FIELDS)}
        extras = hand.user_defined_fields
        return values | {name: extras[name] for name in self.USER_DEFINED_FIELDS if name in extras}


class AbsolutePokerParser(_SiteParser):
    """Parser of Absolute Poker logs."""

    READER = readers.AbsolutePokerParser()


class FullTiltPokerParser(_SiteParser):
    """Parser of Full Tilt Poker logs."""

    READER = readers.FullTiltPokerParser()
    SITE_FIELDS = ("seat_count",)


class IPokerNetworkParser(_SiteParser):
    """Parser of iPoker Network logs."""

    READER = readers.IPokerNetworkParser()
    SITE_FIELDS = ("currency",)
    PLACEHOLDER_STARTING_STACK: ClassVar[int] = 10_000_000  # stands for an unknown stack

    def _fields(
        self, hand: history.HandHistory, text: str, parse_value: ParseValue
    ) -> dict[str, Any]:
        stacks = [
            parse_value("inf") if stack == self.PLACEHOLDER_STARTING_STACK else stack
            for stack in hand.starting_stacks
        ]
        return super()._fields(hand, text, parse_value) | {"starting_stacks": stacks}


class OngameNetworkParser(_SiteParser):
    """Parser of Ongame Network logs."""

    READER = readers.OngameNetworkParser()
    SITE_FIELDS = ("finishing_stacks",)


class PartyPokerParser(_SiteParser):
    """Parser of PartyPoker logs."""

    READER = readers.PartyPokerParser()
    SITE_FIELDS = ("currency",)


class PokerStarsParser(_SiteParser):
    """Parser of PokerStars logs."""

    READER = readers.PokerStarsParser()
    SITE_FIELDS = ("seat_count",)


class ACPCProtocolParser(_HandByHandParser, readers.ACPCLogParser):
    """Parser of ACPC logs, for a game in which all players start with the same stack."""


HandHistory.from_absolute_poker = AbsolutePokerParser()
HandHistory.from_full_tilt_poker = FullTiltPokerParser()
HandHistory.from_ipoker_network = IPokerNetworkParser()
HandHistory.from_ongame_network = OngameNetworkParser()
HandHistory.from_partypoker = PartyPokerParser()
HandHistory.from_pokerstars = PokerStarsParser()
