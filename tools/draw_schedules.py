"""Draw how exploitability falls under each schedule: `python tools/draw_schedules.py`.

Writes docs/images/schedules-turn.svg and prints the table of docs/lab_notes/range_solver.md.
"""

from pathlib import Path

from fifthstreet.solvers.common import SCHEDULES, Schedule
from fifthstreet.solvers.postflop import Solver
from fifthstreet.solvers.postflop.spot.spot_file import read_spot
from fifthstreet.views import curve_svg

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs/images/schedules-turn.svg"
SPOT = ROOT / "examples/turn.toml"
ITERATIONS = 400
STEP = 10
CAPTION = "iterations; exploitability in percent of the pot, turn spot"


def curve(schedule: Schedule) -> list[tuple[int, float]]:
    """Return iterations and exploitability in percent of the pot."""
    solver = Solver(read_spot(SPOT), schedule=schedule)
    points = []
    for _ in range(ITERATIONS // STEP):
        solver.iterate(STEP)
        points.append((solver.iteration, solver.exploitability().pot_percent))
    return points


def main() -> None:
    """Run all schedules, write the picture and print the table."""
    curves = {name: curve(schedule) for name, schedule in SCHEDULES.items()}
    worst_first = sorted(curves.items(), key=lambda item: item[1][-1][1], reverse=True)
    PICTURE.write_text(curve_svg(dict(worst_first[::-1]), CAPTION, unit="%"), encoding="utf-8")
    print("| schedule | to 0.5% | to 0.1% | after 400 | worst rise |")
    print("|---|---|---|---|---|")
    for name, points in worst_first:
        reached = [
            next((str(iteration) for iteration, percent in points if percent <= target), "-")
            for target in (0.5, 0.1)
        ]
        lowest = points[0][1]
        rise = 0.0
        for _, percent in points[1:]:
            rise = max(rise, percent / lowest)
            lowest = min(lowest, percent)
        worst = f"x {rise:.2f}" if rise > 1 else "none"
        print(f"| {name} | {reached[0]} | {reached[1]} | {points[-1][1]:.3f}% | {worst} |")


if __name__ == "__main__":
    main()
