"""Find rules whose tree has the bets that another program would offer.

The menus of the rules come close; where another program rounds or limits bets differently, paths
are added and removed until the trees agree.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from fifthstreet.tree import BettingTree, Kind, Move, TreeRules, build_tree, chips_text

_BETS = (int(Move.BET), int(Move.ALL_IN))
_MAX_ROUNDS = 100  # a tree is much less deep
_MAX_NAMED = 3  # bets in a message


@dataclass(frozen=True, slots=True)
class FittedDecision:
    """A decision of a two-player tree, in whole chips."""

    tree: BettingTree
    node: int
    player: int
    street: int
    put_in: tuple[int, int]  # since the start of the tree
    before: int  # the part of `put_in` of each player from earlier streets
    bets: int  # bets and raises on this street so far
    is_donk: bool  # a bet would be into the player who bet last on the previous street

    @property
    def to_match(self) -> int:
        """The bet on this street that the player faces; 0 if there is none."""
        return self.put_in[1 - self.player] - self.before

    @property
    def is_raise(self) -> bool:
        """Whether the player faces a bet."""
        return self.put_in[0] != self.put_in[1]


# The bets and raises of a decision, each as what the player has then bet on the street; None if
# the menus decide.
WantedBets: TypeAlias = Callable[[FittedDecision], Collection[int] | None]


def fit_rules(rules: TreeRules, wanted: WantedBets) -> tuple[TreeRules, list[str]]:
    """Return rules whose tree has the wanted bets, and the bets that no legal tree can have.

    >>> from fifthstreet.tree import Sizes
    >>> rules = TreeRules((200, 200), pot=100, first_street=3, sizes=Sizes.uniform("50%"))
    >>> fitted, illegal = fit_rules(rules, lambda decision: [] if decision.is_raise else [50, 80])
    >>> build_tree(fitted).actions(0), fitted.added, fitted.removed
    (('k', 'b50', 'b80'), ('r:b80', 'r:k:b80'), ())
    """
    illegal: set[str] = set()
    for _ in range(_MAX_ROUNDS):
        tree = build_tree(rules)
        added, removed, impossible = _differences(tree, wanted)
        illegal |= impossible
        if not (added or removed):
            return rules, sorted(illegal)
        rules = replace(
            rules,
            added=tuple(sorted({*rules.added, *added})),
            removed=tuple(sorted({*rules.removed, *removed})),
        )
    raise AssertionError("the bets of a tree do not settle")


def count_differences(tree: BettingTree, wanted: WantedBets) -> int:
    """Count the decisions of a tree at which other bets are wanted, without decisions below."""
    added, removed, impossible = _differences(tree, wanted)
    return len({path.rpartition(":")[0] for path in (*added, *removed, *impossible)})


def named_bets(paths: list[str]) -> str:
    """Return the first few paths, and the number of the others."""
    rest = len(paths) - _MAX_NAMED
    return ", ".join(paths[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _differences(tree: BettingTree, wanted: WantedBets) -> tuple[set[str], set[str], set[str]]:
    """Return paths to add, paths to remove, and wanted paths that are not legal."""
    added: set[str] = set()
    removed: set[str] = set()
    illegal: set[str] = set()
    chip = tree.rules.chip
    # By node: bets on the street, who bet last on it and on the previous one, chips put in before.
    facts: dict[int, tuple[int, int, int, int]] = {0: (0, -1, -1, 0)}
    for node in range(len(tree)):
        if node not in facts:  # below a removed bet
            continue
        bets, aggressor, past, before = facts[node]
        children = list(tree.children(node))
        if tree.kind[node] == Kind.DEAL:
            facts[children[0]] = (0, -1, aggressor, int(tree.committed[node][0]))
        if tree.kind[node] != Kind.ACTION:
            continue
        player = int(tree.player[node])
        offered = {int(tree.amount[c]): c for c in children if int(tree.move[c]) in _BETS}
        first, second = tree.committed[node].tolist()
        decision = FittedDecision(
            *(tree, node, player, int(tree.street[node]), (first, second), before, bets),
            is_donk=not bets and player == 0 and past == 1,
        )
        amounts = wanted(decision)
        extra = set() if amounts is None else set(offered) - set(amounts)
        if amounts is not None and (extra or set(amounts) - set(offered)):
            path = tree.path(node)
            removed |= {f"{path}:b{chips_text(amount, chip)}" for amount in extra}
            for amount in set(amounts) - set(offered):
                place = illegal if not _is_legal(decision, amount) else added
                place.add(f"{path}:b{chips_text(amount, chip)}")
        for child in children:
            if int(tree.move[child]) not in _BETS:
                facts[child] = (bets, aggressor, past, before)
            elif int(tree.amount[child]) not in extra:
                facts[child] = (bets + 1, player, past, before)
    return added, removed, illegal


def _is_legal(decision: FittedDecision, amount: int) -> bool:
    """Return whether a player may bet or raise to an amount on the street."""
    tree = decision.tree
    most = tree.rules.stack_chips[0] - decision.before
    full = max(tree.place(decision.node).last_raise, tree.rules.min_bet_chips)
    return min(decision.to_match + full, most) <= amount <= most and amount > decision.to_match
