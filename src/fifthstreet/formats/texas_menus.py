"""The bets of TexasSolver: sizes in percent of the pot, and how it rounds and limits them.

The rules follow https://github.com/bupticybee/TexasSolver (docs/how_to/files_of_other_solvers.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from fifthstreet.formats.fitting import FittedDecision
from fifthstreet.solvers.postflop import SEATS, Spot
from fifthstreet.tree import STREET_NAMES, AllIn, Menu, PotShare, Sizes

STREETS = STREET_NAMES[1:]
KINDS = ("bet", "raise", "donk")
DEFAULT_THRESHOLD, DEFAULT_RAISES = 0.67, 4
_NUMBERED = tuple(enumerate(STREETS, 1))
_ROUNDING = 1e-6  # tolerance for amounts that floats fall short of


@dataclass(frozen=True)
class TexasMenus:
    """The bets that TexasSolver offers, in percent of the pot, and how it limits them."""

    # By seat, street and kind of bet.
    percents: Mapping[tuple[str, str, str], tuple[float, ...]]
    all_ins: frozenset[tuple[str, str]]  # seats and streets where all-in is always offered
    threshold: float = DEFAULT_THRESHOLD  # a larger share of the chips is all-in
    max_raises: int = DEFAULT_RAISES  # bets and raises on a street

    def bets(self, decision: FittedDecision, unit: float = 1.0) -> list[int]:
        """Return the bets of a decision, for `fitting`; `unit` is TexasSolver's chip.

        Half of the pot counts as put in by each player. Amounts are rounded to whole chips, and
        what is added to the pot must be at least twice the call.
        """
        if decision.is_raise and decision.bets >= self.max_raises:
            return []
        rules, player = decision.tree.rules, decision.player
        scale = rules.chip / unit
        seat, street = SEATS[player], STREET_NAMES[decision.street]
        kind = "raise" if decision.is_raise else "donk" if decision.is_donk else "bet"
        half = rules.pot_chips * scale / 2
        mine, other = (half + decision.put_in[each] * scale for each in (player, 1 - player))
        left = half + rules.stack_chips[0] * scale - mine
        amounts = [left] if (seat, street) in self.all_ins else []
        for percent in self.percents.get((seat, street, kind), ()):
            added = floor(percent / 100 * 2 * other + 0.5 + _ROUNDING) + other - mine
            is_all_in = added + mine > (left + mine) * self.threshold
            amounts.append(left if is_all_in else min(added, left))
        call = other - mine
        whole = {floor(amount + _ROUNDING) for amount in amounts}
        before = decision.put_in[player] - decision.before
        return [
            before + round(added / scale) for added in whole if added > call and added >= 2 * call
        ]


def texas_menus(spot: Spot) -> tuple[TexasMenus, list[str]]:
    """Return the sizes of a spot for TexasSolver, and the sizes that it does not have."""
    percents: dict[tuple[str, str, str], tuple[float, ...]] = {}
    all_ins: set[tuple[str, str]] = set()
    unknown: set[str] = set()
    for player, seat in enumerate(SEATS):
        for number in range(spot.street, len(STREET_NAMES)):
            menu, street = spot.rules.sizes.menu(player, number), STREET_NAMES[number]
            donk = menu.bet if menu.donk is None else menu.donk
            for kind, sizes in zip(KINDS, (menu.bet, menu.raise_, donk), strict=True):
                if kind == "donk" and (seat == "ip" or number == spot.street):
                    continue
                shares = tuple(size.percent for size in sizes if isinstance(size, PotShare))
                if shares:
                    percents[seat, street, kind] = shares
                if any(isinstance(size, AllIn) for size in sizes):
                    all_ins.add((seat, street))
                unknown |= {str(s) for s in sizes if not isinstance(s, PotShare | AllIn)}
    most = spot.rules.max_raises
    menus = TexasMenus(
        percents, frozenset(all_ins), 1.0, most if isinstance(most, int) else DEFAULT_RAISES
    )
    losses = [f"sizes {', '.join(sorted(unknown))}: TexasSolver has only shares of the pot"]
    return menus, losses if unknown else []


def texas_sizes(menus: TexasMenus) -> Sizes:
    """Return the menus of both players; their trees may differ from TexasSolver's."""
    return Sizes.by_player([_sizes(menus, seat) for seat in SEATS])


def _sizes(menus: TexasMenus, seat: str) -> Sizes:
    return Sizes.by_street({number: _menu(menus, seat, street) for number, street in _NUMBERED})


def _menu(menus: TexasMenus, seat: str, street: str) -> Menu:
    bet, raises, donk = (
        (
            *(PotShare(percent) for percent in menus.percents.get((seat, street, kind), ())),
            *((AllIn(),) if (seat, street) in menus.all_ins else ()),
        )
        for kind in KINDS
    )
    return Menu(bet, raises, None if seat == "ip" or donk == bet else donk)
