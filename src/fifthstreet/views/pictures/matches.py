"""Tables and pictures of the result of a match."""

from __future__ import annotations

from math import isfinite

from fifthstreet.arena import COUNTS, PLAIN, Interval, MatchResult
from fifthstreet.support.drawing import Picture, Table, curve_picture, number_columns, text_columns


def interval_text(interval: Interval, digits: int = 1) -> str:
    """Return an interval like `+12.4 ± 3.1`; an unknown width is a question mark."""
    width = f"{interval.half_width:,.{digits}f}" if isfinite(interval.half_width) else "?"
    return f"{interval.mean:+,.{digits}f} ± {width}"


def _digits(result: MatchResult) -> int:
    """Return the decimal places of winnings: small numbers of bets need more."""
    return 1 if result.settings.table_game.scale > 1 else 3


def winnings_table(result: MatchResult) -> Table:
    """Return the winnings of each agent, the winner first.

    "Gain" is the number of hands that plain payoffs need for the same interval, relative to the
    hands played.
    """
    digits = _digits(result)
    unit = f"{result.settings.table_game.unit_name}/hand"
    has_ranks = result.settings.carry_stacks
    is_estimated = result.settings.estimator != PLAIN
    names = ["hands", unit, *(["as played"] if is_estimated else []), "at showdown", "without"]
    names += ["gain", *(["rank"] if has_ranks else [])]
    rows = []
    for each in result.agent_results():
        row = [
            each.name,
            f"{each.hands:,}",
            interval_text(each.winnings, digits),
            *([interval_text(each.duplicate, digits)] if is_estimated else []),
            interval_text(each.at_showdown, digits),
            interval_text(each.without_showdown, digits),
            "-" if each.reduction is None else f"{each.reduction:.1f}x",
        ]
        if each.rank is not None:
            row.append(f"{each.rank.mean:.2f} ± {each.rank.half_width:.2f}")
        rows.append(tuple(row))
    return Table(text_columns("agent") + number_columns(*names), tuple(rows))


def style_table(result: MatchResult) -> Table:
    """Return the rates of each agent's actions, and its speed."""
    names = ("VPIP", "PFR", "agg.", "fold", "check", "call", "raise", "decisions", "mistakes")
    rows = [
        (
            each.name,
            f"{each.vpip:.0%}",
            f"{each.pfr:.0%}",
            f"{each.aggression:.2f}" if isfinite(each.aggression) else "-",
            f"{each.fold_rate:.0%}",
            f"{each.check_rate:.0%}",
            f"{each.call_rate:.0%}",
            f"{each.raise_rate:.0%}",
            f"{each.decisions_per_second:,.0f}/s" if isfinite(each.decisions_per_second) else "-",
            f"{each.mistakes:,}",
        )
        for each in result.agent_results()
    ]
    return Table(text_columns("agent") + number_columns(*names), tuple(rows))


def pairs_table(result: MatchResult) -> Table:
    """Return how much more each agent (row) won than each other (column), with intervals."""
    names = result.settings.names
    digits = _digits(result)
    rows = []
    for i, name in enumerate(names):
        row = [name]
        for j in range(len(names)):
            gap = None if i == j else result.difference(i, j)
            row.append("" if gap is None else interval_text(gap, digits))
        rows.append(tuple(row))
    return Table(text_columns("better than") + number_columns(*names), tuple(rows))


def winnings_picture(result: MatchResult) -> Picture:
    """Return the total winnings of each agent by the number of hands, with confidence bands.

    The curves begin at zero and end with the last hand. A band begins with the first interval.
    """
    names, game = result.settings.names, result.settings.table_game
    points: dict[str, list[tuple[float, float]]] = {name: [(0, 0)] for name in names}
    bands: dict[str, list[tuple[float, float, float]]] = {name: [(0, 0, 0)] for name in names}
    shares = result.counts[:, COUNTS.index("hands")] / max(result.hands, 1)  # seats of each agent
    for hands, intervals in result.curve:
        for name, share, interval in zip(names, shares.tolist(), intervals, strict=True):
            total = interval.scaled(hands * share / game.scale)
            if not total.samples:  # no lineup of the agent has played yet
                continue
            points[name].append((hands, total.mean))
            if isfinite(total.half_width):
                bands[name].append((hands, total.low, total.high))
    unit = "big blinds" if game.unit_name == "mbb" else game.unit_name
    caption = f"hands played; total winnings in {unit} with 95% confidence bands"
    return curve_picture(points, caption, is_linear=True, bands=bands)
