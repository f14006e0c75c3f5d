"""Solve all small games and print tables with a row for each and a column for each mapping."""

from __future__ import annotations

import numpy as np

from fifthstreet.tree.translate import (
    Mapping,
    Nearest,
    NearestGeometric,
    PseudoHarmonic,
    PseudoHarmonicNearest,
    RandomArithmetic,
    RandomGeometric1,
    RandomGeometric2,
)
from tools.translation_cost import leduc, river

MAPPINGS: dict[str, Mapping] = {
    "pseudo-harmonic": PseudoHarmonic(),
    "the same, nearest": PseudoHarmonicNearest(),
    "random arithmetic": RandomArithmetic(),
    "random geometric 1": RandomGeometric1(),
    "random geometric 2": RandomGeometric2(),
    "nearest": Nearest(),
    "nearest geometric": NearestGeometric(),
}


def table(title: str, rows: list[tuple[str, list[float]]], digits: int) -> str:
    """Return the rows and their mean as a Markdown table."""
    means = np.mean([costs for _, costs in rows], axis=0).tolist()
    lines = [[title, *MAPPINGS], ["---"] * (len(MAPPINGS) + 1)]
    for name, costs in [*rows, ("mean", means)]:
        lines.append([name, *(f"{cost:.{digits}f}" for cost in costs)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print the tables."""
    mappings = tuple(MAPPINGS.values())
    print(table("river: bets of the small game", river.rows(mappings), 2))
    print()
    print(table("Leduc: bets of the small game", leduc.rows(mappings), 3))


if __name__ == "__main__":
    main()
