"""The rules of a betting tree: chips, forced bets, streets and bet sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cached_property
from math import inf, isfinite
from numbers import Integral, Real
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.tree.menus import STREET_NAMES, Sizes
from fifthstreet.tree.paths import Move, Step, chips_text, parse_path, whole_chips

MAX_PLAYERS = 10
_MAX_VALUE = 1e300  # of numbers that are not amounts; larger whole numbers may not fit a float
MAX_CHIPS = 1_000_000_000  # of a whole tree, so that sums fit into 32 bits
# Default sizes of every command and constructor.
DEFAULT_BETS, DEFAULT_RAISES = "50%, 100%", "60%"
DEFAULT_SIZES = Sizes.uniform(DEFAULT_BETS, raises=DEFAULT_RAISES)
_CHIPS = (1.0, 0.01, 0.001, 0.0001, 0.00001, 0.000001)  # that `natural_chip` tries

# Types of the fields, and their description in messages.
_TUPLES: dict[str, tuple[type, str]] = {
    **dict.fromkeys(("stacks", "blinds", "antes"), (Real, "numbers")),
    **dict.fromkeys(("added", "removed"), (str, "paths")),
}
_SINGLES: dict[str, tuple[tuple[type, ...], str]] = {
    "pot": ((Real,), "a number"),
    "chip": ((Real,), "a number"),
    "first_street": ((Integral,), "a whole number"),
    "last_street": ((Integral,), "a whole number"),
    "sizes": ((Sizes,), "Sizes"),
    "min_bet": ((Real, type(None)), "a number or None"),
    "add_allin": ((Real,), "a number"),
    "force_allin": ((Real,), "a number"),
    "merge": ((Real,), "a number"),
}


@dataclass(frozen=True, repr=False)
class TreeRules:
    """The rules of a no-limit betting tree; amounts are whole multiples of `chip`.

    Seats, blinds and antes are as in `game.State`: seat 0 acts first after the flop, and
    heads-up the blinds `(1, 2)` make seat 1 the button with the small blind.

    >>> rules = TreeRules(stacks=(900, 900), pot=200, first_street=2, add_allin=1.5)
    >>> TreeRules.from_dict(rules.to_dict()) == rules
    True
    """

    stacks: tuple[float, ...]  # [P] before forced bets
    pot: float = 0.0  # dead money
    blinds: tuple[float, ...] = ()  # preflop only; negative for late posts, which set no opener
    antes: tuple[float, ...] = ()  # preflop only
    first_street: int = 1  # 0 preflop, 1 flop, 2 turn, 3 river
    last_street: int = 3  # the rest of the board is dealt without betting
    sizes: Sizes = DEFAULT_SIZES
    # Maximum bets and raises per street, not counting blinds: for all streets, or for each.
    max_raises: int | tuple[int, ...] | None = None
    add_allin: float = 0.0  # add an all-in of at most this share of the pot after calling
    force_allin: float = 0.0  # bets that leave at most this share of the pot become all-in
    merge: float = 0.0  # drop sizes closer than this to a larger one
    added: tuple[str, ...] = ()  # paths to add to the paths of the menus
    removed: tuple[str, ...] = ()  # paths whose last action is removed
    min_bet: float | None = None  # by default the big blind, or one chip without blinds
    chip: float = 1.0
    # Before the flop: how many players who have put in no chips by choice may call the blinds, the
    # first raise and so on; the last number is also for later raises. A player who cannot raise may
    # always call. None: no limit.
    cold_calls: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        self._check_types()
        if not 2 <= self.players <= MAX_PLAYERS:
            raise InputError(
                f"stacks must be 2 to {MAX_PLAYERS}, one per player, got {self.players}"
            )
        if not 0 < self.chip < _MAX_VALUE:
            raise InputError(f"chip must be more than 0, got {self.chip}")
        if not 0 <= self.first_street <= self.last_street <= 3:
            raise InputError(
                "first_street and last_street must be from 0 (preflop) to 3 (river), in order, got "
                f"{self.first_street} and {self.last_street}"
            )
        if len(self.sizes.rows) not in (1, self.players):
            raise InputError(
                f"sizes must have one row for all or one for each of {self.players} players, got "
                f"{len(self.sizes.rows)}"
            )
        self._check_chips()
        self._check_raises()
        for name in ("add_allin", "force_allin", "merge"):
            if not 0 <= (share := getattr(self, name)) < _MAX_VALUE:
                raise InputError(f"{name} must be a share of 0 or more, like 0.15, got {share}")
        for name in ("added", "removed"):
            for path in getattr(self, name):
                self._check_line(name, path)
        self._check_cold_calls()

    def __repr__(self) -> str:
        stacks = ", ".join(f"{stack:g}" for stack in self.stacks)
        chips = {"pot": (self.pot,) if self.pot else (), "blinds": self.blinds, "antes": self.antes}
        terms = [
            f"{name} {', '.join(f'{value:g}' for value in values)}"
            for name, values in chips.items()
            if values
        ]
        streets = f"{STREET_NAMES[self.first_street]} to {STREET_NAMES[self.last_street]}"
        return f"<TreeRules: stacks {stacks}; {'; '.join([*terms, streets])}>"

    def _check_types(self) -> None:
        """Check types that files may get wrong; convert lists to tuples."""
        for name, (kind, words) in _TUPLES.items():
            values = getattr(self, name)
            if not isinstance(values, tuple | list) or not all(isinstance(v, kind) for v in values):
                raise InputError(f"{name} must be a tuple of {words}, got {values!r}")
            object.__setattr__(self, name, tuple(values))
        for name, (kinds, words) in _SINGLES.items():
            if not isinstance(getattr(self, name), kinds):
                raise InputError(f"{name} must be {words}, got {getattr(self, name)!r}")

    def _check_raises(self) -> None:
        if isinstance(self.max_raises, list):
            object.__setattr__(self, "max_raises", tuple(self.max_raises))
        limits = self.max_raises
        if isinstance(limits, tuple) and len(limits) != len(STREET_NAMES):
            raise InputError(f"max_raises must be one number, or four, got {len(limits)}")
        for most in () if limits is None else limits if isinstance(limits, tuple) else (limits,):
            if not isinstance(most, Integral):
                raise InputError(f"max_raises must be a whole number or None, got {most!r}")
            if most < 0:
                raise InputError(f"max_raises must be at least 0, or None, got {most}")

    def _check_cold_calls(self) -> None:
        limits = self.cold_calls
        if limits is None:
            return
        if not isinstance(limits, tuple | list) or not limits:
            raise InputError(f"cold_calls must be one or more numbers, or None, got {limits!r}")
        for most in limits:
            if not isinstance(most, Integral) or not 0 <= most <= MAX_PLAYERS:
                raise InputError(
                    f"cold_calls must be whole numbers from 0 to {MAX_PLAYERS}, got {most!r}"
                )
        object.__setattr__(self, "cold_calls", tuple(limits))

    def _check_chips(self) -> None:
        for name in ("blinds", "antes"):
            values = getattr(self, name)
            if values and self.first_street > 0:
                raise InputError(f"{name} require a tree that starts preflop: add them to pot")
            if len(values) > self.players:
                raise InputError(
                    f"{name} must be at most one per player, {self.players}, got {len(values)}"
                )
            for value in values:
                self.count(name, value, minimum=-inf if name == "blinds" else 0)
        least = 1 if self.first_street == 0 else 0
        counts = [self.count("stacks", stack, minimum=least) for stack in self.stacks]
        pot = self.count("pot", self.pot)
        if self.min_bet is not None:
            self.count("min_bet", self.min_bet, minimum=1)
        if pot + sum(counts) > MAX_CHIPS:
            raise InputError(
                f"pot and stacks must be at most {MAX_CHIPS:,} chips, got {pot + sum(counts):,}"
            )
        if pot + sum(self.posted_antes) + sum(self.posted_blinds) == 0:
            raise InputError(
                "the tree has nothing to play for: add a pot, or blinds or antes preflop"
            )

    def _check_line(self, name: str, path: str) -> None:
        try:
            steps = parse_path(path)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        if not steps:
            raise InputError(f"{name} path must have an action, like 'r:k:b60', got {path!r}")
        for step in steps:
            if step.cards:
                raise InputError(f"{name} path must have n for a deal, without cards, got {path!r}")
            if step.percent is not None:
                raise InputError(
                    f"{name} path {path!r}: a bet must be an amount of chips, like 'b60', got "
                    f"{step.text!r}"
                )
            if step.move == Move.BET:
                self.count(f"{step.text!r} in {name} path {path!r}", float(step.amount), minimum=1)

    @classmethod
    def even(cls, players: int, effective_stack: float, **rules: Any) -> TreeRules:
        """Build rules for `players` players with the same stack.

        >>> TreeRules.even(3, 200, blinds=(1, 2), first_street=0).stacks
        (200, 200, 200)
        """
        return cls(stacks=(effective_stack,) * players, **rules)

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.stacks)

    @property
    def raise_limits(self) -> tuple[int | None, ...]:
        """Maximum bets and raises on each street, None for no limit.  [4]"""
        limits = self.max_raises
        return limits if isinstance(limits, tuple) else (limits,) * len(STREET_NAMES)

    def count(self, name: str, value: float, *, minimum: float = 0) -> int:
        """Convert a value to a whole number of chips; raise InputError if it is not one."""
        chips = whole_chips(value, self.chip)
        if chips is None:
            raise InputError(
                f"{name} must be a multiple of the chip, {self.chip:.15g}, got {value:.15g}"
            )
        if not minimum <= chips <= MAX_CHIPS:
            lowest = chips_text(int(minimum), self.chip) if isfinite(minimum) else f"-{MAX_CHIPS:,}"
            raise InputError(f"{name} must be {lowest} to {MAX_CHIPS:,} chips, got {value:.15g}")
        return chips

    @property
    def pot_chips(self) -> int:
        """Dead money in whole chips."""
        return self.count("pot", self.pot)

    @property
    def stack_chips(self) -> tuple[int, ...]:
        """Stacks before forced bets in whole chips."""
        return tuple(self.count("stacks", stack) for stack in self.stacks)

    def _by_seat(self, values: tuple[float, ...]) -> tuple[int, ...]:
        """Return forced bets in whole chips by seat; heads-up they are given in reverse order."""
        counts = [self.count("forced bet", value, minimum=-inf) for value in values]
        counts += [0] * (self.players - len(counts))
        return tuple(reversed(counts) if self.players == 2 else counts)

    @cached_property
    def posted_antes(self) -> tuple[int, ...]:
        """Antes in whole chips by seat, limited by the stacks."""
        antes = self._by_seat(self.antes)
        return tuple(map(min, antes, self.stack_chips))

    @property
    def posted_blinds(self) -> tuple[int, ...]:
        """Blinds in whole chips by seat, limited by the stacks."""
        left = map(int.__sub__, self.stack_chips, self.posted_antes)
        return tuple(map(min, map(abs, self._by_seat(self.blinds)), left))

    @property
    def largest_blind(self) -> int:
        """Full size of the largest blind or straddle in whole chips; late posts do not count."""
        return max(0, *self._by_seat(self.blinds))

    @property
    def opener(self) -> int:
        """First player to act: preflop the one after the largest blind, later seat 0."""
        blinds = self._by_seat(self.blinds)
        posted = self.posted_blinds
        counted = [post if blind > 0 else -post for post, blind in zip(posted, blinds, strict=True)]
        last = max(range(self.players), key=lambda seat: (counted[seat], seat))
        return (last + 1) % self.players

    @property
    def known_big_blind(self) -> float | None:
        """Chips of a big blind: the larger of the first two blinds, else `min_bet`, else None."""
        posts = [abs(float(blind)) for blind in self.blinds]
        posted = max([0.0, *posts[:2]]) or max([0.0, *posts])
        return posted or (float(self.min_bet) if self.min_bet else None)

    @property
    def big_blind(self) -> float:
        """Chips of a big blind, 1 if they are unknown."""
        return self.known_big_blind or 1.0

    @property
    def min_bet_chips(self) -> int:
        """Smallest bet in whole chips."""
        if self.min_bet is not None:
            return self.count("min_bet", self.min_bet)
        return max(1, *map(abs, self._by_seat(self.blinds)))

    def lines(self) -> list[tuple[bool, str, tuple[Step, ...]]]:
        """Return the added and removed paths, each as (whether removed, text, steps)."""
        return [
            (removed, path, parse_path(path))
            for removed, paths in ((False, self.added), (True, self.removed))
            for path in paths
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        data = {key: list(v) if isinstance(v, tuple) else v for key, v in data.items()}
        if self.cold_calls is None:
            del data["cold_calls"]  # which earlier versions do not know
        return {**data, "sizes": self.sizes.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TreeRules:
        """Build rules from plain data; missing fields have their defaults."""
        names = [field.name for field in fields(cls)]
        if unknown := set(data) - set(names):
            raise InputError(f"tree rules must be among {', '.join(names)}, got {min(unknown)!r}")
        if "stacks" not in data:
            raise InputError("tree rules must have stacks")
        values = dict(data)
        if "sizes" in values:
            values["sizes"] = Sizes.from_dict(values["sizes"])
        return cls(**values)


def natural_chip(amounts: Iterable[float], paths: Iterable[str] = ()) -> float:
    """Return a chip that all amounts are whole multiples of: 1 if possible, else 0.01 or finer.

    The finest chip is 0.000001, which is also the result if no chip fits all amounts.

    Args:
        amounts: Stacks, pots and other amounts; infinite ones are ignored.
        paths: Paths whose bets count as well; a path that cannot be read is ignored.

    >>> natural_chip([180, 910]), natural_chip([5.5, 97.5]), natural_chip([5.125])
    (1.0, 0.01, 0.001)
    """
    counted = [abs(amount) for amount in amounts if isfinite(amount)]
    for path in paths:
        with suppress(InputError):  # of a path that the rules will refuse
            counted += [float(step.amount) for step in parse_path(path) if step.move == Move.BET]
    for chip in _CHIPS:
        if all(whole_chips(amount, chip) is not None for amount in counted):
            return chip
    return _CHIPS[-1]
