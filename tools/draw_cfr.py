"""Draw how exploitability falls under each algorithm: `python tools/draw_cfr.py`.

Writes docs/images/cfr-leduc.svg.
"""

from pathlib import Path

from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.registry import make_solver, named_game
from fifthstreet.views import curve_svg

PICTURE = Path(__file__).parent.parent / "docs/images/cfr-leduc.svg"
CAPTION = "iterations; exploitability in chips, Leduc hold'em"
ITERATIONS = {
    "discounted": 10_000,
    "cfr+": 10_000,
    "cfr": 10_000,
    "public-chance": 10_000,
    "external": 1_000_000,
    "outcome": 1_000_000,
}


def main() -> None:
    """Run all algorithms and write the picture."""
    tree = flatten(named_game("leduc"))
    curves = {}
    for algorithm, iterations in ITERATIONS.items():
        solver = make_solver(tree, algorithm)
        while solver.iteration < iterations:
            solver.iterate(max(1, solver.iteration // 8))
            solver.check()
        curves[algorithm] = solver.curve
    PICTURE.write_text(curve_svg(curves, CAPTION), encoding="utf-8")


if __name__ == "__main__":
    main()
