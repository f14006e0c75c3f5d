"""Base class of the parsers of poker sites' logs: a set of patterns per site.

A log has a line for each event. A site's parser describes these lines by regular
expressions; the names of their groups are listed with `SiteParser`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeAlias

from fifthstreet.notation.actions import cards_text, parse_cards
from fifthstreet.notation.amounts import ParseValue, parse_value
from fifthstreet.notation.errors import ActionError, LineError
from fifthstreet.notation.history import HandHistory
from fifthstreet.notation.readers.parser import BAD_TEXT_ERRORS, HandParser, HandText

Pattern: TypeAlias = re.Pattern[str]
Match: TypeAlias = re.Match[str]
# How to read a field of the hand: its pattern and its parser (None: an amount of chips).
Variable: TypeAlias = tuple[Pattern, Callable[[str], Any] | None]
# The same for a field with one value per player; then the default and how to combine two values.
PlayerVariable: TypeAlias = tuple[
    Pattern, Callable[[str], Any] | None, Callable[[], Any], Callable[[Any, Any], Any]
]

_FIELD_NAMES = {each.name for each in fields(HandHistory)}


@dataclass(repr=False)
class Notes:
    """Contents of the lines of a hand, before the players are put in order."""

    seats: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    antes: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    blinds: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    players: set[str] = field(default_factory=set)  # those who post or act
    events: list[tuple[str, Match]] = field(default_factory=list)  # kind and line, in order
    event_lines: list[int] = field(default_factory=list)  # line numbers of the events, from 0

    def __repr__(self) -> str:
        """Show the numbers of players and events."""
        return f"<Notes: {len(self.players)} players, {len(self.events)} events>"


class SiteParser(HandParser):
    """Parser of the logs of a site, described by patterns of their lines."""

    HAND: ClassVar[Pattern]  # the text of a hand
    FINAL_SEAT: ClassVar[Pattern]  # final_seat: the seat of the button
    SEATS: ClassVar[Pattern]  # seat, player
    VARIANT: ClassVar[Pattern]  # variant
    VARIANTS: ClassVar[dict[str, str]]  # PHH codes by variant
    ANTE_POSTING: ClassVar[Pattern]  # player, ante
    BLIND_OR_STRADDLE_POSTING: ClassVar[Pattern]  # player, blind_or_straddle
    STARTING_STACKS: ClassVar[Pattern]  # player, starting_stack
    HOLE_DEALING: ClassVar[Pattern]  # player, cards
    BOARD_DEALING: ClassVar[Pattern]  # cards
    FOLDING: ClassVar[Pattern]  # player
    CHECKING_OR_CALLING: ClassVar[Pattern]  # player
    COMPLETION_BETTING_OR_RAISING: ClassVar[Pattern]  # player, amount
    HOLE_CARDS_SHOWING: ClassVar[Pattern]  # player, cards
    CONSTANTS: ClassVar[dict[str, Any]] = {}
    VARIABLES: ClassVar[dict[str, Variable]] = {}
    PLAYER_VARIABLES: ClassVar[dict[str, PlayerVariable]] = {}

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the parts of a log that look like hands."""
        line, start = 1, 0
        for match in self.HAND.finditer(text):
            line += text.count("\n", start, match.start())
            start = match.start()
            yield HandText(match[0], line)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse and replay one hand."""
        try:
            return self._parse(text, parse_value)
        except LineError:
            raise
        except KeyError as error:
            raise ValueError(f"no seat or stack is given for {error}") from error
        except BAD_TEXT_ERRORS as error:
            raise ValueError(str(error)) from error

    def _parse(self, text: str, parse_value: ParseValue) -> HandHistory:
        notes = self._take_notes(text, parse_value)
        players = self._order_players(text, notes)
        for player in players[2:]:
            # A blind posted from any other seat is a late post, which PHH writes as negative.
            notes.blinds[player] = -notes.blinds[player]
        antes = [notes.antes[player] for player in players]
        blinds = [notes.blinds[player] for player in players]
        if len(players) == 2:
            antes.reverse()
            blinds.reverse()
        actions, lines = self._actions(notes, players, parse_value)
        played = HandHistory(
            variant=self._variant(text),
            antes=antes,
            blinds_or_straddles=blinds,
            min_bet=max(blinds[:2]),
            starting_stacks=[
                self._starting_stack(notes.stacks[player], text, parse_value) for player in players
            ],
            actions=actions,
        )
        try:
            *_, state = played
        except ActionError as error:
            raise LineError(str(error), lines[error.index]) from error
        values: dict[str, Any] = {
            "seats": [notes.seats[player] for player in players],
            "players": players,
            **self.CONSTANTS,
            **self._variables(text, parse_value),
            **self._player_variables(text, players, parse_value),
        }
        user_defined = {name: values.pop(name) for name in list(values) if name not in _FIELD_NAMES}
        return self.history_type.from_game_state(
            played.create_game(), state, user_defined_fields=user_defined, **values
        )

    def _take_notes(self, text: str, parse_value: ParseValue) -> Notes:
        notes = Notes()
        kinds = (
            ("blind", self.BLIND_OR_STRADDLE_POSTING),
            ("hole", self.HOLE_DEALING),
            ("board", self.BOARD_DEALING),
            ("fold", self.FOLDING),
            ("call", self.CHECKING_OR_CALLING),
            ("raise", self.COMPLETION_BETTING_OR_RAISING),
            ("show", self.HOLE_CARDS_SHOWING),
        )
        for number, line in enumerate(text.splitlines()):
            if match := self.SEATS.search(line):
                notes.seats[match["player"]] = int(match["seat"])
            if match := self.STARTING_STACKS.search(line):
                notes.stacks[match["player"]] = parse_value(match["starting_stack"])
            if match := self.ANTE_POSTING.search(line):
                notes.antes[match["player"]] = parse_value(match["ante"])
                notes.players.add(match["player"])
            is_event = False
            for kind, pattern in kinds:
                if match := pattern.search(line):
                    if kind == "blind":
                        notes.blinds[match["player"]] = parse_value(match["blind_or_straddle"])
                    if kind not in ("hole", "board"):
                        notes.players.add(match["player"])
                    if not is_event:
                        notes.events.append((kind, match))
                        notes.event_lines.append(number)
                    is_event = True
        return notes

    def _variant(self, text: str) -> str:
        match = self.VARIANT.search(text)
        if match is None or match["variant"] not in self.VARIANTS:
            raise ValueError(f"no supported variant; want one of {', '.join(self.VARIANTS)}")
        return self.VARIANTS[match["variant"]]

    def _order_players(self, text: str, notes: Notes) -> list[str]:
        """List the players from the one after the button to the button."""
        match = self.FINAL_SEAT.search(text)
        if match is None:
            raise ValueError("the seat of the button is not given")
        seat = int(match["final_seat"])
        players = sorted(notes.players, key=notes.seats.__getitem__)
        seats = [notes.seats[player] for player in players]
        if seat in seats:
            last = seats.index(seat)
        elif notes.blinds:
            # The button is at an empty seat: the first to post is the next player.
            last = players.index(next(iter(notes.blinds))) - (len(players) != 2)
        else:
            raise ValueError("the button is at an empty seat and no blind is posted")
        return players[last + 1 :] + players[: last + 1]

    def _starting_stack(self, stack: int, text: str, parse_value: ParseValue) -> int:
        """Return what a player can lose, from the stack that a line gives."""
        return stack

    def _actions(
        self, notes: Notes, players: Sequence[str], parse_value: ParseValue
    ) -> tuple[list[str], list[int]]:
        """Write the actions of a hand; return them and the line of each."""
        labels = {player: f"p{number}" for number, player in enumerate(players, 1)}
        bets: defaultdict[str, int] = defaultdict(int)  # by label
        actions: list[str] = []
        lines: list[int] = []
        for (kind, match), line in zip(notes.events, notes.event_lines, strict=True):
            label = "d" if kind == "board" else labels[match["player"]]
            highest_bet = max(bets.values(), default=0)
            if kind == "blind":
                bets[label] = parse_value(match["blind_or_straddle"])
                continue
            if kind == "board":
                bets.clear()
                action = f"d db {self._cards(match)}"
            elif kind == "hole":
                action = f"d dh {label} {self._cards(match)}"
            elif kind == "fold":
                action = f"{label} f"
            elif kind == "show":
                action = f"{label} sm {self._cards(match)}"
            else:
                action = f"{label} cc"
                to = highest_bet
                if kind == "raise":
                    amount = parse_value(match["amount"])
                    to = self._raise_to(amount, bets[label], highest_bet, match.string)
                    # Sites write an all-in as a raise even if it is less than a call.
                    if to > highest_bet:
                        action = f"{label} cbr {to}"
                bets[label] = to
            actions.append(action)
            lines.append(line)
        return actions, lines

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Return what a player raised to; by default lines give what they raised by."""
        return highest_bet + amount

    def _cards(self, match: Match) -> str:
        return cards_text(parse_cards("".join(match["cards"].replace(",", " ").split())))

    def _variables(self, text: str, parse_value: ParseValue) -> dict[str, Any]:
        values = {}
        for name, (pattern, parse) in self.VARIABLES.items():
            match = pattern.search(text)
            if match is not None and name in match.groupdict():
                values[name] = (parse or parse_value)(match[name])
        return values

    def _player_variables(
        self, text: str, players: Sequence[str], parse_value: ParseValue
    ) -> Mapping[str, list[Any]]:
        values_by_field = {}
        lines = text.splitlines()
        for name, (pattern, parse, default, combine) in self.PLAYER_VARIABLES.items():
            values: defaultdict[str, Any] = defaultdict(default)
            for line in lines:
                if match := pattern.search(line):
                    value = (parse or parse_value)(match[name])
                    values[match["player"]] = combine(values[match["player"]], value)
            if values:
                values_by_field[name] = [values[player] for player in players]
        return values_by_field
