"""Matches of the arena: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.agents import AGENTS
from fifthstreet.arena import COURSE, PLAIN, SHORT_NAMES, MatchResult, Mistake, table_game
from fifthstreet.support.drawing import Table, text_columns
from fifthstreet.views.pictures import pairs_table, style_table, winnings_picture, winnings_table
from fifthstreet.views.terminal import captured_text, print_notes, print_table

_MAX_PAIRS = 12  # agents up to which the table of differences fits the terminal
_MAX_MISTAKES = 3  # of an agent that are shown


def match_data(result: MatchResult) -> dict[str, Any]:
    """Return the result of a match as plain data."""
    return result.to_dict()


def match_csv(result: MatchResult) -> str:
    """Return the agents as CSV, one per line; intervals are a mean and a half-width."""
    lines = io.StringIO()
    rows = [_flat(agent.to_dict()) for agent in result.agent_results()]
    writer = csv.DictWriter(lines, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return lines.getvalue()


def _flat(agent: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in agent.items():
        if isinstance(value, dict):
            row |= {name: value["mean"], f"{name}_half_width": value["half_width"]}
        elif name != "rank":  # which only matches with stacks that carry over have
            row[name] = value
    return row


def match_svg(result: MatchResult) -> str:
    """Return an SVG file of the winnings with their confidence bands."""
    return winnings_picture(result).svg()


def match_text(result: MatchResult) -> str:
    """Return what `print_match` prints, without colours."""
    return captured_text(lambda console: print_match(console, result))


def print_match(console: Console, result: MatchResult, notes: Sequence[str] = ()) -> None:
    """Print winnings with intervals, styles, differences between agents, and mistakes."""
    settings = result.settings
    game = settings.table_game
    stack = f"{float(settings.starting_stack) / float(game.unit):g}"
    title = f"{game.game.name}, {settings.seats} seats, stacks {stack}, seed {settings.seed}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    samples = "sessions" if result.counts_sessions else "deals"
    dealt = "each deal in all seats" if settings.duplicate else "each deal once"
    estimated = "" if settings.estimator == PLAIN else f", winnings by {settings.estimator}"
    console.print(
        f"{result.hands:,} hands, {dealt}{estimated}; 95% intervals from independent {samples}",
        highlight=False,
    )
    print_table(console, winnings_table(result))
    print_table(console, style_table(result))
    if 2 < len(settings.agents) <= _MAX_PAIRS:
        print_table(console, pairs_table(result))
    print_notes(console, [*_mistake_notes(result), *notes])


def _mistake_notes(result: MatchResult) -> list[str]:
    """Return a line for each agent that failed: how often, and the first failure."""
    notes = []
    for agent in result.agent_results():
        if agent.mistakes:
            note = f"{agent.name} failed {agent.mistakes:,} times in {agent.decisions:,} decisions"
            copies = f"{agent.name} #"  # the names of an agent in several seats
            own = [
                m for m in result.mistakes if m.player == agent.name or m.player.startswith(copies)
            ]
            notes.append("; first in ".join([note, *_mistake_texts(own[:1])]))
    return notes


def mistake_notes(mistakes: Sequence[Mistake]) -> list[str]:
    """Return a line for each of the first mistakes of agents, to show below a result."""
    shown = mistakes[:_MAX_MISTAKES]
    texts = _mistake_texts(shown)
    return [f"{each.player}, {text}" for each, text in zip(shown, texts, strict=True)]


def _mistake_texts(mistakes: Sequence[Mistake]) -> list[str]:
    return [f"hand {each.number}: {each.kind}, {each.message}" for each in mistakes]


def arena_catalogue_data() -> dict[str, dict[str, Any]]:
    """Return agents and games by name."""
    agents = {
        name: {"summary": entry.summary, "options": list(entry.options)}
        for name, entry in AGENTS.items()
    }
    games = {name: table_game(name).game.name for name in (COURSE, *SHORT_NAMES)}
    return {"agents": agents, "games": games}


def print_arena_catalogue(console: Console) -> None:
    """Print the available agents and games."""
    data = arena_catalogue_data()
    rows = [
        (name, str(entry["summary"]), ", ".join(entry["options"]))
        for name, entry in data["agents"].items()
    ]
    rows.append(("module:Class", "an agent of your own, or a function of a view", ""))
    rows.append(("course:module", "functions of the course engine", ""))
    columns = text_columns("agent", "what", "options")
    print_table(console, Table(columns, tuple(rows)))
    games = tuple(data["games"].items())
    print_table(console, Table(text_columns("game", "what"), games))
