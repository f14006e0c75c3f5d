"""CFR and sampled CFR on Kuhn and Leduc against OpenSpiel and LiteEFG, and hold'em by deals.

An iteration updates both players, here and in the peers. OpenSpiel's C++ library is called once per
iteration. LiteEFG is measured if it can be imported, without its update of the average strategy,
which alone takes three times as long as a sampled iteration.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import pyspiel

from benchmarks.measure import (
    Figure,
    at_least,
    at_most,
    cpu_seconds,
    faster_than,
    wall_in_turns,
)
from benchmarks.workloads import sampled_flop
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import (
    ExternalSampling,
    FullSolver,
    GameTree,
    OutcomeSampling,
    SamplingSolver,
    exploitability,
    flatten,
)
from fifthstreet.solvers.common import Plus, Schedule, Vanilla
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.tree import Sizes, TreeRules, build_tree

OPEN_SPIEL, LITE_EFG = "OpenSpiel", "LiteEFG"
THREADS_FASTER = 1.8  # two threads than one
RESPONSE_SECONDS = 1e-3  # at most, for best responses of both players
TRAVERSALS_PER_SECOND = 50_000  # at least
BYTES_PER_SET = 64.0  # at most, per visited information set


@dataclass(frozen=True)
class Small:
    """A small game, OpenSpiel's name for it, and how much faster a full iteration must be."""

    name: str
    tree: GameTree
    theirs: str
    iterations: int  # of ours per measurement
    their_iterations: int
    full_faster: float


KUHN = Small("Kuhn", flatten(Kuhn()), "kuhn_poker", 20_000, 500, 20.0)
LEDUC = Small("Leduc", flatten(leduc()), "leduc_poker", 500, 8, 50.0)
SCHEDULES: dict[str, tuple[Schedule, Any]] = {
    "CFR": (Vanilla(), pyspiel.CFRSolver),
    "CFR+": (Plus(), pyspiel.CFRPlusSolver),
}
SCHEMES: dict[str, tuple[Any, Any, int, int]] = {  # ours, theirs, iterations of each
    "external sampling": (ExternalSampling(), pyspiel.ExternalSamplingMCCFRSolver, 20_000, 1_000),
    "outcome sampling": (OutcomeSampling(), pyspiel.OutcomeSamplingMCCFRSolver, 100_000, 5_000),
}
SAMPLING_FASTER = {OPEN_SPIEL: 10.0, LITE_EFG: 5.0}


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    for game in (KUHN, LEDUC):
        yield from _full(game)
    yield from _sampled()
    yield from _best_response()
    yield from _flop()
    yield from _preflop()


def _full(game: Small) -> Iterator[Figure]:
    for name, (schedule, make_peer) in SCHEDULES.items():
        ours = FullSolver(game.tree, schedule=schedule)
        peer = make_peer(pyspiel.load_game(game.theirs))
        check_same_play(game, schedule, make_peer)
        mine = cpu_seconds(partial(ours.iterate, game.iterations))
        theirs = cpu_seconds(
            _repeated(peer.evaluate_and_update_policy, game.their_iterations), repeats=3
        )
        yield faster_than(
            f"{game.name}, {name}, iteration",
            1e6 * mine / game.iterations,
            OPEN_SPIEL,
            1e6 * theirs / game.their_iterations,
            "us",
            game.full_faster,
        )


def check_same_play(game: Small, schedule: Schedule, make_peer: Any) -> None:
    """Raise AssertionError unless both are equally exploitable after the same iterations."""
    ours, peer_game = FullSolver(game.tree, schedule=schedule), pyspiel.load_game(game.theirs)
    peer = make_peer(peer_game)
    ours.iterate(20)
    _repeated(peer.evaluate_and_update_policy, 20)()
    theirs = pyspiel.nash_conv(peer_game, peer.average_policy())
    if abs(ours.exploitability().nash_conv / theirs - 1) > 1e-3:
        raise AssertionError(f"{game.name}: the peer's exploitability differs from ours")


