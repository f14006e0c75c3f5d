"""Tables and grids of reports on cards and on flops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import isfinite

from fifthstreet.cards import CARD_COUNT, card_symbol
from fifthstreet.solvers.postflop import CardReport, FlopGroup, Report, basis_lines
from fifthstreet.support import drawing
from fifthstreet.support.drawing import action_colours, number
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES, choice_words, label_words
from fifthstreet.views.pictures.cards import cards_line

GROUP_ERROR = "error: mean exploitability of the flops, percent of the pot"
CARD_NAMES = tuple(card_symbol(card) for card in range(CARD_COUNT))


# Cards of a deal.


def report_line_text(report: Report) -> drawing.Line:
    """Return the place of a report: the board, the street, the pot, the line, and who acts."""
    tree = report.solution.tree
    place = f"   {STREET_NAMES[report.street]}, pot {tree.pot(report.node):g}   "
    cards = (*report.solution.spot.board, *report.named)
    acts = f"{SEAT_NAMES[report.player]} to act" if report.player >= 0 else "no player acts"
    path = tree.path(report.node, report.named)
    return (
        *cards_line(cards),
        drawing.Run(place),
        drawing.Run(f"{path}  ", is_bold=True),
        drawing.Run(acts),
    )


def report_html(report: Report, player: int) -> str:
    """Return the grids and the table of a report as HTML."""
    shown = shown_cards(report)
    grids = [card_ev_grid(shown, player)]
    if report[0].actions:
        grids.insert(0, card_strategy_grid(shown))
    basis = map(drawing.note, basis_lines(report.solution))
    title = drawing.heading(report_line_text(report))
    return drawing.block(title, drawing.beside(*grids), report_table(shown), *basis)


def shown_cards(report: Report) -> Report:
    """Return a report by single cards: over two deals, the means by the first card."""
    return report.by_card(0) if len(report[0].cards) > 1 else report


def card_strategy_grid(report: Report, caption: Sequence[str] = ()) -> drawing.Picture:
    """Draw the strategy of the player who acts on each card."""
    actions = report[0].actions
    title = f"what {SEAT_NAMES[report.player]} does on each card"
    legend = zip(action_colours(actions), report_words(report), strict=True)
    return drawing.grid(
        drawing.card_rows(card_strategy_cells(report), CARD_NAMES),
        title=title,
        description="How often each action is taken on each card.",
        caption=(*caption, title),
        legend=list(legend),
    )


def card_ev_grid(
    cards: Sequence[CardReport], player: int, caption: Sequence[str] = ()
) -> drawing.Picture:
    """Draw a player's EV on each card."""
    title = f"EV of {SEAT_NAMES[player]} on each card"
    return drawing.grid(
        drawing.card_rows(card_ev_cells(cards, player), CARD_NAMES),
        title=title,
        description="Expected chips of the whole range on each card.",
        caption=(*caption, title),
    )


def report_words(report: Report) -> list[str]:
    """Describe the actions of a report's decision."""
    return choice_words(report.solution.tree, report.node) if report[0].actions else []


def card_strategy_cells(cards: Report) -> dict[int, drawing.Cell]:
    """Return the cells of the acting player's strategy, by card."""
    possible = [card for card in cards if card.probability > 0]
    actions = cards[0].actions
    cells = drawing.strategy_cells(
        [CARD_NAMES[card.card] for card in possible],
        actions,
        report_words(cards),
        [[card.frequencies[action] for card in possible] for action in range(len(actions))],
        [1.0] * len(possible),
    )
    return {card.card: cell for card, cell in zip(possible, cells, strict=True)}


def card_ev_cells(cards: Sequence[CardReport], player: int) -> dict[int, drawing.Cell]:
    """Return the cells of a player's EV, by card; colours range from the worst card to the best."""
    values = {card.card: card.ev[player] for card in cards if isfinite(card.ev[player])}
    cells = drawing.value_cells(
        [CARD_NAMES[card] for card in values],
        list(values.values()),
        low=min(values.values(), default=0.0),
        high=max(values.values(), default=0.0),
        tip_unit=" chips",
    )
    return dict(zip(values, cells, strict=True))


def report_table(report: Report) -> drawing.Table:
    """Return a table with a row per card: probability, the decision, EVs and equities.

    The last row has the means over all cards.
    """
    actions = report[0].actions
    names = [f"{name} {seat}" for name in ("EV", "equity") for seat in SEAT_NAMES]
    ordered = sorted(report, key=lambda card: -card.card)
    rows: list[tuple[drawing.Entry, ...]] = [
        (
            cards_line(card.cards) if card.cards else "all",
            number(100 * card.probability, 2, "%"),
            *(number(100 * share, 1, "%") for share in card.frequencies),
            *(number(ev, 2) for ev in card.ev),
            *(number(100 * share, 2, "%") for share in card.equity),
        )
        for card in (*ordered, report.mean)
    ]
    columns = (
        *drawing.text_columns("card"),
        *drawing.number_columns("chance"),
        *_action_columns(actions, report_words(report)),
        *drawing.number_columns(*names),
    )
    last = len(rows) - 1
    return drawing.Table(
        columns, tuple(rows), section_ends=frozenset({last - 1}), bold_rows=frozenset({last})
    )


# Groups of flops.


def groups_html(groups: Sequence[FlopGroup]) -> str:
    """Return the table of groups of flops as HTML."""
    return drawing.block(group_table(groups), drawing.note(GROUP_ERROR))


def group_table(
    groups: Sequence[FlopGroup], actions: Sequence[str] = (), words: Sequence[str] | None = None
) -> drawing.Table:
    """Return a table with a row per group: means over its flops and their exploitability.

    The first decision is shown if `actions` is given.
    """
    shown = range(len(actions))
    rows = [
        (
            group.name,
            f"{group.flops:,}",
            number(100 * group.share, 1, "%"),
            *(number(ev, 2) for ev in group.ev),
            *(number(100 * group.frequencies[action], 1, "%") for action in shown),
            number(group.exploitability_pot_percent, 2, "%"),
        )
        for group in groups
    ]
    ends = {
        place
        for place, (group, after) in enumerate(zip_longest(groups, groups[1:]))
        if after is not None and after.kind != group.kind
    }
    columns = (
        *drawing.text_columns("flops"),
        *drawing.number_columns("solved", "share", *(f"EV {seat}" for seat in SEAT_NAMES)),
        *_action_columns(actions, words or label_words(actions)),
        *drawing.number_columns("error"),
    )
    return drawing.Table(columns, tuple(rows), section_ends=frozenset(ends))


def line_table(groups: Sequence[FlopGroup], path: str, words: Sequence[str]) -> drawing.Table:
    """Return a table of the decision at the end of a line, with a row per group of flops."""
    first = groups[0].lines[path]
    rows = [
        (
            group.name,
            number(100 * group.lines[path].reach, 1, "%"),
            *(number(100 * share, 1, "%") for share in group.lines[path].frequencies),
            *(number(ev, 2) for ev in group.lines[path].ev),
        )
        for group in groups
    ]
    columns = (
        *drawing.text_columns("flops"),
        *drawing.number_columns("taken"),
        *_action_columns(first.actions, words),
        *drawing.number_columns(*(f"EV {seat}" for seat in SEAT_NAMES)),
    )
    title = f"{path}: what {SEAT_NAMES[first.player]} does"
    return drawing.Table(columns, tuple(rows), title=title)


def _action_columns(actions: Sequence[str], words: Sequence[str]) -> tuple[drawing.Column, ...]:
    return tuple(
        drawing.Column(text, colour=colour)
        for text, colour in zip(words, action_colours(actions), strict=True)
    )
