"""Refusals of spots, their files, the range solver and its solutions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError, MissingLibraryError, NotEnoughMemoryError
from tests.refusals.rows.tree import flop
from tests.refusals.table import Table, face, new_file, new_path, replaced, without
from tests.refusals.things import (
    restored,
    rewritten,
    river,
    river_file,
    river_spot,
    solved,
    turn,
    turn_spot,
)

fs = face("")
postflop = face("solvers.postflop")
FLOP_FILES = face("solvers.postflop.flops.flop_files")
Lock = fs.Lock
BIG = "solvers.postflop.solving.estimates.available_bytes"
CUDA = "solvers.postflop.backends.cuda.backend"
DEVICE = "solvers.postflop.backends.cuda.device.import_module"


def bucket_solver() -> Any:
    """Return a solver of the spot on the turn with three buckets on each river."""
    return fs.Solver(turn_spot(), river_buckets=3)


def load_buckets(bucket: int) -> Any:
    """Load a checkpoint in which a hand has another bucket."""
    solver, path = bucket_solver(), new_path("turn.checkpoint")
    solver.plan.buckets.bucket[0][0, 0] = bucket
    solver.save(path)
    return postflop.load_checkpoint(path)


def spot(board: str = "Td9d6hQc2s", pot: Any = 20, stack: Any = 40, **options: Any) -> Any:
    usual = {"oop": "AA,KK,55", "ip": "QQ,JJ,44", "bets": "50%"}
    return fs.Spot.of(board, pot, stack, **(usual | options))


TEXT = """board = "Td9d6hQc2s"
pot = 20
stack = 40
ranges = { oop = "AA", ip = "KK" }
sizes = { river = { bet = "50%", raise = "60%" } }
"""


def toml(old: str = "", new: str = "", add: str = "") -> Any:
    assert old in TEXT
    return postflop.parse_spot(TEXT.replace(old, new, 1) + add)


def gadget(kind: str = "maxmargin", player: int = 0, values: Any = None) -> Any:
    return postflop.RootGadget(kind, player, np.zeros(1326) if values is None else values)


def solve_gadget(**options: Any) -> Any:
    return solved(replace(river_spot(), gadget=gadget("resolve", **options)))


@cache
def solver() -> Any:
    made = fs.Solver(river_spot(), threads=1)
    made.run(1)
    return made


@cache
def checkpoint() -> Any:
    path = new_path("river.checkpoint")
    solver().save(path)
    return path


def draft(path: str = "r") -> Any:
    return postflop.LockDraft.of(river().node(path))


def never_reached() -> Any:
    checking = solved(replace(river_spot(), locks=(Lock("r", {"k": 1}),)))
    return postflop.LockDraft.of(checking.node("r:b10:b34"))


def fits() -> Any:
    return face(CUDA).check_device_memory(solver().tables)


def holdem(**options: Any) -> Any:
    return postflop.SpotGame(options.pop("spot", turn_spot()), **options)


def cupy(count: Any) -> Any:
    """Return a stand-in for CuPy on a machine with some number of GPUs."""
    error = type("CUDARuntimeError", (RuntimeError,), {})

    def devices() -> int:
        if count is None:
            raise error("no driver")
        return int(count)

    runtime = SimpleNamespace(getDeviceCount=devices, CUDARuntimeError=error)
    return lambda _: SimpleNamespace(cuda=SimpleNamespace(runtime=runtime))


def flops_file(kind: str = "fifthstreet flops", version: int = FLOP_FILES._VERSION) -> Any:
    path = new_path("x.flops")
    face("support.storage").LineFile(path, kind, version, {"settings": {}})
    return postflop.load_flops(path)


def flop_spot(**options: Any) -> Any:
    return spot("Td9d6h", **options)


def blocked() -> Any:
    """Return a spot whose first range a flop can block."""
    return flop_spot(oop="AsAh")


def truncated() -> Any:
    """Return a solution of a turn that is stored without its river."""
    path = new_path("turn.solution")
    turn().save(path, last_street=2)
    return fs.open_solution(path)


def load(change: Any) -> Any:
    return postflop.load_checkpoint(rewritten(checkpoint(), change))


TABLE: Table = {
    "solvers/postflop/backends/backend.py": [
        ("pick_backend", lambda: fs.Solver(river_spot(), backend="x"), "backend must be one of"),
    ],
    "solvers/postflop/backends/cuda/backend.py": [
        (
            "check_device_memory",
            lambda: replaced({f"{CUDA}.free_bytes": lambda: 9}, fits),
            "not enough GPU memory",
            NotEnoughMemoryError,
        ),
    ],
    "solvers/postflop/backends/cuda/device.py": [
        (
            "load_cupy",
            lambda: without("cupy", lambda: fs.Solver(river_spot(), backend="cuda")),
            "backend cuda requires CuPy",
            MissingLibraryError,
        ),
        (
            "load_cupy",
            lambda: replaced({DEVICE: cupy(None)}, lambda: fs.Solver(river_spot(), backend="cuda")),
            "backend cuda finds no GPU: no driver",
        ),
        (
            "load_cupy",
            lambda: replaced({DEVICE: cupy(0)}, lambda: fs.Solver(river_spot(), backend="cuda")),
            "it requires an NVIDIA GPU and its driver",
        ),
    ],
    "solvers/postflop/backends/native.py": [
        (
            "NativeBackend.river_values",
            lambda: solver().backend.river_values(0, postflop.ValueMode.AVERAGE, 9),
            "runout must be from 0 to 0, got 9",
        ),
        (
            "_check_player",
            lambda: solver().backend.river_values(2, postflop.ValueMode.AVERAGE, 0),
            "player must be 0 or 1, got 2",
        ),
    ],
    "solvers/postflop/backends/river_buckets.py": [
        (
            "with_river_buckets",
            lambda: fs.Solver(turn_spot(), river_buckets=0),
            "buckets must be at least 1, got 0",
        ),
    ],
    "solvers/postflop/backends/tables.py": [
        ("check_precision", lambda: fs.Solver(river_spot(), precision="x"), "precision must be"),
    ],
    "solvers/postflop/flops/flop_files.py": [
        ("load_flops", lambda: flops_file("x"), "is not a file of", DamagedFileError),
        (
            "load_flops",
            lambda: flops_file(version=0),
            "got 0",
            DamagedFileError,
        ),
        (
            "load_flops",
            flops_file,
            "no flop is solved",
            DamagedFileError,
        ),
    ],
    "solvers/postflop/flops/flops.py": [
        (
            "deal_flops",
            lambda: postflop.deal_flops(flop_spot(), sample=1, subset=25),
            "cannot be combined",
        ),
        ("deal_flops", lambda: postflop.deal_flops(river_spot()), "board must be a flop"),
        (
            "deal_flops",
            lambda: postflop.deal_flops(flop_spot(oop="AsKs"), subset=25),
            "the same hands in all suits",
        ),
        (
            "deal_flops",
            lambda: postflop.deal_flops(flop_spot(), sample=0),
            "sample must be from 1 to 22,100 flops, got 0",
        ),
        (
            "deal_flops",
            lambda: postflop.deal_flops(blocked(), sample=1, seed=7),
            "possible on these flops",
        ),
        (
            "_symmetry",
            lambda: postflop.deal_flops(flop_spot(locks=(Lock("r:k:k:nAs", {"k": 1}),))),
            "locks must name no cards",
        ),
        (
            "solve_flops",
            lambda: list(postflop.solve_flops([], flops_per_job=0)),
            "flops_per_job must be",
        ),
    ],
    "solvers/postflop/solution/card_reports.py": [
        ("_decision_path", lambda: fs.card_report(river(), "r"), "where no card is dealt"),
        ("_decision_path", lambda: fs.card_report(turn(), "r:k:k:n:k:k"), "lead to a decision"),
    ],
    "solvers/postflop/solution/comparison.py": [
        (
            "compare_nodes",
            lambda: postflop.compare_nodes(river().root, turn().root),
            "the nodes must have the same board",
        ),
        (
            "compare_actions",
            lambda: postflop.compare_actions(river().root, "k", "x"),
            "action at 'r' must be one of k, b10, got 'x'",
        ),
    ],
    "solvers/postflop/solution/distribution.py": [
        ("range_distribution", lambda: fs.range_distribution(river().root, "x"), "kind must be"),
    ],
    "solvers/postflop/solution/lock_draft.py": [
        ("LockDraft.of", lambda: draft("r:k:k"), "a lock requires a decision, got 'r:k:k'"),
        ("LockDraft.of", never_reached, "no hand of OOP reaches 'r:b10:b34'"),
        ("LockDraft.scaled", lambda: draft().scaled("x", 0.5), "action must be one of k, b10"),
        ("LockDraft._matching", lambda: draft().painted("33", {"k": 1}), "OOP never has '33'"),
    ],
    "solvers/postflop/solution/node_hands.py": [
        ("NodeHands.held", lambda: river().root["Td9d"], "holds a card of the board"),
        ("NodeHands.held", lambda: river().root["33"], "OOP never has '33' at 'r'"),
    ],
    "solvers/postflop/solution/solution.py": [
        ("Solution.paths", lambda: list(river().paths("As")), "up to 0 cards not on the board"),
        ("Solution.to_frame", lambda: river().to_frame("r"), "got the string 'r'"),
        ("Solution.save", lambda: solve_gadget().save(new_path()), "with a gadget cannot be saved"),
        (
            "Solution._checked_street",
            lambda: river().save(new_path(), last_street=1),
            "last_street must be 3 (river), got 1",
        ),
    ],
    "solvers/postflop/solving/budget.py": [
        ("choose_solve", lambda: postflop.choose_solve(turn_spot(), 0), "at least 1 byte, got 0"),
        (
            "choose_solve",
            lambda: postflop.choose_solve(turn_spot(), 10**9, seconds=0),
            "seconds must be above 0, got 0",
        ),
        (
            "_smaller",
            lambda: postflop.choose_solve(turn_spot(), 10),
            "even the smallest tree does not fit",
            NotEnoughMemoryError,
        ),
    ],
    "solvers/postflop/solving/estimates.py": [
        (
            "check_spot",
            lambda: replaced({BIG: lambda: 1000}, lambda: fs.Solver(large_spot())),
            "not enough memory: the tree of",
            NotEnoughMemoryError,
        ),
        (
            "_check_bytes",
            lambda: replaced({BIG: lambda: 1000}, lambda: fs.Solver(river_spot())),
            "not enough memory: the tables need",
            NotEnoughMemoryError,
        ),
        (
            "backend_on_disk",
            lambda: fs.Solver(river_spot(), table_folder="unused", backend="cuda"),
            "with a table_folder, got cuda",
        ),
    ],
    "solvers/postflop/solving/evaluate.py": [
        (
            "strategy_spot",
            lambda: postflop.strategy_spot(fs.UniformStrategy(flop(), [fs.Range("AA")] * 2)),
            "two players and a board",
        ),
    ],
    "solvers/postflop/solving/files.py": [
        (
            "_check_sections",
            lambda: fs.open_solution(rewritten(river_file(), drop="averages")),
            "is missing",
            DamagedFileError,
        ),
        (
            "_check_sections",
            lambda: fs.open_solution(rewritten(river_file(), square="averages")),
            "of shape",
            DamagedFileError,
        ),
        (
            "load_checkpoint",
            lambda: load(lambda facts: facts.update(backend="x")),
            "backend must be one of",
            DamagedFileError,
        ),
        (
            "_plan",
            lambda: fs.open_solution(rewritten(river_file(), cut="averages")).root,
            "whose tables have a different layout",
            DamagedFileError,
        ),
    ],
    "solvers/postflop/solving/resolving.py": [
        (
            "start_resolve",
            lambda: postflop.start_resolve(river(), spot(pot=30)),
            "must differ only",
        ),
    ],
    "solvers/postflop/solving/river_buckets.py": [
        ("parse_abstraction", lambda: postflop.parse_abstraction("x"), "must be river-N"),
        ("check_buckets", lambda: fs.Solver(river_spot(), river_buckets=3), "got a river"),
        (
            "check_buckets",
            lambda: fs.Solver(
                postflop.with_lock(turn_spot(), Lock("r:k:k:n2c", {"k": 1.0})), river_buckets=3
            ),
            "no locks on the river, got r:k:k:n2c",
        ),
        (
            "backend_of_buckets",
            lambda: fs.Solver(turn_spot(), river_buckets=3, backend="reference"),
            "got reference",
        ),
        ("read_buckets", lambda: load_buckets(7), "buckets that do not exist", DamagedFileError),
    ],
    "solvers/postflop/solving/solver.py": [
        ("Solver.first_street", lambda: solver().first_street(), "requires a flop or turn"),
        (
            "Solver.restore",
            lambda: restored(fs.Solver(river_spot()), lambda state: state.update(precision="x")),
            "different precision",
        ),
        (
            "Solver.restore",
            lambda: restored(bucket_solver(), lambda state: state["oop/buckets"].fill(1)),
            "different buckets",
        ),
        (
            "Solver.resume_tables",
            lambda: load(lambda facts: facts.update(iteration=0)),
            "are later than iteration 0",
            DamagedFileError,
        ),
    ],
    "solvers/postflop/solving/subgames.py": [
        (
            "TruncatedSolution._unverified_backend",
            lambda: truncated().backend,
            "must be saved with all streets, but ends with the turn",
        ),
    ],
    "solvers/postflop/solving/time_estimate.py": [
        (
            "estimate_time",
            lambda: postflop.estimate_time(river_spot(), target_pot_percent=nan),
            "target_pot_percent must be at least 0, got nan",
        ),
    ],
    "solvers/postflop/spot/gadget.py": [
        ("RootGadget.__post_init__", lambda: gadget("x"), "gadget must be"),
        ("RootGadget.__post_init__", lambda: gadget(player=2), "must be 0 or 1, got 2"),
        ("RootGadget.__post_init__", lambda: gadget(values=[1]), "must be 1326 numbers, got (1,)"),
        ("RootGadget.__post_init__", lambda: gadget(values=np.full(1326, inf)), "finite chips"),
        ("gadget_rows", lambda: solve_gadget(values=np.full(1326, nan)), "chips for each hand"),
    ],
    "solvers/postflop/spot/holdem_game.py": [
        (
            "SpotGame.__post_init__",
            lambda: holdem(spot=spot(locks=(Lock("r", {"k": 1}),))),
            "the spot must have no locks",
        ),
        ("SpotGame.__post_init__", lambda: holdem(spot=spot(max_raises=0)), "no player can bet"),
        (
            "SpotGame.__post_init__",
            lambda: holdem(runout="2c3c"),
            "must be at most 1 cards after 4",
        ),
        ("SpotGame.__post_init__", lambda: holdem(runout="Td"), "Td is on the board"),
        ("SpotGame.__post_init__", lambda: holdem(deal=("AsAh",)), "deal must be two hands, got 1"),
        ("SpotGame._fixed_hands", lambda: holdem(deal=("AsAh", "AsKs")), "As is dealt already"),
        (
            "SpotGame.__post_init__",
            lambda: holdem(spot=spot("Td9d6hQc", oop="AsKs,5s5h", ip="AsQs"), runout="5s"),
            "all pairs of hands left share a card",
        ),
    ],
    "solvers/postflop/spot/places.py": [
        ("find_place", lambda: turn().node("r:k:k:n"), "path must name all 1 cards"),
        ("find_place", lambda: turn().node("r:k:k:nTd"), "Td in 'r:k:k:nTd' is on the board"),
    ],
    "solvers/postflop/spot/spot.py": [
        ("Spot.__post_init__", lambda: spot("As"), "board must have 3 to 5 cards, got 1"),
        ("Spot.__post_init__", lambda: replace(river_spot(), board=(0, 1, 99)), "0 to 51, got 99"),
        ("Spot.__post_init__", lambda: replace(river_spot(), board=(0, 1, 1)), "appears twice"),
        (
            "Spot.__post_init__",
            lambda: replace(river_spot(), rules=replace(river_spot().rules, stacks=(9, 8))),
            "stacks must be two equal ones",
        ),
        (
            "Spot.__post_init__",
            lambda: replace(river_spot(), rules=replace(river_spot().rules, stacks=(0, 0))),
            "stack must be a positive number of chips, got 0",
        ),
        ("Spot.__post_init__", lambda: spot(oop="TdTc", board="TdTc2s3s4s"), "ranges.oop: no hand"),
        ("Spot.__post_init__", lambda: spot(oop="AsKs", ip="AsQs"), "every hand of oop shares"),
        ("Spot.of", lambda: spot(oop="zz"), "ranges.oop: "),
        ("Spot.of", lambda: spot(pot=0), "pot must be a positive number of chips, got 0"),
        ("parse_board", lambda: spot("Zz"), "board: "),
    ],
    "solvers/postflop/spot/spot_file.py": [
        ("_menu", lambda: toml("raise =", "oop = {}, raise ="), "must be inside oop or ip"),
    ],
    "solvers/postflop/spot/spot_fields.py": [
        ("parse_fields", lambda: toml(add="="), "not TOML"),
        ("read_fields", lambda: fs.read_spot(new_path()), "cannot read"),
        ("read_fields", lambda: fs.read_spot(new_file(b"\xff")), "not UTF-8 text"),
        (
            "tree_fields",
            lambda: toml(add="tree.max_raises = 1.5"),
            "must be an integer, or one per",
        ),
        (
            "locked_hands",
            lambda: postflop.locked_hands("flush", "r:k:k:n", "Td9d6hQc"),
            "name the cards that 'r:k:k:n' deals",
        ),
        ("named", lambda: fs.read_spot(new_file("=", "a.toml")), "a.toml: not TOML"),
        ("check_names", lambda: toml(add="x = 1"), "x: no such field"),
        ("needed_field", lambda: toml("pot = 20", ""), "pot is missing"),
        ("table_field", lambda: toml(add="tree = 7"), "tree must be a table with"),
        ("list_field", lambda: toml(add="lock = 7"), "must be a list, got 7"),
        ("text_field", lambda: toml('board = "Td9d6hQc2s"', "board = 7"), "board must be a string"),
        (
            "chip_fields",
            lambda: toml("pot = 20", "pot = '20bb'"),
            "stack must be in big blinds too",
        ),
        ("number_field", lambda: toml(add="tree.merge = 'x'"), "merge must be a number, got 'x'"),
    ],
}


def large_spot() -> Any:
    """Return a spot on the flop with many sizes."""
    return spot("Td9d6h", stack=900, bets="25%, 50%, 75%, 100%, 150%", raises="50%, 100%")
