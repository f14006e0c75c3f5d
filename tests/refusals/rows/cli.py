"""Refusals of the command-line program's options."""

from __future__ import annotations

import shlex
from functools import cache
from os import environ
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fifthstreet.errors import MissingLibraryError
from tests.cli.push_or_fold import PUSH_OR_FOLD
from tests.game.notation.texts import PHH
from tests.refusals.rows.arena import stored
from tests.refusals.rows.postflop import TEXT, checkpoint
from tests.refusals.rows.search import push_solver, street_solver
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import kuhn_training, river_file, turn

app = face("cli.app").app


def run(line: str, **values: object) -> Any:
    """Run a line of the program; words in braces stand for values."""
    words = [word.format(**values) for word in shlex.split(line)]
    return app(args=words, standalone_mode=False)


def show(options: str) -> Any:
    return run(f"show {{file}} {options}", file=river_file())


@cache
def turn_file() -> Path:
    path = new_path("turn.solution")
    turn().save(path)
    return path


@cache
def spot() -> Path:
    return new_file(TEXT, "spot.toml")


@cache
def flop_file() -> Path:
    return new_file(TEXT.replace("Td9d6hQc2s", "Td9d6h").replace("river =", "flop ="), "flop.toml")


@cache
def hands() -> Path:
    return new_file(PHH, "hand.phh")


@cache
def push_file() -> Path:
    path = new_path("push.preflop")
    push_solver().strategy().save(path)
    return path


def street_file() -> Path:
    path = new_path("street.preflop")
    street_solver().strategy().save(path)
    return path


def solve(options: str, **values: object) -> Any:
    return run(f"solve {{spot}} {options}", spot=spot(), **values)


def compare(options: str) -> Any:
    return run(f"compare {{file}} {options}", file=river_file())


def lock(strategy: str, file: Path | None = None) -> Any:
    return run("lock {file} r {strategy}", file=file or river_file(), strategy=strategy)


def train(options: str, **values: object) -> Any:
    return run(f"train {options}", **values)


def tree(options: str) -> Any:
    return run(f"tree --stack 100 --pot 20 {options}")


def online(options: str) -> Any:
    """Play online without a password or a key."""
    module = face("cli.online")
    with patch.dict(environ, {module._PASSWORD: "", module._KEY: ""}):
        return run(f"online {options}")


def no_memory(*_: object) -> None:
    raise MemoryError("out of memory")


def no_module(_: str) -> None:
    return None


MISSING: dict[str, Any] = {"cli.web.find_spec": no_module}


RECIPE = "[preflop]\nmethod = 'ehs'\nbuckets = 7\n"


def chart_of(options: str = "", *, board: tuple[int, ...]) -> Any:
    """Show the chart of uniform play from a flop on."""
    spot = face("").Spot.of("Td9d6h", 20, 40, oop="AA", ip="KK", bets="50%")
    uniform = face("tree.strategy").UniformStrategy(spot.tree, spot.ranges, board)
    return replaced(
        {"cli.chart.load_blueprint": lambda _: uniform},
        lambda: run(f"chart {{file}} {options}".strip(), file=kuhn_training()),
    )


WIZARD = next(name for name in face("cli.online")._SERVICES if name != "slumbot")


def shown_record(options: str, record: str = "-") -> Any:
    return run(f"arena random random --game course --record {record} {options}")


def show_twice() -> Any:
    new = new_path("x.svg")
    return run("show {file} --svg {new} --html {new}", file=river_file(), new=new)


