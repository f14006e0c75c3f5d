"""Draw the pictures of two explanations: `python -m tools.draw_explanations`.

Writes docs/images/winnings-played.svg, winnings-aivat.svg and mappings.svg.
"""

from pathlib import Path

import numpy as np

from fifthstreet.agents import AgentLike, StrategyAgent, create_agent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.solvers import train
from fifthstreet.support.drawing import curve_picture
from fifthstreet.tree.translate import MAPPINGS, Mapping, mapping_of
from fifthstreet.views import match_svg

IMAGES = Path(__file__).parents[1] / "docs" / "images"
HANDS = 2_000
ALIKE = {"tolerance", "random-geometric-2"}  # curves on top of others
LOWER, UPPER = 0.5, 1.0  # sizes of the tree, in pots
CAPTION = "size of the real bet, in pots; probability that it counts as half the pot"


def main() -> None:
    """Play and draw the matches, then draw the mappings."""
    equilibrium = train("leduc", "cfr+", iterations=200).average()

    def make_agent(name: str) -> AgentLike:
        return StrategyAgent(equilibrium) if name == "equilibrium" else create_agent(name)

    for name, estimator, duplicate in (("played", "plain", False), ("aivat", "aivat", True)):
        settings = match_settings(
            ["equilibrium", "random"],
            game="leduc",
            hands=HANDS,
            estimator=estimator,
            duplicate=duplicate,
        )
        result = run_match(settings, make_agent=make_agent)
        (IMAGES / f"winnings-{name}.svg").write_text(match_svg(result), encoding="utf-8")
    curves = {name: _shares(mapping_of(name)) for name in MAPPINGS if name not in ALIKE}
    picture = curve_picture(curves, CAPTION, is_linear=True)
    (IMAGES / "mappings.svg").write_text(picture.svg(), encoding="utf-8")


def _shares(mapping: Mapping) -> list[tuple[float, float]]:
    """Return the probability of the lower size for real sizes from the lower to the upper one."""
    sizes = np.linspace(LOWER, UPPER, 101).tolist()
    return [(size, float(mapping.share_of_lower(size, LOWER, UPPER))) for size in sizes]


if __name__ == "__main__":
    main()
