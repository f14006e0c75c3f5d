"""Nine real hands that do not fit their trees: what mappings find, and what a solve answers.

Blinds are 0.5 and 1, and amounts are a player's total bet on the street. Each tree has a raise to 2
preflop and few bets after it. The first argument is the time for each solve in seconds.
"""

import sys
from dataclasses import dataclass

from fifthstreet.cards import Range, parse_cards
from fifthstreet.review import Advice, SolveBudget, advise
from fifthstreet.tree import BettingTree, Menu, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import UniformStrategy
from fifthstreet.tree.translate import MAPPINGS, Policy, mapping_of, match_path, new_hand, play_path

BOARD = parse_cards("7dAh6hTc2s")
HOLE = "QdQc"
RANGES = "22+,A2+,K5+,Q8+,J8+,T8+,98,87,76,65s,54s"
SECONDS = 10.0


@dataclass(frozen=True)
class RealHand:
    """A hand, and the bets of the tree on flop and turn."""

    problem: str
    stack: float
    real: str
    expected: str  # the line that the tree can represent
    bets: tuple[str, ...]

    @property
    def tree(self) -> BettingTree:
        """The betting tree, with one raise preflop."""
        menus = {street: Menu.of(bet) for street, bet in enumerate(self.bets, 1)}
        return build_tree(
            TreeRules(
                stacks=(self.stack, self.stack),
                blinds=(0.5, 1),
                first_street=0,
                sizes=Sizes.by_street({0: Menu.of("", "50%"), **menus}),
                max_raises=1,
                chip=0.5,
            )
        )


HANDS = {
    1: RealHand("bet size", 100, "r:n:b3.00:c:n", "r:n:b2.00:c:n", ("50%",)),
    2: RealHand(
        "early all-in",
        50,
        "r:n:b2.00:c:n:b6.00:c:n:b15.00:c:n",
        "r:n:b2.00:c:n:allin",
        ("a", "a"),
    ),
    3: RealHand(
        "pot grows",
        75,
        "r:n:b3.00:c:n:b12.00:c:n:b30.00",
        "r:n:b2.00:c:n:b2.00:c:n:allin",
        ("50%", "a"),
    ),
    4: RealHand("no raise", 40, "r:n:b2.00:c:n:b4.00:r8.00:c", "r:n:b2.00:c:n:allin", ("a",)),
    5: RealHand(
        "stack-to-pot ratio",
        60,
        "r:n:b3.00:c:n:b12.00:c:n",
        "r:n:b2.00:c:n:b2.00:c:n",
        ("50%",),
    ),
    6: RealHand("three players", 80, "r:n:b2.50:c:r10.00:c:n", "r:n:b2.00:c:allin:c:n", ("a",)),
    7: RealHand(
        "large bet after checks",
        45,
        "r:n:b2.00:c:n:k:k:n:b15.00",
        "r:n:b2.00:c:n:k:k:n:b2.00",
        ("50%", "50%"),
    ),
    8: RealHand(
        "deep stacks late",
        70,
        "r:n:b3.00:c:n:b9.00:c:n:b27.00",
        "r:n:b2.00:c:n:b2.00:c:n:allin",
        ("50%", "a"),
    ),
    9: RealHand(
        "sizes go down and up",
        100,
        "r:n:b10.00:c:n:b2.00:c:n:b20.00",
        "r:n:b2.00:c:n:b2.00:c:n:allin",
        ("50%", "a"),
    ),
}


def solved(hand: RealHand, seconds: float) -> Advice | str:
    """Return the advice of a solve of the rest of a hand, or why there is none."""
    state = new_hand((hand.stack, hand.stack), (0.5, 1), board=[int(card) for card in BOARD])
    refusal = play_path(state, hand.real)
    if refusal is not None:
        return str(refusal)
    strategy = UniformStrategy(hand.tree, [Range.parse(RANGES)] * 2)
    return advise(strategy, state, hand=HOLE, budget=SolveBudget(seconds=seconds))


def main(seconds: float = SECONDS) -> None:
    """Print a table in Markdown: each hand, its nodes by mapping, and the solve's answer."""
    print("| | hand | expected | likeliest node by mapping | solve, with", HOLE, "|")
    print("|---|---|---|---|---|")
    for number, hand in HANDS.items():
        tree = hand.tree
        nodes: dict[str, list[str]] = {}
        for name in MAPPINGS:
            state = new_hand((hand.stack, hand.stack), (0.5, 1))
            found = match_path(tree, state, hand.real, Policy(mapping_of(name)))
            place = f"`{tree.path(found.node)}`, {found.quality.value}"
            nodes.setdefault(place, []).append(name)
        words = "; ".join(
            place if len(nodes) == 1 else f"{place} ({', '.join(names)})"
            for place, names in nodes.items()
        )
        answer = solved(hand, seconds)
        if isinstance(answer, Advice):
            shares = ", ".join(f"{each.action} {each.probability:.0%}" for each in answer.actions)
            answer = f"{shares}; exploitability {answer.basis.exploitability:.1f}% of the pot"
        print(f"| {number} | `{hand.real}` | `{hand.expected}` | {words} | {answer} |")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
