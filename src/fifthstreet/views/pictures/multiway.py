"""Tables and grids of a node with three players, for the terminal, files and notebooks."""

from __future__ import annotations

from fifthstreet.solvers.multiway import MultiwayNode, MultiwaySolution, multiway_basis_lines
from fifthstreet.support import drawing
from fifthstreet.support.drawing import number, player_colour
from fifthstreet.tree import STREET_NAMES, amount_text, choice_words, node_words
from fifthstreet.views.pictures.cards import cards_line
from fifthstreet.views.pictures.nodes import action_table, node_grid


def multiway_html(node: MultiwayNode, *, player: int | None = None, kind: str | None = None) -> str:
    """Return a node's grid, actions and ranges as HTML, with what each player could gain.

    Without a player, the grid has the hands of the player who acts, or of all who are left.
    """
    words = multiway_words(node)
    players = [node.player]
    if player is not None:
        players = [player]
    elif node.player < 0:
        players = [seat for seat, folded in enumerate(node.has_folded) if not folded]
    grids = [node_grid(node, seat, kind, words=words, has_legend=False) for seat in players]
    tables = [action_table(node, words)] if node.player >= 0 else []
    return drawing.block(
        drawing.heading(multiway_line(node)),
        drawing.beside(*grids, drawing.block(*tables, multiway_range_table(node))),
        *map(drawing.note, multiway_basis_lines(node.solution)),
    )


def multiway_solution_html(solution: MultiwaySolution) -> str:
    """Return the root of a solution, and its seconds, as HTML."""
    root = multiway_html(solution.root)
    return drawing.block(root, drawing.note(f"solved in {solution.record.seconds:.2f} s"))


def multiway_line(node: MultiwayNode) -> drawing.Line:
    """Return the board, pot, stacks and path of a node, and what happens there."""
    tree, big_blind = node.solution.spot.tree, node.solution.spot.rules.known_big_blind
    at, _ = tree.find(node.path)
    happens = node_words(tree, at).removeprefix(f"{STREET_NAMES[int(tree.street[at])]}, ")
    behind = " / ".join(amount_text(stack, big_blind) for stack in node.stacks)
    run = drawing.Run(happens)
    if node.player >= 0:
        run = drawing.Run(f"{happens} to act", player_colour(node.player))
    return (
        *cards_line(node.board),
        drawing.Run(f"   pot {amount_text(node.pot, big_blind)}, behind {behind}   "),
        drawing.Run(f"{node.path}  ", is_bold=True),
        run,
    )


def multiway_words(node: MultiwayNode) -> list[str] | None:
    """Return the actions of a node in words; None where no player acts."""
    if not node.actions:
        return None
    tree = node.solution.spot.tree
    at, _ = tree.find(node.path)
    return choice_words(tree, at, big_blind=tree.rules.known_big_blind)


def multiway_range_table(node: MultiwayNode) -> drawing.Table:
    """Return a table of the ranges: combos, equity, EV, and what the player could gain."""
    gains = node.exploitability.gains or ()
    rows = []
    for player, ev in enumerate(node.range_ev):
        folded = ", folded" if node.has_folded[player] else ""
        rows.append(
            (
                (drawing.Run(node.player_name(player) + folded, player_colour(player)),),
                number(node.combos[player], 1),
                number(100 * node.range_equity[player], 2, "%"),
                number(ev, 2),
                number(100 * ev / node.pot, 1, "%"),
                number(100 * gains[player] / node.solution.spot.pot, 3, "%"),
            )
        )
    names = ("combos", "equity", "EV", "of the pot", "could gain")
    return drawing.Table(
        drawing.text_columns("range") + drawing.number_columns(*names), tuple(rows)
    )
