"""Searches that end with their street: what they lose, and their time.

Turns are searched up to the river, for each player, with blueprints of different quality and one
continuation or several; then all rivers are re-solved by maxmargin, and best responses in the whole
turn are exact. On a flop, the searched street of one player is locked and everything else is
solved: the opponent then wins what the street itself loses. The same is measured on turns that are
solved with the value networks, and on flops where there is a GPU for the exact solves. Writes
benchmarks/results/depth_limited.json; `python -m benchmarks.depth_limited` prints it as tables.
Takes about 17 CPU minutes.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from benchmarks.measure import Figure, at_most
from benchmarks.patched_strategies import SplitStrategy
from benchmarks.subgame_spots import IP, OOP, TURNS, blueprints
from fifthstreet.solvers.postflop import Solver, Spot, evaluate_strategy
from fifthstreet.solvers.postflop.backends.cuda import device
from fifthstreet.solvers.postflop.backends.exploitability import measure
from fifthstreet.solvers.postflop.spot.plan import LockRows, Plan, make_plan
from fifthstreet.solvers.search import (
    CONTINUATIONS,
    resolve_rivers,
    solve_depth_limited,
    solve_with_leaf_values,
    train_blueprint,
)
from fifthstreet.solvers.values import NetworkLeaves, network_leaf_values, shipped_network
from fifthstreet.tree import Menu, Sizes
from fifthstreet.tree.strategy import Exploitability, TreeStrategy

Row: TypeAlias = dict[str, Any]

RESULTS = Path(__file__).parent / "results/depth_limited.json"
NONE = "none"
CHOICES = {
    "1": CONTINUATIONS[:1],
    "2": ("as is", "call"),
    "4": CONTINUATIONS,
}
FLOP, TURN = "QsJh2h", "QsJh2h7c"
NETWORK_FLOPS = (FLOP, "Ts9d4c")
TURN_CARDS = 4
TARGET = 0.05  # percent of the pot, of a search and of a subgame
FLOP_TARGET = 0.1
LOCKED_ITERATIONS = 300
FLOP_CPU_SECONDS = 20.0  # of a full flop decision, from the training to the strategy
NETWORK_TARGETS = (1.0, 0.3)  # exploitability on the street, percent of the pot
NETWORK_COLUMNS = [
    f"{name} {target:g}" for target in NETWORK_TARGETS for name in ("network", "seconds")
]
NETWORK_LOSS = 1.0  # percent of the pot
TURN_CPU_SECONDS = 1.0  # of a turn decision: half a second on two cores
POT, STACK, BIG_BLIND = 12.0, 394.0, 2.0
REST = Menu.of("66%", "a")  # of the streets that are not searched


def figures() -> Iterator[Figure]:
    """Measure everything, write the results, and yield figures that sum them up."""
    turns, flops, networks = [*turn_rows()], [*flop_rows()], [*network_rows()]
    if device.is_available():
        networks += network_rows(NETWORK_FLOPS, "cuda")
    results = {"unit": "percent of the pot", "turns": turns, "flops": flops, "networks": networks}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    for row in turns:
        ratio = row["4"] / max(row["1"], TARGET)
        yield at_most(f"turn, {row['blueprint']}: four continuations", ratio, 1.0, "of one")
    yield at_most("flop, 200 bb, all hands", flop_seconds(), FLOP_CPU_SECONDS, "CPU s")
    for row in networks:
        name = f"{row['board']}, stack {row['stack']:g}: network"
        yield at_most(name, row[f"network {NETWORK_TARGETS[-1]:g}"], NETWORK_LOSS, "% of the pot")
    yield at_most("turn, 200 bb, all hands, network", turn_seconds(), TURN_CPU_SECONDS, "CPU s")


def turn_rows() -> Iterator[Row]:
    """Yield exploitability with re-solved rivers by the number of continuations."""
    board = TURNS[0]
    spot = Spot.of(board, 100, 200, oop=OOP, ip=IP, bets="50%", raises="a", max_raises=2)
    for name, blueprint in blueprints(spot):
        row: Row = {"board": board, "blueprint": name}
        row["alone"] = evaluate_strategy(blueprint).pot_percent
        row[NONE] = _resolved(blueprint)
        for choices, continuations in CHOICES.items():
            row[choices] = _resolved(_searched(spot, blueprint, continuations, TARGET))
        yield row


def _resolved(strategy: TreeStrategy) -> float:
    composed = resolve_rivers(strategy, "maxmargin", target_pot_percent=TARGET)
    return composed.exploitability.pot_percent


def _searched(
    spot: Spot, blueprint: TreeStrategy, continuations: tuple[str, ...], target: float
) -> SplitStrategy:
    """Return the strategies of both players, each searched for its own player."""
    first, second = (
        solve_depth_limited(
            spot, player, blueprint, continuations=continuations, target_pot_percent=target
        )
        for player in (0, 1)
    )
    return SplitStrategy(first, second)


def flop_rows() -> Iterator[Row]:
    """Yield what the flop's street loses, in percent of the pot, with a trained blueprint.

    A value is certain to the sum of both players' gains, so a difference to four times the target.
    """
    spot = Spot.of(FLOP, 100, 200, oop=OOP, ip=IP, bets="50%", raises="a", max_raises=2)
    plan = make_plan(spot)
    exact = _solved(spot, plan)
    blueprint = train_blueprint(spot)
    row: Row = {"board": FLOP, "blueprint": "trained", NONE: _street_loss(spot, blueprint, exact)}
    for choices in ("1", "4"):
        searched = _searched(spot, blueprint, CHOICES[choices], FLOP_TARGET)
        row[choices] = _street_loss(spot, searched, exact)
    yield row


def network_rows(boards: Sequence[str] = TURNS, backend: str = "native") -> Iterator[Row]:
    """Yield what streets solved with value networks lose, by their exploitability on the street.

    Beside them, the street of a trained blueprint, and of a search with four continuations.
    """
    for board in boards:
        street = "turn" if len(board) == 2 * TURN_CARDS else "flop"
        leaves = network_leaf_values(shipped_network(street), threads=1)
        for stack in (200, 700):
            spot = Spot.of(
                board,
                100,
                stack,
                oop=OOP,
                ip=IP,
                bets="50%, 100%, a",
                raises="100%, a",
                max_raises=2,
                min_bet=1,
            )
            exact = _solved(spot, make_plan(spot), backend)
            blueprint = train_blueprint(spot)
            row: Row = {"board": board, "stack": stack}
            row[NONE] = _street_loss(spot, blueprint, exact, backend)
            searched = _searched(spot, blueprint, CHOICES["4"], NETWORK_TARGETS[-1])
            row["4"] = _street_loss(spot, searched, exact, backend)
            for target in NETWORK_TARGETS:
                started = time.process_time()
                found = solve_with_leaf_values(spot, leaves, target_pot_percent=target, threads=1)
                row[f"seconds {target:g}"] = time.process_time() - started
                row[f"network {target:g}"] = _street_loss(spot, found, exact, backend)
            yield row


def turn_seconds() -> float:
    """Return the CPU seconds of a turn decision with all hands, pot-sized bets and all-in."""
    leaves = NetworkLeaves(shipped_network("turn"), threads=1)
    started = time.process_time()
    solve_with_leaf_values(turn_decision(), leaves, target_pot_percent=1.0, threads=1)
    return time.process_time() - started


def turn_decision() -> Spot:
    """Return a turn with all hands at 200 big blinds, with bets of the pot and all-in."""
    sizes = Sizes.by_street({2: Menu.of("100%, a", "100%, a"), 3: REST})
    return Spot.of(
        TURN,
        POT,
        STACK,
        oop="random",
        ip="random",
        sizes=sizes,
        max_raises=3,
        min_bet=BIG_BLIND,
    )


def flop_decision(board: str = FLOP, raises: str = "100%, a") -> Spot:
    """Return a flop with all hands at 200 big blinds, with two sizes and all-in."""
    sizes = Sizes.by_street({1: Menu.of("50%, 100%, a", raises), 2: REST, 3: REST})
    return Spot.of(
        board,
        POT,
        STACK,
        oop="random",
        ip="random",
        sizes=sizes,
        max_raises=2,
        min_bet=BIG_BLIND,
    )


def _street_loss(
    spot: Spot, strategy: TreeStrategy, exact: Exploitability, backend: str = "native"
) -> float:
    """Return the mean over players of what the opponent wins more, in percent of the pot."""
    losses = []
    for player in (0, 1):
        locked = _solved(spot, locked_plan(spot, player, strategy), backend)
        assert locked.values is not None
        assert exact.values is not None
        losses.append(locked.values[1 - player] - exact.values[1 - player])
    return 100 * float(np.mean(losses)) / spot.pot


def _solved(spot: Spot, plan: Plan, backend: str = "native") -> Exploitability:
    solver = Solver(spot, plan=plan, backend=backend)
    solver.run(target_pot_percent=FLOP_TARGET, max_iterations=LOCKED_ITERATIONS)
    return measure(solver.backend, with_values=True)


def locked_plan(spot: Spot, player: int, strategy: TreeStrategy) -> Plan:
    """Return the plan of a spot in which a player's first street is taken from a strategy."""
    plan = make_plan(spot)
    layout, betting, seat = plan.layouts[player], plan.betting[0], plan.runouts[0].seats[player]
    holes = seat.holes[0, : seat.count[0]]
    start = np.full(layout.blocks, -1, np.int64)
    pieces, entries = [], 0
    for at in np.flatnonzero(betting.player == player).tolist():
        rows = strategy.probabilities(int(betting.tree_node[at]), spot.board)
        piece = np.full((len(rows), int(layout.stride[0][0])), -1, np.float32)
        piece[:, : len(holes)] = rows[:, holes]
        start[layout.block(0, 0, betting, at)] = entries
        pieces.append(piece.ravel())
        entries += piece.size
    locks = LockRows(start, np.concatenate(pieces))
    return replace(plan, locks=(locks, None) if player == 0 else (None, locks))


def flop_seconds() -> float:
    """Return the CPU seconds of a flop decision with all hands, two sizes and all-in."""
    spot = flop_decision(raises="a")
    started = time.process_time()
    solve_depth_limited(spot, 0, train_blueprint(spot), target_pot_percent=0.5)
    return time.process_time() - started


def tables() -> str:
    """Return the results as Markdown tables."""
    data = json.loads(RESULTS.read_text())
    parts = []
    for name, columns in (
        ("turns", ("board", "blueprint", "alone", NONE, *CHOICES)),
        ("flops", ("board", "blueprint", NONE, "1", "4")),
        ("networks", ("board", "stack", NONE, "4", *NETWORK_COLUMNS)),
    ):
        lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
        for row in data[name]:
            cells = [row[c] if isinstance(row[c], str) else f"{row[c]:.2f}" for c in columns]
            lines.append("| " + " | ".join(cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


if __name__ == "__main__":
    print(tables())
