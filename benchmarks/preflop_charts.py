"""Heads-up charts solved with a network for the end of preflop, beside exact ones.

Both have the same stacks, sizes before the flop, and flops. Differences are in the EV of hand
classes: the button's at the start, and the big blind's after the button's most frequent raise.
A chart's exploitability is exact in the game of its flops: the strategy before the flop stays as it
is, each flop is solved with the ranges that get there, and the best response may deviate anywhere.
It is measured for both charts in the same way, so the difference does not depend on how far flops
are solved.

The charts of the package have one bet and no raise after the flop, which is another game than the
network's: with `--betting network`, the exact chart is solved first, on fewer flops, with the bets
that the network was trained with. Run as `python -m benchmarks.preflop_charts --backend cuda`.
"""

import argparse
import gc
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES, HOLE_COUNT, HOLE_MASKS, cards_of
from fifthstreet.cards.equity import class_pair_sums, preflop_class_matrices
from fifthstreet.solvers.search.preflop import (
    PREFLOP_NAMES,
    PreflopGame,
    PreflopSolver,
    PreflopStrategy,
    PreflopStreetSolver,
    open_preflop,
    strategy_path,
)
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    LaterBetting,
    Leaves,
    PreflopNetworkLeaves,
    ValueNetwork,
    checked_down,
    load_network,
)
from fifthstreet.solvers.values.flop_arrays import hands_on
from fifthstreet.solvers.values.preflop_leaves import FlopClasses
from fifthstreet.solvers.values.situations import draw_flops
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import TreeRules

TARGET = 0.1  # percent of the blinds, of the betting before the flop
MAX_ITERATIONS = 2_000
NEAR = 1.0  # percent of the blinds
EXACT_TARGET = 0.2  # percent of the blinds
PRECISION = "int16"  # of flops


@dataclass
class Row:
    """A chart from a network, compared with the exact one; EVs are in percent of the blinds."""

    chart: str
    betting: str  # after the flop: the chart's, or the network's
    flops: int
    seconds: float
    on_street: float  # exploitability, with the network's values
    button: tuple[float, float, float]  # mean and largest difference, share of near classes
    big_blind: tuple[float, float, float]
    frequencies: tuple[list[float], list[float]]  # of the button's actions: exact, network
    exploitability: tuple[float, float] | None = None  # exact, network


