"""Local best response: how much a strategy loses to a simple opponent, in games of any size.

Lisy & Bowling (2017), "Equilibrium approximation quality of current no-limit poker bots". The
responder knows the strategy, so they know the others' ranges after every action. They take the
action that would be best if everybody only checked and called from then on, except that the others
may fold to a bet at once. What they win is a lower bound on exploitability, up to sampling error,
however rough their estimates are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from fifthstreet.solvers.blueprint.responders import HandResponder, RangeResponder, Responder
from fifthstreet.strategy import Exploitability, TreeStrategy
from fifthstreet.strategy.exploitability import INTERVAL
from fifthstreet.threads import thread_count

# Called with the number of deals played, the total number, and the mean winnings so far.
ResponseReporter: TypeAlias = Callable[[int, int, float], bool | None]


@dataclass(frozen=True, repr=False)
class LocalResponse:
    """What the responder wins, in chips per deal; the starting pot is paid equally by all."""

    chips: float  # mean of all seats
    error: float  # half width of the 95% confidence interval of `chips`
    seats: tuple[float, ...]  # [P] mean from each seat
    deals: int
    pot: float  # at the start, 0 if there are only blinds

    def __repr__(self) -> str:
        """Return the winnings with their error and the number of deals."""
        return (
            f"<LocalResponse: {self.chips:.3g} ± {self.error:.2g} chips over {self.deals:,} deals>"
        )

    @property
    def exploitability(self) -> Exploitability:
        """The winnings as a lower bound on exploitability."""
        return Exploitability(
            self.seats, pot=self.pot or None, error=self.error, is_lower_bound=True
        )


def local_best_response(
    strategy: TreeStrategy,
    *,
    deals: int = 1000,
    seed: int = 0,
    threads: int | None = 1,
    progress: ResponseReporter | None = None,
) -> LocalResponse:
    """Play a local best response against a strategy, each deal from every seat.

    `progress` is called after each deal and stops the play by returning False.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> from fifthstreet.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    >>> local_best_response(uniform, deals=100).chips > 20
    True
    """
    if deals < 1:
        raise ValueError(f"deals is {deals}; want 1 or more")
    if seed < 0:
        raise ValueError(f"seed is {seed}; want 0 or more")
    players = len(strategy.ranges)
    responder_type: type[Responder] = RangeResponder if players == 2 else HandResponder
    responders = [responder_type(strategy, seat, thread_count(threads)) for seat in range(players)]
    won: list[list[float]] = []
    for deal in range(deals):
        won.append([responder.play(seed, deal) for responder in responders])
        if progress is not None and progress(deal + 1, deals, float(np.mean(won))) is False:
            break
    played = np.array(won)
    means = played.mean(axis=1)
    error = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    seats = tuple(played.mean(axis=0).tolist())
    pot = float(strategy.tree.rules.pot)
    return LocalResponse(float(means.mean()), INTERVAL * error, seats, len(means), pot)
