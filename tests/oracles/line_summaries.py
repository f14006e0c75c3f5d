"""What summaries of betting keep, one decision and one action at a time."""

from __future__ import annotations

from math import log2

from fifthstreet.tree import BettingTree, Kind, Move

BETS = (Move.BET, Move.ALL_IN)


def summary(tree: BettingTree, node: int) -> tuple[object, ...]:
    """Return everything that decisions must have in common to share their rows."""
    line = tree.line(node)
    actions = [Move(int(tree.move[child])) for child in tree.children(node)]
    streets: list[list[int]] = [[]]  # nodes after each action, by street
    starts = [0]
    for at in line[1:]:
        if tree.move[at] == Move.DEAL:
            streets.append([])
            starts.append(at)
        else:
            streets[-1].append(at)
    if tree.street[node] == 0:
        return (*_before_the_flop(tree, node, streets[0]), *actions)
    start = starts[-1]
    live = _live(tree, start)
    past = [_position(_last_bettor(tree, street), live) for street in streets[:-1]]
    first_raises = sum(tree.move[at] in BETS for at in streets[0])
    since = tuple((int(tree.move[at]), at - _first_sibling(tree, at)) for at in streets[-1])
    position = _position(int(tree.player[node]), _live(tree, node))
    ratio = _ratio(tree, start)
    kept = (len(live), *past, min(first_raises, 3), ratio, since, position)
    return (int(tree.street[node]), *kept, *actions)


def _before_the_flop(tree: BettingTree, node: int, street: list[int]) -> tuple[object, ...]:
    player = int(tree.player[node])
    did = "nothing"
    since: set[int] = set()  # players who have acted since the last bet
    for at in street:
        mover = int(tree.player[int(tree.parent[at])])
        if tree.move[at] in BETS:
            since = set()
        else:
            since.add(mover)
        if mover == player and tree.move[at] == Move.CALL and did == "nothing":
            did = "call"
        if mover == player and tree.move[at] in BETS:
            did = "raise"
    live, bettor = _live(tree, node), _last_bettor(tree, street)
    callers = {mover for mover in since if mover in live}
    waiting = [p for p in live if p not in since and p not in (bettor, player)]
    bets = sum(tree.move[at] in BETS for at in street)
    kept = (bets, len(callers), did, len(waiting), _ratio(tree, node))
    if bets > 1:
        assert bettor is not None
        return ("the raiser acts later" if bettor > player else "the raiser acts first", *kept)
    return (player, bettor, *kept)


def _live(tree: BettingTree, node: int) -> list[int]:
    return [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]


def _last_bettor(tree: BettingTree, street: list[int]) -> int | None:
    for at in reversed(street):
        if tree.move[at] in BETS:
            return int(tree.player[int(tree.parent[at])])
    return None


def _position(player: int | None, live: list[int]) -> str | int:
    if player is None:
        return "no player"
    return live.index(player) if player in live else "folded"


def _first_sibling(tree: BettingTree, node: int) -> int:
    return int(tree.first_child[int(tree.parent[node])])


def _ratio(tree: BettingTree, node: int) -> int:
    behind = sorted(
        (stack - int(tree.committed[node][p]))
        for p, stack in enumerate(tree.rules.stack_chips)
        if p in _live(tree, node)
    )
    return round(log2(max(behind[-2] / int(tree.pots[node]), 1 / 16)))


def decisions(tree: BettingTree) -> list[int]:
    """Return all nodes where a player acts."""
    return [node for node in range(len(tree)) if tree.kind[node] == Kind.ACTION]