class FlopsOfGame(PreflopNetworkLeaves):
    """A network's values on the flops of a game, with the equity on these flops only."""

    def __init__(self, network: ValueNetwork, game: PreflopGame) -> None:
        threads = thread_count(None)
        assert isinstance(network.model, CoordinateNetwork)
        super().__init__(
            network, flops=FlopClasses.of(network.model, game.boards, game.counts, threads)
        )
        pairs, won = (np.zeros((HOLE_COUNT, HOLE_COUNT)) for _ in range(2))
        for board, weight in zip(game.boards.tolist(), game.weights, strict=True):
            hands = hands_on(cards_of(board))
            at = np.ix_(hands, hands)
            pairs[at] += weight * (HOLE_MASKS[hands, None] & HOLE_MASKS[hands] == 0)
            won[at] += weight * checked_down(cards_of(board), (hands, hands), threads)
        self._matrices = class_pair_sums(pairs), class_pair_sums(won)
        self.parts = 1

    def _evaluate(
        self, leaves: Leaves, reach: NDArray[np.float64], flops: FlopClasses
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        shares, met = super()._evaluate(leaves, reach, flops)
        opposing = reach[:, ::-1]
        on_all, on_flops = (
            np.divide(opposing @ won.T, total, out=np.zeros_like(total), where=total > 0)
            for won, total in (
                (won, opposing @ pairs) for pairs, won in (preflop_class_matrices(), self._matrices)
            )
        )
        shares = shares + (on_flops - on_all) / 2
        dealt = reach * (opposing @ self._matrices[0])
        excess = (shares * dealt).sum(axis=(1, 2)) / np.maximum(dealt.sum(axis=(1, 2)), 1e-30)
        return shares - excess[:, None, None], met


def compare(name: str, network: ValueNetwork, options: argparse.Namespace) -> Row:
    """Solve the game of a chart with a network, and compare both.

    Args:
        name: A chart of the package.
        network: A network for preflop.
        options: Of the command.
    """
    exact = open_preflop(strategy_path(name))
    if options.betting == "network":
        exact = _exact_chart(exact.game.rules, options)
    game = exact.game
    leaves = FlopsOfGame(network, game)
    started = time.perf_counter()
    solver = PreflopStreetSolver(game, leaves)
    state = solver.run(target_pot_percent=TARGET, max_iterations=MAX_ITERATIONS)
    seconds = time.perf_counter() - started
    found = solver.strategy()
    raised = _most_frequent_raise(exact)
    row = Row(
        name,
        options.betting,
        len(game.boards),
        seconds,
        state.exploitability.pot_percent,
        _differences(exact, found, 0),
        _differences(exact, found, raised),
        (_frequencies(exact), _frequencies(found)),
    )
    if options.backend is not None:
        first, second = (_exploitability(each, game, options) for each in (exact, found))
        row.exploitability = (first, second)
    return row


def _exact_chart(rules: TreeRules, options: argparse.Namespace) -> PreflopStrategy:
    """Solve a game with the bets after the flop that the network was trained with."""
    later, before = LaterBetting(), rules.max_raises
    menu = {"bet": later.bets, "raise": later.raises}
    data = rules.to_dict()
    preflop = data["sizes"][0]["preflop"]
    data["sizes"] = [{"preflop": preflop, "flop": menu, "turn": menu, "river": menu}]
    first = before[0] if isinstance(before, tuple) else before
    data["max_raises"] = [first, *[later.max_raises] * 3]
    flops, counts = draw_flops(np.random.default_rng(options.seed), options.flops)
    masks = np.array([sum(1 << card for card in flop) for flop in flops], np.uint64)
    game = PreflopGame(TreeRules.from_dict(data), masks, counts)
    solver = PreflopSolver(game, precision=PRECISION, backend=options.backend or "auto")
    solver.run(
        target_pot_percent=EXACT_TARGET,
        max_iterations=MAX_ITERATIONS,
        seconds=options.time_limit,
    )
    strategy = solver.strategy()
    print(f"solved {len(game.tree):,} nodes on {len(flops)} flops: {strategy.record}", flush=True)
    return strategy


def _class_values(strategy: PreflopStrategy, node: int) -> NDArray[np.float64]:
    """Return what classes win at a decision, in percent of the blinds.  [169]"""
    won = (strategy.shares(node) * strategy.class_values(node)).sum(axis=0)
    percent: NDArray[np.float64] = 100 * won / strategy.tree.pot(0)
    return percent


def _differences(
    exact: PreflopStrategy, found: PreflopStrategy, node: int
) -> tuple[float, float, float]:
    apart = abs(_class_values(exact, node) - _class_values(found, node))
    return float(np.nanmean(apart)), float(np.nanmax(apart)), float((apart <= NEAR).mean())


def _frequencies(strategy: PreflopStrategy) -> list[float]:
    """Return how often the button takes each action, with all hands dealt alike."""
    dealt = CLASS_SIZES / CLASS_SIZES.sum()
    frequencies: list[float] = (strategy.shares(0) @ dealt).tolist()
    return frequencies


def _most_frequent_raise(strategy: PreflopStrategy) -> int:
    """Return the big blind's decision after the raise that the button makes most often."""
    actions, often = strategy.tree.actions(0), _frequencies(strategy)
    raises = [at for at, action in enumerate(actions) if action.startswith("b")]
    return int(list(strategy.tree.children(0))[max(raises, key=often.__getitem__)])


def _exploitability(
    strategy: PreflopStrategy, game: PreflopGame, options: argparse.Namespace
) -> float:
    gc.collect()  # tables of an earlier solve
    solver = PreflopSolver(
        game, fixed=strategy.tables.averages, backend=options.backend, precision=PRECISION
    )
    solver.iterate(options.iterations)
    return solver.exploitability().pot_percent


def main() -> None:
    """Compare charts and print or save the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", default="preflop")
    parser.add_argument("--charts", nargs="+", default=PREFLOP_NAMES)
    parser.add_argument("--backend", help="measure exploitability, such as with cuda")
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--betting", choices=("chart", "network"), default="chart")
    parser.add_argument("--flops", type=int, default=5, help="with --betting network")
    parser.add_argument("--seed", type=int, default=0, help="of these flops")
    parser.add_argument("--time-limit", type=float, help="of an exact solve, in seconds")
    parser.add_argument("--out", type=Path, help="JSON file, written after each chart")
    options = parser.parse_args()
    network, rows = load_network(options.network), []
    for name in options.charts:
        row = compare(name, network, options)
        rows.append(asdict(row))
        print(row, flush=True)
        if options.out is not None:
            options.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
