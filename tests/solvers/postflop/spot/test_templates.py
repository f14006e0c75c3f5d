"""Templates of spots: every one can be solved as it stands."""

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import SpotTemplate, estimate, make_spot, spot_templates

TEMPLATES = spot_templates()


def test_chips_are_conserved() -> None:
    for template in TEMPLATES:
        dead = {"SB": 0.5, "BB": 1.0}
        left = sum(blind for seat, blind in dead.items() if seat not in (template.oop, template.ip))
        assert template.pot + 2 * template.stack == pytest.approx(200 + left)


def test_pots_grow_with_raises() -> None:
    by_pair: dict[tuple[str, str], dict[str, float]] = {}
    for template in TEMPLATES:
        by_pair.setdefault((template.oop, template.ip), {})[template.kind] = template.pot
    assert {"single-raised", "3-bet", "4-bet"} == {each.kind for each in TEMPLATES}
    for pots in by_pair.values():
        assert pots["3-bet"] < pots["4-bet"]
        assert pots.get("single-raised", 0) < pots["3-bet"]


@pytest.mark.parametrize("template", TEMPLATES, ids=[each.name for each in TEMPLATES])
def test_templates_are_spots(template: SpotTemplate) -> None:
    sizes = []
    for tree in ("fast", "full"):
        spot = make_spot({"board": "QsJh2h", **template.fields(tree)})
        assert all(live.combos > 5 for live in spot.live_ranges)
        assert spot.stack / spot.pot == pytest.approx(template.stack / template.pot)
        size = estimate(spot)
        assert not size.is_lower_bound
        sizes.append(size.nodes)
    assert sizes[0] < sizes[1]


def test_unknown_trees_are_refused() -> None:
    with pytest.raises(InputError, match="a tree must be one of fast, full, got 'huge'"):
        TEMPLATES[0].fields("huge")
