"""Refusals of shards of solved rivers, of training on them, and of their command."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import DamagedFileError
from fifthstreet.solvers import values
from tests.faults.files import rewrite
from tests.refusals.rows.cli import run
from tests.refusals.table import Table, face, new_file, new_path

table_loss = face("solvers.values.table_loss")
SOURCE = values.ShardSource(settings=values.SampleSettings(1, 1, 1))
OPTIONS = values.TableTrainingOptions(layers=1, units=4, epochs=2)


@cache
def shards() -> Any:
    """Return a folder of two shards, which rows do not change."""
    folder = new_path()
    assert len(list(values.generate_shards(folder, SOURCE, 2))) == 2
    return values.open_shards(folder)


def changed_shards(change: Callable[[Any, Any], Any]) -> Any:
    """Open a copy of the folder with another first shard."""
    folder = new_path()
    folder.mkdir()
    for path in shards().path.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    rewrite(folder / "000000.rivers", change)
    return values.open_shards(folder)


def array(name: str, value: Any) -> Callable[[Any, Any], Any]:
    return lambda _, arrays: arrays[name].fill(value)


def folder_of(*names: str) -> Path:
    """Return a new folder with empty files."""
    folder = new_path()
    folder.mkdir()
    for name in names:
        (folder / name).touch()
    return folder


def turn_samples(board: tuple[int, ...]) -> Any:
    """Return a sample of a turn on which betting changes nothing."""
    reach = np.full((1, 2, 1326), 255, np.uint8)
    one = np.ones(1, np.float32)
    targets = np.zeros(reach.shape, np.float16)
    return values.TurnSamples(one, np.array([board], np.uint8), reach, targets, one)


def training() -> Any:
    return values.TableTraining(shards(), OPTIONS)


def resumed(change: Callable[[Any, Any], Any], options: Any = OPTIONS) -> None:
    """Resume from a changed checkpoint after one epoch."""
    first, path = training(), new_path()
    first.run_epoch()
    first.save(path)
    rewrite(path, change)
    values.TableTraining(shards(), options).resume(path)


def case(street: str) -> Any:
    """Return a case in which every hand wins half of the pot."""
    situation = values.draw_case_situation(0, 0, street)
    return values.ExactCase(situation, np.zeros((2, 1326), np.float32))


def changed_cases(change: Callable[[Any, Any], Any]) -> Any:
    path = new_path()
    values.save_cases(path, [case("turn")])
    rewrite(path, change)
    return values.load_cases(path)


TABLE: Table = {
    "cli/values.py": [
        ("ValuesCommand._execute", lambda: run("values x y"), "action must be generate, train or"),
        (
            "ValuesCommand._execute",
            lambda: run("values test turn --epochs 3"),
            "--epochs requires train, got test",
        ),
        (
            "ValuesCommand._settings",
            lambda: run("values generate x --street river"),
            "--street must be turn or flop or preflop, got 'river'",
        ),
        (
            "ValuesCommand._settings",
            lambda: run("values generate x --flops 3"),
            "--flops requires --street preflop",
        ),
        (
            "ValuesCommand._training",
            lambda: run(f"values train {shards().path} --out {new_path()} --width 3"),
            "--width requires shards for the flop",
        ),
        ("ValuesCommand._train", lambda: run("values train x"), "train requires --out"),
        (
            "ValuesCommand._test",
            lambda: run("values test turn --cases x --situations 3"),
            "--cases cannot be combined with --situations or --save-cases",
        ),
        (
            "ValuesCommand._test",
            lambda: run("values test turn --situations 0"),
            "--situations must be at least 1, got 0",
        ),
        (
            "ValuesCommand._test",
            lambda: run("values test flop --cases tests/solvers/values/turn.cases"),
            "--cases must be for the street of the network, flop, got turn",
        ),
    ],
    "solvers/values/flop_samples.py": [
        (
            "FlopSampleSettings.__post_init__",
            lambda: values.FlopSampleSettings(flops=0),
            "flops must be from 1 to 10,000, got 0",
        ),
        (
            "FlopSampleSettings.__post_init__",
            lambda: values.FlopSampleSettings(depth="river"),
            "depth must be street or hand, got 'river'",
        ),
    ],
    "solvers/values/board_samples.py": [
        (
            "BoardSamples.check",
            lambda: turn_samples(board=(1, 2, 3, 3)).check(1),
            "boards must be 4 different cards from 0 to 51",
        ),
    ],
    "solvers/values/coordinate_loss.py": [
        (
            "BoardRows.of",
            lambda: values.CoordinateTraining(shards()),
            "samples must be flops or turns, got RiverSamples",
        ),
    ],
    "solvers/values/table_loss.py": [
        (
            "TableRows.of",
            lambda: table_loss.TableRows.of(turn_samples(board=(1, 2, 3, 4))),
            "samples must be rivers, got TurnSamples",
        ),
    ],
    "solvers/values/turn_samples.py": [
        (
            "TurnSampleSettings.__post_init__",
            lambda: values.TurnSampleSettings(boards=0),
            "boards must be from 1 to 10,000, got 0",
        ),
    ],
    "solvers/values/river_samples.py": [
        (
            "SampleSettings.__post_init__",
            lambda: values.SampleSettings(rivers=49),
            "rivers must be from 1 to 48, got 49",
        ),
        (
            "check_arrays",
            lambda: changed_shards(lambda _, arrays: arrays.update(stacks=np.ones(1))),
            "stacks must be float32 of shape (1,), got float64 of shape (1,)",
            DamagedFileError,
        ),
        (
            "check_arrays",
            lambda: changed_shards(array("tables", np.nan)),
            "tables must be finite",
            DamagedFileError,
        ),
        (
            "RiverSamples.check",
            lambda: changed_shards(array("weights", -1)),
            "weights must be at least 0",
            DamagedFileError,
        ),
        (
            "check_arrays",
            lambda: changed_shards(array("stacks", 0)),
            "stacks must be more than 0",
            DamagedFileError,
        ),
    ],
    "solvers/values/shards.py": [
        (
            "ShardSource.__post_init__",
            lambda: values.ShardSource(-1),
            "seed must be at least 0, got -1",
        ),
        (
            "ShardSource.__post_init__",
            lambda: values.ShardSource(0, "tpu"),
            "backend must be native or cuda, got 'tpu'",
        ),
        (
            "shard_numbers",
            lambda: values.open_shards(folder_of("000000.rivers", "000000.flops")),
            "must have shards for one street, got preflop and turn",
        ),
        (
            "generate_shards",
            lambda: list(values.generate_shards(folder_of("000000.flops"), SOURCE, 1)),
            "street must be preflop as in the shards of",
        ),
        ("shard_numbers", lambda: values.open_shards(new_file("")), "must be a folder of shards"),
        (
            "generate_shards",
            lambda: list(values.generate_shards(new_path(), SOURCE, 0)),
            "shards must be from 1 to 1,000,000, got 0",
        ),
        (
            "generate_shards",
            lambda: list(values.generate_shards(new_file(""), SOURCE, 1)),
            "must be a folder of shards",
        ),
        (
            "ShardFolder.read",
            lambda: shards().read([]),
            "the shards to read must be at least 1, got 0",
        ),
        (
            "open_shards",
            lambda: values.open_shards(new_path().parent),
            "must be a folder of shards, got one without shards",
        ),
        (
            "_check_source",
            lambda: changed_shards(lambda facts, _: facts.update(seed=1)).read([0, 1]),
            "seed must be 0 as in the shards of",
        ),
        (
            "_read",
            lambda: changed_shards(lambda facts, _: facts.update(number=1)),
            "number must be 0 as in its name, got 1",
            DamagedFileError,
        ),
        (
            "_read",
            lambda: changed_shards(lambda *_: "strategy"),
            "delete the file, and",
            DamagedFileError,
        ),
    ],
    "solvers/values/network_training.py": [
        (
            "TrainingOptions.__post_init__",
            lambda: values.TableTrainingOptions(units=0),
            "units must be from 1 to 4,096, got 0",
        ),
        (
            "TrainingOptions.__post_init__",
            lambda: values.TableTrainingOptions(rate=0),
            "rate must be more than 0 and at most 1, got 0",
        ),
        (
            "TrainingOptions.__post_init__",
            lambda: values.TableTrainingOptions(held_out=1),
            "held_out must be between 0 and 1, got 1",
        ),
        (
            "TrainingOptions.__post_init__",
            lambda: values.TableTrainingOptions(seed=-1),
            "seed must be at least 0, got -1",
        ),
        (
            "NetworkTraining.__init__",
            lambda: values.TableTraining(values.ShardFolder(Path("x"), SOURCE, (0,))),
            "x must have at least 2 shards, got 1",
        ),
        (
            "NetworkTraining.network",
            lambda: training().network(),
            "a training must have at least 1 epoch, got 0",
        ),
        (
            "NetworkTraining.resume",
            lambda: resumed(lambda *_: None, values.TableTrainingOptions(units=5)),
            "options must be the same as in",
        ),
        (
            "NetworkTraining.resume",
            lambda: resumed(array("curve", np.nan)),
            "curve must have 4 finite columns",
            DamagedFileError,
        ),
        (
            "NetworkTraining.resume",
            lambda: resumed(lambda _, arrays: arrays.update(curve=np.zeros((3, 4)))),
            "epochs must be 1 to 2, got 3",
            DamagedFileError,
        ),
        (
            "NetworkTraining.resume",
            lambda: resumed(array("mean", np.inf)),
            "mean must be finite, one number for each parameter",
            DamagedFileError,
        ),
    ],
    "solvers/values/places.py": [
        (
            "array_converter",
            lambda: values.TableTraining(shards(), OPTIONS, backend="tpu"),
            "backend must be native or cuda, got 'tpu'",
        ),
    ],
    "solvers/values/exact_cases.py": [
        (
            "draw_case_situation",
            lambda: values.draw_case_situation(0, 0, "river"),
            "street must be turn or flop or preflop, got 'river'",
        ),
        (
            "save_cases",
            lambda: values.save_cases(new_path(), [case("turn"), case("flop")]),
            "cases must be for the same street, got flop and turn",
        ),
        (
            "save_cases",
            lambda: values.save_cases(new_path(), []),
            "cases must have the same bet sizes, got 0 different ones",
        ),
        (
            "load_cases",
            lambda: changed_cases(lambda _, arrays: arrays.update(stacks=np.ones(2))),
            "boards must be at least one of 0, 3 or 4 cards, with a stack each",
            DamagedFileError,
        ),
        (
            "load_cases",
            lambda: changed_cases(array("boards", 52)),
            "cards must be from 0 to 51, got 52",
            DamagedFileError,
        ),
        (
            "load_cases",
            lambda: changed_cases(array("shares", np.inf)),
            "reach and shares must be finite, in the shape (1, 2, 1326)",
            DamagedFileError,
        ),
    ],
}
