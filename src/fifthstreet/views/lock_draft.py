"""What a lock changes, before the rest is re-solved: plain data, and a line for the terminal."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.solvers.postflop import SEATS, LockDraft
from fifthstreet.views.node_table import tree_action_rows


def lock_draft_data(draft: LockDraft) -> dict[str, Any]:
    """Return the frequencies of all actions and the EV, as solved and with the lock.

    The EV is against the opponent's present strategy. `hands` are the indices of the hands that
    reach the node, `weights` are how often the player has them, `strategy` has a row of their
    probabilities for each action, and `lock` is the lock as a file has it.
    """
    node = draft.node
    tree = node.solution.spot.tree
    held = np.flatnonzero(node.reach[node.player])
    frequencies = draft.frequencies.tolist()
    at, _ = tree.find(node.path)
    rows = tree_action_rows(tree, at, draft.solved_frequencies.tolist())
    solved, locked = draft.ev
    return {
        "path": node.path,
        "player": SEATS[node.player],
        "pot": node.pot,
        "starting_pot": node.solution.spot.pot,
        "big_blind": node.solution.spot.rules.known_big_blind,
        "actions": [
            row | {"locked_frequency": frequency}
            for row, frequency in zip(rows, frequencies, strict=True)
        ],
        "ev": solved,
        "locked_ev": locked,
        "hands": held,
        "weights": draft.weights[held].astype(np.float32),
        "strategy": [row[held].astype(np.float32) for row in draft.rows],
        "lock": draft.lock().to_dict(),
    }


def lock_draft_note(draft: LockDraft) -> str:
    """Return what a lock costs against the opponent's present strategy, in one line."""
    player = SEATS[draft.node.player].upper()
    opponent = SEATS[1 - draft.node.player].upper()
    solved, locked = draft.ev
    shares = ", ".join(
        f"{action} {old:.1%} -> {new:.1%}"
        for action, old, new in zip(
            draft.node.actions,
            draft.solved_frequencies.tolist(),
            draft.frequencies.tolist(),
            strict=True,
        )
    )
    return (
        f"{draft.node.path}: {shares}; EV of {player} {solved:.2f} -> {locked:.2f} chips "
        f"against {opponent}'s strategy before the re-solve"
    )
