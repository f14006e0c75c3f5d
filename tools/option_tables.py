"""Write docs/reference/options.md from the declared options: `python -m tools.option_tables`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.agents import AGENTS
from fifthstreet.solvers import GAMES
from fifthstreet.solvers.registry import ALGORITHMS_ON
from fifthstreet.support.options import REQUIRED, Named, Option

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "options.md"
_INTRODUCTION = """\
# Options

All options of games, algorithms, agents and recipes, with their types, defaults and meanings. The
options of algorithms are arguments of `train` and `make_solver` in Python, the options of games are
arguments of `named_game`, and both are `--option name=value` on the [command
line](commands.md#train). Options of [agents](python/agents.md) follow their name:
`pot_odds:style=0.1,raise_pots=1`. Values are numbers, words, `true`, `false`, `none`, or several of
these with commas between them.

This page is written by `python -m tools.option_tables` from the declarations in the code.
"""
_ALGORITHMS = {
    "trees": "Algorithms on whole trees",
    "nlhe": "Algorithms on no-limit hold'em",
    "holdem": "Algorithms on the spot of a file",
    "large games": "Algorithms on games too large to flatten",
    "networks": "Algorithms with networks",
}


def page() -> str:
    """Return the text of the page."""
    sections = {
        "Games": ("game", GAMES),
        **{title: ("algorithm", ALGORITHMS_ON[kind]) for kind, title in _ALGORITHMS.items()},
        "Agents": ("agent", AGENTS),
        "Recipes of card abstractions": (
            "recipe",
            {"street": Named[Any]((StreetRecipe,), "how its hands are divided into buckets")},
        ),
    }
    parts = [_INTRODUCTION]
    for title, (kind, table) in sections.items():
        parts.append(f"## {title}\n\n" + "\n".join(_rows(kind, table)) + "\n")
    return "\n".join(parts)


def _rows(kind: str, table: Mapping[str, Named[Any]]) -> Iterator[str]:
    """Yield a row for each option; entries with an equal option share one."""
    owners: dict[Option, list[str]] = {}
    for name, entry in table.items():
        for option in entry.options.values():
            owners.setdefault(option, []).append(name)
    yield f"| option | type | default | meaning | {kind} |"
    yield "|---|---|---|---|---|"
    for option, names in owners.items():
        default = "required" if option.default is REQUIRED else _code(option.default_text)
        type_text = option.type_text.replace("|", "or")
        cells = (f"`{option.name}`", type_text, default, option.help, ", ".join(map(_code, names)))
        yield f"| {' | '.join(cells)} |"


def _code(text: str) -> str:
    return f"`{text}`" if text else "empty"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
