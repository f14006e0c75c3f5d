"""Monte Carlo CFR: solve a game from random samples of its tree.

An iteration is one traversal for each player. Each traversal has its own stream of random numbers,
so the result does not depend on how a solve is split into runs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import schemes
from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.solvers.common import in_turn
from fifthstreet.solvers.games import Game

_UNIFORM = schemes.Uniform()
_CELLS = {"float64": np.float64, "float32": np.float32, "bfloat16": np.uint16}
_MIN_SPACING = 1_000  # iterations between two checks
_TRAVERSALS_AT_ONCE = 1 << 20  # limit of the native core per call
_DISCOUNTING = 1 << 63  # first random stream for discounts; traversals use the streams below it


class SamplingSolver(TreeSolver):
    """A solver that samples the tree, by any of the schemes.

    Tables hold a number for each action of each information set. With `bfloat16`, regrets are the
    upper half of a float32, rounded up or down at random so that small steps are not lost on
    average. Averages stay in float32: in 16 bits they are wrong by several percent (Leduc after
    1,000,000 iterations of external sampling: exploitability .021 with float32, .019 to .026 with
    16-bit regrets, .028 with 16-bit averages as well). A float32 is precise enough for about
    10,000,000 visits to an information set; use `float64` for longer solves.

    Threads may share a solver: iterations, tables, strategies and states wait for each other.

    >>> from fifthstreet.solvers.games.kuhn import Kuhn
    >>> solver = SamplingSolver(Kuhn(), schemes.ExternalSampling(), seed=1)
    >>> _ = solver.run(iterations=50_000)
    >>> round(solver.average()["J|b"]["f"], 2)
    1.0
    """

    def __init__(
        self,
        game: Game[Any] | GameTree,
        scheme: schemes.Scheme,
        *,
        seed: int = 0,
        weighting: schemes.Weighting = _UNIFORM,
        pruning: schemes.Pruning | None = None,
        precision: str = "float32",
    ) -> None:
        schemes.check_combination(scheme, weighting, pruning, precision)
        if not 0 <= seed < 1 << 64:
            raise InputError(f"seed must be from 0 to 2^64 - 1, got {seed}")
        super().__init__(game)
        # A check visits the whole tree; an iteration does not.
        self._least_spacing = max(_MIN_SPACING, len(self.tree))
        self.scheme: schemes.Scheme = scheme
        self.seed = seed
        self.weighting: schemes.Weighting = weighting
        self.pruning = pruning
        self.precision = precision
        cells = int(self.tree.first_action[-1])
        exact = np.float64 if precision == "float64" else np.float32
        self._arrays: dict[str, NDArray[Any]] = {
            "regrets": np.zeros(cells, _CELLS[precision]),
            "averages": np.zeros(cells, exact),
            "visits": np.zeros(len(self.tree.keys), np.uint64),
        }
        baseline = getattr(scheme, "baseline", None)
        if baseline is not None:
            self._arrays["baselines"] = np.zeros((self.tree.players, cells), exact)
        self._sampler = _native.TreeSampler(
            self.tree,
            self._arrays["regrets"],
            self._arrays["averages"],
            self._arrays.get("baselines"),
            self._arrays["visits"],
        )
        self._native_options: dict[str, Any] = {
            "scheme": schemes.SCHEMES.index(type(scheme)),
            "seed": seed,
            "epsilon": getattr(scheme, "epsilon", 0.0),
            "decay": baseline.decay if baseline is not None else 0.0,
            "is_linear": isinstance(weighting, schemes.LinearWeights),
            "below": pruning.below if pruning else 0.0,
            "share": pruning.share if pruning else 0.0,
            "prune_after": pruning.after if pruning else 0,
        }

    @property
    @in_turn
    def regrets(self) -> Float64Array:
        """Sums of sampled regrets, [A]."""
        table = self._arrays["regrets"]
        if self.precision == "bfloat16":
            table = (table.astype(np.uint32) << 16).view(np.float32)
        return table.astype(np.float64)

    @property
    @in_turn
    def averages(self) -> Float64Array:
        """Sums of weighted strategies, [A]."""
        return self._arrays["averages"].astype(np.float64)

    @property
    @in_turn
    def visits(self) -> NDArray[np.int64]:
        """How often each information set was visited, [I]: its regrets or averages were updated."""
        return self._arrays["visits"].astype(np.int64)

    def average(self) -> Strategy:
        """Return the average strategy, which converges to an equilibrium of a two-player game."""
        return Strategy.from_weights(self.tree, self.averages)

    def current(self) -> Strategy:
        """Return the strategy of the next iteration."""
        return Strategy.from_weights(self.tree, np.maximum(self.regrets, 0.0))

    def _iterate(self, count: int) -> None:
        players = self.tree.players
        weighting = self.weighting
        every = weighting.every if isinstance(weighting, schemes.DiscountedWeights) else 0
        last = self.iteration + count
        while self.iteration < last:
            step = min(last - self.iteration, _TRAVERSALS_AT_ONCE // players)
            if every:
                step = min(step, every - self.iteration % every)
            self._sampler.walk(self.iteration * players, step * players, **self._native_options)
            self.iteration += step
            if isinstance(weighting, schemes.DiscountedWeights) and self.iteration % every == 0:
                period = self.iteration // every
                factors = weighting.factors(period)
                self._sampler.discount(self.seed, _DISCOUNTING + period, *factors)

    def _options(self) -> dict[str, str | int]:
        return {
            "scheme": repr(self.scheme),
            "weighting": repr(self.weighting),
            "pruning": repr(self.pruning),
            "precision": self.precision,
            "seed": self.seed,
        }

    def _tables(self) -> dict[str, NDArray[Any]]:
        return self._arrays
