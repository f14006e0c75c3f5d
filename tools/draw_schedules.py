"""Draw how exploitability falls under each schedule: `python tools/draw_schedules.py`.

Writes docs/images/schedules-turn.svg and prints the table of docs/solving.md.
"""

from math import log10
from pathlib import Path

from fifthstreet.solve import (
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Solver,
    Vanilla,
)
from fifthstreet.solve.spot_file import read_spot

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs/images/schedules-turn.svg"
SPOT = ROOT / "examples/turn.toml"
ITERATIONS = 400
STEP = 10

SCHEDULES: dict[str, tuple[Schedule, str]] = {
    "vanilla": (Vanilla(), "#999999"),
    "predictive": (Predictive(), "#56b4e9"),
    "linear": (Linear(), "#cc79a7"),
    "CFR+": (Plus(gamma=2.0), "#e69f00"),
    "discounted as published": (Discounted(1.5, 0.0, 2.0, warm_up=0), "#d55e00"),
    "discounted, the default": (Discounted(), "#009e73"),
}

# Of the picture, in pixels; both axes are logarithmic.
WIDTH, HEIGHT, MARGIN = 760, 460, 60
FIRST, HIGHEST, LOWEST = STEP, 30.0, 0.01


def curve(schedule: Schedule) -> list[tuple[int, float]]:
    """Iterations and exploitability in percent of the pot."""
    solver = Solver(read_spot(SPOT), schedule=schedule)
    points = []
    for _ in range(ITERATIONS // STEP):
        solver.iterate(STEP)
        points.append((solver.iteration, solver.exploitability().pot_percent))
    return points


def place(iteration: float, percent: float) -> tuple[float, float]:
    """Pixels of a point."""
    across = log10(iteration / FIRST) / log10(ITERATIONS / FIRST)
    down = log10(HIGHEST / percent) / log10(HIGHEST / LOWEST)
    return MARGIN + across * (WIDTH - 2 * MARGIN), MARGIN / 2 + down * (HEIGHT - 1.5 * MARGIN)


def picture(curves: dict[str, list[tuple[int, float]]]) -> str:
    """The curves as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for percent in (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30):
        x, y = place(FIRST, percent)
        parts.append(f'<path d="M{x:.0f} {y:.0f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{percent:g}%</text>')
    for iteration in (10, 20, 50, 100, 200, 400):
        x, y = place(iteration, LOWEST)
        parts.append(f'<path d="M{x:.0f} {MARGIN / 2}V{y:.0f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="{y + 16:.0f}" text-anchor="middle">{iteration}</text>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">iterations; '
        "exploitability in percent of the pot, turn spot</text>"
    )
    for line, (name, points) in enumerate(curves.items()):
        colour = SCHEDULES[name][1]
        dots = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = MARGIN / 2 + 18 * line + 14
        x = WIDTH - MARGIN - 190
        parts.append(f'<rect x="{x}" y="{y - 9}" width="14" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="{y}">{name}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    """Run all schedules, write the picture, print the table."""
    curves = {name: curve(schedule) for name, (schedule, _) in SCHEDULES.items()}
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture(curves), encoding="utf-8")
    print("| schedule | to 0.5% | to 0.1% | after 400 | worst rise |")
    print("|---|---|---|---|---|")
    for name, points in curves.items():
        when = [
            next((str(at) for at, percent in points if percent <= target), "-")
            for target in (0.5, 0.1)
        ]
        lowest = points[0][1]
        rise = 0.0
        for _, percent in points[1:]:
            rise = max(rise, percent / lowest)
            lowest = min(lowest, percent)
        worst = f"x {rise:.2f}" if rise > 1 else "none"
        print(f"| {name} | {when[0]} | {when[1]} | {points[-1][1]:.3f}% | {worst} |")


if __name__ == "__main__":
    main()
