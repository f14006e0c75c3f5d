"""Hold'em by sampled deals, run and judged as the solvers of trees are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from fifthstreet.solvers.blueprint.deals import DealsSolver
from fifthstreet.solvers.blueprint.local_response import LocalResponse, local_best_response
from fifthstreet.solvers.common.exploitability import Exploitability
from fifthstreet.solvers.common.picture import run_html
from fifthstreet.solvers.common.run import IterativeSolver
from fifthstreet.solvers.postflop.estimate import available_bytes, estimate
from fifthstreet.solvers.postflop.evaluate import judge
from fifthstreet.solvers.postflop.holdem_game import Holdem

# Numbers of a strategy that is judged exactly, which takes 0.3 us each; a local best response of
# 200 deals takes ten seconds.
MOST_JUDGED = 40_000_000
_ENTRY_BYTES = 8  # regrets and averages of the range solver


class SampledSpot(IterativeSolver):
    """A `DealsSolver` with looks at how good it is.

    Where the range solver's tables are small, it judges the strategy exactly. Else a local best
    response says what it loses at least, over `response_deals` deals, and values are not known.
    """

    def __init__(self, game: Holdem, *, response_deals: int = 200, **options: Any) -> None:
        """Take a hold'em game and the options of a `DealsSolver`."""
        super().__init__()
        if response_deals < 1:
            raise ValueError(f"response_deals is {response_deals}; want 1 or more")
        if game.runout:
            raise ValueError(f"a runout {game.runout}; want a game whose cards to come are dealt")
        self.deals = DealsSolver(game.spot, deal=game.deal, **options)
        self.response: LocalResponse | None = None  # the last one, if there was any
        self._name = game.name
        self._response_deals = response_deals
        # About as long as a look takes.
        self._least_look = min(max(self._entries // 10, 100_000), 2_000_000)

    @property
    def game_name(self) -> str:
        """The spot in one line."""
        return self._name

    @cached_property
    def is_exact(self) -> bool:
        """Whether looks are exact, or lower bounds by a local best response."""
        free = available_bytes()
        fits = free is None or self._entries * _ENTRY_BYTES < free / 2
        return fits and self._entries <= MOST_JUDGED

    @cached_property
    def _entries(self) -> int:
        return estimate(self.deals.spot).entries

    def iterate(self, count: int) -> None:
        """So many traversals more, in whole batches."""
        try:
            self.deals.run(iterations=count)
        finally:
            self.iteration = self.deals.iteration

    def exploitability(self) -> Exploitability:
        """How far the average is from an equilibrium, at least, in chips."""
        if self.is_exact:
            verdict = judge(self.deals, threads=self.deals.threads)
            half = self.deals.spot.pot / 2
            return Exploitability(
                (verdict.ev[0] - half, verdict.ev[1] - half), verdict.best_responses
            )
        self.response = local_best_response(
            self.deals, deals=self._response_deals, threads=self.deals.threads
        )
        # Without rake values add up to 0, which is all that is known of them.
        return Exploitability((0.0, 0.0), self.response.seats)

    def state(self) -> dict[str, Any]:
        """The state of the sampler, and the curve."""
        curve = np.array(self.curve, np.float64).reshape(-1, 2)
        return {"game": self._name, "curve": curve, **self.deals.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state, to the same bits as if there had been no break."""
        if state.get("game") != self._name:
            raise ValueError(f"the state is of game {state.get('game')}; want {self._name}")
        self.deals.restore({name: state[name] for name in ("facts", "rows", "shard_words")})
        self._seen = None
        self.iteration = self.deals.iteration
        self.curve = [(int(at), float(seen)) for at, seen in state["curve"]]

    def _repr_html_(self) -> str:
        remark = ""
        if self.response is not None:
            remark = (
                f"at least: lost to a local best response, standard error {self.response.error:.2g}"
            )
        return run_html(self.game_name, self.iteration, self.curve, remark)
