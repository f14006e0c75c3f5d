"""Options that override the fields of a spot file."""

from typing import Any

from fifthstreet.tree import Menu, Sizes, parse_sizes


def overlaid_fields(fields: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a spot file, replaced by the options that are not None."""
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
    """Return the menus with all sizes replaced by the options that are not None."""
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
