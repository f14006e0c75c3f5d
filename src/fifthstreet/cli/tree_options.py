"""Options for the rules of a betting tree."""

from fifthstreet.tree import STREET_NAMES, TreeRules, natural_chip


def new_rules(
    players: int | None, stack: str | None, pot: float | None, blinds: str | None, first: str | None
) -> TreeRules:
    """Create rules from the options for chips and forced bets, which are validated together."""
    if stack is None:
        raise ValueError("stack: missing; want the chips of each player, like 200, or a spot file")
    posted = () if blinds is None else numbers("blinds", blinds)
    street = street_number("first", first)
    stacks = each_player("stack", stack, 2 if players is None else players)
    return TreeRules(
        stacks=stacks,
        chip=natural_chip([*stacks, *posted, pot or 0.0]),
        pot=0.0 if pot is None else pot,
        blinds=posted,
        first_street=(0 if posted else 1) if street is None else street,
    )


def numbers(name: str, text: str) -> tuple[float, ...]:
    """Return the numbers of a text like '1, 2'."""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"{name} is {text!r}; want numbers, like '1, 2'") from None


def each_player(name: str, text: str, players: int) -> tuple[float, ...]:
    """Return a number for each player; a single one applies to all."""
    given = numbers(name, text)
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise ValueError(f"{name}: {len(given)} numbers for {players} players; want 1 or {players}")
    return given


def street_number(name: str, text: str | None) -> int | None:
    """Return the number of a street given by name."""
    if text is None:
        return None
    if text not in STREET_NAMES:
        raise ValueError(f"{name} is {text!r}; want {', '.join(STREET_NAMES)}")
    return STREET_NAMES.index(text)