def _sampled() -> Iterator[Figure]:
    for name, (scheme, make_peer, count, their_count) in SCHEMES.items():
        ours = SamplingSolver(LEDUC.tree, scheme)
        mine = cpu_seconds(partial(ours.iterate, count)) / count
        peer = make_peer(pyspiel.load_game(LEDUC.theirs))
        peers = {OPEN_SPIEL: cpu_seconds(_repeated(peer.run_iteration, their_count)) / their_count}
        lite = _lite_efg(name)
        if lite is not None:
            peers[LITE_EFG] = cpu_seconds(_repeated(lite, their_count)) / their_count
        for peer_name, theirs in peers.items():
            yield faster_than(
                f"Leduc, {name}, iteration",
                1e6 * mine,
                peer_name,
                1e6 * theirs,
                "us",
                SAMPLING_FASTER[peer_name],
            )


def _lite_efg(scheme: str) -> Callable[[], object] | None:
    """Return a function that runs an iteration of LiteEFG, or None if it is not installed."""
    module, walk = {
        "external sampling": ("CFR", "External"),
        "outcome sampling": ("OS_MCCFR", "Outcome"),
    }[scheme]
    try:
        lite = import_module("LiteEFG")
        graphs = import_module(f"LiteEFG.baselines.{module}")
    except ImportError as error:
        print(f"{LITE_EFG} is not measured: {error}", file=sys.stderr)
        return None
    with redirect_stdout(io.StringIO()):
        game = pyspiel.load_game(LEDUC.theirs)
        environment = lite.OpenSpielEnv(game, traverse_type=walk, regenerate=True)
        graph = graphs.graph()
    environment.set_graph(graph)
    return lambda: graph.update_graph(environment)


def _best_response() -> Iterator[Figure]:
    solver = FullSolver(LEDUC.tree)
    solver.iterate(10)
    strategy = solver.average()
    peer_game = pyspiel.load_game(LEDUC.theirs)
    peer = pyspiel.CFRSolver(peer_game)
    _repeated(peer.evaluate_and_update_policy, 10)()
    policy = peer.average_policy()
    count = 200
    mine = cpu_seconds(_repeated(lambda: exploitability(LEDUC.tree, strategy), count)) / count
    theirs = cpu_seconds(lambda: pyspiel.nash_conv(peer_game, policy), repeats=3)
    name = "Leduc, best responses of both players"
    yield at_most(name, 1e3 * mine, 1e3 * RESPONSE_SECONDS, "ms")
    yield faster_than(name, 1e3 * mine, OPEN_SPIEL, 1e3 * theirs, "ms", 1.0)


def _flop() -> Iterator[Figure]:
    count = 50 * 1024
    solver = sampled_flop(threads=1)
    solver.iterate(count)
    name = "flop by sampled deals"
    seconds = cpu_seconds(lambda: solver.iterate(count))
    yield at_least(f"{name}, traversals a second", count / seconds, TRAVERSALS_PER_SECOND, "/s")
    bytes_per_set = solver.table_bytes / solver.information_sets
    yield at_most(f"{name}, memory of an information set", bytes_per_set, BYTES_PER_SET, "B")
    for lock_free in (False, True):
        runs = [
            partial(sampled_flop(threads=threads, lock_free=lock_free).iterate, count)
            for threads in (1, 2)
        ]
        alone, together = (1e6 * seconds / count for seconds in wall_in_turns(runs))
        kind = "lock-free, " if lock_free else ""
        yield faster_than(
            f"{name}, {kind}two threads", together, "one thread", alone, "us", THREADS_FASTER
        )


def _preflop() -> Iterator[Figure]:
    count = 50 * 1024
    for players, last_street, max_raises in ((2, 1, 3), (3, 1, 2), (6, 0, 2)):
        rules = TreeRules.even(
            players,
            200,
            blinds=(1, 2),
            first_street=0,
            last_street=last_street,
            sizes=Sizes.uniform("100%", raises="100%"),
            max_raises=max_raises,
        )
        solver = BlueprintSolver(build_tree(rules), ["random"] * players)
        solver.iterate(count)
        speed = count / cpu_seconds(partial(solver.iterate, count))
        name = f"preflop by sampled deals, {players} players, traversals a second"
        yield at_least(name, speed, TRAVERSALS_PER_SECOND, "/s")


def _repeated(work: Callable[[], object], count: int) -> Callable[[], None]:
    def many() -> None:
        for _ in range(count):
            work()

    return many
