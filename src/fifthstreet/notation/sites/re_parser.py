"""Reading the logs of poker sites with a table of patterns a site.

A log is a line for each thing that happened. A site's parser says how such lines look; the blanks
in its patterns carry the names of what they hold, and those names are listed with `REParser`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeAlias

from fifthstreet.game.values import parse_value
from fifthstreet.notation.actions import cards_text, parse_cards
from fifthstreet.notation.errors import ActionError, LineError
from fifthstreet.notation.hand_history import HandHistory
from fifthstreet.notation.parser import BAD_TEXT_ERRORS, HandParser, HandText, ParseValue

Pattern: TypeAlias = re.Pattern[str]
Match: TypeAlias = re.Match[str]
# How to read a field of the hand: where it is, and how it is parsed (None: as a number of chips).
Variable: TypeAlias = tuple[Pattern, Callable[[str], Any] | None]
# The same for a field with a value a player; what none has been given, and how two add up.
PlayerVariable: TypeAlias = tuple[
    Pattern, Callable[[str], Any] | None, Callable[[], Any], Callable[[Any, Any], Any]
]

_FIELD_NAMES = {each.name for each in fields(HandHistory)}


@dataclass
class Notes:
    """What the lines of a hand say, before the players are put in order."""

    seats: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    antes: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    blinds: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    players: set[str] = field(default_factory=set)  # who did something
    events: list[tuple[str, Match]] = field(default_factory=list)  # in their order
    event_lines: list[int] = field(default_factory=list)  # of the events, from 0


class REParser(HandParser):
    """Parser of a site's logs, by patterns of its lines."""

    HAND: ClassVar[Pattern]  # a whole hand
    FINAL_SEAT: ClassVar[Pattern]  # final_seat: the button
    SEATS: ClassVar[Pattern]  # seat, player
    VARIANT: ClassVar[Pattern]  # variant
    VARIANTS: ClassVar[dict[str, str]]  # names of variants in PHH
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

    def hand_texts(self, s: str) -> Iterator[HandText]:
        """Parts of a log that look like a hand."""
        line, end = 1, 0
        for found in self.HAND.finditer(s):
            line += s.count("\n", end, found.start())
            end = found.start()
            yield HandText(found[0], line)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Read one hand, play it to see that it is whole, and tell it in PHH's words."""
        try:
            return self._parse(text, parse_value)
        except LineError:
            raise
        except KeyError as error:
            raise ValueError(f"nothing is known of {error}") from error
        except BAD_TEXT_ERRORS as error:
            raise ValueError(str(error)) from error

    def _parse(self, text: str, parse_value: ParseValue) -> HandHistory:
        notes = self._take_notes(text, parse_value)
        players = self._order_players(text, notes)
        for player in players[2:]:
            # Posted from other seats than those of the blinds.
            notes.blinds[player] = -notes.blinds[player]
        antes = [notes.antes[player] for player in players]
        blinds = [notes.blinds[player] for player in players]
        if len(players) == 2:
            antes.reverse()
            blinds.reverse()
        actions, lines = self._actions(notes, players, parse_value)
        hand = HandHistory(
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
            *_, state = hand
        except ActionError as error:
            raise LineError(str(error), lines[error.index]) from error
        known: dict[str, Any] = {
            "seats": [notes.seats[player] for player in players],
            "players": players,
            **self.CONSTANTS,
            **self._variables(text, parse_value),
            **self._player_variables(text, players, parse_value),
        }
        own = {name: known.pop(name) for name in list(known) if name not in _FIELD_NAMES}
        return HandHistory.from_game_state(
            hand.create_game(), state, user_defined_fields=own, **known
        )

    def _take_notes(self, text: str, parse_value: ParseValue) -> Notes:
        notes = Notes()
        happenings = (
            ("blind", self.BLIND_OR_STRADDLE_POSTING),
            ("hole", self.HOLE_DEALING),
            ("board", self.BOARD_DEALING),
            ("fold", self.FOLDING),
            ("call", self.CHECKING_OR_CALLING),
            ("raise", self.COMPLETION_BETTING_OR_RAISING),
            ("show", self.HOLE_CARDS_SHOWING),
        )
        for number, line in enumerate(text.splitlines()):
            if found := self.SEATS.search(line):
                notes.seats[found["player"]] = int(found["seat"])
            if found := self.STARTING_STACKS.search(line):
                notes.stacks[found["player"]] = parse_value(found["starting_stack"])
            if found := self.ANTE_POSTING.search(line):
                notes.antes[found["player"]] = parse_value(found["ante"])
                notes.players.add(found["player"])
            is_event = False
            for kind, pattern in happenings:
                if found := pattern.search(line):
                    if kind == "blind":
                        notes.blinds[found["player"]] = parse_value(found["blind_or_straddle"])
                    if kind not in ("hole", "board"):
                        notes.players.add(found["player"])
                    if not is_event:
                        notes.events.append((kind, found))
                        notes.event_lines.append(number)
                    is_event = True
        return notes

    def _variant(self, text: str) -> str:
        found = self.VARIANT.search(text)
        if found is None or found["variant"] not in self.VARIANTS:
            raise ValueError(f"no known variant; want one of {', '.join(self.VARIANTS)}")
        return self.VARIANTS[found["variant"]]

    def _order_players(self, text: str, notes: Notes) -> list[str]:
        """Players from the one after the button to the button."""
        found = self.FINAL_SEAT.search(text)
        if found is None:
            raise ValueError("nothing says where the button is")
        seat = int(found["final_seat"])
        players = sorted(notes.players, key=notes.seats.__getitem__)
        seats = [notes.seats[player] for player in players]
        if seat in seats:
            last = seats.index(seat)
        elif notes.blinds:
            # The button is at an empty seat: the first to post sits behind it.
            last = players.index(next(iter(notes.blinds))) - (len(players) != 2)
        else:
            raise ValueError("the button is at an empty seat, and nobody posts a blind")
        return players[last + 1 :] + players[: last + 1]

    def _starting_stack(self, stack: int, text: str, parse_value: ParseValue) -> int:
        """What a player may lose, given what is in front of the player."""
        return stack

    def _actions(
        self, notes: Notes, players: Sequence[str], parse_value: ParseValue
    ) -> tuple[list[str], list[int]]:
        """Actions of a hand, and the line of each."""
        labels = {player: f"p{number}" for number, player in enumerate(players, 1)}
        bets: defaultdict[str, int] = defaultdict(int)  # by label
        actions: list[str] = []
        lines: list[int] = []
        for (kind, found), line in zip(notes.events, notes.event_lines, strict=True):
            label = "d" if kind == "board" else labels[found["player"]]
            most = max(bets.values(), default=0)
            if kind == "blind":
                bets[label] = parse_value(found["blind_or_straddle"])
                continue
            if kind == "board":
                bets.clear()
                action = f"d db {self._cards(found)}"
            elif kind == "hole":
                action = f"d dh {label} {self._cards(found)}"
            elif kind == "fold":
                action = f"{label} f"
            elif kind == "show":
                action = f"{label} sm {self._cards(found)}"
            else:
                action = f"{label} cc"
                to = most
                if kind == "raise":
                    amount = parse_value(found["amount"])
                    to = self._raise_to(amount, bets[label], most, found.string)
                    # Sites call an all-in a raise even if it is not enough to call.
                    if to > most:
                        action = f"{label} cbr {to}"
                bets[label] = to
            actions.append(action)
            lines.append(line)
        return actions, lines

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """What a player raised to, from the amount in a line; by default it was raised by that."""
        return highest_bet + amount

    def _cards(self, found: Match) -> str:
        return cards_text(parse_cards("".join(found["cards"].replace(",", " ").split())))

    def _variables(self, text: str, parse_value: ParseValue) -> dict[str, Any]:
        values = {}
        for name, (pattern, parse) in self.VARIABLES.items():
            found = pattern.search(text)
            if found is not None and name in found.groupdict():
                values[name] = (parse or parse_value)(found[name])
        return values

    def _player_variables(
        self, text: str, players: Sequence[str], parse_value: ParseValue
    ) -> Mapping[str, list[Any]]:
        lists = {}
        lines = text.splitlines()
        for name, (pattern, parse, default, add) in self.PLAYER_VARIABLES.items():
            values: defaultdict[str, Any] = defaultdict(default)
            for line in lines:
                if found := pattern.search(line):
                    value = (parse or parse_value)(found[name])
                    values[found["player"]] = add(values[found["player"]], value)
            if values:
                lists[name] = [values[player] for player in players]
        return lists
