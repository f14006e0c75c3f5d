"""Read spots of three players from TOML files; docs/reference/files.md has the fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import (
    DEFAULT_MENU,
    MENU_FIELDS,
    STREETS,
    check_names,
    chip_fields,
    list_field,
    lock_field,
    menu_field,
    named,
    needed_field,
    parse_board,
    rake_field,
    read_fields,
    table_field,
    text_field,
    tree_fields,
)
from fifthstreet.tree import Menu, Sizes

_NEEDED = ("board", "pot", "ranges")


def has_many_ranges(fields: Mapping[str, Any]) -> bool:
    """Return whether the fields of a spot file are of a spot of more than two players.

    Args:
        fields: The fields of docs/reference/files.md by name, such as from `read_fields`.
    """
    return isinstance(fields.get("ranges"), list)


def read_multiway_spot(path: str | Path) -> MultiwaySpot:
    """Read a spot file of three players.

    Args:
        path: A file in TOML with the fields that docs/reference/files.md describes.

    Returns:
        The spot.

    Raises:
        InputError: If the file cannot be read, or if a field is wrong; the message names both.
    """
    fields = read_fields(path)
    return named(str(path), make_multiway_spot, fields)


def make_multiway_spot(fields: Mapping[str, Any]) -> MultiwaySpot:
    """Build a spot of three players from the fields of a file.

    Args:
        fields: The fields of docs/reference/files.md by name, such as from `read_fields`.

    Returns:
        The spot.

    Raises:
        InputError: If a field is missing, unknown or wrong; the message names the field.

    >>> make_multiway_spot(
    ...     {
    ...         "board": "QsJh2h7c4d",
    ...         "pot": 90,
    ...         "stack": [200, 60, "100%"],
    ...         "ranges": ["AA,KQs", "QQ,AJs", "88+"],
    ...     }
    ... )
    <MultiwaySpot on QsJh2h7c4d: pot 90, stacks 200, 60, 90, 9 against 6 against 36 combos>
    """
    check_names("", fields, (*_NEEDED, "stack", "sizes", "tree", "rake", "lock"))
    for name in (*_NEEDED, "stack"):
        needed_field("", fields, name)
    ranges = list_field("ranges", fields["ranges"])
    given = fields["stack"]
    players = len(ranges)
    if players != VECTOR_PLAYERS:
        raise InputError(f"ranges must be {VECTOR_PLAYERS}, one per player, got {players}")
    stacks = given if isinstance(given, list) else [given] * players
    if len(stacks) != players:
        raise InputError(f"stack must be {players}, one per player, got {len(stacks)}")
    tree = tree_fields(fields.get("tree", {}))
    amounts = {f"stack[{number}]": stack for number, stack in enumerate(stacks, 1)}
    chips, big_blind = chip_fields({"pot": fields["pot"], **amounts}, tree.get("min_bet"))
    board = text_field("board", fields["board"])
    return MultiwaySpot.of(
        board,
        chips["pot"],
        [chips[name] for name in amounts],
        [text_field(f"ranges[{number}]", text) for number, text in enumerate(ranges, 1)],
        sizes=_sizes(fields.get("sizes", {}), players, len(parse_board(board)) - 2),
        rake=rake_field(fields.get("rake", {}), big_blind),
        locks=tuple(
            lock_field(f"lock[{number}]", lock, board)
            for number, lock in enumerate(list_field("lock", fields.get("lock", [])), 1)
        ),
        **tree,
    )


def _sizes(value: object, players: int, first: int) -> Sizes:
    """Return the sizes from a street on: a table for all players, or a list with one for each."""
    streets = table_field("sizes", value, STREETS)
    tables = {
        name: given if isinstance(given, list) else [given] for name, given in streets.items()
    }
    for name, given in tables.items():
        if len(given) not in (1, players):
            raise InputError(f"sizes.{name} must be 1 table or {players}, got {len(given)}")
    rows = []
    for player in range(players if any(len(each) > 1 for each in tables.values()) else 1):
        menus = {
            number: _menu(name, tables[name][player % len(tables[name])])
            if name in tables
            else DEFAULT_MENU
            for number, name in enumerate(STREETS, 1)
            if number >= first
        }
        rows.append(Sizes.by_street(menus))
    return rows[0] if len(rows) == 1 else Sizes.by_player(rows)


def _menu(street: str, value: object) -> Menu:
    name = f"sizes.{street}"
    table = table_field(name, value, MENU_FIELDS)
    return menu_field(name, table) if table else DEFAULT_MENU
