"""Stakes of a table: blinds, antes, bets and stacks, in whole amounts or with cents.

A table counts in whole chips. Where an amount has cents, a chip is a cent, so that agents bet whole
cents too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any

from fifthstreet.arena.games import AUTOMATIONS
from fifthstreet.errors import InputError
from fifthstreet.game import BettingStructure
from fifthstreet.game.notation import parse_value, units_value
from fifthstreet.game.variants import VARIANTS, Poker, SmallPoker, term_names, variant

MAX_SEATS = 10
MAX_AMOUNT = 1_000_000_000
_CENTS = 2  # decimals of amounts that are not whole

# The stakes of each term of a game's constructor.
_STAKES_OF_TERMS = {
    "raw_antes": ("ante",),
    "raw_blinds_or_straddles": ("small_blind", "big_blind", "straddle"),
    "bring_in": ("bring_in",),
    "small_bet": ("small_bet",),
    "big_bet": ("big_bet",),
    "bet": ("bet",),
}
_BLINDS = {"ante": 0, "small_blind": 1, "big_blind": 2, "straddle": 0, "small_bet": 2, "big_bet": 4}
_BRING_IN = {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
_ANTES = {"ante": 2, "min_bet": 2}
_MAY_BE_ZERO = frozenset({"ante", "straddle", "small_blind"})
_STACK = 100  # by default, in units of results


@dataclass(frozen=True)
class VariantInfo:
    """A variant as a table offers it."""

    code: str
    name: str
    stakes: dict[str, int]  # the stakes it has, with their usual amounts
    stack: int  # usual stack
    max_seats: int
    unit: str  # the stake in which results are counted
    is_fixed_limit: bool


@dataclass(frozen=True)
class Stakes:
    """The game of a table, in whole chips, and what a chip is."""

    game: Poker
    amounts: dict[str, int]  # stakes by name, in chips
    stack: int
    unit: int  # chips of the stake in which results are counted
    unit_name: str
    decimals: int  # of amounts: 0, or 2 if a chip is a cent

    def value(self, chips: int) -> Any:
        """Return chips as an amount: an int if it is whole and a `Decimal` otherwise."""
        return units_value(chips, self.decimals)


@cache
def variant_info(name: str) -> VariantInfo:
    """Return a variant with its usual stakes.

    Args:
        name: Any name of a variant, like `nlhe`.

    Raises:
        InputError: If there is no such variant.

    >>> variant_info("nlhe").stakes
    {'ante': 0, 'small_blind': 1, 'big_blind': 2, 'straddle': 0}
    """
    kind = variant(name)
    stakes = _usual_stakes(kind)
    if issubclass(kind, SmallPoker):
        unit, stack = "ante", kind.starting_stack
    else:
        is_fixed = kind.betting_structure is BettingStructure.FIXED_LIMIT
        unit = "small_bet" if is_fixed else next(u for u in ("big_blind", "min_bet") if u in stakes)
        stack = _STACK * stakes[unit]
    return VariantInfo(
        code=kind.code,
        name=kind.name,
        stakes=stakes,
        stack=stack,
        max_seats=_max_seats(_game(kind, stakes), stack),
        unit=unit,
        is_fixed_limit=kind.betting_structure is BettingStructure.FIXED_LIMIT,
    )


def variant_infos() -> list[VariantInfo]:
    """Return all variants, by code."""
    return [variant_info(code) for code in VARIANTS]


def parse_stakes(name: str, stakes: Mapping[str, Any], stack: Any = None) -> Stakes:
    """Return the game of a table from amounts.

    Args:
        name: Name of a variant, as in `variant_info`.
        stakes: Amounts by name, like `big_blind`, as numbers or texts with at most two decimals;
            missing amounts have their usual values.
        stack: Amount of each player; by default the usual one.

    Raises:
        InputError: If the variant lacks a stake, or if amounts conflict.

    >>> parse_stakes("nlhe", {"small_blind": "0.05", "big_blind": "0.10"}, 20).amounts
    {'ante': 0, 'small_blind': 5, 'big_blind': 10, 'straddle': 0}
    """
    info = variant_info(name)
    if unknown := [each for each in stakes if each not in info.stakes]:
        accepted = ", ".join(info.stakes)
        raise InputError(f"stakes of {info.name} must be {accepted}, got {unknown[0]!r}")
    amounts = {each: _amount(each, stakes.get(each, usual)) for each, usual in info.stakes.items()}
    amounts["stack"] = _amount("stack", info.stack if stack is None else stack)
    decimals = 0 if all(each == int(each) for each in amounts.values()) else _CENTS
    chips = {each: int(amount * 10**decimals) for each, amount in amounts.items()}
    starting_stack = chips.pop("stack")
    _check_order(chips)
    unit = chips[info.unit]
    if not unit:
        raise InputError(f"{info.unit.replace('_', ' ')} must be above 0, got 0")
    if starting_stack < unit:
        raise InputError(f"stack must be at least the {info.unit.replace('_', ' ')}")
    game = _game(variant(info.code), chips)
    return Stakes(game, chips, starting_stack, unit, info.unit.replace("_", " "), decimals)


def _usual_stakes(kind: type[Poker]) -> dict[str, int]:
    names = term_names(kind)
    if issubclass(kind, SmallPoker):
        parameters = signature(kind).parameters
        return {
            stake: parameters[term].default
            for term, (stake, *_) in _STAKES_OF_TERMS.items()
            if term in parameters
        }
    has_blinds = "raw_blinds_or_straddles" in names
    usual = _BLINDS if has_blinds else _BRING_IN if "bring_in" in names else _ANTES
    terms = [stake for term in names for stake in _STAKES_OF_TERMS.get(term, (term,))]
    return {stake: amount for stake, amount in usual.items() if stake in terms}


def _game(kind: type[Poker], chips: Mapping[str, int]) -> Poker:
    terms: dict[str, Any] = {}
    for term in term_names(kind)[1:]:
        stakes = [chips[stake] for stake in _STAKES_OF_TERMS.get(term, ()) if stake in chips]
        if term == "ante_trimming_status":
            terms[term] = True
        elif term == "raw_blinds_or_straddles":
            terms[term] = tuple(stakes if stakes[-1] else stakes[:-1])
        elif term == "min_bet":
            terms[term] = chips["big_blind"] if "big_blind" in chips else chips["min_bet"]
        else:
            terms[term] = stakes[0]
    return kind(AUTOMATIONS, **terms)


def _amount(name: str, given: Any) -> Any:
    words = name.replace("_", " ")
    amount = parse_value(str(given))
    if not 0 <= amount <= MAX_AMOUNT:
        raise InputError(f"{words} must be from 0 to {MAX_AMOUNT:,}, got {given}")
    if amount == 0 and name not in _MAY_BE_ZERO:
        raise InputError(f"{words} must be above 0, got 0")
    if amount * 10**_CENTS != int(amount * 10**_CENTS):
        raise InputError(f"{words} must have at most {_CENTS} decimals, got {given}")
    return amount


def _check_order(chips: Mapping[str, int]) -> None:
    """Raise InputError if stakes are not in their usual order."""
    pairs = (
        ("small_blind", "big_blind"),
        ("big_blind", "straddle"),
        ("bring_in", "small_bet"),
        ("small_bet", "big_bet"),
    )
    for low, high in pairs:
        if low in chips and chips.get(high) and chips[low] > chips[high]:
            low, high = low.replace("_", " "), high.replace("_", " ")
            raise InputError(f"{low} must be at most the {high}")


def _max_seats(game: Poker, stack: int) -> int:
    """Return the number of players for which the deck suffices.

    In stud, no shared card may be dealt before the last street.
    """
    most = 2
    streets = game.streets[:-1]
    cards = sum(len(street.hole_dealing_statuses) for street in streets)
    burns = sum(street.card_burning_status for street in streets)
    for seats in range(3, MAX_SEATS + 1):
        try:
            game(stack, seats, seed=0)
        except InputError:
            break
        if game.max_up_card_count and seats * cards + burns > len(game.deck):
            break
        most = seats
    return most
