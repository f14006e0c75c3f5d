"""PioVIEWER's tree configurations: lines like `#FlopConfig.BetSize#33, 75`.

https://piosolver.com/docs/viewer/postflop_tree_building describes the sizes,
docs/how_to/files_of_other_solvers.md the other fields. A file that also has commands is read by
`pio_script`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TypeVar

from fifthstreet.cards import Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.formats.fitting import FittedDecision, fit_rules, named_bets
from fifthstreet.formats.imported import ImportedSpot
from fifthstreet.formats.text_lines import TextLine, read_file, text_lines
from fifthstreet.solvers.postflop import Spot, parse_board
from fifthstreet.tree import NO_RAKE, Menu, Move, Rake, Size, Sizes, parse_sizes

_Parsed = TypeVar("_Parsed")
FIRST_LINE = re.compile(r"#(TreeBuilding|Type|Range0)#")
_FIELD = re.compile(r"#([A-Za-z0-9_.]+)#(.*)")
_STREETS = ("Flop", "Turn", "River")
_SUFFIXES = ("", "IP")  # of a street's fields, by seat
_KINDS = ("BetSize", "RaiseSize", "DonkBetSize")
_BETS = (Move.BET, Move.ALL_IN)
_THIRD_BET = 2  # bets and raises before it
# Fields that change the tree in ways that are not published, and their values without effect.
_UNKNOWN = {
    "UseUnifiedBetAfterRaise": "False",
    "UseUnifiedRaiseAfterRaise": "False",
    "ForceIPBet": "False",
    "ForceOOPBet": "False",
    "MergeSimilarBets": "False",
    "RemovedLines": "",
    "ExtraLines": "",
    "ICM.Enabled": "False",
}


@dataclass(frozen=True)
class _Config:
    """The fields of a configuration, by name."""

    lines: Mapping[str, TextLine]
    values: Mapping[str, str]

    def text(self, name: str) -> str:
        """Return a field; an empty text if there is none."""
        return self.values.get(name, "")

    def is_on(self, name: str) -> bool:
        """Return whether a field is True."""
        return self.text(name).lower() == "true"

    def needed(self, name: str) -> str:
        """Return a field; InputError if there is none."""
        if not self.text(name):
            raise InputError(f"the configuration has no #{name}#")
        return self.text(name)

    def number(self, name: str, default: float | None = None) -> float:
        """Return a number; InputError if there is neither one nor a default."""
        if default is not None and not self.text(name):
            return default
        word = self.needed(name)
        return self.lines[name].number_of(word, f"#{name}#")

    def sizes(self, seat: int, street: str, kind: str) -> tuple[Size, ...]:
        """Return the sizes of a field: numbers are shares of the pot."""
        name = f"{street}Config{_SUFFIXES[seat]}.{kind}"
        words = [word for word in re.split(r"[\s,;]+", self.text(name).lower()) if word]
        texts = [f"{word}%" if re.fullmatch(r"[\d.]+", word) else word for word in words]
        try:
            return parse_sizes(", ".join(texts))
        except InputError as error:
            raise self.lines[name].error(f"#{name}#: {error}") from None

    def parsed(self, name: str, parse: Callable[[str], _Parsed]) -> _Parsed:
        """Return what a function makes of a field; InputError if there is none."""
        text = self.needed(name)
        return self.lines[name].parsed(parse, text)


def parse_pio_config(text: str) -> ImportedSpot:
    """Read a configuration.

    Args:
        text: Lines like `#Pot#100`.

    Returns:
        The spot; its losses are fields whose meaning is not known, and illegal bets.

    Raises:
        InputError: If a field is missing or wrong. The message starts with the number of a wrong
            line.

    >>> river = '''#TreeBuilding#V2
    ... #Range0#AA,QQ
    ... #Range1#KK
    ... #Board#2s 2h 2d 3c 3d
    ... #Pot#100
    ... #EffectiveStacks#300
    ... #AllinThreshold#67
    ... #RiverConfig.BetSize#50, 100
    ... #RiverConfigIP.RaiseSize#3x
    ... '''
    >>> tree = parse_pio_config(river).spot.tree
    >>> tree.actions(0), tree.actions(tree.find("b50")[0]), tree.actions(tree.find("b100")[0])
    (('k', 'b50', 'b100'), ('f', 'c', 'b150'), ('f', 'c', 'a'))
    """
    config = _fields(text)
    stack = config.number("EffectiveStacks")
    cap = config.number("Cap", 0) if config.is_on("CapEnabled") else 0
    spot = Spot.of(
        cards_text(config.parsed("Board", parse_board)),
        config.number("Pot"),
        stack,
        oop=config.parsed("Range0", Range),
        ip=config.parsed("Range1", Range),
        sizes=Sizes.by_player([_sizes(config, seat) for seat in (0, 1)]),
        rake=_rake(config),
        max_raises=int(cap) or None,
        min_bet=config.number("MinimumBetsize", 0) or None,
    )
    rules, illegal = fit_rules(spot.rules, _Bets(config, spot.rules.raise_limits[1]).bets)
    losses = [
        f"line {config.lines[name].number}: #{name}#{config.text(name)} is not known"
        for name, usual in _UNKNOWN.items()
        if config.text(name) not in ("", usual)
    ]
    if illegal:
        losses.append(f"bets that are not legal: {named_bets(illegal)}")
    return ImportedSpot(replace(spot, rules=rules), losses=tuple(losses))


def read_pio_config(path: str | Path) -> ImportedSpot:
    """Read the file of a configuration.

    Args:
        path: A text file that PioVIEWER saved.

    Returns:
        The spot and losses, as from `parse_pio_config`.

    Raises:
        InputError: If the file cannot be read, or is not a whole configuration.
    """
    return read_file(path, parse_pio_config)


def _fields(text: str) -> _Config:
    lines: dict[str, TextLine] = {}
    values: dict[str, str] = {}
    for line in text_lines(text):
        match = _FIELD.match(line.text.strip())
        if match is None:
            raise line.error(f"a field must be like '#Pot#100', got {line.text.strip()[:40]!r}")
        lines[match[1]], values[match[1]] = line, match[2].strip()
    return _Config(lines, values)


def _rake(config: _Config) -> Rake:
    if not config.is_on("Rake.Enabled"):
        return NO_RAKE
    rate, cap = config.number("Rake.Fraction"), config.number("Rake.Cap", 0)
    return Rake(rate, cap or inf)


def _sizes(config: _Config, seat: int) -> Sizes:
    """Return a player's menus, without the all-ins that a field adds."""
    menus = {}
    for number, street in enumerate(_STREETS, 1):
        bet, raises, donk = (config.sizes(seat, street, kind) for kind in _KINDS)
        menus[number] = Menu(bet, raises, donk if seat == 0 else None)
    return Sizes.by_street(menus)


