"""Read and write spots as TOML files; docs/reference/files.md describes the fields."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from fifthstreet.cards import Range
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.game.notation.writers import field_line
from fifthstreet.solvers.postflop.spot.spot import SEATS, Spot, parse_board
from fifthstreet.tree import (
    DEFAULT_BETS,
    DEFAULT_RAISES,
    STREET_NAMES,
    Menu,
    Move,
    Rake,
    Sizes,
    TreeRules,
    is_in_big_blinds,
    parse_amount,
    parse_path,
    sizes_text,
)
from fifthstreet.tree.strategy import Lock

STREETS = STREET_NAMES[1:]  # of a spot: from the flop on
MENU_FIELDS = ("bet", "raise", "donk")
DEFAULT_MENU = Menu.of(DEFAULT_BETS, raises=DEFAULT_RAISES)  # of a street without sizes

_NEEDED = ("board", "pot", "stack", "ranges")
_TREE_NUMBERS = ("add_allin", "force_allin", "merge", "min_bet", "chip")
_TREE_PATHS = ("added", "removed")
_EXAMPLES = {
    "board": "three to five cards, like 'QsJh2h'",
    "pot": "the chips in the pot, like 180",
    "stack": "the chips that each player has behind, like 910",
    "ranges": "the hands of oop and ip",
    "oop": "hands, like '88+,A8s+'",
    "ip": "hands, like '88+,A8s+'",
    "rate": "a share of the pot, like 0.05",
    "path": "a path to a decision, like 'r:k'",
    "strategy": "a share for each action, like { k = 0.8, b90 = 0.2 }",
}
_Value = TypeVar("_Value")
_Result = TypeVar("_Result")


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
    return _named(str(path), make_spot, fields)


def parse_fields(text: str) -> dict[str, Any]:
    """Return the fields of a spot file's text, not yet validated.

    Args:
        text: The contents of the file.

    Raises:
        InputError: If the text is not TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"not TOML: {error}") from None


