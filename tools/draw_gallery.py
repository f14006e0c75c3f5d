"""Draw what the notebooks and scripts of examples/ produce: `python -m tools.draw_gallery`.

Writes docs/images/gallery.
"""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import fifthstreet as fs
from fifthstreet.solvers import make_solver
from fifthstreet.views import curve_svg, distribution_svg, node_svg, range_svg, tree_svg

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs/images/gallery"
ALGORITHMS = {"cfr": 10_000, "cfr+": 10_000, "external": 200_000}


def turn_pictures() -> dict[str, str]:
    """Return the pictures of the turn that notebooks and scripts solve."""
    spot = fs.read_spot(ROOT / "examples/turn.toml")
    solution = fs.solve(spot, target_pot_percent=0.5)
    report = fs.review_hands(ROOT / "examples/session.phhs", solution)
    worst = report.worst(1)[0]
    assert worst.answer is not None
    assert worst.answer.path is not None
    return {
        "range": range_svg(spot.ranges[0]),
        "node": node_svg(solution.root),
        "distribution": distribution_svg(solution.root),
        "tree": tree_svg(spot.tree, depth=2),
        "worst": node_svg(solution.node(worst.answer.path)),
    }


def training_picture() -> str:
    """Return how the exploitability of strategies for Leduc hold'em falls."""
    curves = {}
    for algorithm, iterations in ALGORITHMS.items():
        solver = make_solver("leduc", algorithm)
        while solver.iteration < iterations:
            solver.iterate(max(1, solver.iteration // 4))
            solver.check()
        curves[algorithm] = solver.curve
    return curve_svg(curves, "iterations; exploitability in chips, Leduc hold'em")


def main() -> None:
    """Write all pictures."""
    hands = run_path(str(ROOT / "examples/nine_real_hands.py"))["HANDS"]
    pictures = {
        **turn_pictures(),
        "training": training_picture(),
        "real_hand": tree_svg(hands[3].tree, depth=3),
    }
    for name, text in pictures.items():
        (PICTURES / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
