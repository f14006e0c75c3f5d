"""Hypothesis strategies for spots in other programs' files: cents, odd stacks, any weights."""

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_COUNT, Range, cards_text
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Menu, Rake, Sizes, tree_size

BETS = ("", "33%", "50%, 120%", "75%, a", "a", "12c", "e")
RAISES = ("", "50%", "2.5x", "a")
MOST_NODES = 600


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    """A range with weights of every size, also tiny ones."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = generator.random(HOLE_COUNT, np.float32)
    weights[generator.random(HOLE_COUNT) < draw(st.sampled_from((0.0, 0.5, 0.9)))] = 0
    weights[generator.random(HOLE_COUNT) < draw(st.sampled_from((0.1, 0.9)))] = 1
    weights[generator.random(HOLE_COUNT) < 0.01] = 1e-7
    return Range(weights)


@st.composite
def menus(draw: st.DrawFn, bets: tuple[str, ...], raises: tuple[str, ...]) -> Menu:
    donk = draw(st.none() | st.sampled_from(bets))
    return Menu.of(draw(st.sampled_from(bets)), draw(st.sampled_from(raises)), donk)


@st.composite
def spots(
    draw: st.DrawFn,
    *,
    bets: tuple[str, ...] = BETS,
    raises: tuple[str, ...] = RAISES,
    chips: tuple[float, ...] = (1.0, 0.01),
) -> Spot:
    """A spot on a flop, turn or river with its own menus for every player and street."""
    cards = draw(st.integers(3, 5))
    board = draw(st.lists(st.integers(0, 51), min_size=cards, max_size=cards, unique=True))
    chip = draw(st.sampled_from(chips))
    sizes = [
        Sizes.by_street({street: draw(menus(bets, raises)) for street in range(cards - 2, 4)})
        for _ in range(2)
    ]
    spot = Spot.of(
        cards_text(board),
        round(draw(st.integers(1, 9_999)) * chip, 2),
        round(draw(st.integers(1, 99_999)) * chip, 2),
        oop=draw(ranges()),
        ip=draw(ranges()),
        sizes=Sizes.by_player(sizes),
        max_raises=draw(st.integers(1, 3)),
        rake=draw(st.sampled_from((Rake(), Rake(0.05), Rake(0.05, 3.0)))),
        chip=chip,
    )
    try:
        tree_size(spot.rules, limit=MOST_NODES)
    except ValueError:
        assume(False)
    return spot
