"""What a searching agent knew when it decided."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np

from fifthstreet.cards import Range, cards_text, hole_text
from fifthstreet.search import Answer
from fifthstreet.solvers.postflop.spot import SEATS


@dataclass(frozen=True, eq=False)
class SearchDecision:
    """A decision, with everything that was solved for it."""

    hand: int  # the agent's own, from 0 to 1325
    path: str  # from the first street that is searched, in the chips of the hand
    action: str  # that was drawn
    answer: Answer
    seconds: float

    def __repr__(self) -> str:
        return f"<SearchDecision: {self.action} with {hole_text(self.hand)} at {self.path}>"

    def __str__(self) -> str:
        data = self.to_dict()
        lines = [
            f"{data['hand']} on {data['board']} at {self.path}: {self.action}, "
            f"EV {_number(data['ev'])} of {data['pot']:g} chips"
        ]
        lines += [
            f"  {name}: {each['share']:.1%} (range {each['range_share']:.1%}), "
            f"EV {_number(each['ev'])}"
            for name, each in data["actions"].items()
        ]
        lines += [
            f"  solved {each['path']} in {each['seconds']:.2f} s to "
            f"{each['exploitability_pot_percent']:.2f}% of the pot"
            for each in data["solves"]
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the node of the last solve, for notebooks."""
        return self.answer.node._repr_html_()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: ranges, EVs, frequencies, and what was solved; None for no value."""
        node = self.answer.node
        player, hand = node.player, self.hand
        return {
            "hand": hole_text(hand),
            "board": cards_text(node.board),
            "path": self.path,
            "action": self.action,
            "pot": node.pot,
            "ev": _plain(node.ev[player][hand]),
            "equity": _plain(node.equities[player][hand]),
            "actions": {
                name: {
                    "share": _plain(node.strategy[at, hand]),
                    "range_share": _plain(node.frequencies[at]),
                    "ev": _plain(node.action_ev[at, hand]),
                }
                for at, name in enumerate(node.actions)
            },
            "player": SEATS[player],
            "ranges": {
                seat: Range(reach / max(float(reach.max()), np.finfo(float).tiny)).text()
                for seat, reach in zip(SEATS, node.reach, strict=True)
            },
            "solves": [
                {
                    "path": solve.path,
                    "seconds": solve.seconds,
                    "iterations": solve.solution.record.iterations,
                    "exploitability_pot_percent": solve.solution.exploitability.pot_percent,
                    "margin": None if solve.margin is None else _plain(solve.margin),
                }
                for solve in self.answer.solves
            ],
            "seconds": self.seconds,
        }


def _plain(value: Any) -> float | None:
    number = float(value)
    return None if isnan(number) else number


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4g}"