def read_fields(path: str | Path) -> dict[str, Any]:
    """Return the fields of a file, not yet validated.

    Args:
        path: A file in TOML.

    Raises:
        InputError: If the file cannot be read or is not TOML.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: not UTF-8 text") from None
    return _named(str(path), parse_fields, text)


def make_spot(fields: Mapping[str, Any]) -> Spot:
    """Build a spot from the fields of a file.

    Args:
        fields: The fields of docs/reference/files.md by name, such as from `read_fields`.

    Returns:
        The spot.

    Raises:
        InputError: If a field is missing, unknown or wrong; the message names the field.
    """
    _check_names("", fields, (*_NEEDED, "sizes", "tree", "rake", "lock"))
    for name in _NEEDED:
        _need("", fields, name)
    tree = _tree(fields.get("tree", {}))
    pot, stack, big_blind = _chips(fields, tree.get("min_bet"))
    ranges = table_field("ranges", fields["ranges"], SEATS)
    oop, ip = (_text(f"ranges.{seat}", _need("ranges.", ranges, seat)) for seat in SEATS)
    return Spot.of(
        _text("board", fields["board"]),
        pot,
        stack,
        oop=oop,
        ip=ip,
        sizes=_sizes(fields.get("sizes", {})),
        rake=_rake(fields.get("rake", {}), big_blind),
        locks=tuple(
            _lock(f"lock[{place}]", lock, _text("board", fields["board"]))
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
        for name in (*_TREE_NUMBERS, "max_raises", *_TREE_PATHS)
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


def _chips(fields: Mapping[str, Any], min_bet: float | None) -> tuple[float, float, float]:
    """Return the pot, the stack and the big blind in chips; a big blind is `min_bet`, else 1."""
    amounts = {name: fields[name] for name in ("pot", "stack")}
    in_chips = [name for name, value in amounts.items() if not is_in_big_blinds(value)]
    in_chips = [name for name in in_chips if not str(amounts[name]).strip().endswith("%")]
    if min_bet is None and in_chips and any(map(is_in_big_blinds, amounts.values())):
        raise InputError(
            f"{in_chips[0]} must be in big blinds too, or specify tree.min_bet, the chips of a big "
            f"blind, got {amounts[in_chips[0]]!r}"
        )
    big_blind = 1.0 if min_bet is None else min_bet
    pot = parse_amount("pot", amounts["pot"], big_blind=big_blind)
    return pot, parse_amount("stack", amounts["stack"], big_blind=big_blind, pot=pot), big_blind


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
        return _menu_fields(name, table)
    if both := set(table) & set(MENU_FIELDS):
        raise InputError(f"{name}.{min(both)} must be inside oop or ip, which are given as well")
    for other in table:
        table_field(f"{name}.{other}", table[other], MENU_FIELDS)
    return _menu_fields(f"{name}.{seat}", table[seat]) if seat in table else DEFAULT_MENU


def _menu_fields(name: str, table: Mapping[str, Any]) -> Menu:
    parts = {"bet": DEFAULT_MENU.bet, "raise": DEFAULT_MENU.raise_, "donk": None}
    for field, text in table.items():
        sizes = _text(f"{name}.{field}", text)
        menu = _named(f"{name}.{field}", Menu.from_dict, {field: sizes})
        parts[field] = menu.raise_ if field == "raise" else getattr(menu, field)
    return Menu(parts["bet"] or (), parts["raise"] or (), parts["donk"])


def _tree(fields: object) -> dict[str, Any]:
    table = table_field("tree", fields, (*_TREE_NUMBERS, "max_raises", *_TREE_PATHS))
    options: dict[str, Any] = {}
    for name, value in table.items():
        field = f"tree.{name}"
        if name in _TREE_NUMBERS:
            options[name] = number_field(field, value)
        elif name in _TREE_PATHS:
            options[name] = tuple(_text(field, path) for path in list_field(field, value))
        else:
            for most in value if isinstance(value, list) else [value]:
                if isinstance(most, bool) or not isinstance(most, int):
                    raise InputError(f"{field} must be an integer, or one per street, got {most!r}")
            options[name] = value
    return options


def _rake(fields: object, big_blind: float) -> Rake:
    table = table_field("rake", fields, ("rate", "cap"))
    if "cap" in table:
        _need("rake.", table, "rate")
    numbers = {
        name: number_field("rake.rate", value) for name, value in table.items() if name == "rate"
    }
    if "cap" in table:
        numbers["cap"] = parse_amount("rake.cap", table["cap"], big_blind=big_blind)
    return Rake(**numbers)


def _lock(name: str, fields: object, board: str) -> Lock:
    table = table_field(name, fields, ("path", "hands", "strategy"))
    for needed in ("path", "strategy"):
        _need(f"{name}.", table, needed)
    path = _text(f"{name}.path", table["path"])
    strategy = {
        action: _lock_share(f"{name}.strategy.{action}", share)
        for action, share in table_field(f"{name}.strategy", table["strategy"]).items()
    }
    hands = None
    if "hands" in table:
        text = _text(f"{name}.hands", table["hands"])
        hands = _named(f"{name}.hands", lambda text: locked_hands(text, path, board), text)
    return _named(name, lambda shares: Lock(path, shares, hands), strategy)


def _lock_share(name: str, share: object) -> float | Range:
    """Return the probability of an action, or a range with a probability for each hand."""
    if isinstance(share, str):
        return _named(name, Range.parse, share)
    return number_field(name, share)


def locked_hands(text: str, path: str, board: str) -> Range:
    """Return the hands of a lock, by name or by class like `top pair` on the board of its path.

    Args:
        text: Hands like `AQs, KK`, or classes of hands.
        path: Path of the locked decision. A class depends on the cards, so a path that deals must
            then name them.
        board: Cards of the spot's board.

    Raises:
        InputError: If the text describes no hands, or a class without all cards of the path.
    """
    dealt = [step for step in parse_path(path) if step.move == Move.DEAL]
    if all(step.cards for step in dealt):
        cards = [card for step in dealt for card in step.cards]
        return matching_hands(text, (*parse_board(board), *cards))
    try:
        return matching_hands(text)
    except InputError as error:
        raise InputError(f"{error} (name the cards that {path!r} deals)") from None


def _named(name: str, make: Callable[[_Value], _Result], value: _Value) -> _Result:
    """Return `make(value)`; an InputError starts with the name."""
    try:
        return make(value)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _check_names(prefix: str, table: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    for name in table:
        if name not in allowed:
            raise InputError(f"{prefix}{name}: no such field (fields: {', '.join(allowed)})")


def _need(prefix: str, table: Mapping[str, Any], name: str) -> Any:
    if name not in table:
        raise InputError(f"{prefix}{name} is missing: specify {_EXAMPLES[name]}")
    return table[name]


def table_field(
    name: str, value: object, allowed: tuple[str, ...] | None = None
) -> Mapping[str, Any]:
    """Return a table.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.
        allowed: Names that the table may have; by default any.

    Raises:
        InputError: If the value is not a table, or has other names.
    """
    if not isinstance(value, Mapping):
        wanted = "a table" if allowed is None else f"a table with {', '.join(allowed)}"
        raise InputError(f"{name} must be {wanted}, got {value!r}")
    if allowed is not None:
        _check_names(f"{name}.", value, allowed)
    return value


def list_field(name: str, value: object) -> list[Any]:
    """Return a list.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.

    Raises:
        InputError: If the value is not a list.
    """
    if not isinstance(value, list):
        raise InputError(f"{name} must be a list, got {value!r}")
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} must be a string, got {value!r}")
    return value


def number_field(name: str, value: object) -> float:
    """Return a number.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.

    Raises:
        InputError: If the value is not a number, or too large for a float.
    """
    if isinstance(value, str):
        raise InputError(f"{name} must be a number, got {value!r}")
    return parse_amount(name, value)


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
