"""Game definitions of the Annual Computer Poker Competition (ACPC): the `.game` files.

A line holds a name and its values, with or without an equals sign; a `#` begins a comment. The
format, its defaults and its checks follow `readGame` in the competition's own dealer
(project_acpc_server 1.0.42, game.c).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game import Automation
from fifthstreet.game.variants import FixedLimitTexasHoldem, NoLimitTexasHoldem, Poker

MAX_PLAYERS = 10
UNLIMITED_STACK = 2**31 - 1  # chips where a definition has no stacks, as in the original
GAME_NAMES = ("nolimit-2p", "limit-2p", "nolimit-3p", "limit-3p")  # and up to 10 players

_MAX_RAISES = 2**8 - 1  # on a street without a limit
_MAX_TEXT = 100_000  # characters of a file
_ROUNDS = 4
_BOARD_CARDS = (0, 3, 1, 1)
_SHORT_NAME = re.compile(r"(nolimit|limit)-(\d+)p")
_FILE_NAME = re.compile(r"holdem\.(nolimit|limit)\.(\d+)p(?:\.reverse_blinds)?(?:\.game)?")
_NUMBERS = {
    "numplayers": "players",
    "numrounds": "rounds",
    "numsuits": "suits",
    "numranks": "ranks",
    "numholecards": "hole_cards",
}
_LISTS = {
    "stack": "stacks",
    "blind": "blinds",
    "raisesize": "raise_sizes",
    "firstplayer": "first_players",
    "maxraises": "max_raises",
    "numboardcards": "board_cards",
}
_FIELDS = {**_NUMBERS, **_LISTS}
# Longer names first: "stack" must not match the beginning of another name.
_ENTRY = re.compile(
    rf"({'|'.join(sorted(_FIELDS, key=len, reverse=True))})((?:[\s=]+\d+)*)[\s=]*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class GameDefinition:
    """A game of Texas hold'em as the competition describes it.

    Positions are counted from 0, in files from 1. Position 0 is the first to act after the flop, so
    with two players it is the big blind: the file calls that reverse blinds.

    >>> definition = GameDefinition.named("nolimit-2p")
    >>> definition.blinds, definition.starting_stack, definition.file_name
    ((100, 50), 20000, 'holdem.nolimit.2p.reverse_blinds.game')
    """

    is_limit: bool
    players: int
    blinds: tuple[int, ...]  # by position
    stacks: tuple[int, ...] | None = None  # by position; None: unlimited
    raise_sizes: tuple[int, ...] = ()  # by street, in limit games
    max_raises: tuple[int, ...] | None = None  # by street; None: no limit

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MAX_PLAYERS:
            raise InputError(f"players must be from 2 to {MAX_PLAYERS}, got {self.players}")
        if len(self.blinds) != self.players:
            raise InputError(
                f"blinds must be {self.players} numbers, one for each player, got "
                f"{len(self.blinds)}"
            )
        small, big = sorted(self.blinds)[-2:]
        if self.blinds != _blinds(self.players, small, big) or not 0 < small <= big:
            raise InputError(
                f"blinds must be {_text(_blinds(self.players, 50, 100))}, or other amounts in the "
                f"same places, got {_text(self.blinds)}"
            )
        if self.stacks is not None and (
            len(self.stacks) != self.players or len({*self.stacks}) > 1 or self.stacks[0] < big
        ):
            raise InputError(
                f"stacks must be {self.players} equal numbers of at least the big blind, got "
                f"{_text(self.stacks)}"
            )
        if self.is_limit and (len(self.raise_sizes) != _ROUNDS or min(self.raise_sizes) < 1):
            sizes = _text(self.raise_sizes) or "none"
            raise InputError(f"raise sizes must be {_ROUNDS} numbers above 0, got {sizes}")
        if self.max_raises is not None and len(self.max_raises) != _ROUNDS:
            raise InputError(f"max raises must be {_ROUNDS} numbers, got {_text(self.max_raises)}")

    @classmethod
    def named(cls, name: str) -> GameDefinition:
        """Return a game of the competition by name, like `nolimit-2p`, or by the name of its file.

        No-limit games have blinds of 50 and 100 and stacks of 20,000. Limit games have blinds of 5
        and 10, bets of 10 and 20, and unlimited stacks.
        """
        found = _SHORT_NAME.fullmatch(name) or _FILE_NAME.fullmatch(name)
        if found is None:
            raise InputError(
                f"game must be {', '.join(GAME_NAMES)} (up to {MAX_PLAYERS}p), or a .game file, "
                f"got {name!r}"
            )
        players = int(found[2])
        if not 2 <= players <= MAX_PLAYERS:
            raise InputError(f"players must be from 2 to {MAX_PLAYERS}, got {players}")
        if found[1] == "nolimit":
            return cls(False, players, _blinds(players, 50, 100), (20_000,) * players)
        sizes = (10, 10, 20, 20)
        return cls(True, players, _blinds(players, 5, 10), None, sizes, (3, 4, 4, 4))

    @classmethod
    def load(cls, source: str | os.PathLike[str]) -> GameDefinition:
        """Return a game by its name, or read its file."""
        if not isinstance(source, str) or Path(source).is_file():
            try:
                return cls.parse(Path(source).read_text(encoding="utf-8"))
            except OSError as error:
                raise InputError(f"{source} cannot be read: {error.strerror}") from None
            except ValueError as error:
                raise InputError(f"{source}: {error}") from None
        return cls.named(source)

    @classmethod
    def parse(cls, text: str) -> GameDefinition:
        """Parse the text of a `.game` file; InputError if the game is not Texas hold'em."""
        if len(text) > _MAX_TEXT:
            raise InputError(
                f"a .game file must have at most {_MAX_TEXT:,} characters, got {len(text):,}"
            )
        found: dict[str, Any] = {"limit": True}
        for line in text.splitlines():
            _read_entry(line, found)
            if line.lower().startswith("end gamedef"):
                break
        players = found.get("players", 0)
        blinds = found.get("blinds", ())
        if not 2 <= players <= MAX_PLAYERS:
            raise InputError(f"numPlayers must be from 2 to {MAX_PLAYERS}, got {players}")
        stacks, raises = found.get("stacks"), found.get("max_raises")
        definition = cls(
            is_limit=found["limit"],
            players=players,
            blinds=blinds[:players],
            stacks=None if stacks is None else stacks[:players],
            raise_sizes=found.get("raise_sizes", ())[:_ROUNDS] if found["limit"] else (),
            max_raises=None if raises is None else _filled(raises, _MAX_RAISES),
        )
        for name, value in definition._fixed().items():
            given = found.get(_FIELDS[name.lower()], ())
            if name == "firstPlayer":
                given = _filled(given, 1)
            if name == "numBoardCards":
                given = given[:_ROUNDS]
            if given != value:
                raise InputError(
                    f"{name} must be {_text(value)}, as in Texas hold'em, got "
                    f"{_text(given) or 'none'}"
                )
        return definition

    def __str__(self) -> str:
        lines = [
            "GAMEDEF",
            "limit" if self.is_limit else "nolimit",
            f"numPlayers = {self.players}",
            f"numRounds = {_ROUNDS}",
        ]
        if self.stacks is not None:
            lines.append(f"stack = {_text(self.stacks)}")
        lines.append(f"blind = {_text(self.blinds)}")
        if self.is_limit:
            lines.append(f"raiseSize = {_text(self.raise_sizes)}")
        lines.append(f"firstPlayer = {_text(self._fixed()['firstPlayer'])}")
        if self.max_raises is not None:
            lines.append(f"maxRaises = {_text(self.max_raises)}")
        lines += ["numSuits = 4", "numRanks = 13", "numHoleCards = 2", "numBoardCards = 0 3 1 1"]
        return "\n".join([*lines, "END GAMEDEF"]) + "\n"

    @property
    def file_name(self) -> str:
        """Name of the competition's file for such a game."""
        kind = "limit" if self.is_limit else "nolimit"
        return f"holdem.{kind}.{self.players}p{'.reverse_blinds' * (self.players == 2)}.game"

    @property
    def big_blind(self) -> int:
        """The big blind, in chips."""
        return max(self.blinds)

    @property
    def starting_stack(self) -> int:
        """Chips of each player before a hand."""
        return UNLIMITED_STACK if self.stacks is None else self.stacks[0]

    def game(self, automations: tuple[Automation, ...] = ()) -> Poker:
        """Return the game for the rules engine, with pots split exactly, as the dealer does."""
        small = sorted(self.blinds)[-2]
        terms = (automations, True, 0, (small, self.big_blind))
        game: Poker
        if self.is_limit:
            sizes = self.raise_sizes
            game = FixedLimitTexasHoldem(*terms, sizes[0], sizes[-1], divmod=exact_shares)
        else:
            sizes = (self.big_blind,) * _ROUNDS
            game = NoLimitTexasHoldem(*terms, self.big_blind, divmod=exact_shares)
        raises = self.max_raises or (_MAX_RAISES,) * _ROUNDS
        game.streets = tuple(
            replace(
                street,
                min_completion_betting_or_raising_amount=sizes[index],
                max_completion_betting_or_raising_count=(
                    None if raises[index] == _MAX_RAISES else raises[index]
                ),
            )
            for index, street in enumerate(game.streets)
        )
        return game

    def _fixed(self) -> dict[str, Any]:
        """Return the entries that all hold'em games with this number of players share."""
        return {
            "numRounds": _ROUNDS,
            "firstPlayer": (2 if self.players == 2 else 3, 1, 1, 1),
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": _BOARD_CARDS,
        }


