"""`fifthstreet show`: any node of a saved solution."""

import json
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fifthstreet.cards import HOLE_MASKS, card_symbol, card_text, cards_text, hole_text, parse_hole
from fifthstreet.solvers.postflop import CardReport, Node, Solution
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.storage import open_solution
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind
from fifthstreet.views.node_table import (
    GRIDS,
    SEAT_NAMES,
    action_ev,
    action_words,
    has_colours,
    heading,
    number,
    print_node,
)
from fifthstreet.views.terminal import (
    SUIT_COLOURS,
    Cell,
    action_colours,
    action_letters,
    card_rows,
    cell_grid,
    heat_colour,
    letter_bar,
)


def show_command(
    file: Annotated[Path, typer.Argument(help="A solution saved by `solve --save`.")],
    path: Annotated[
        str, typer.Argument(help="The node: r, r:k:b94, r:k:k:n8c ... Deals name their card.")
    ] = "r",
    hand: Annotated[str | None, typer.Option(help="One hand in detail, like AhKh.")] = None,
    report: Annotated[
        str | None, typer.Option(help="What each card of the next street does: turn or river.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Whose hands: oop or ip; who acts if not given.")
    ] = None,
    grid: Annotated[str | None, typer.Option(help=f"One of {', '.join(GRIDS)}.")] = None,
    threads: Annotated[
        int | None, typer.Option(help="Threads to use; one a core if not given.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Strategy, values and equities at a node of a saved solution."""
    if player is not None and player not in SEATS:
        raise ValueError(f"player is {player!r}; want {' or '.join(SEATS)}")
    if grid is not None and grid not in GRIDS:
        raise ValueError(f"grid is {grid!r}; want one of {', '.join(GRIDS)}")
    if report is not None and hand is not None:
        raise ValueError("hand and report at once; want one of them")
    solution = open_solution(file, threads=threads)
    tree = solution.spot.tree
    console = Console(highlight=False)
    if report is not None:
        deal = _deal_path(tree, path, report)
        cards = solution.report(deal)
        if as_json:
            _print_json({"path": deal, "street": report, "cards": [_card_facts(c) for c in cards]})
        else:
            _print_report(console, solution, deal, cards, SEATS.index(player or "oop"))
        return
    node = solution.node(path)
    seat = max(node.player, 0) if player is None else SEATS.index(player)
    if hand is not None:
        hole = _hole(hand, node, seat)
        if as_json:
            _print_json(_place_facts(node, seat) | _hand_facts(node, seat, hole) | {"hand": hand})
        else:
            _print_hand(console, tree, node, seat, hole)
    elif as_json:
        _print_json(_node_facts(node, seat))
    else:
        print_node(console, tree, node, seat, grid)


# A node as plain data.


def _print_json(facts: dict[str, Any]) -> None:
    typer.echo(json.dumps(_plain(facts)))


def _plain(value: Any) -> Any:
    """The same without what JSON cannot say: NaN becomes null."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _place_facts(node: Node, seat: int) -> dict[str, Any]:
    return {
        "path": node.path,
        "street": STREET_NAMES[node.street],
        "board": cards_text(node.board),
        "pot": node.pot,
        "stacks": node.stacks,
        "to_act": SEATS[node.player] if node.player >= 0 else None,
        "player": SEATS[seat],
    }


def _node_facts(node: Node, seat: int) -> dict[str, Any]:
    held = np.flatnonzero(node.reach[seat]).tolist()
    return _place_facts(node, seat) | {
        "actions": node.actions,
        "frequencies": node.frequencies.tolist(),
        "action_ev": [action_ev(node, action) for action in range(len(node.actions))],
        "ev": node.range_ev,
        "equity": node.range_equity,
        "eqr": node.range_eqr,
        "combos": node.combos,
        "hands": {hole_text(hole): _hand_facts(node, seat, hole) for hole in held},
    }


def _hand_facts(node: Node, seat: int, hole: int) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "reach": float(node.reach[seat][hole]),
        "ev": float(node.ev[seat][hole]),
        "equity": float(node.equities[seat][hole]),
    }
    if node.player == seat:
        for name, rows in (("strategy", node.strategy), ("action_ev", node.action_ev)):
            facts[name] = dict(zip(node.actions, rows[:, hole].tolist(), strict=True))
    return facts


def _card_facts(card: CardReport) -> dict[str, Any]:
    return {
        "card": card_text(card.card),
        "probability": card.probability,
        "actions": card.actions,
        "frequencies": card.frequencies,
        "ev": card.ev,
        "equity": card.equity,
    }


# One hand.


def _hole(text: str, node: Node, seat: int) -> int:
    hole = parse_hole(text)
    board = sum(1 << card for card in node.board)
    if int(HOLE_MASKS[hole]) & board:
        raise ValueError(f"hand {text!r} holds a card of the board {cards_text(node.board)}")
    if not node.reach[seat][hole] > 0:
        raise ValueError(f"{SEAT_NAMES[seat]} never has {text!r} at {node.path!r}")
    return hole


def _print_hand(console: Console, tree: BettingTree, node: Node, seat: int, hole: int) -> None:
    facts = _hand_facts(node, seat, hole)
    console.print(heading(tree, node))
    console.print()
    line = Text(f"{SEAT_NAMES[seat]} with {hole_text(hole)}", style="bold")
    line.append(
        f"   EV {number(facts['ev'], 2)}, equity {number(100 * facts['equity'], 2, '%')}, "
        f"gets here {number(100 * facts['reach'], 1, '%')} of the time",
        style="default",
    )
    console.print(line)
    if node.player != seat:
        return
    table = Table()
    table.add_column("action")
    table.add_column("path")
    for name in ("frequency", "EV", "short of the best"):
        table.add_column(name, justify="right")
    best = max(facts["action_ev"].values())
    for step, words in zip(node.actions, action_words(tree, node.path), strict=True):
        ev = facts["action_ev"][step]
        table.add_row(
            words,
            step,
            number(100 * facts["strategy"][step], 1, "%"),
            number(ev, 2),
            number(best - ev, 2),
        )
    console.print(table)


# Cards of a street.


def _deal_path(tree: BettingTree, path: str, street: str) -> str:
    """The path to a deal of the street; what is left of the betting before it is checked down."""
    streets = STREET_NAMES[2:]
    if street not in streets:
        raise ValueError(f"report is {street!r}; want {' or '.join(streets)}")
    node, cards = tree.find(path)
    path = tree.path(node, cards)
    if path.endswith(":n"):  # the deal itself, without a card
        node = int(tree.parent[node])
        path = tree.path(node, cards)
    while tree.kind[node] == Kind.ACTION:
        steps = {tree.label(child): child for child in tree.children(node)}
        step = "k" if "k" in steps else "c"
        path, node = f"{path}:{step}", steps[step]
    if tree.kind[node] != Kind.DEAL:
        raise ValueError(f"no card is dealt at {path!r}; want a path that ends a street")
    dealt = STREET_NAMES[int(tree.street[node]) + 1]
    if dealt != street:
        raise ValueError(f"{path!r} deals the {dealt}; want a path to a deal of the {street}")
    return path


def _print_report(
    console: Console, solution: Solution, path: str, cards: list[CardReport], player: int
) -> None:
    deal = solution.node(path)
    console.print(heading(solution.spot.tree, deal))
    console.print()
    actions = cards[0].actions
    if actions:
        console.print(f"what {SEAT_NAMES[0]} does on each card", style="bold")
        console.print(cell_grid(card_rows(_strategy_cells(cards, has_colours(console)))))
    console.print(f"EV of {SEAT_NAMES[player]} on each card", style="bold")
    console.print(cell_grid(card_rows(_value_cells(cards, player))))
    console.print(_report_table(cards))


def _strategy_cells(cards: list[CardReport], colours: bool) -> dict[int, Cell]:
    cells = {}
    for card in cards:
        if not card.probability > 0:
            continue
        palette, letters = action_colours(card.actions), action_letters(card.actions)
        mix = list(card.frequencies)[::-1]  # the boldest action first
        note = "" if colours else letter_bar(mix, letters[::-1])
        parts = tuple(zip(mix, palette[::-1], strict=True))
        cells[card.card] = Cell(card_symbol(card.card), note, parts)
    return cells


def _value_cells(cards: list[CardReport], player: int) -> dict[int, Cell]:
    known = {card.card: card.ev[player] for card in cards if isfinite(card.ev[player])}
    low, high = min(known.values(), default=0.0), max(known.values(), default=0.0)
    return {
        card: Cell(
            card_symbol(card),
            number(ev, 1 if abs(ev) < 1000 else 0).replace(",", "").rjust(5),
            ((1.0, heat_colour((ev - low) / (high - low) if high > low else 0.5)),),
        )
        for card, ev in known.items()
    }


def _report_table(cards: list[CardReport]) -> Table:
    table = Table()
    table.add_column("card")
    table.add_column("comes", justify="right")
    for name in [
        *cards[0].actions,
        *(f"EV {seat}" for seat in SEAT_NAMES),
        *(f"equity {seat}" for seat in SEAT_NAMES),
    ]:
        table.add_column(name, justify="right")
    for card in sorted(cards, key=lambda each: -each.card):
        table.add_row(
            Text(card_symbol(card.card), style=SUIT_COLOURS[card.card % 4]),
            number(100 * card.probability, 2, "%"),
            *(number(100 * share, 1, "%") for share in card.frequencies),
            *(number(ev, 2) for ev in card.ev),
            *(number(100 * share, 2, "%") for share in card.equity),
        )
    return table
