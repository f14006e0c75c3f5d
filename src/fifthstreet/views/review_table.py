"""A review in the terminal: the worst decisions and totals."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fifthstreet.cards import hole_cards
from fifthstreet.review import DecisionReport, SessionReport, Total
from fifthstreet.translate import MatchQuality
from fifthstreet.tree import STREET_NAMES
from fifthstreet.views.node_table import number
from fifthstreet.views.terminal import cards_picture

_MOST_LEFT_OUT = 8  # lines about hands left out; then they are counted


def print_review(console: Console, report: SessionReport, worst: int) -> None:
    """The worst decisions in detail, all players' totals, and hands that were left out."""
    answered = [each for each in report.worst() if each.answer.choices]
    for place, decision in enumerate(answered[:worst], 1):
        console.print(_title(place, decision), soft_wrap=True)
        _print_answer(console, decision)
        console.print()
    console.print(
        f"{_count(report.hands, 'hand')}, {_count(len(report.decisions), 'decision')}, "
        f"{len(answered)} of them answered",
        style="bold",
    )
    if report.players:
        console.print(_totals(report))
    for each in report.left_out[:_MOST_LEFT_OUT]:
        console.print(f"left out: {each.label}: {each.reason}", style="bright_black")
    if (more := len(report.left_out) - _MOST_LEFT_OUT) > 0:
        console.print(f"left out: {more} more", style="bright_black")


def _title(place: int, report: DecisionReport) -> Text:
    decision = report.decision
    line = Text(f"{place}. {report.label}: {decision.name} ", style="bold")
    line.append_text(_held(report))
    line.append(f" {decision.words}", style="bold")
    line.append(f" on the {STREET_NAMES[decision.street]}  ")
    line.append_text(cards_picture(decision.board))
    to_call = f", {decision.to_call:g} to call" if decision.to_call else ""
    return line.append(f"  pot {decision.pot:g}{to_call}, behind {decision.stack:g}")


def _held(report: DecisionReport) -> Text:
    hole = report.decision.hole
    return Text("(cards unknown)") if hole is None else cards_picture(hole_cards(hole)[::-1])


def _print_answer(console: Console, report: DecisionReport) -> None:
    answer = report.answer
    note = f"   {answer.path}  {answer.standing.value} match"
    if answer.distance is not None:
        apart = answer.distance
        shares = {"pot": apart.pot, "stack": apart.stack, "SPR": apart.spr}
        words = ", ".join(f"{name} {share:.1%}" for name, share in shares.items() if share)
        note += f", {words} apart" if words else ", the same chips"
    console.print(note, style="bright_black", soft_wrap=True)
    if answer.reason:
        console.print(f"   {answer.reason}", style="bright_black", soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", width=3, justify="right")
    table.add_column("tree")
    table.add_column("here")
    for name in ("hand", "range", "EV", "short of the best"):
        table.add_column(name, justify="right")
    best = None if report.best is None else answer.choices[report.best].ev
    for place, choice in enumerate(answer.choices):
        short = None if best is None or choice.ev is None else best - choice.ev
        table.add_row(
            ">" if place == answer.taken else "",
            choice.action,
            choice.real or "-",
            _percent(choice.frequency),
            _percent(choice.range_frequency),
            _number(choice.ev),
            _number(short),
            style="bold" if place == answer.taken else "",
        )
    console.print(table)
    if report.loss is not None:
        loss = report.loss
        console.print(
            f"   lost {number(loss.chips, 2)} chips: {number(loss.big_blinds, 2)} big blinds, "
            f"{number(loss.pot_percent, 1)}% of the pot",
            soft_wrap=True,
        )


def _totals(report: SessionReport) -> Table:
    table = Table()
    table.add_column("player")
    for name in ("all", *(each.value for each in MatchQuality), "valued", "bb lost", "mean"):
        table.add_column(name, justify="right")
    for name, total in report.players.items():
        table.add_row(*_total_row(name, total), style="bold")
        for street, part in report.streets(name).items():
            if part.matches[MatchQuality.OUTSIDE.value] < part.decisions:
                table.add_row(*_total_row(f"  {street}", part))
    return table


def _total_row(name: str, total: Total) -> list[str]:
    return [
        name,
        str(total.decisions),
        *(str(total.matches[each.value]) for each in MatchQuality),
        str(total.valued),
        number(total.ev_loss.big_blinds, 2) if total.valued else "-",
        _number(total.mean_big_blinds),
    ]


def _count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def _percent(share: float | None) -> str:
    return "-" if share is None else number(100 * share, 1, "%")


def _number(value: float | None) -> str:
    return "-" if value is None else number(value, 2)
