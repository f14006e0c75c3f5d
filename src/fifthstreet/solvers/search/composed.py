"""A blueprint with its last street re-solved everywhere, as one strategy that can be measured.

Best responses to it are exact, so the cost or gain of each method to re-solve shows in one number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    ACTION,
    Plan,
    Solution,
    SolveRecord,
    Tables,
    make_plan,
    measure,
    normalised,
    strategy_spot,
    to_tables,
)
from fifthstreet.solvers.postflop.backends import NativeBackend
from fifthstreet.solvers.search.methods import check_method
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.subgame import Resolved, cut_subgame, solve_subgame
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import nodes_below
from fifthstreet.tree.strategy import TreeStrategy

Report = Callable[[int, int], None]  # subgames solved, and their total number


def as_solution(strategy: TreeStrategy, *, threads: int | None = None) -> Solution:
    """Return any strategy of two players on a board as a solution, for values at every node.

    Its tables have every runout, so this is for trees that fit into the range solver.

    Args:
        strategy: The strategy; a solution is returned as it is.
        threads: Number of threads; by default one per core.

    Raises:
        InputError: If the strategy does not have two players and a board.
    """
    if isinstance(strategy, Solution):
        return strategy
    spot = strategy_spot(strategy)
    plan = make_plan(spot, isomorphism=False)
    workers = thread_count(threads)
    tables = to_tables(strategy, plan)
    record = SolveRecord(
        iterations=0,
        exploitability=measure(NativeBackend(plan, tables, workers), with_values=True),
        seconds=0.0,
        cpu_seconds=0.0,
        memory_bytes=sum(table.bytes for table in tables),
        schedule="none",
        precision="float32",
        isomorphism=False,
    )
    return Solution(spot, plan, tables, record, threads=workers)


def resolve_rivers(
    blueprint: TreeStrategy,
    method: str,
    *,
    target_pot_percent: float = 0.1,
    max_iterations: int = 1_000,
    threads: int | None = None,
    progress: Report | None = None,
) -> Solution:
    """Return a strategy that plays the blueprint up to the river and re-solves every river.

    Each player's rivers are re-solved for them; nodes that they never reach keep the blueprint. The
    exploitability of the result is for the whole game.

    Args:
        blueprint: A strategy for two players on a flop or turn.
        method: `unsafe`, `resolve`, `maxmargin` or `reach` (docs/explanation/search.md).
        target_pot_percent: Exploitability of each river to stop at, in percent of its pot.
        max_iterations: Maximum number of iterations of each river.
        threads: Number of threads that measure exploitability, by default one per core; a solution
            keeps its own. Rivers are re-solved on one thread.
        progress: Called after each river with the number of rivers done and their total number.

    Raises:
        InputError: If the method is unknown, or if the spot starts on the river.

    >>> from fifthstreet.solvers.postflop import Spot, solve
    >>> spot = Spot.of("QsJh2h7c", 100, 150, oop="AA,T9s", ip="QQ,88", bets="50%")
    >>> rough = solve(spot, max_iterations=8)
    >>> better = resolve_rivers(rough, "maxmargin")
    >>> better.exploitability.chips < rough.exploitability.chips
    True
    """
    check_method(method)
    solution = as_solution(blueprint, threads=threads)
    plan = solution.plan
    if len(plan.betting) < 2:
        raise InputError("the spot must start on the flop or turn, got the river")
    tables = tuple(Tables({"averages": _averages(solution, player)}) for player in (0, 1))
    rivers, runouts = plan.betting[-1], plan.runouts[-1].count
    # After an all-in there is nothing to decide.
    entries = [at for at in rivers.entry_start[:-1].tolist() if rivers.kind[at] == ACTION]
    done = 0
    for player in (0, 1):
        values = ResponseValues(solution, 1 - player)
        for runout in range(runouts):
            cards = plan.dealt(len(plan.betting) - 1, runout)
            for entry in entries:
                node = int(rivers.tree_node[entry])
                reach = solution.reach(node, (*solution.board, *cards))
                if reach[player].any() and (method != "unsafe" or reach[1 - player].any()):
                    task = cut_subgame(
                        solution,
                        solution.tree.path(node, cards),
                        player=player,
                        method=method,
                        values=values,
                    )
                    resolved = solve_subgame(
                        task,
                        target_pot_percent=target_pot_percent,
                        max_iterations=max_iterations,
                        threads=1,
                        backend="native",
                    )
                    _put_in(resolved, node, plan, runout, tables[player])
                done += 1
                if progress is not None:
                    progress(done, 2 * runouts * len(entries))
    both = (tables[0], tables[1])
    backend = NativeBackend(plan, both, solution.threads)
    record = replace(solution.record, exploitability=measure(backend, with_values=True))
    return Solution(solution.spot, plan, both, record, threads=solution.threads)


def _averages(solution: Solution, player: int) -> NDArray[np.float32]:
    """Return a player's averages as probabilities, so that all rows have the same scale."""
    plan = solution.plan
    layout = plan.layouts[player]
    source = solution.tables[player].arrays["averages"]
    averages = np.zeros(layout.entries, np.float32)
    for street, betting in enumerate(plan.betting):
        for runout in range(plan.runouts[street].count):
            for at in np.flatnonzero(betting.player == player).tolist():
                part = layout.rows(street, runout, betting, at)
                actions = int(betting.n_children[at])
                averages[part] = normalised(source[part].reshape(actions, -1)).ravel()
    return averages


def _put_in(resolved: Resolved, root: int, plan: Plan, runout: int, tables: Tables) -> None:
    """Replace the rows of a river by the rows of its re-solved subgame."""
    solution, player = resolved.solution, resolved.task.player
    nodes = nodes_below(plan.tree, root)
    below = solution.plan.betting[0]
    street = len(plan.betting) - 1
    betting, layout = plan.betting[street], plan.layouts[player]
    holes = plan.runouts[street].seats[player].hands(runout)
    reach = solution.spot.live_ranges[player].weights[holes] > 0
    for at in np.flatnonzero(below.player == player).tolist():
        sub_node = int(below.tree_node[at])
        rows = solution.probabilities(sub_node, solution.board)[:, holes[reach]]
        _, whole_at = plan.place(nodes[sub_node])
        part = layout.rows(street, runout, betting, whole_at)
        averages = tables.arrays["averages"][part].reshape(len(rows), -1)
        averages[:, np.flatnonzero(reach)] = rows
