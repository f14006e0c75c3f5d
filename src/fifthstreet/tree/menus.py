"""Menus: the bet sizes of a player on a street."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.tree.sizes import (
    MAX_SIZES,
    NthRaise,
    PreviousBet,
    Size,
    SizesLike,
    parse_sizes,
    sizes_text,
)

STREET_NAMES = ("preflop", "flop", "turn", "river")
_MAX_REPR = 120


@dataclass(frozen=True, repr=False)
class Menu:
    """The sizes that one player may bet and raise on one street.

    A donk bet is a bet into the player who bet or raised last on the previous street and acts later
    on this one. If `donk` is None, donk bets have the sizes of `bet`.
    """

    bet: tuple[Size, ...] = ()
    raise_: tuple[Size, ...] = ()
    donk: tuple[Size, ...] | None = None

    def __post_init__(self) -> None:
        for name, sizes in (("bet", self.bet), ("raise", self.raise_), ("donk", self.donk or ())):
            if len(sizes) > MAX_SIZES:
                raise InputError(f"{name} must have at most {MAX_SIZES} sizes, got {len(sizes)}")
            for size in sizes:
                if isinstance(size, PreviousBet | NthRaise) and name != "raise":
                    raise InputError(f"{size} must be a raise, not a {name}: no bet is before it")

    @classmethod
    def of(cls, bet: SizesLike = "", raises: SizesLike = "", donk: SizesLike | None = None) -> Menu:
        """Build a menu from texts or sizes.

        >>> print(Menu.of("60%, a", raises="2.5x"))
        bet 60%, a; raise 2.5x
        """
        return cls(_sizes(bet), _sizes(raises), None if donk is None else _sizes(donk))

    def __repr__(self) -> str:
        text = f"<Menu: {self}>"
        if len(text) <= _MAX_REPR:
            return text
        return f"<Menu: {len(self.bet)} bets, {len(self.raise_)} raises>"

    def __str__(self) -> str:
        parts = [f"bet {sizes_text(self.bet)}", f"raise {sizes_text(self.raise_)}"]
        if self.donk is not None:
            parts.append(f"donk {sizes_text(self.donk)}")
        return "; ".join(parts)

    def to_dict(self) -> dict[str, str | None]:
        """Return plain data that `from_dict` reads."""
        return {
            "bet": sizes_text(self.bet),
            "raise": sizes_text(self.raise_),
            "donk": None if self.donk is None else sizes_text(self.donk),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Menu:
        """Build a menu from plain data."""
        if unknown := set(data) - {"bet", "raise", "donk"}:
            raise InputError(f"a menu may have bet, raise and donk, got {min(unknown)!r}")
        for name, sizes in data.items():
            if not isinstance(sizes, str) and (sizes is not None or name != "donk"):
                raise InputError(f"{name} must be a text like '60%, a', got {sizes!r}")
        return cls.of(data.get("bet", ""), data.get("raise", ""), data.get("donk"))


def _sizes(sizes: SizesLike) -> tuple[Size, ...]:
    return parse_sizes(sizes) if isinstance(sizes, str) else tuple(sizes)


@dataclass(frozen=True, repr=False)
class Sizes:
    """The menus of all players on all streets."""

    # By street; one row for all players or one each.
    rows: tuple[tuple[Menu, Menu, Menu, Menu], ...]

    def __repr__(self) -> str:
        menus = {menu for row in self.rows for menu in row}
        if len(menus) == 1:
            return f"<Sizes: {menus.pop()!r} everywhere>"
        players = "all players" if len(self.rows) == 1 else f"{len(self.rows)} players"
        return f"<Sizes: {len(menus)} different menus for {players}>"

    @classmethod
    def uniform(
        cls, bet: SizesLike = "", raises: SizesLike = "", donk: SizesLike | None = None
    ) -> Sizes:
        """Build sizes with the same menu for everyone on every street."""
        menu = Menu.of(bet, raises, donk)
        return cls(((menu, menu, menu, menu),))

    @classmethod
    def by_street(cls, menus: Mapping[int, Menu]) -> Sizes:
        """Build sizes with the same menus for everyone; streets left out have no bets.

        >>> sizes = Sizes.by_street({2: Menu.of("60%"), 3: Menu.of("60%", donk="50%")})
        >>> print(sizes.menu(0, 3))
        bet 60%; raise ; donk 50%
        """
        for street in menus:
            _check_street(street)
        preflop, flop, turn, river = (menus.get(street, Menu()) for street in range(4))
        return cls(((preflop, flop, turn, river),))

    @classmethod
    def by_player(cls, players: Sequence[Sizes]) -> Sizes:
        """Combine the sizes of the players, in seat order; each must have one row."""
        for sizes in players:
            if len(sizes.rows) != 1:
                raise InputError("the sizes of a player must have one menu per street")
        return cls(tuple(sizes.rows[0] for sizes in players))

    def menu(self, player: int, street: int) -> Menu:
        """Return the menu of a player on a street."""
        _check_street(street)
        return self.rows[0 if len(self.rows) == 1 else player][street]

    def to_dict(self) -> list[dict[str, dict[str, str | None]]]:
        """Return plain data that `from_dict` reads: menus by street, for all players or each."""
        return [
            {name: menu.to_dict() for name, menu in zip(STREET_NAMES, row, strict=True)}
            for row in self.rows
        ]

    @classmethod
    def from_dict(cls, data: Sequence[Mapping[str, Mapping[str, Any]]]) -> Sizes:
        """Build sizes from plain data."""
        players = []
        for row in data:
            if unknown := set(row) - set(STREET_NAMES):
                raise InputError(
                    f"street must be one of {', '.join(STREET_NAMES)}, got {min(unknown)!r}"
                )
            players.append(
                cls.by_street(
                    {STREET_NAMES.index(name): Menu.from_dict(menu) for name, menu in row.items()}
                )
            )
        return cls.by_player(players)


def _check_street(street: int) -> None:
    if not 0 <= street < len(STREET_NAMES):
        raise InputError(f"street must be 0 (preflop) to 3 (river), got {street}")
