"""`fifthstreet tree`: the size and the first levels of a betting tree."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import option
from fifthstreet.cli.tree_options import each_player, new_rules, numbers, street_number
from fifthstreet.solvers.postflop.spot_file import read_spot
from fifthstreet.tree import (
    STREET_NAMES,
    Menu,
    Sizes,
    build_tree,
    natural_chip,
    read_line,
    tree_size,
)
from fifthstreet.views import json_text, tree_data, tree_svg
from fifthstreet.views.terminal import Terminal, print_notes
from fifthstreet.views.tree import print_tree, size_data

MOST_NODES = 5_000_000  # larger trees are counted but not built
_GAME, _SIZES, _OUTPUT = "The game", "Bet sizes", "What to show"


def tree_command(
    spot_file: Annotated[
        Path | None, typer.Argument(help="A spot file; options take precedence over it.")
    ] = None,
    players: Annotated[int | None, option("Number of players, 2 by default.", _GAME)] = None,
    stack: Annotated[
        str | None, option("Chips of each player: one number for all, or one for each.", _GAME)
    ] = None,
    pot: Annotated[float | None, option("Chips in the pot.", _GAME)] = None,
    blinds: Annotated[str | None, option("Blinds and straddles, like '1, 2'.", _GAME)] = None,
    antes: Annotated[
        str | None, option("Antes: one number for all, or one for each.", _GAME)
    ] = None,
    first: Annotated[
        str | None, option("First street; by default preflop with blinds, else flop.", _GAME)
    ] = None,
    last: Annotated[str | None, option("Last street with bets, river by default.", _GAME)] = None,
    chip: Annotated[float | None, option("Unit that all amounts are multiples of.", _GAME)] = None,
    bets: Annotated[str | None, option("Bet sizes on all streets: '50%, a'.", _SIZES)] = None,
    raises: Annotated[str | None, option("Raise sizes: '60%, 2.5x'.", _SIZES)] = None,
    donk: Annotated[str | None, option("Bet sizes into the last aggressor.", _SIZES)] = None,
    preflop: Annotated[
        str | None, option("Sizes preflop: 'bet 50%; raise 2.5x, a; donk 25%'.", _SIZES)
    ] = None,
    flop: Annotated[str | None, option("Sizes on the flop.", _SIZES)] = None,
    turn: Annotated[str | None, option("Sizes on the turn.", _SIZES)] = None,
    river: Annotated[str | None, option("Sizes on the river.", _SIZES)] = None,
    max_raises: Annotated[
        int | None, option("Maximum number of bets and raises per street.", _SIZES)
    ] = None,
    min_bet: Annotated[float | None, option("Smallest bet.", _SIZES)] = None,
    add_allin: Annotated[
        float | None, option("Add all-ins of at most this share of the pot.", _SIZES)
    ] = None,
    force_allin: Annotated[
        float | None,
        option("Go all-in if a call would leave at most this share of the pot behind.", _SIZES),
    ] = None,
    merge: Annotated[
        float | None, option("Drop sizes closer than this to a higher one.", _SIZES)
    ] = None,
    add: Annotated[list[str] | None, option("Add a path, like r:k:b70.", _SIZES)] = None,
    remove: Annotated[list[str] | None, option("Remove the last action of a path.", _SIZES)] = None,
    depth: Annotated[int, option("Number of levels to show.", _OUTPUT)] = 3,
    at: Annotated[
        str, option("Line to the first node to show, like r:k:b94 or x/b33%.", _OUTPUT)
    ] = "r",
    svg: Annotated[Path | None, option("Draw these levels to an SVG file.", _OUTPUT)] = None,
    limit: Annotated[int, option("Stop counting at this many nodes.", _OUTPUT)] = 100_000_000,
    as_json: Annotated[bool, option("Print one JSON object.", _OUTPUT, "--json")] = False,
) -> None:
    """Show a betting tree: its size and its first levels."""
    streets = (preflop, flop, turn, river)
    rules = None if spot_file is None else read_spot(spot_file).rules
    if rules is None:
        rules = new_rules(players, stack, pot, blinds, first)
    elif players not in (None, 2):
        raise ValueError(f"players is {players}; a spot file has 2")
    if chip is None and rules.chip == 1:
        typed = [value for value in (pot, min_bet) if value is not None]
        for name, text in (("stack", stack), ("blinds", blinds), ("antes", antes)):
            typed += [] if text is None else numbers(name, text)
        chip = natural_chip([*typed, *rules.stacks, rules.pot], [*(add or ()), *(remove or ())])
    changes: dict[str, Any] = {
        "stacks": None if stack is None else each_player("stack", stack, rules.players),
        "pot": pot,
        "blinds": None if blinds is None else numbers("blinds", blinds),
        "antes": None if antes is None else each_player("antes", antes, rules.players),
        "first_street": street_number("first", first),
        "last_street": street_number("last", last),
        "chip": chip,
        "max_raises": max_raises,
        "min_bet": min_bet,
        "add_allin": add_allin,
        "force_allin": force_allin,
        "merge": merge,
        "added": None if add is None else (*rules.added, *add),
        "removed": None if remove is None else (*rules.removed, *remove),
        "sizes": _sizes(rules.sizes, (bets, raises, donk), streets),
    }
    rules = replace(rules, **{name: value for name, value in changes.items() if value is not None})
    if depth < 0:
        raise ValueError(f"depth is {depth}; want 0 levels or more")
    check_writable(svg)
    counted = tree_size(rules, limit=limit)
    notes: list[str] = []
    tree, node = None, 0
    if counted.total <= MOST_NODES:
        tree = build_tree(rules)
        line = read_line(tree, at)
        node = line.node
        notes += line.notes
    else:
        notes.append(f"{counted.total:,} nodes: more than {MOST_NODES:,} are not shown")
        if svg is not None or at != "r":
            raise ValueError(f"{notes[0]}; want fewer sizes or raises")
    console = Terminal()

    def show() -> None:
        if as_json:
            levels = None if tree is None else tree_data(tree, node, depth=depth)
            typer.echo(json_text(size_data(rules, counted) | {"tree": levels, "notes": notes}))
        else:
            print_tree(console, counted, tree, node, depth=depth)
            print_notes(console, notes)

    picture = None if tree is None else text_save(svg, lambda: tree_svg(tree, node, depth=depth))
    saved = show_and_save(show, [picture])
    if not as_json:
        print_notes(console, saved)


def _sizes(
    sizes: Sizes,
    everywhere: tuple[str | None, str | None, str | None],
    streets: tuple[str | None, ...],
) -> Sizes:
    """Return the menus with sizes replaced by options; those of a street take precedence."""
    names = ("bet", "raise", "donk")
    common = {name: text for name, text in zip(names, everywhere, strict=True) if text is not None}
    own = [
        {} if text is None else _menu_parts(name, text)
        for name, text in zip(STREET_NAMES, streets, strict=True)
    ]
    rows = []
    for row in sizes.rows:
        first, second, third, fourth = (
            Menu.from_dict({**menu.to_dict(), **common, **parts})
            for menu, parts in zip(row, own, strict=True)
        )
        rows.append((first, second, third, fourth))
    return Sizes(tuple(rows))


def _menu_parts(name: str, text: str) -> dict[str, str]:
    """Split a menu like 'bet 60%, a; raise 2.5x; donk 50%' into its parts."""
    parts = {}
    for part in text.split(";"):
        kind, _, sizes = part.strip().partition(" ")
        if kind not in ("bet", "raise", "donk"):
            raise ValueError(f"{name} is {text!r}; want sizes like 'bet 60%, a; raise 2.5x'")
        parts[kind] = sizes
    return parts
