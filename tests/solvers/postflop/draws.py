"""Hypothesis strategies for small spots: a few weighted hands per player, rake, locks, gadgets."""

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from fifthstreet.cards import CARD_COUNT, HOLE_CLASS, HOLE_COUNT, Range, cards_text
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.spot.gadget import GADGET_KINDS, RootGadget
from fifthstreet.tree import Kind, Menu, Rake, Sizes
from fifthstreet.tree.strategy import Lock

RAKES = st.sampled_from([Rake(), Rake(), Rake(0.05), Rake(0.05, 3.0), Rake(0.5, 0.25)])
PROBABILITIES = st.sampled_from([0.0, 0.125, 0.25, 0.5, 1.0])
WEIGHTS = st.sampled_from([1.0, 0.75, 0.5, 0.3, 0.01])
# Whole classes do not tell suits apart, so that suits of a board may be swapped.
CLASSES = ("AA", "KK", "TT", "77", "22", "AKs", "AKo", "QJs", "T9s", "A5s", "76s", "K2o")


@dataclass(frozen=True)
class Bounds:
    """How large spots may be: board cards, hands per player, bets on each street."""

    board: int
    hands: int
    menus: dict[int, tuple[str, ...]]  # by street, the bets to choose from
    raises: tuple[str, ...] = ("", "100%", "a")


RIVER = Bounds(5, 12, {3: ("", "50%", "30%, a", "a", "40%, 90%, 200%")})
TURN = Bounds(4, 5, {2: ("", "50%", "a"), 3: ("", "75%", "a")}, ("", "a"))
FLOP = Bounds(3, 3, {1: ("", "100%"), 2: ("", "a"), 3: ("", "a")}, ("",))


@st.composite
def ranges(draw: st.DrawFn, left: list[int], most: int, *, symmetric: bool) -> Range:
    """A few weighted hands from the cards left, or whole classes."""
    if symmetric:
        names = st.lists(st.sampled_from(CLASSES), min_size=1, max_size=2, unique=True)
        return Range.parse(",".join(f"{name}:{draw(WEIGHTS)}" for name in draw(names)))
    # Hands made from few cards often share one, which is where card removal goes wrong.
    few = draw(st.lists(st.sampled_from(left), min_size=4, max_size=8, unique=True))
    hands = [cards_text(pair) for pair in combinations(sorted(few), 2)]
    chosen = draw(st.lists(st.sampled_from(hands), min_size=1, max_size=most, unique=True))
    return Range.parse(",".join(f"{hand}:{draw(WEIGHTS)}" for hand in chosen))


@st.composite
def spots(
    draw: st.DrawFn,
    bounds: Bounds,
    *,
    symmetric: bool = False,
    rakes: st.SearchStrategy[Rake] = RAKES,
    most_locks: int = 2,
    gadgets: bool = False,
) -> Spot:
    """A small spot; with `gadgets`, every other one has a root gadget."""
    cards = st.integers(0, CARD_COUNT - 1)
    board = draw(st.lists(cards, min_size=bounds.board, max_size=bounds.board, unique=True))
    left = [card for card in range(CARD_COUNT) if card not in board]
    try:
        spot = Spot.of(
            cards_text(board),
            pot=float(draw(st.integers(2, 60))),
            stack=float(draw(st.integers(1, 120))),
            oop=draw(ranges(left, bounds.hands, symmetric=symmetric)),
            ip=draw(ranges(left, bounds.hands, symmetric=symmetric)),
            sizes=Sizes.by_street(
                {
                    street: Menu.of(
                        draw(st.sampled_from(bets)), raises=draw(st.sampled_from(bounds.raises))
                    )
                    for street, bets in bounds.menus.items()
                }
            ),
            max_raises=2,
            rake=draw(rakes),
        )
    except ValueError:  # the board leaves nothing of a range, or no two hands can meet
        assume(False)
        raise
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        if lines := removable(spot):
            spot = spot.with_rules(removed=(*spot.rules.removed, draw(st.sampled_from(lines))))
    spot = replace(spot, locks=tuple(draw(st.lists(locks(spot), max_size=most_locks))))
    if not gadgets or draw(st.booleans()):
        return spot
    return replace(spot, gadget=draw(root_gadgets(spot.pot + spot.stack, symmetric=symmetric)))


@st.composite
def root_gadgets(draw: st.DrawFn, most: float, *, symmetric: bool) -> RootGadget:
    """A gadget with random values up to `most` chips, which tell suits apart or not."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = random.uniform(0, most, HOLE_COUNT)
    if symmetric:
        values = values[HOLE_CLASS]
    return RootGadget(draw(st.sampled_from(GADGET_KINDS)), draw(st.integers(0, 1)), values)


def removable(spot: Spot) -> list[str]:
    """Lines whose last action is not the only one, calls and folds included."""
    tree = spot.tree
    decisions = [node for node in range(len(tree)) if tree.kind[node] == Kind.ACTION]
    return [
        f"{tree.path(node)}:{action}"
        for node in decisions
        for action in tree.actions(node)
        if len(tree.actions(node)) > 1
    ]


@st.composite
def locks(draw: st.DrawFn, spot: Spot) -> Lock:
    """A lock on one decision: for all hands or some, on all runouts or some."""
    tree = spot.tree
    nodes = [node for node in range(len(tree)) if tree.kind[node] == Kind.ACTION]
    node = draw(st.sampled_from(nodes))
    actions = tree.actions(node)
    picked = draw(st.permutations(actions))[:2]
    first = draw(PROBABILITIES)
    strategy = dict(zip(picked, [first, 1 - first] if len(picked) > 1 else [1.0], strict=True))
    steps = tree.path(node).split(":")
    left = draw(st.permutations([card for card in range(CARD_COUNT) if card not in spot.board]))
    named = draw(st.integers(0, steps.count("n")))
    for deal, at in enumerate([at for at, step in enumerate(steps) if step == "n"][:named]):
        steps[at] = "n" + cards_text([left[deal]])
    hands = None
    if draw(st.booleans()):
        live = spot.live_ranges[int(tree.player[node])]
        names = [name for name, _ in live]
        hands = Range.from_hands(draw(st.lists(st.sampled_from(names), min_size=1, unique=True)))
    return Lock(":".join(steps), strategy, hands)
