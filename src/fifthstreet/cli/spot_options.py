"""Options for spots and for the rules of betting trees."""

from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    STREET_NAMES,
    Menu,
    Sizes,
    TreeRules,
    natural_chip,
    parse_amount,
    parse_sizes,
)


def overlaid_fields(fields: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a spot file, overridden by options that are not None."""
    merged = dict(fields)
    for name, value in options.items():
        if isinstance(value, dict):
            table = fields.get(name, {})
            if any(part is not None for part in value.values()) and isinstance(table, dict):
                merged[name] = overlaid_fields(table, value)
        elif value is not None:
            merged[name] = value
    return merged


def overlaid_sizes(sizes: Sizes, bets: str | None, raises: str | None, donk: str | None) -> Sizes:
    """Return the menus with sizes overridden by options that are not None."""
    rows = []
    for row in sizes.rows:
        preflop, flop, turn, river = (
            Menu(
                menu.bet if bets is None else parse_sizes(bets),
                menu.raise_ if raises is None else parse_sizes(raises),
                menu.donk if donk is None else parse_sizes(donk),
            )
            for menu in row
        )
        rows.append((preflop, flop, turn, river))
    return Sizes(tuple(rows))


def new_rules(
    players: int | None,
    stack: str | None,
    pot: float | None,
    blinds: str | None,
    first: str | None,
    big_blind: float = 1.0,
) -> TreeRules:
    """Create rules from the options for chips and forced bets, which are validated together.

    `big_blind` is what a stack like `100bb` is in.
    """
    if stack is None:
        raise InputError("specify --stack, the chips of each player, or a spot file")
    posted = () if blinds is None else numbers("blinds", blinds)
    street = street_number("first", first)
    stacks = each_player("stack", stack, 2 if players is None else players, big_blind)
    return TreeRules(
        stacks=stacks,
        chip=natural_chip([*stacks, *posted, pot or 0.0]),
        pot=0.0 if pot is None else pot,
        blinds=posted,
        first_street=(0 if posted else 1) if street is None else street,
    )


def numbers(name: str, text: str, big_blind: float = 1.0) -> tuple[float, ...]:
    """Return the amounts of a text like '1, 2' or '100bb, 80bb'."""
    try:
        return tuple(parse_amount(name, part, big_blind=big_blind) for part in text.split(","))
    except InputError:
        raise InputError(f"--{name} must be numbers like '1, 2', got {text!r}") from None


def each_player(name: str, text: str, players: int, big_blind: float = 1.0) -> tuple[float, ...]:
    """Return a number for each player; a single one applies to all."""
    given = numbers(name, text, big_blind)
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise InputError(f"--{name} must have 1 or {players} numbers, got {len(given)}")
    return given


def street_number(name: str, text: str | None) -> int | None:
    """Return the number of a street."""
    if text is None:
        return None
    if text not in STREET_NAMES:
        raise InputError(f"--{name} must be one of {', '.join(STREET_NAMES)}, got {text!r}")
    return STREET_NAMES.index(text)
