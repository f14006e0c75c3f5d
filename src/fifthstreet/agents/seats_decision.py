"""What the searching agent says about a decision with three and more players."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from fifthstreet.cards import Range, cards_text, hole_text
from fifthstreet.solvers.search import SeatsAnswer
from fifthstreet.tree.strategy import range_frequencies

_NO_GUARANTEE = (
    "with three and more players there is no guarantee of an equilibrium, and the search is not "
    "made safe"
)


@dataclass(frozen=True, eq=False)
class SeatsDecision:
    """A decision on a street that three or more players started, with what was solved for it."""

    hand: int  # the agent's own, from 0 to 1325
    path: str  # on the street, in chips of the hand
    action: str  # that was drawn
    answer: SeatsAnswer
    seconds: float

    def __repr__(self) -> str:
        return f"<SeatsDecision: {self.action} with {hole_text(self.hand)} at {self.path}>"

    def __str__(self) -> str:
        data = self.to_dict()
        solve = data["solves"][-1]
        lines = [
            f"{data['hand']} on {data['board']} at {self.path}: {self.action}, "
            f"{data['players']} players, EV {_number(data['ev'])} of {data['pot']:g} chips"
        ]
        lines += [
            f"  {name}: {each['share']:.1%} (range {each['range_share']:.1%}), "
            f"EV {_number(each['ev'])} ± {_number(each['ev_error'])}"
            for name, each in data["actions"].items()
        ]
        known = solve["exploitability_pot_percent"]
        error = "" if known is None else f" to {known:.2f}% of the pot per player"
        lines.append(
            f"  solved in {solve['seconds']:.2f} s with {solve['iterations']:,} iterations{error}; "
            f"ranges from {solve['ranges_from']}; then {solve['leaf_values']} "
            f"({solve['rollouts']:,} rollouts); {_NO_GUARANTEE}"
        )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return ranges, EVs with standard errors, frequencies and the solve as plain data.

        EVs are chips from this decision on, means over the iterations; None for missing values.
        """
        answer, solve = self.answer, self.answer.solve
        hand, node, tree = solve.hand, answer.node, answer.tree
        strategy, reach = answer.strategy, answer.ranges
        shares = strategy[:, self.hand]
        evs, errors = answer.values()
        frequencies = range_frequencies(strategy, reach, answer.player)
        chip = float(hand.chip)
        return {
            "hand": hole_text(self.hand),
            "board": cards_text(hand.board),
            "path": self.path,
            "action": self.action,
            "players": len(hand.seats),
            "pot": tree.pot(node) * chip,
            "ev": _plain(np.sum(np.where(shares > 0, shares * evs, 0.0))),
            "actions": {
                name: {
                    "share": _plain(shares[at]),
                    "range_share": _plain(frequencies[at]),
                    "ev": _plain(evs[at]),
                    "ev_error": _plain(errors[at]),
                }
                for at, name in enumerate(answer.actions)
            },
            "seat": hand.seats[answer.player],
            "ranges": {
                str(seat): Range(row / max(float(row.max()), np.finfo(float).tiny)).text()
                for seat, row in zip(hand.seats, reach, strict=True)
            },
            "solves": [
                {
                    "path": "r",
                    "seconds": solve.seconds,
                    "iterations": solve.iterations,
                    "ranges_from": solve.origin,
                    "leaf_values": solve.leaf_values,
                    "rollouts": solve.rollouts,
                    "exploitability_pot_percent": solve.street.exploitability_pot_percent,
                    "samples": solve.street.samples(node),
                    "max_raises": solve.max_raises,
                    "is_equilibrium_guaranteed": False,
                }
            ],
            "seconds": self.seconds,
        }


def _plain(value: Any) -> float | None:
    number = float(value)
    return number if isfinite(number) else None


def _number(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4g}"
