"""Hypothesis strategies for the rules of small betting trees."""

from dataclasses import replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from fifthstreet.tree import Menu, Sizes, TreeRules, tree_size

BETS = ("1c", "3c", "7c", "25%", "60%", "100%", "250%", "e", "2e", "3e80%", "5c1r", "20%*2:3", "a")
RAISES = (*BETS, "2x", "2.5x", "5c0r", "5c2r", "3x r1", "50% r2", "a r2+", "2e r1+")
BLINDS = ((1, 2), (1, 2), (2, 2), (1, 2, 4), (1, 3, 0, -3), (0, 2))
SHARES = st.sampled_from((0.0, 0.0, 0.1, 0.15, 0.5, 1.5))


@st.composite
def menus(draw: st.DrawFn) -> Menu:
    def some(sizes: tuple[str, ...], min_size: int) -> str:
        return ", ".join(draw(st.lists(st.sampled_from(sizes), min_size=min_size, max_size=3)))

    donk = some(BETS, 0) if draw(st.booleans()) else None
    return Menu.of(some(BETS, 1), some(RAISES, 0), donk)


@st.composite
def all_sizes(draw: st.DrawFn, players: int) -> Sizes:
    if draw(st.booleans()):
        return Sizes.by_street({street: draw(menus()) for street in range(4)})
    rows = [Sizes.by_street(dict.fromkeys(range(4), draw(menus()))) for _ in range(players)]
    return Sizes.by_player(rows)


@st.composite
def chips(draw: st.DrawFn, players: int, first_street: int) -> dict[str, Any]:
    """Stacks with forced bets (preflop) or with a pot that all players paid equally into."""
    max_stack = draw(st.sampled_from((4, 12, 40, 200)))
    min_stack = 1 if first_street == 0 else 0
    stack = st.integers(min_stack, max_stack)
    if draw(st.booleans()):
        stacks = tuple(draw(st.lists(stack, min_size=players, max_size=players)))
    else:
        stacks = (draw(stack),) * players
    if first_street > 0:
        return {"stacks": stacks, "pot": players * draw(st.integers(1, 20))}
    antes = draw(st.sampled_from(((), (), (1,) * players, (0, 2), (3, 1))))
    return {"stacks": stacks, "blinds": draw(st.sampled_from(BLINDS))[:players], "antes": antes}


@st.composite
def tree_rules(draw: st.DrawFn, max_nodes: int = 300, sizes: Sizes | None = None) -> TreeRules:
    players = draw(st.integers(2, 4))
    first = draw(st.integers(0, 3))
    rules = TreeRules(
        first_street=first,
        last_street=draw(st.integers(first, min(3, first + 6 - players))),
        sizes=draw(all_sizes(players)) if sizes is None else sizes,
        max_raises=draw(st.sampled_from((None, None, 3, 2, 1, 0, (2, 1, 0, 1), (0, 2, 1, 3)))),
        add_allin=draw(SHARES),
        force_allin=draw(SHARES),
        merge=draw(SHARES),
        min_bet=draw(st.sampled_from((None, None, 2, 3))),
        **draw(chips(players, first)),
    )
    for last in range(rules.last_street, first - 1, -1):
        for raises in (rules.max_raises, 2, 1):
            smaller = replace(rules, last_street=last, max_raises=raises)
            try:
                tree_size(smaller, limit=max_nodes)
            except ValueError:
                continue
            return smaller
    assume(False)
    return rules
