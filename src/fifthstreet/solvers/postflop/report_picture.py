"""Tables and grids of reports on cards and on flops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import isfinite
from typing import TYPE_CHECKING

from fifthstreet.cards import CARD_COUNT, card_symbol
from fifthstreet.cards.picture import cards_line
from fifthstreet.drawing import (
    Cell,
    Column,
    Entry,
    Line,
    Picture,
    Table,
    beside,
    block,
    card_rows,
    grid,
    heading,
    note,
    number,
    number_columns,
    strategy_cells,
    text_columns,
    value_cells,
)
from fifthstreet.drawing.colours import action_colours
from fifthstreet.solvers.postflop.basis import SEAT_NAMES, Solved, basis_lines
from fifthstreet.tree import label_words

if TYPE_CHECKING:
    from fifthstreet.solvers.postflop.flops import FlopGroup
    from fifthstreet.solvers.postflop.node import CardReport

GROUP_ERROR = "error: mean exploitability of the flops, percent of the pot"
CARD_NAMES = tuple(card_symbol(card) for card in range(CARD_COUNT))


# Cards of a deal.


def report_html(
    line: Line,
    cards: Sequence[CardReport],
    player: int,
    solution: Solved,
    words: Sequence[str] | None = None,
) -> str:
    """Return the grids and the table of a report as HTML; `line` says where cards are dealt."""
    grids = [card_ev_grid(cards, player)]
    if cards[0].actions:
        grids.insert(0, card_strategy_grid(cards, words))
    basis = map(note, basis_lines(solution))
    return block(heading(line), beside(*grids), report_table(cards, words), *basis)


def card_strategy_grid(
    cards: Sequence[CardReport], words: Sequence[str] | None = None, caption: Sequence[str] = ()
) -> Picture:
    """Draw the strategy of the first player to act on each card."""
    actions = cards[0].actions
    title = f"what {SEAT_NAMES[0]} does on each card"
    legend = zip(action_colours(actions), words or label_words(actions), strict=True)
    return grid(
        card_rows(card_strategy_cells(cards, words), CARD_NAMES),
        title=title,
        description="How often each action is taken on each card.",
        caption=(*caption, title),
        legend=list(legend),
    )


def card_ev_grid(cards: Sequence[CardReport], player: int, caption: Sequence[str] = ()) -> Picture:
    """Draw a player's EV on each card."""
    title = f"EV of {SEAT_NAMES[player]} on each card"
    return grid(
        card_rows(card_ev_cells(cards, player), CARD_NAMES),
        title=title,
        description="Expected chips of the whole range on each card.",
        caption=(*caption, title),
    )


def card_strategy_cells(
    cards: Sequence[CardReport], words: Sequence[str] | None = None
) -> dict[int, Cell]:
    """Return the cells of the first player's strategy, by card."""
    possible = [card for card in cards if card.probability > 0]
    actions = cards[0].actions
    cells = strategy_cells(
        [CARD_NAMES[card.card] for card in possible],
        actions,
        words or label_words(actions),
        [[card.frequencies[action] for card in possible] for action in range(len(actions))],
        [1.0] * len(possible),
    )
    return {card.card: cell for card, cell in zip(possible, cells, strict=True)}


def card_ev_cells(cards: Sequence[CardReport], player: int) -> dict[int, Cell]:
    """Return the cells of a player's EV, by card; colours range from the worst card to the best."""
    values = {card.card: card.ev[player] for card in cards if isfinite(card.ev[player])}
    cells = value_cells(
        [CARD_NAMES[card] for card in values],
        list(values.values()),
        low=min(values.values(), default=0.0),
        high=max(values.values(), default=0.0),
        tip_unit=" chips",
    )
    return dict(zip(values, cells, strict=True))


def report_table(cards: Sequence[CardReport], words: Sequence[str] | None = None) -> Table:
    """Return a table with a row per card: probability, first decision, EVs and equities."""
    actions = cards[0].actions
    names = [f"{name} {seat}" for name in ("EV", "equity") for seat in SEAT_NAMES]
    rows: list[tuple[Entry, ...]] = [
        (
            cards_line([card.card]),
            number(100 * card.probability, 2, "%"),
            *(number(100 * share, 1, "%") for share in card.frequencies),
            *(number(ev, 2) for ev in card.ev),
            *(number(100 * share, 2, "%") for share in card.equity),
        )
        for card in sorted(cards, key=lambda report: -report.card)
    ]
    columns = (
        *text_columns("card"),
        *number_columns("chance"),
        *_action_columns(actions, words or label_words(actions)),
        *number_columns(*names),
    )
    return Table(columns, tuple(rows))


# Groups of flops.


def groups_html(groups: Sequence[FlopGroup]) -> str:
    """Return the table of groups of flops as HTML."""
    return block(group_table(groups), note(GROUP_ERROR))


def group_table(
    groups: Sequence[FlopGroup],
    actions: Sequence[str] = (),
    words: Sequence[str] | None = None,
) -> Table:
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
        *text_columns("flops"),
        *number_columns("solved", "share", *(f"EV {seat}" for seat in SEAT_NAMES)),
        *_action_columns(actions, words or label_words(actions)),
        *number_columns("error"),
    )
    return Table(columns, tuple(rows), section_ends=frozenset(ends))


def _action_columns(actions: Sequence[str], words: Sequence[str]) -> tuple[Column, ...]:
    return tuple(
        Column(text, colour=colour)
        for text, colour in zip(words, action_colours(actions), strict=True)
    )
