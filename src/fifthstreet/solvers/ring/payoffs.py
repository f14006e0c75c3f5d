"""What is won at ends of a table: chips, or prizes of a tournament (ICM).

With prizes, what a seat wins also depends on who else wins, even after it has folded. A seat that
has folded is given the mean over how the hand goes on; its own cards do not change that.

Shapes: N nodes, P seats, S seats in the hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.equity import icm
from fifthstreet.solvers.ring.game import FLOP, FOLDED, SHOWDOWN, Leaf, RingGame, live_seats
from fifthstreet.tree import Kind, Move, contested_pots

_PAYOFF_NUMBERS = 8
Rows = NDArray[np.float64]


def utilities(game: RingGame, chips_won: Rows) -> Rows:
    """Return the value of won chips to each seat: the chips, or prizes.  [K, P]

    Args:
        game: The table.
        chips_won: What each seat wins or loses in each of K outcomes.  [K, P]
    """
    if not game.payouts:
        return chips_won
    before = np.array(game.rules.stacks)
    old = np.array(icm(game.payouts, before))
    after = [icm(game.payouts, np.maximum(before + won, 0)) for won in chips_won]
    result: Rows = np.array(after).reshape(chips_won.shape) - old
    return result


def end_values(
    game: RingGame, nodes: NDArray[np.intp], winner: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return what each seat wins or loses at ends of one or two seats.  [K, P]

    Args:
        game: The table.
        nodes: The ends.  [K]
        winner: The seat that wins what both contest, of each; -1 for a tie.  [K]
    """
    tree, rows = game.tree, np.arange(len(nodes))
    antes = np.array(tree.rules.posted_antes)
    bets = tree.committed[nodes] - antes
    bets = np.minimum(bets, np.sort(bets, axis=1)[:, -2:-1])  # less uncalled bets
    is_live = (tree.folded[nodes][:, None] >> np.arange(game.seats) & 1) == 0
    deeper = np.where(is_live, bets, -1).argmax(axis=1)
    contested = np.where(is_live, bets, bets.max() + 1).min(axis=1, keepdims=True)
    main = np.minimum(bets, contested).sum(axis=1) + antes.sum()
    side = bets.sum(axis=1) + antes.sum() - main
    is_raked = game.ends[nodes] != FOLDED
    total = (main + side) * tree.rules.chip
    taken = np.where(is_raked, game.rake.taken(total), 0.0)
    kept = 1 - np.divide(taken, total, out=np.zeros_like(total), where=total > 0)
    won = -(bets + antes).astype(np.float64)
    won[rows, deeper] += side * kept
    is_winner = np.arange(game.seats) == winner[:, None]
    shares = np.where(winner[:, None] < 0, is_live / 2, is_winner)
    result: Rows = (won + shares * (main * kept)[:, None]) * tree.rules.chip
    return utilities(game, result)


def ring_payoffs(game: RingGame) -> NDArray[np.float32]:
    """What the native core needs at folds and where two seats are left.  [N, 8]

    Columns: of the seat that folded to get here (not for prizes); of the seat that is left; of
    the first seat at a showdown if it wins, ties or loses; of the second seat.

    Args:
        game: The table.
    """
    tree, ends = game.tree, game.ends
    rows = np.zeros((len(tree), _PAYOFF_NUMBERS), np.float32)
    nothing = np.zeros((len(tree), game.seats))
    if not game.payouts:
        rows[:, 0] = folding_values(game, nothing[:, 0], nothing)
    over = np.flatnonzero(ends == FOLDED)
    last = tree.player[over].astype(np.int64)
    rows[over, 1] = end_values(game, over, last)[np.arange(len(over)), last]
    two = np.flatnonzero((ends == SHOWDOWN) | (ends == FLOP))
    first, second = np.array([live_seats(tree, int(at)) for at in two]).reshape(-1, 2).T
    for column, winner in enumerate((first, np.full_like(first, -1), second)):
        won, at = end_values(game, two, winner), np.arange(len(two))
        rows[two, 2 + column] = won[at, first]
        rows[two, 7 - column] = won[at, second]
    return rows


def leaf_scales(game: RingGame) -> tuple[Rows, Rows]:
    """Return the values of a leaf to its seats if they win nothing, and of each chip they win.

    With prizes, values are on a line from where another seat wins the pots to where it does.

    Args:
        game: The table.

    Returns:
        Two arrays with a number for each row of values at leaves.
    """
    paid = [chips * game.rules.chip for leaf in game.leaves for chips in leaf.paid]
    bases, slopes = -np.array(paid, np.float64), np.ones(len(paid))
    for leaf in game.leaves if game.payouts else ():
        won = leaf_outcomes(game, leaf)  # [S, P] by winner
        chips = leaf_chips(game, leaf)
        for number, seat in enumerate(leaf.seats):
            most = chips[number, seat] - bases[leaf.start + number]
            low = np.delete(won[:, seat], number).mean()
            bases[leaf.start + number] = low
            slopes[leaf.start + number] = (won[number, seat] - low) / most
    return bases, slopes


def leaf_chips(game: RingGame, leaf: Leaf) -> Rows:
    """Return the chips that each seat of the table wins if one seat wins all it can.  [S, P]

    Args:
        game: The table.
        leaf: A leaf; where side pots are left, the others share them.
    """
    pots, paid = contested_pots(game.tree, leaf.node)
    rows = np.repeat(-np.array(paid, np.float64)[None], len(leaf.seats), axis=0)
    for row, winner in zip(rows, leaf.seats, strict=True):
        for pot in pots:
            winners = [winner] if winner in pot.players else list(pot.players)
            row[winners] += pot.chips * leaf.kept / len(winners)
    result: Rows = rows * game.rules.chip
    return result


def leaf_outcomes(game: RingGame, leaf: Leaf) -> Rows:
    """Return the value to each seat of the table if one seat wins all it can.  [S, P]

    Args:
        game: The table.
        leaf: A leaf.
    """
    return utilities(game, leaf_chips(game, leaf))


def folding_values(game: RingGame, probabilities: Rows, ends: Rows) -> NDArray[np.float32]:
    """Return what the seat that folded to get to a node wins; 0 where no fold leads.  [N]

    Args:
        game: The table.
        probabilities: How likely each node is.  [N]
        ends: The mean value of each end to each seat; not used for chips.  [N, P]
    """
    tree = game.tree
    folds = np.flatnonzero(tree.move == Move.FOLD)
    seats = tree.player[tree.parent[folds]]
    values = np.zeros(len(tree), np.float32)
    if game.payouts:
        values[folds] = _means(game, probabilities, ends)[folds, seats]
    else:
        values[folds] = -tree.committed[folds, seats] * tree.rules.chip
    return values


def _means(game: RingGame, probabilities: Rows, ends: Rows) -> Rows:
    """Return the mean value of each node to each seat.  [N, P]"""
    tree = game.tree
    means = np.where((tree.kind == Kind.ACTION)[:, None], 0.0, ends)
    for node in range(len(tree) - 1, 0, -1):
        parent = int(tree.parent[node])
        whole = probabilities[parent]
        share = probabilities[node] / whole if whole > 0 else 1 / int(tree.n_children[parent])
        means[parent] += share * means[node]
    return means
