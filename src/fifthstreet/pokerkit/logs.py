"""Parsing of logs by patterns, which `fifthstreet.pokerkit.REParser` offers as PokerKit's does.

A subclass describes its logs by regular expressions, one per kind of line. The logs of poker sites
are parsed by the readers of `fifthstreet.game.notation`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, ClassVar, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.notation import HandHistory, ParseValue, parse_value, units_text
from fifthstreet.game.notation.readers import BAD_TEXT_ERRORS, HandText, SiteParser
from fifthstreet.game.notation.readers.building import HandBuilder, Post, Seat
from fifthstreet.game.notation.readers.sites import cards_of

Pattern: TypeAlias = re.Pattern[str]
Match: TypeAlias = re.Match[str]
# How to read a field of the hand: its pattern and its parser (None: an amount of chips).
Variable: TypeAlias = tuple[Pattern, Callable[[str], Any] | None]
# The same for a field with one value per player; then the default and how to combine two values.
PlayerVariable: TypeAlias = tuple[
    Pattern, Callable[[str], Any] | None, Callable[[], Any], Callable[[Any, Any], Any]
]

_FIELDS = {each.name for each in fields(HandHistory)}


class PatternParser(SiteParser):
    """Parser of logs described by patterns, whose names and groups are PokerKit's."""

    START = ""
    venue = ""

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
        for match in re.finditer(self.HAND, text):
            line += text.count("\n", start, match.start())
            start = match.start()
            yield HandText(match[0], line)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse and replay one hand."""
        return self._complete(super().parse_hand(text, parse_value), text, parse_value)

    def _complete(self, hand: HandHistory, text: str, parse_value: ParseValue) -> HandHistory:
        """Rebuild a hand from its replay, which adds the showings that the log leaves out."""
        *_, state = hand
        try:
            values = self._fields(hand, text, parse_value)
        except BAD_TEXT_ERRORS as error:
            raise InputError(f"a field cannot be read: {error}") from error
        user_defined = {name: values.pop(name) for name in list(values) if name not in _FIELDS}
        return self.history_type.from_game_state(
            hand.create_game(),
            state,
            ante_trimming_status=hand.ante_trimming_status,
            parse_value=hand.parse_value,
            user_defined_fields=user_defined,
            **values,
        )

    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand."""
        text = "\n".join(lines)
        variant = re.search(self.VARIANT, text)
        if variant is None or variant["variant"] not in self.VARIANTS:
            raise InputError(f"variant must be one of {', '.join(self.VARIANTS)}")
        builder.variant = self.VARIANTS[variant["variant"]]
        button = re.search(self.FINAL_SEAT, text)
        if button is None:
            raise InputError("the seat of the button is not given")
        builder.button = int(button["final_seat"])
        seats = self._by_player(self.SEATS, lines, "seat")
        stacks = self._by_player(self.STARTING_STACKS, lines, "starting_stack")
        for player, seat in seats.items():
            # Players without a line of their own sit out.
            builder.seat(int(seat), player, stacks.get(player, "0"), is_out=True)
        for player, ante in self._by_player(self.ANTE_POSTING, lines, "ante").items():
            builder.post_ante(player, ante)
        bets: defaultdict[str, int] = defaultdict(int)
        for number, line in enumerate(lines):
            builder.line = number
            self._read_line(line, builder, bets)
        builder.posts[:2] = _named_blinds(builder)

    def _by_player(self, pattern: Pattern, lines: list[str], group: str) -> dict[str, str]:
        """Return the last text of a group for each player."""
        matches = filter(None, (re.search(pattern, line) for line in lines))
        return {match["player"]: match[group] for match in matches}

    def _read_line(self, line: str, builder: HandBuilder, bets: defaultdict[str, int]) -> None:
        """Read the posting, dealing or action of a line, if it has one; `bets` are in units."""
        highest = max(bets.values(), default=0)
        if match := re.search(self.BLIND_OR_STRADDLE_POSTING, line):
            builder.post(Post.OTHER, match["player"], match["blind_or_straddle"])
            bets[match["player"]] = builder.units(match["blind_or_straddle"])
        elif match := re.search(self.HOLE_DEALING, line):
            builder.deal(match["player"], self._format_cards(match))
        elif match := re.search(self.BOARD_DEALING, line):
            builder.board(self._format_cards(match))
            bets.clear()
        elif match := re.search(self.FOLDING, line):
            builder.fold(match["player"])
        elif match := re.search(self.CHECKING_OR_CALLING, line):
            player = match["player"]
            builder.call(player, units_text(highest - bets[player], builder.decimals))
            bets[player] = highest
        elif match := re.search(self.COMPLETION_BETTING_OR_RAISING, line):
            player = match["player"]
            bets[player] = self._get_completion_betting_or_raising_to_amount(
                bets, player, builder.units(match["amount"]), line
            )
            builder.bet_to(player, units_text(bets[player], builder.decimals))
        elif match := re.search(self.HOLE_CARDS_SHOWING, line):
            builder.show(match["player"], self._format_cards(match))

    # Subclasses written for PokerKit override these two, though their names are private. Amounts
    # are in units, such as cents, and players are given by name.

    def _format_cards(self, match: Match) -> str:
        return cards_of(match["cards"])

    def _get_completion_betting_or_raising_to_amount(
        self,
        bets: defaultdict[str, int],
        player: str,
        completion_betting_or_raising_amount: int,
        line: str,
    ) -> int:
        """Return what a player raised to; by default lines give what they raised by."""
        return max(bets.values(), default=0) + completion_betting_or_raising_amount

    def _fields(self, hand: HandHistory, text: str, parse_value: ParseValue) -> dict[str, Any]:
        """Return the fields that do not follow from the game and the actions."""
        players = hand.players or []
        result: dict[str, Any] = {"seats": hand.seats, "players": players, **self.CONSTANTS}
        for name, (pattern, parse) in self.VARIABLES.items():
            match = re.search(pattern, text)
            if match is not None and name in match.groupdict():
                result[name] = (parse or parse_value)(match[name])
        for name, (pattern, parse, default, combine) in self.PLAYER_VARIABLES.items():
            values: defaultdict[str, Any] = defaultdict(default)
            for match in filter(None, (re.search(pattern, line) for line in text.splitlines())):
                value = (parse or parse_value)(match[name])
                values[match["player"]] = combine(values[match["player"]], value)
            if values:
                result[name] = [values[player] for player in players]
        return result


def _named_blinds(builder: HandBuilder) -> list[tuple[Post, Seat, int]]:
    """Return the first two posts as small and big blind, or a single post as big blind.

    Heads-up, the small blind is the button's. Otherwise it makes no difference which one is small.
    """
    posts = sorted(builder.posts[:2], key=lambda post: (post[1].number != builder.button, post[2]))
    kinds = (Post.SMALL, Post.BIG)[-len(posts) :]
    return [(kind, *post[1:]) for kind, post in zip(kinds, posts, strict=False)]
