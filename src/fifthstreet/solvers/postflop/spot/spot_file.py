"""Read and write spots as TOML files; docs/reference/files.md describes the fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game.notation.writers import field_line
from fifthstreet.solvers.postflop.spot.spot import SEATS, Spot
from fifthstreet.solvers.postflop.spot.spot_fields import (
    DEFAULT_MENU,
    MENU_FIELDS,
    TREE_NUMBERS,
    TREE_PATHS,
    check_names,
    chip_fields,
    list_field,
    lock_field,
    menu_field,
    named,
    needed_field,
    parse_fields,
    rake_field,
    read_fields,
    table_field,
    text_field,
    tree_fields,
)
from fifthstreet.tree import (
    STREET_NAMES,
    Menu,
    Rake,
    Sizes,
    TreeRules,
    sizes_text,
)

STREETS = STREET_NAMES[1:]  # of a spot: from the flop on

_NEEDED = ("board", "pot", "stack", "ranges")


def parse_spot(text: str) -> Spot:
    """Parse the text of a spot file.

    Args:
        text: TOML with the fields that docs/reference/files.md describes.

    Returns:
        The spot.

    Raises:
        InputError: If the text is not TOML, or if a field is wrong; the message names the field.

    >>> spot = parse_spot('''
    ... board = "QsJh2h7c"
    ... pot = 180
    ... stack = 910
    ... ranges = { oop = "88+,A8s+", ip = "99-22,AJs-A2s" }
    ... sizes.turn = { bet = "52%", raise = "45%" }
    ... ''')
    >>> sizes = spot.rules.sizes
    >>> print(sizes.menu(0, 2), "on the turn;", sizes.menu(0, 3), "on the river")
    bet 52%; raise 45% on the turn; bet 50%, 100%; raise 60% on the river
    """
    return make_spot(parse_fields(text))


def read_spot(path: str | Path) -> Spot:
    """Read a spot file.

    Args:
        path: A file in TOML with the fields that docs/reference/files.md describes.

    Returns:
        The spot.

    Raises:
        InputError: If the file cannot be read, or if a field is wrong; the message names both.
    """
    fields = read_fields(path)
    return named(str(path), make_spot, fields)


def make_spot(fields: Mapping[str, Any]) -> Spot:
    """Build a spot from the fields of a file.

    Args:
        fields: The fields of docs/reference/files.md by name, such as from `read_fields`.

    Returns:
        The spot.

    Raises:
        InputError: If a field is missing, unknown or wrong; the message names the field.
    """
    check_names("", fields, (*_NEEDED, "sizes", "tree", "rake", "lock"))
    for name in _NEEDED:
        needed_field("", fields, name)
    ranges = table_field("ranges", fields["ranges"], SEATS)
    tree = tree_fields(fields.get("tree", {}))
    amounts = {name: fields[name] for name in ("pot", "stack")}
    chips, big_blind = chip_fields(amounts, tree.get("min_bet"))
    oop, ip = (
        text_field(f"ranges.{seat}", needed_field("ranges.", ranges, seat)) for seat in SEATS
    )
    return Spot.of(
        text_field("board", fields["board"]),
        chips["pot"],
        chips["stack"],
        oop=oop,
        ip=ip,
        sizes=_sizes(fields.get("sizes", {})),
        rake=rake_field(fields.get("rake", {}), big_blind),
        locks=tuple(
            lock_field(f"lock[{place}]", lock, text_field("board", fields["board"]))
            for place, lock in enumerate(list_field("lock", fields.get("lock", [])), 1)
        ),
        **tree,
    )


def spot_toml(spot: Spot) -> str:
    """Return the text of a spot file, which parses to the same spot.

    Args:
        spot: Fields with their defaults are left out.

    >>> spot = Spot.of("QsJh2h7c", 180, 910, oop="AA", ip="KK", bets="52%", merge=0.1)
    >>> parse_spot(spot_toml(spot)) == spot
    True
    """
    data = spot.to_dict()
    lines = [
        field_line("board", data["board"]),
        field_line("pot", _plain(spot.pot)),
        field_line("stack", _plain(spot.stack)),
        *_section("ranges", data["ranges"]),
        *_size_lines(spot),
    ]
    rules = data["rules"]
    tree = {
        name: _plain(rules[name])
        for name in (*TREE_NUMBERS, "max_raises", *TREE_PATHS)
        if rules[name] not in (TreeRules.__dataclass_fields__[name].default, None, [])
    }
    lines += _section("tree", tree)
    if spot.rake != Rake():
        rake = {name: value for name, value in data["rake"].items() if value is not None}
        lines += _section("rake", {name: _plain(value) for name, value in rake.items()})
    for lock in data["locks"]:
        strategy = {action: _plain(value) for action, value in lock["strategy"].items()}
        lines += ["", "[[lock]]"]
        lines += [field_line(name, value) for name, value in {**lock, "strategy": strategy}.items()]
    return "\n".join(lines) + "\n"


# Reading.


def _sizes(value: object) -> Sizes:
    table = table_field("sizes", value, STREETS)
    return Sizes.by_player(
        [
            Sizes.by_street(
                {
                    number: _menu(f"sizes.{street}", table[street], seat)
                    if street in table
                    else DEFAULT_MENU
                    for number, street in enumerate(STREETS, 1)
                }
            )
            for seat in SEATS
        ]
    )


def _menu(name: str, value: object, seat: str) -> Menu:
    """Return a player's menu on a street from a table for both players or for each."""
    table = table_field(name, value, (*SEATS, *MENU_FIELDS))
    if not set(table) & set(SEATS):
        return menu_field(name, table)
    if both := set(table) & set(MENU_FIELDS):
        raise InputError(f"{name}.{min(both)} must be inside oop or ip, which are given as well")
    for other in table:
        table_field(f"{name}.{other}", table[other], MENU_FIELDS)
    return menu_field(f"{name}.{seat}", table[seat]) if seat in table else DEFAULT_MENU


# Writing.


def _section(name: str, fields: Mapping[str, Any]) -> list[str]:
    if not fields:
        return []
    return ["", f"[{name}]", *(field_line(field, value) for field, value in fields.items())]


def _size_lines(spot: Spot) -> list[str]:
    shared, by_seat = {}, []
    for number, street in list(enumerate(STREETS, 1))[spot.street - 1 :]:
        menus = [spot.rules.sizes.menu(player, number) for player in (0, 1)]
        if menus[0] == menus[1]:
            shared[street] = _menu_table(menus[0])
        else:
            tables = dict(zip(SEATS, map(_menu_table, menus), strict=True))
            by_seat += _section(f"sizes.{street}", tables)
    return [*_section("sizes", shared), *by_seat]


def _menu_table(menu: Menu) -> dict[str, str]:
    parts = dict(zip(MENU_FIELDS, (menu.bet, menu.raise_, menu.donk), strict=True))
    return {name: sizes_text(sizes) for name, sizes in parts.items() if sizes is not None}


def _plain(value: Any) -> Any:
    """Return whole numbers as ints, so that they are written without a decimal point."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