@dataclass(frozen=True)
class _Bets:
    """The bets of a configuration: the menus, as its other fields change them."""

    config: _Config
    max_raises: int | None

    def bets(self, decision: FittedDecision) -> list[int]:
        """Return the bets of a decision, for `fitting`."""
        config, tree = self.config, decision.tree
        street = _STREETS[decision.street - 1]
        fields = f"{street}Config{_SUFFIXES[decision.player]}"
        is_last = self.max_raises is not None and decision.bets >= self.max_raises
        if is_last or (decision.bets >= _THIRD_BET and config.is_on(f"{fields}.Dont3bet")):
            return []
        stack = tree.rules.stack_chips[0]
        all_in = stack - decision.before
        limit = config.number("AllinThreshold", 100) / 100 * stack
        children = tree.children(decision.node)
        offered = [int(tree.amount[child]) for child in children if tree.move[child] in _BETS]
        amounts = {all_in if decision.before + bet > limit else bet for bet in offered}
        kind = _KINDS[1 if decision.is_raise else 2 if decision.is_donk else 0]
        if config.is_on(f"{fields}.AddAllin") and config.sizes(decision.player, street, kind):
            pot = tree.rules.pot_chips + 2 * max(decision.put_in)
            most = config.number("AddAllinOnlyIfLessThanThisTimesThePot", inf) / 100 * pot
            if 0 < all_in - decision.to_match <= most:
                amounts.add(all_in)
        return list(amounts)
