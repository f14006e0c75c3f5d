"""One small file of every kind, and ways to damage or falsify them."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, StreetQuality
from fifthstreet.arena.drill import (
    Drill,
    DrillLog,
    DrillPart,
    OneSpot,
    read_drills,
    statistics_data,
)
from fifthstreet.cards import parse_mask
from fifthstreet.solvers import ring_solver
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.postflop import (
    FlopFile,
    FlopResult,
    Solver,
    Spot,
    load_checkpoint,
    open_solution,
    solve,
)
from fifthstreet.solvers.ring import RingCertificate, open_ring, resume_ring
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopSolver, open_preflop
from fifthstreet.solvers.training import (
    Training,
    load_strategy,
    load_training,
    save_strategy,
    save_training,
)
from fifthstreet.support.storage import open_container, write_container
from fifthstreet.tree import Menu, Sizes, TreeRules
from fifthstreet.views import json_text
from tests.faults.value_files import VALUE_KINDS

SPOT = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
FLOP_SPOT = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
SETTINGS: dict[str, Any] = {"target": 0.5, "lines": ["r"]}
KUHN = flatten(Kuhn())
_JAM = Sizes.by_street({0: Menu.of("", raises="a")})


def _write_solution(path: Path) -> None:
    solve(SPOT, max_iterations=10).save(path)


def _write_checkpoint(path: Path) -> None:
    solver = Solver(SPOT, precision="int16")
    solver.run(10)
    solver.save(path)


def _write_training(game: str, algorithm: str, **options: Any) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        training = Training(game, algorithm, options=options)
        solver = training.make_solver()
        solver.run(30)
        save_training(solver, path, training)

    return write


def _write_blueprint(path: Path) -> None:
    spot = path.with_name("spot.toml")
    spot.write_text(
        'board = "QsJh2h7c4d"\npot = 100\nstack = 200\n'
        'ranges = { oop = "AA,KQs", ip = "QQ,AJs" }\nsizes.river = { bet = "50%" }\n'
    )
    _write_training(f"holdem:{spot}", "external", batch=8)(path)


def _write_strategy(path: Path) -> None:
    save_strategy(Training("kuhn", "cfr+").make_solver().average(), path)


def _write_flops(path: Path) -> None:
    from fifthstreet.solvers.postflop.solution.card_reports import LineMean

    file = FlopFile(path, FLOP_SPOT, SETTINGS)
    for board in ("AsKd2c", "7h7d7c"):
        mean = LineMean(0, ("k", "b60"), (0.25, 0.75), (31.0, 29.0), 1.0)
        file.add(FlopResult(board, 9.0, (31.0, 29.0), (0.25, 0.75), 0.4, 30, 0.5, {"r": mean}))


def _write_drills(path: Path) -> None:
    drill = Drill(solve(SPOT, max_iterations=10), OneSpot("r:k"), seed=1)
    with DrillLog(path) as log:
        session = log.begin("x", [DrillPart.of("river", drill)], seed=1, variety=0.0).session
        for number in (1, 2):
            log.add(session, number, drill.deal(number).answer("k"))


def _write_preflop(path: Path) -> None:
    rules = TreeRules((10, 10), blinds=(0.5, 1), first_street=0, sizes=_JAM, chip=0.5)
    flops = np.array([parse_mask("2c2d2h")], np.uint64)
    solver = PreflopSolver(PreflopGame(rules, flops, np.array([1])))
    solver.run(max_iterations=2)
    solver.strategy().save(path)


def _write_ring(path: Path) -> None:
    recipe = {"seats": 3, "stack": 5, "sizes": {"preflop": {"raise": "a"}}}
    solver = ring_solver(recipe, after="checked-down", boards=10, threads=1)
    solver.iterate(2)
    solver.save(path)


def _write_abstraction(path: Path) -> None:
    table = (np.arange(169) // 17).astype(np.uint8)
    hands = np.bincount(table).astype(np.int64)
    quality = StreetQuality(hands, hands, hands / 20, hands / 100, 0.5)
    CardAbstraction({"preflop": table}, {"preflop": 10}, quality={"preflop": quality}).save(path)


def _use_solution(path: Path) -> object:
    solution = open_solution(path, threads=1)
    return repr(solution), solution.ev, solution.node("r").strategy, solution.values


def _use_checkpoint(path: Path) -> object:
    solver = load_checkpoint(path, threads=1)
    solver.iterate(2)
    return repr(solver), solver.solution().ev


def _use_training(path: Path) -> object:
    _, solver = load_training(path)
    solver.run(2)
    return solver.game_name, solver.check().chips


def _use_strategy(path: Path) -> object:
    return load_strategy(path, KUHN)["K|b"]


def _use_flops(path: Path) -> object:
    return FlopFile(path, FLOP_SPOT, SETTINGS).results


def _use_drills(path: Path) -> object:
    return json_text(statistics_data(read_drills(path).answers))


def _use_preflop(path: Path) -> object:
    strategy = open_preflop(path)
    return repr(strategy), strategy.at(0, ()).strategy, strategy.blind_values


def _write_small_ring(path: Path) -> None:
    recipe = {"seats": 3, "stack": 5, "sizes": {"preflop": {"raise": "a"}}}
    solver = ring_solver(recipe, after="checked-down", boards=10, threads=1)
    solver.iterate(2)
    strategy = solver.strategy()
    certificate = RingCertificate((0.0,) * 3, (0.1,) * 3, (0.05,) * 3, 2, 10, 1)
    strategy.with_certificate(certificate).save_small(path)


def _use_small_ring(path: Path) -> object:
    strategy = open_ring(path)
    return repr(strategy), strategy.record, [strategy.at(at, ()) for at in strategy.decisions[:3]]


def _use_ring(path: Path) -> object:
    strategy = open_ring(path)
    solver = resume_ring(path, ring_solver)
    solver.iterate(1)
    return repr(strategy), strategy.at(0, ()).strategy, solver.check().chips


def _use_abstraction(path: Path) -> object:
    abstraction = CardAbstraction.load(path)
    parts = [each.mean_cost for each in abstraction.quality.values()]
    return repr(abstraction), abstraction.buckets(), abstraction.hash, parts


# Name, how to write one, and how to load and use it.
KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object]]] = {
    "solution": (_write_solution, _use_solution),
    "checkpoint": (_write_checkpoint, _use_checkpoint),
    "training of a tree": (_write_training("kuhn", "cfr+"), _use_training),
    "sampled training": (_write_training("kuhn", "external"), _use_training),
    "blueprint": (_write_blueprint, _use_training),
    "strategy": (_write_strategy, _use_strategy),
    "preflop strategy": (_write_preflop, _use_preflop),
    "ring": (_write_ring, _use_ring),
    "small ring": (_write_small_ring, _use_small_ring),
    "abstraction": (_write_abstraction, _use_abstraction),
    **VALUE_KINDS,
    "flops": (_write_flops, _use_flops),
    "drills": (_write_drills, _use_drills),
}
LINE_FILES = ("flops", "drills")
CONTAINERS = [kind for kind in KINDS if kind not in LINE_FILES]


def use(kind: str, path: Path) -> bool:
    """Load and use a file; return whether it is accepted. Any error but one line is a failure."""
    message = ""
    try:
        KINDS[kind][1](path)
    except ValueError as error:
        message = str(error) or "no message"
    assert "\n" not in message
    assert len(message) < 2_000
    return not message


Arrays = dict[str, NDArray[Any]]


def rewrite(path: Path, change: Callable[[dict[str, Any], Arrays], str | None]) -> None:
    """Change the facts and arrays of a container; its hashes are right again."""
    container = open_container(path, None)
    facts = deepcopy(container.facts)
    arrays = {name: container.array(name).copy() for name in container.sections}
    kind = change(facts, arrays) or container.kind
    with path.open("wb") as file:
        write_container(file, kind, facts, arrays)


STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**70),
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    1.5,
    "",
    "x" * 5_000,
    "\x1b[2J",
    "\udc80",
    "holdem:/etc/passwd",
    "this:That",
    "../../etc/passwd",
    [],
    [[]],
    {},
    {"a": {}},
    [1, 2, 3],
    json.loads("[" * 400 + "]" * 400),
]


def mutate(data: Any, chance: random.Random) -> None:
    """Replace, remove or add something somewhere in plain data."""
    places: list[tuple[Any, Any]] = []
    pending = [data]
    while pending:
        node = pending.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        for key in keys:
            places.append((node, key))
            if isinstance(node[key], dict | list):
                pending.append(node[key])
    if not places:
        return
    node, key = chance.choice(places)
    kind = chance.random()
    if kind < 0.7:
        node[key] = deepcopy(chance.choice(STRANGE))
    elif kind < 0.85:
        del node[key]
    elif isinstance(node, dict):
        node["extra"] = deepcopy(chance.choice(STRANGE))
    else:
        node.append(deepcopy(chance.choice(STRANGE)))


def mutate_arrays(arrays: Arrays, chance: random.Random) -> None:
    """Change the type, the shape, the size or the numbers of an array, or remove it."""
    if not arrays:
        return
    name = chance.choice(list(arrays))
    array = arrays[name]
    choice = chance.randrange(6)
    if choice == 0:
        del arrays[name]
    elif choice == 1:
        arrays[name] = array[: chance.randrange(len(array) + 1)].copy()
    elif choice == 2:
        arrays[name] = array.astype(chance.choice([np.float64, np.uint8, np.int64, np.float32]))
    elif choice == 3:
        arrays[name] = array.reshape(1, *array.shape)
    elif choice == 4 and array.size:
        flat = array.reshape(-1).view(np.uint8)
        for _ in range(chance.randrange(1, 9)):
            flat[chance.randrange(len(flat))] = chance.randrange(256)
    else:
        arrays[name] = np.concatenate([array, array])
