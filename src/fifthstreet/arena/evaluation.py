"""Results of a trained strategy against fixed agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fifthstreet.agents import Agent, StrategyAgent, create_agent
from fifthstreet.arena.moments import Interval
from fifthstreet.arena.run import run_match
from fifthstreet.arena.settings import match_settings
from fifthstreet.tree.strategy import TreeStrategy

FIXED_AGENTS = ("random", "calling_station", "equity")
_TRAINED = "trained"  # the strategy among the agents of a match


@dataclass(frozen=True)
class FixedAgentResult:
    """Winnings of a strategy from a fixed agent, in thousandths of a big blind per hand."""

    opponent: str
    winnings: Interval  # mbb/hand, with its 95% interval
    hands: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"opponent": self.opponent, "mbb": self.winnings.to_dict(), "hands": self.hands}


def play_fixed_agents(
    strategy: TreeStrategy,
    *,
    hands: int = 1000,
    opponents: Sequence[str] = FIXED_AGENTS,
    seed: int = 0,
) -> tuple[FixedAgentResult, ...]:
    """Play a match of a no-limit hold'em strategy against each opponent.

    All seats of its game are filled: every second one by the strategy, the others by the opponent.
    Each deal is played in all seats, with the stacks of the strategy's own game.

    Args:
        strategy: A strategy that starts before the flop.
        hands: Hands of each match; rounded to a multiple of the seats.
        opponents: Agents as `create_agent` reads them.
        seed: For cards and agents.

    Returns:
        The winnings from each opponent, in their order, estimated with all-in equity.
    """
    rules = strategy.tree.rules
    results = []
    for opponent in opponents:
        settings = match_settings(
            [_TRAINED, opponent],
            game="nlhe",
            seats=rules.players,
            stack=float(rules.stacks[0]) / float(max(rules.blinds)),
            hands=hands,
            seed=seed,
            estimator="all_in",
        )

        def make(name: str) -> Agent:
            return StrategyAgent(strategy) if name == _TRAINED else create_agent(name)

        result = run_match(settings.rounded(), make_agent=make)
        results.append(FixedAgentResult(opponent, result.winnings(0), result.hands))
    return tuple(results)
