"""`fifthstreet tree`: how large a betting tree is, and what it looks like."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from fifthstreet.cli.files import check_places
from fifthstreet.solvers.postflop.spot_file import read_spot
from fifthstreet.tree import (
    STREET_NAMES,
    BettingTree,
    Kind,
    Menu,
    Sizes,
    TreeRules,
    TreeSize,
    build,
    size,
)
from fifthstreet.views import draw, render

MOST_NODES = 5_000_000  # that are built to be shown
_GAME, _SIZES, _OUTPUT = "The game", "Bet sizes", "What to show"


def _option(text: str, panel: str, *names: str) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=panel)


def tree_command(
    spot_file: Annotated[
        Path | None, typer.Argument(help="A spot file; options take precedence over it.")
    ] = None,
    players: Annotated[int | None, _option("Number of players, 2 if not given.", _GAME)] = None,
    stack: Annotated[
        str | None, _option("Chips of each player: one number for all, or one each.", _GAME)
    ] = None,
    pot: Annotated[float | None, _option("Chips in the middle.", _GAME)] = None,
    blinds: Annotated[str | None, _option("Blinds and straddles, like '1, 2'.", _GAME)] = None,
    antes: Annotated[str | None, _option("Antes: one number for all, or one each.", _GAME)] = None,
    first: Annotated[
        str | None, _option("First street: preflop if there are blinds, else flop.", _GAME)
    ] = None,
    last: Annotated[
        str | None, _option("Last street with bets, river if not given.", _GAME)
    ] = None,
    chip: Annotated[float | None, _option("Unit of all amounts.", _GAME)] = None,
    bets: Annotated[str | None, _option("Bet sizes of all streets: '50%, a'.", _SIZES)] = None,
    raises: Annotated[str | None, _option("Raise sizes: '60%, 2.5x'.", _SIZES)] = None,
    donk: Annotated[str | None, _option("Bets into the last aggressor.", _SIZES)] = None,
    preflop: Annotated[
        str | None, _option("Sizes of one street: 'bet 50%; raise 2.5x, a; donk 25%'.", _SIZES)
    ] = None,
    flop: Annotated[str | None, _option("The same for the flop.", _SIZES)] = None,
    turn: Annotated[str | None, _option("The same for the turn.", _SIZES)] = None,
    river: Annotated[str | None, _option("The same for the river.", _SIZES)] = None,
    max_raises: Annotated[int | None, _option("Most bets and raises on a street.", _SIZES)] = None,
    min_bet: Annotated[float | None, _option("Smallest bet.", _SIZES)] = None,
    add_allin: Annotated[
        float | None, _option("Add all-ins of at most this share of the pot.", _SIZES)
    ] = None,
    force_allin: Annotated[
        float | None, _option("All-in where a call would leave at most this share.", _SIZES)
    ] = None,
    merge: Annotated[
        float | None, _option("Drop sizes closer than this to a higher one.", _SIZES)
    ] = None,
    add: Annotated[list[str] | None, _option("A path to put in, like r:k:b70.", _SIZES)] = None,
    remove: Annotated[
        list[str] | None, _option("A path whose last action is taken out.", _SIZES)
    ] = None,
    depth: Annotated[int, _option("Levels to show.", _OUTPUT)] = 3,
    at: Annotated[str, _option("Path of the node to start at.", _OUTPUT)] = "r",
    svg: Annotated[Path | None, _option("Draw these levels into an SVG file.", _OUTPUT)] = None,
    limit: Annotated[int, _option("Nodes to stop counting at.", _OUTPUT)] = 100_000_000,
    as_json: Annotated[bool, _option("Print one JSON object.", _OUTPUT, "--json")] = False,
) -> None:
    """Betting tree of a game: its size, counted before it is built, and its first levels."""
    streets = (preflop, flop, turn, river)
    rules = None if spot_file is None else read_spot(spot_file).rules
    if rules is None:
        rules = _new_rules(players, stack, pot, blinds, first)
    elif players not in (None, 2):
        raise ValueError(f"players is {players}; a spot file is for 2")
    changes: dict[str, Any] = {
        "stacks": None if stack is None else _each("stack", stack, rules.players),
        "pot": pot,
        "blinds": None if blinds is None else _numbers("blinds", blinds),
        "antes": None if antes is None else _each("antes", antes, rules.players),
        "first_street": _street("first", first),
        "last_street": _street("last", last),
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
    check_places(svg)
    counted = size(rules, limit=limit)
    note = ""
    tree = None
    if counted.total <= MOST_NODES:
        tree = build(rules)
        node, _ = tree.find(at)
        if svg is not None:
            svg.write_text(draw(tree, node, depth=depth), encoding="utf-8")
            note = f"drawn to {svg}"
    else:
        note = f"{counted.total:,} nodes: more than {MOST_NODES:,} are not shown"
        if svg is not None or at != "r":
            raise ValueError(f"{note}; want fewer sizes or raises")
    if as_json:
        facts = None if tree is None else _facts(tree, node, depth)
        typer.echo(json.dumps(_size_facts(rules, counted) | {"tree": facts}))
        return
    console = Console(highlight=False)
    console.print(_size_table(counted))
    if tree is not None:
        console.print(render(tree, node, depth=depth), soft_wrap=True)
    if note:
        console.print(note, style="bright_black", soft_wrap=True)


# What was asked.


def _new_rules(
    players: int | None, stack: str | None, pot: float | None, blinds: str | None, first: str | None
) -> TreeRules:
    """Rules from options alone: chips and forced bets, which only make sense together."""
    if stack is None:
        raise ValueError("stack: missing; want the chips of each player, like 200, or a spot file")
    posted = () if blinds is None else _numbers("blinds", blinds)
    street = _street("first", first)
    return TreeRules(
        stacks=_each("stack", stack, 2 if players is None else players),
        pot=0.0 if pot is None else pot,
        blinds=posted,
        first_street=(0 if posted else 1) if street is None else street,
    )


def _numbers(name: str, text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"{name} is {text!r}; want numbers, like '1, 2'") from None


def _each(name: str, text: str, players: int) -> tuple[float, ...]:
    """A number for each player; a single one is for all."""
    numbers = _numbers(name, text)
    if len(numbers) == 1:
        return numbers * players
    if len(numbers) != players:
        raise ValueError(f"{name}: {len(numbers)} numbers for {players} players; want one or each")
    return numbers


def _street(name: str, given: str | None) -> int | None:
    if given is None:
        return None
    if given not in STREET_NAMES:
        raise ValueError(f"{name} is {given!r}; want {', '.join(STREET_NAMES)}")
    return STREET_NAMES.index(given)


def _sizes(
    sizes: Sizes,
    everywhere: tuple[str | None, str | None, str | None],
    streets: tuple[str | None, ...],
) -> Sizes:
    """Menus with what options give put into them: that of a street before that of all streets."""
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
    """Parts of a menu as it is printed: 'bet 60%, a; raise 2.5x; donk 50%'."""
    parts = {}
    for part in text.split(";"):
        kind, _, sizes = part.strip().partition(" ")
        if kind not in ("bet", "raise", "donk"):
            raise ValueError(f"{name} is {text!r}; want sizes like 'bet 60%, a; raise 2.5x'")
        parts[kind] = sizes
    return parts


# What comes out.


def _size_table(counted: TreeSize) -> Table:
    table = Table()
    table.add_column("nodes")
    columns = [street for street in range(4) if counted.nodes[:, street].any()]
    for name in [*(STREET_NAMES[street] for street in columns), "all"]:
        table.add_column(name, justify="right")
    rows = {
        "decisions": counted.nodes[Kind.ACTION],
        "deals": counted.nodes[Kind.DEAL],
        "folds": counted.nodes[Kind.FOLD],
        "showdowns": counted.nodes[Kind.SHOWDOWN],
        "all": counted.nodes.sum(axis=0),
        "actions": counted.actions.sum(axis=0),
    }
    for name, numbers in rows.items():
        shown = [int(numbers[street]) for street in columns]
        table.add_row(name, *(f"{count:,}" for count in (*shown, int(numbers.sum()))))
    return table


def _size_facts(rules: TreeRules, counted: TreeSize) -> dict[str, Any]:
    return {
        "rules": rules.to_dict(),
        "nodes": counted.total,
        "bytes": counted.bytes,
        "decisions": int(counted.action_nodes.sum()),
        "actions": int(counted.actions.sum()),
        "streets": {
            name: {kind.name.lower(): int(counted.nodes[kind, street]) for kind in Kind}
            for street, name in enumerate(STREET_NAMES)
            if counted.nodes[:, street].any()
        },
    }


def _facts(tree: BettingTree, node: int, depth: int) -> dict[str, Any]:
    """A node and so many levels below it; None where there is more."""
    player = int(tree.player[node])
    return {
        "path": tree.path(node),
        "kind": Kind(int(tree.kind[node])).name.lower(),
        "street": STREET_NAMES[int(tree.street[node])],
        "player": player if player >= 0 else None,
        "pot": tree.pot(node),
        "stacks": list(tree.stacks(node)),
        "actions": list(tree.actions(node)),
        "children": [_facts(tree, child, depth - 1) for child in tree.children(node)]
        if depth or not tree.n_children[node]
        else None,
    }
