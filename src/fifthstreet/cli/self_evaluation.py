"""Matches that a training of a whole game plays against fixed agents while it runs."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from fifthstreet.arena import FixedAgentResult, play_fixed_agents
from fifthstreet.solvers.blueprint import BlueprintSolver, current_strategy

_MAX_SHARE = 0.05  # of a training's time that its matches may take
_FIRST_COST = 10.0  # seconds that the first matches are expected to take


@dataclass
class SelfEvaluation:
    """The matches of a training so far; with 0 hands, none are played."""

    hands: int
    results: list[tuple[int, tuple[FixedAgentResult, ...]]] = field(default_factory=list)
    _start: float = field(default_factory=perf_counter)
    _spent: float = 0.0
    _last_cost: float = _FIRST_COST

    def play_if_cheap(self, solver: BlueprintSolver) -> None:
        """Play matches if they take a small share of the training time so far."""
        elapsed = perf_counter() - self._start
        if self._spent + self._last_cost <= _MAX_SHARE * elapsed:
            self.play(solver)

    def play(self, solver: BlueprintSolver) -> None:
        """Play matches, unless this strategy has played them already."""
        if not self.hands or (self.results and self.results[-1][0] == solver.iteration):
            return
        start = perf_counter()
        played = play_fixed_agents(current_strategy(solver), hands=self.hands)
        self.results.append((solver.iteration, played))
        self._last_cost = perf_counter() - start
        self._spent += self._last_cost

    @property
    def text(self) -> str:
        """The last results in one line, empty if there are none."""
        if not self.results:
            return ""
        parts = (f"{each.opponent} {each.winnings}" for each in self.results[-1][1])
        return f"mbb/hand against {', '.join(parts)}"

    def to_list(self) -> list[dict[str, Any]]:
        """Return all results as plain data."""
        return [
            {"iteration": iteration, "against": [each.to_dict() for each in played]}
            for iteration, played in self.results
        ]