def exact_shares(amount: Any, count: int) -> tuple[Any, Any]:
    """Return an equal share of a pot and nothing left over.

    >>> exact_shares(90, 2), exact_shares(25, 2)
    ((45, 0), (Fraction(25, 2), 0))
    """
    share = Fraction(amount, count)
    return (share.numerator if share.denominator == 1 else share), 0


def _read_entry(line: str, found: dict[str, Any]) -> None:
    """Add the entry of a line to `found`; unknown lines are ignored."""
    lowered = line.strip().lower()
    if lowered.startswith(("limit", "nolimit")):
        found["limit"] = lowered.startswith("limit")
    elif not lowered.startswith("#") and (entry := _ENTRY.match(line.strip())) is not None:
        name, digits = entry[1].lower(), re.findall(r"\d+", entry[2])
        if any(len(each) > 10 for each in digits):
            raise InputError(f"{entry[1]} must be at most 2,147,483,647")
        numbers = tuple(map(int, digits))
        if name in _LISTS:
            found[_LISTS[name]] = numbers
        elif numbers:
            found[_NUMBERS[name]] = numbers[0]


def _blinds(players: int, small: int, big: int) -> tuple[int, ...]:
    return (big, small) if players == 2 else (small, big, *(0,) * (players - 2))


def _filled(values: Sequence[int], default: int) -> tuple[int, ...]:
    return (*values, *(default,) * _ROUNDS)[:_ROUNDS]


def _text(values: Any) -> str:
    return " ".join(map(str, values)) if isinstance(values, tuple) else str(values)