TABLE: Table = {
    "cli/abstraction.py": [
        ("AbstractionCommand._execute", lambda: run("abstraction x tiny"), "action must be"),
        (
            "AbstractionCommand._execute",
            lambda: run("abstraction show {file}", file=new_file(RECIPE, "own.toml")),
            "is not built yet",
        ),
    ],
    "cli/acpc.py": [
        ("AcpcCommand._execute", lambda: run("acpc x y"), "role must be dealer or client"),
        ("AcpcCommand._deal", lambda: run("acpc dealer a b"), "requires one game, like nolimit-2p"),
        (
            "AcpcCommand._play_as_client",
            lambda: run("acpc client localhost 9"),
            "a client requires one agent",
        ),
        (
            "AcpcCommand._deal",
            lambda: run("acpc dealer nolimit-2p --agent random --start-seconds 0.01"),
            "the match ended after 0 hands",
        ),
        (
            "_names",
            lambda: run("acpc dealer nolimit-2p --agent random --agent random --player a"),
            "the game has 2 seats, got 1 players and 2 agents",
        ),
        ("_address", lambda: run("acpc client localhost"), "must be a host and a port"),
        ("_ports", lambda: run("acpc dealer nolimit-2p --ports x"), "separated by commas, got"),
    ],
    "cli/arena.py": [
        ("ArenaCommand._execute", lambda: run("arena"), "specify agents, like random"),
        ("ArenaCommand._execute", lambda: run("arena random random --phh x"), "require --out"),
        (
            "ArenaCommand._execute",
            lambda: run("arena random random --cluster auto --workers 2"),
            "--workers cannot be combined with --cluster",
        ),
        (
            "ArenaCommand._check_shown_record",
            lambda: shown_record("--pause", "record.txt --out x --keep-hands"),
            "--pause requires --record -",
        ),
        (
            "ArenaCommand._check_shown_record",
            lambda: shown_record("--rounds-not-to-pause 2"),
            "--rounds-not-to-pause requires --pause",
        ),
        (
            "ArenaCommand._check_shown_record",
            lambda: shown_record("--pause --rounds-not-to-pause 0"),
            "must be at least 1, got 0",
        ),
        (
            "ArenaCommand._check_shown_record",
            lambda: shown_record("--json"),
            "cannot be combined with --json",
        ),
        (
            "ArenaCommand._check_shown_record",
            lambda: shown_record("--workers 2"),
            "--record - plays in one process",
        ),
        ("ArenaCommand._replay", lambda: run("arena --hand 0.0.1"), "--hand requires --replay"),
        (
            "ArenaCommand._replay",
            lambda: run("arena random --replay {file} --hand 0.0.1", file=stored()),
            "--replay cannot be combined with agents",
        ),
    ],
    "cli/chart.py": [
        (
            "ChartCommand._strategy",
            lambda: run("chart {file}", file=spot()),
            "must be a solved file, got a TOML file",
        ),
        ("ChartCommand._on_board", lambda: chart_of(board=()), "specify --board"),
        (
            "ChartCommand._on_board",
            lambda: chart_of("--board 2c3c4c", board=(0, 5, 10)),
            "--board requires a strategy for many boards",
        ),
    ],
    "cli/command.py": [
        ("checked_limit", lambda: solve("--time-limit -1"), "--time-limit must be at least 0"),
    ],
    "cli/compare.py": [
        ("CompareCommand._execute", lambda: compare(""), "another solution or --actions"),
        ("CompareCommand._execute", lambda: compare("--actions x --player z"), "--player must be"),
        ("CompareCommand._execute", lambda: compare("--actions x"), "--actions must be two"),
        (
            "CompareCommand._execute",
            lambda: compare("--actions 'x, b50%' --player ip"),
            "--player must be the player who acts",
        ),
    ],
    "cli/evaluate.py": [
        ("EvaluateCommand._execute", lambda: run("evaluate As --type x"), "--type must be one of"),
    ],
    "cli/files.py": [
        (
            "check_writable",
            lambda: show_twice(),
            "each option must have its own file",
        ),
    ],
    "cli/flops.py": [
        (
            "_decision",
            lambda: run("flops {file} --at x/x/8c --sample 1", file=flop_file()),
            "--at must have n in place of dealt cards",
        ),
        (
            "_decision",
            lambda: run("flops {file} --at x/x --sample 1", file=flop_file()),
            "--at must be a line to a decision",
        ),
    ],
    "cli/lock.py": [
        ("LockCommand._open", lambda: lock("x", kuhn_training()), "must be a solution or a check"),
        (
            "LockCommand._lock",
            lambda: run("lock {file} r solved --hands AA", file=river_file()),
            "--hands cannot be combined with --scale or 'solved'",
        ),
        (
            "LockCommand._lock",
            lambda: run("lock {file} r {mix} --scale", file=river_file(), mix="x 50%, b50% 50%"),
            "--scale requires one action, like 'x 80%', got 2",
        ),
        ("parse_shares", lambda: lock("x, b50%"), "got 'x' without a share"),
        ("parse_shares", lambda: lock("x 50%, x 50%"), "must name each action once"),
        ("parse_shares", lambda: lock(","), "got an empty text"),
    ],
    "cli/online.py": [
        ("OnlineCommand._execute", lambda: run("online x"), "service must be slumbot"),
        ("OnlineCommand._execute", lambda: run("online slumbot"), "specify an agent"),
        (
            "OnlineCommand._bot",
            lambda: online("slumbot --agent random --username a"),
            "--username requires the environment variable",
        ),
        (
            "OnlineCommand._bot",
            lambda: online(f"{WIZARD} --agent random --username a"),
            "--username requires the service slumbot",
        ),
        (
            "OnlineCommand._bot",
            lambda: online(f"{WIZARD} --agent random"),
            "GTO Wizard requires a key",
        ),
    ],
    "cli/preflop_street.py": [
        (
            "check_depth",
            lambda: run("preflop --depth x"),
            "--depth must be hand or street, got 'x'",
        ),
        (
            "check_depth",
            lambda: run("preflop --network x.values"),
            "--network requires --depth street",
        ),
        (
            "check_depth",
            lambda: run("preflop --depth street --precision float32"),
            "--precision requires --depth hand",
        ),
        (
            "check_depth",
            lambda: run("preflop --depth street --bets 50%"),
            "--bets requires --depth hand or --held-out",
        ),
        (
            "street_solver",
            lambda: run("preflop {file} --depth street --flops 25", file=new_file(PUSH_OR_FOLD)),
            "--flops requires a game that gets to a flop",
        ),
    ],
    "cli/preflop.py": [
        (
            "PreflopCommand._checked_limit",
            lambda: run("preflop --save-every 0"),
            "--save-every must be",
        ),
        (
            "PreflopCommand._checked_limit",
            lambda: run("preflop --target 0"),
            "--target must be above 0",
        ),
        (
            "PreflopCommand._check_resumed",
            lambda: run("preflop --resume {file} --stack 9", file=push_file()),
            "--resume cannot be combined",
        ),
        (
            "PreflopCommand._game",
            lambda: run("preflop --resume {file}", file=street_file()),
            "--resume requires a strategy with flops",
        ),
        (
            "PreflopCommand._with_menus",
            lambda: run("preflop --max-raises 1.5"),
            "--max-raises must be whole numbers",
        ),
        (
            "PreflopCommand._ring_run",
            lambda: run("preflop --seats 6 --depth hand"),
            "--depth hand requires two players: with --seats, omit it",
        ),
        (
            "PreflopCommand._ring_run",
            lambda: run("preflop --seats 6 --max-raises 2,1"),
            "--max-raises must be one whole number with --seats, got '2,1'",
        ),
        (
            "PreflopCommand._rake",
            lambda: run("preflop --seats 3 --rake-cap 3"),
            "--rake-cap requires --rake-rate",
        ),
    ],
    "cli/show.py": [
        (
            "ShowCommand._execute",
            lambda: run("show {file} r:k:k:n --hand AA", file=turn_file()),
            "--hand shows a single node",
        ),
        ("ShowCommand._check", lambda: show("--player x"), "--player must be oop or ip, got 'x'"),
        ("ShowCommand._check_options", lambda: show("--grid x"), "--grid must be one of"),
        ("ShowCommand._check", lambda: show("--report x"), "--report must be"),
        ("ShowCommand._check", lambda: show("--distribution x"), "--distribution must be"),
        ("ShowCommand._check", lambda: show("--hand AA --classes"), "specify --hand or --classes"),
        (
            "ShowCommand._check_options",
            lambda: show("--hand AA --svg x.svg"),
            "be combined with --hand",
        ),
        ("ShowCommand._check", lambda: show("--classes --svg x.svg"), "with --classes: use --html"),
        (
            "_report_path",
            lambda: run("show {file} r:k:k:n --report turn", file=turn_file()),
            "--report must be river",
        ),
    ],
    "cli/size.py": [
        ("SizeCommand._execute", lambda: run("size"), "specify a game: a spot file"),
        ("_refuse", lambda: run("size kuhn --stack 5"), "--stack does not apply to kuhn"),
    ],
    "cli/memory.py": [
        (
            "parse_memory",
            lambda: run("size {file} --memory x", file=spot()),
            "like 8GB, 500MB or 1e9",
        ),
    ],
    "cli/solve.py": [
        (
            "SolveCommand._solve_within",
            lambda: solve("--memory 1GB --precision int16"),
            "--memory chooses --precision and --abstraction",
        ),
        (
            "SolveCommand._solve_within",
            lambda: solve("--memory 1GB --table-folder unused"),
            "omit --table-folder",
        ),
        ("SolveCommand._execute", lambda: solve("--depth x"), "--depth must be hand or street"),
        ("SolveCommand._solve", lambda: solve("--checkpoint-every 0"), "--checkpoint-every must"),
        (
            "SolveCommand._check_same",
            lambda: solve("--checkpoint {file}", file=checkpoint()),
            "has a different spot",
        ),
        ("_last_street", lambda: solve("--save-streets flop"), "--save-streets must be river"),
        ("_check_export", lambda: solve("--export x.doc"), "--export must end in"),
        (
            "_check_export",
            lambda: replaced(
                {"cli.solve.find_spec": no_module}, lambda: solve("--export x.parquet")
            ),
            "requires pyarrow",
            MissingLibraryError,
        ),
    ],
    "cli/solve_street.py": [
        (
            "check_options",
            lambda: solve("--depth street --save-bytes"),
            "--save-bytes requires --depth hand",
        ),
        (
            "check_options",
            lambda: solve("--depth street --backend reference"),
            "--backend reference requires --depth hand",
        ),
    ],
    "cli/spot_options.py": [
        ("new_rules", lambda: run("tree"), "specify --stack, the chips of each player"),
        ("numbers", lambda: run("tree --stack x"), "--stack must be numbers like '1, 2', got 'x'"),
        (
            "each_player",
            lambda: run("tree --stack 1,2,3 --players 2 --pot 5"),
            "--stack must have 1 or 2 numbers, got 3",
        ),
        ("street_number", lambda: tree("--first x"), "--first must be one of"),
    ],
    "cli/train_comparison.py": [
        ("comparison_solvers", lambda: train("--compare cfr"), "--compare requires --game"),
    ],
    "cli/train_presets.py": [
        ("preset_game", lambda: train("--preset x"), "--preset must be"),
        (
            "preset_game",
            lambda: train("--preset tiny --game kuhn"),
            "--preset tiny requires --game",
        ),
    ],
    "cli/train.py": [
        (
            "TrainCommand._check_output",
            lambda: train("--game kuhn --iterations 1 --strategy {new}", new=new_path()),
            "--strategy requires --game nlhe",
        ),
        (
            "TrainCommand._check_output",
            lambda: train("--preset phase-1 --iterations 1 --table"),
            "--table requires one board at the start",
        ),
        (
            "TrainCommand._execute",
            lambda: replaced(
                {"cli.train.TrainCommand._run": no_memory},
                lambda: train("--game kuhn --iterations 1"),
            ),
            "out of memory",
        ),
        ("TrainCommand._check_numbers", lambda: train("--iterations 0.5"), "whole number from 1"),
        ("TrainCommand._check_numbers", lambda: train("--seconds 0"), "--seconds must be above 0"),
        ("TrainCommand._check_numbers", lambda: train("--checkpoint-every 0"), "above 0 seconds"),
        ("TrainCommand._check_numbers", lambda: train("--evaluation-hands -1"), "at least 0, got"),
        (
            "TrainCommand._compare",
            lambda: train("--game kuhn --compare cfr --algorithm cfr"),
            "--algorithm cannot be used with --compare",
        ),
        (
            "TrainCommand._compare",
            lambda: train("--game kuhn --compare cfr --target 1%"),
            "--target must be in chips per player with --compare",
        ),
        ("TrainCommand._training", lambda: train(""), "specify --game: one of"),
        ("TrainCommand._training", lambda: train("--game kuhn --option x=1"), "got 'x'"),
        (
            "TrainCommand._training",
            lambda: train("--game kuhn --algorithm cfr --seed 5"),
            "--seed requires sampling, got cfr",
        ),
        (
            "TrainCommand._check_same",
            lambda: train("--game leduc --resume {file}", file=kuhn_training()),
            "must be a training of Leduc",
        ),
        (
            "TrainCommand._check_same",
            lambda: train("--algorithm external --resume {file}", file=kuhn_training()),
            "algorithm must be cfr as in",
        ),
        (
            "TrainCommand._distribute",
            lambda: train("--game kuhn --cluster auto --iterations 1"),
            "--cluster requires --game nlhe",
        ),
        ("_parsed_target", lambda: train("--target x"), "--target must be"),
        ("_parsed_target", lambda: train("--target 0"), "--target must be above 0, got 0"),
        (
            "_share_of_the_pot",
            lambda: train("--game kuhn --target 1%"),
            "does not start with a pot",
        ),
    ],
    "cli/tree.py": [
        ("TreeCommand._execute", lambda: tree("--depth -1"), "--depth must be at least 0, got -1"),
        (
            "TreeCommand._execute",
            lambda: replaced({"cli.tree.MAX_NODES": 5}, lambda: tree("--at x")),
            "use fewer sizes or raises",
        ),
    ],
    "cli/tree_options.py": [
        (
            "TreeCommandOptions._rules",
            lambda: run("tree {file} --players 3", file=spot()),
            "--players must be 2 with a spot file, got 3",
        ),
        ("_menu_parts", lambda: tree("--flop x"), "--flop must be like 'bet 60%, a; raise 2.5x'"),
    ],
    "cli/web.py": [
        (
            "WebCommand._execute",
            lambda: replaced(MISSING, lambda: run("web")),
            "the web app requires",
            MissingLibraryError,
        ),
        ("WebCommand._execute", lambda: run("web --port 99999"), "--port must be from 0 to 65535"),
    ],
    "cli/converting.py": [
        (
            "ValueConverter._converted",
            lambda: run("tree --players x"),
            "--players must be a whole number, got 'x'",
        ),
    ],
}
