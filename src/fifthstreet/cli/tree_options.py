"""Options for the rules of a betting tree, shared by commands that build one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.spot_options import each_player, new_rules, numbers, street_number
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import read_spot
from fifthstreet.tree import STREET_NAMES, Menu, Sizes, TreeRules, natural_chip, parse_amount

_GAME, _SIZES = "The game", "Bet sizes"


class TreeCommandOptions(Command):
    """A command with a betting tree, from a spot file or from options."""

    spot_file: Path | None = argument("A spot file; options take precedence over it.", None)
    players: int | None = option("Number of players, 2 by default.", _GAME)
    stack: str | None = option(
        "Chips of each player, or like 100bb: one number for all, or one each.", _GAME
    )
    pot: str | None = option("Chips in the pot, or like 5.5bb.", _GAME)
    blinds: str | None = option("Blinds and straddles, like '1, 2'.", _GAME)
    antes: str | None = option("Antes: one number for all, or one each.", _GAME)
    first: str | None = option("First street; by default preflop with blinds, else flop.", _GAME)
    last: str | None = option("Last street with bets, river by default.", _GAME)
    chip: float | None = option("Unit that all amounts are multiples of.", _GAME)
    bets: str | None = option("Bet sizes on all streets: '50%, a'.", _SIZES)
    raises: str | None = option("Raise sizes: '60%, 2.5x'.", _SIZES)
    donk: str | None = option("Bet sizes into the last aggressor.", _SIZES)
    preflop: str | None = option("Sizes preflop: 'bet 50%; raise 2.5x, a; donk 25%'.", _SIZES)
    flop: str | None = option("Sizes on the flop.", _SIZES)
    turn: str | None = option("Sizes on the turn.", _SIZES)
    river: str | None = option("Sizes on the river.", _SIZES)
    max_raises: int | None = option("Maximum number of bets and raises per street.", _SIZES)
    min_bet: float | None = option("Smallest bet.", _SIZES)
    add_allin: float | None = option("Add all-ins of at most this share of the pot.", _SIZES)
    force_allin: float | None = option(
        "Go all-in if a call would leave at most this share of the pot behind.", _SIZES
    )
    merge: float | None = option("Drop sizes closer than this to a larger one.", _SIZES)
    add: list[str] | None = option("Add a path, like r:k:b70.", _SIZES)
    remove: list[str] | None = option("Remove the last action of a path.", _SIZES)

    def _rules(self) -> TreeRules:
        """Return the rules of the spot file, or new ones, overridden by options."""
        stack, blinds, antes = self.stack, self.blinds, self.antes
        spot = None if self.spot_file is None else read_spot(self.spot_file)
        big_blind = self._big_blind(None if spot is None else spot.rules)
        pot = None if self.pot is None else parse_amount("--pot", self.pot, big_blind=big_blind)
        if spot is None:
            rules = new_rules(self.players, stack, pot, blinds, self.first, big_blind)
        else:
            rules = spot.rules
            if self.players not in (None, 2):
                raise InputError(f"--players must be 2 with a spot file, got {self.players}")
        chip = self.chip
        if chip is None and rules.chip == 1:
            typed = [value for value in (pot, self.min_bet) if value is not None]
            for name, text in (("stack", stack), ("blinds", blinds), ("antes", antes)):
                typed += [] if text is None else numbers(name, text, big_blind)
            paths = [*(self.add or ()), *(self.remove or ())]
            chip = natural_chip([*typed, *rules.stacks, rules.pot], paths)
        changes: dict[str, Any] = {
            "stacks": None
            if stack is None
            else each_player("stack", stack, rules.players, big_blind),
            "pot": pot,
            "blinds": None if blinds is None else numbers("blinds", blinds),
            "antes": None
            if antes is None
            else each_player("antes", antes, rules.players, big_blind),
            "first_street": street_number("first", self.first),
            "last_street": street_number("last", self.last),
            "chip": chip,
            "max_raises": self.max_raises,
            "min_bet": self.min_bet,
            "add_allin": self.add_allin,
            "force_allin": self.force_allin,
            "merge": self.merge,
            "added": None if self.add is None else (*rules.added, *self.add),
            "removed": None if self.remove is None else (*rules.removed, *self.remove),
            "sizes": self._sizes(rules.sizes),
        }
        return replace(rules, **{name: each for name, each in changes.items() if each is not None})

    def _big_blind(self, rules: TreeRules | None) -> float:
        """Return the chips of a big blind: by --blinds, --min-bet, the spot file, or 1."""
        if self.blinds is not None:
            return max(*map(abs, numbers("blinds", self.blinds)[:2]), 0.0) or 1.0
        return self.min_bet or (1.0 if rules is None else rules.big_blind)

    def _sizes(self, sizes: Sizes) -> Sizes:
        """Return the menus with sizes replaced by options; sizes of a street take precedence."""
        given = {"bet": self.bets, "raise": self.raises, "donk": self.donk}
        common = {name: text for name, text in given.items() if text is not None}
        streets = (self.preflop, self.flop, self.turn, self.river)
        own = [
            {} if text is None else _menu_parts(name, text)
            for name, text in zip(STREET_NAMES, streets, strict=True)
        ]
        rows = []
        for row in sizes.rows:
            first, second, third, fourth = (
                Menu.from_dict({**menu.to_dict(), **common, **parts})
                for menu, parts in zip(row, own, strict=True)
            )
            rows.append((first, second, third, fourth))
        return Sizes(tuple(rows))


def _menu_parts(name: str, text: str) -> dict[str, str]:
    """Split a menu like 'bet 60%, a; raise 2.5x; donk 50%' into its parts."""
    parts = {}
    for part in text.split(";"):
        kind, _, sizes = part.strip().partition(" ")
        if kind not in ("bet", "raise", "donk"):
            raise InputError(f"--{name} must be like 'bet 60%, a; raise 2.5x', got {text!r}")
        parts[kind] = sizes
    return parts
