"""Samples for networks at the end of the flop: what they hold, and their shards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_MASKS, compatible_weights
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values import (
    LaterBetting,
    ShardSource,
    TurnSamples,
    TurnSampleSettings,
    WrittenShard,
    generate_shards,
    open_shards,
)
from fifthstreet.solvers.values.rest_solver import RestSolver
from fifthstreet.solvers.values.river_samples import iterations_for
from fifthstreet.solvers.values.river_tables import BoardHands
from fifthstreet.solvers.values.shards import shard_path
from fifthstreet.support.executors import ProcessExecutor
from tests.faults.files import rewrite

JAM = LaterBetting("a", "", 1)
SETTINGS = TurnSampleSettings(boards=1, ranges=2, iterations=3, betting=JAM)
SOURCE = ShardSource(5, settings=SETTINGS)


@pytest.fixture(scope="module")
def samples() -> TurnSamples:
    return TurnSampleSettings(2, 2, 40, JAM).solve(4, 0, "native")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return two shards, by the name of their file."""
    folder = tmp_path_factory.mktemp("solved") / "turns"
    assert len(list(generate_shards(folder, SOURCE, 2))) == 2
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_targets_are_what_hands_win_beside_their_equity(samples: TurnSamples) -> None:
    """On the board of each sample, solved again by itself, and compared on all rivers."""
    for at in (0, 3):
        board = tuple(int(card) for card in samples.boards[at])
        reach = samples.reach[at].astype(np.float32) / 255
        solver = RestSolver([board], float(samples.stacks[at]), JAM, backend="native")
        shares = solver.solve(reach[None], 40).shares[0]
        rivers = [(*board, card) for card in range(52) if card not in board]
        hands = BoardHands.of(rivers, reach)
        met = hands.met.sum(axis=0)
        equity = (hands.equity * hands.met).sum(axis=0) / np.maximum(met, 1e-9)
        expected = np.where(met > 1e-3, shares - equity / 2, 0)
        known = np.where(met > 1e-3, samples.targets[at], 0)
        assert np.abs(known - expected).max() < 0.01 * max(1, np.abs(expected).max())


def test_targets_sum_to_zero(samples: TurnSamples) -> None:
    reach = samples.reach / 255
    dealt = reach * compatible_weights(reach[:, ::-1])
    won = (dealt * samples.targets).sum(axis=2) / dealt.sum(axis=2)
    assert won.sum(axis=1) == pytest.approx(0, abs=1e-3)
    assert np.abs(won).max() > 1e-3


def test_hands_of_the_board_have_nothing(samples: TurnSamples) -> None:
    for at, board in enumerate(samples.boards):
        blocked = HOLE_MASKS & np.uint64(sum(1 << int(card) for card in board)) != 0
        assert not samples.reach[at][:, blocked].any()
        assert not samples.targets[at][:, blocked].any()
    assert (samples.reach.max(axis=2) == 255).all()


def test_samples_of_a_board_follow_each_other(samples: TurnSamples) -> None:
    assert (samples.boards[0] == samples.boards[1]).all()
    assert (samples.boards[2] == samples.boards[3]).all()
    assert (samples.boards[0] != samples.boards[2]).any()
    assert len(set(samples.stacks.tolist())) == 1


@pytest.mark.parametrize(("stack", "count"), [(1.9, 45), (2, 70), (6, 100), (14.9, 100), (90, 120)])
def test_deeper_stacks_take_more_iterations(stack: float, count: int) -> None:
    assert iterations_for(stack, "flop") == count


def test_more_iterations_are_less_exploitable() -> None:
    few, more = (TurnSampleSettings(1, 1, count, JAM).solve(4, 0, "native") for count in (5, 60))
    assert more.exploitability[0] < few.exploitability[0] / 3
    assert (more.reach == few.reach).all()


def test_shards_are_reproducible_and_resume(solved: dict[str, bytes], tmp_path: Path) -> None:
    run: Iterator[WrittenShard] = generate_shards(tmp_path, SOURCE, 2)
    assert next(run).samples == 2
    run.close()  # type: ignore[attr-defined]
    assert list(contents(tmp_path)) == ["000000.turns"]
    # What a killed writer leaves behind is not a shard.
    (tmp_path / ".000001.turns.0123abcd.part").write_bytes(solved["000001.turns"][:500])
    assert [shard.number for shard in generate_shards(tmp_path, SOURCE, 2)] == [1]
    assert contents(tmp_path) == solved
    shards = open_shards(tmp_path)
    assert shards.source == SOURCE
    samples = shards.read([1, 0])
    assert isinstance(samples, TurnSamples)
    expected = [SETTINGS.solve(5, number, "native").arrays() for number in (1, 0)]
    for name, array in samples.arrays().items():
        assert (array == np.concatenate([each[name] for each in expected])).all()


def test_workers_write_the_same_files(solved: dict[str, bytes], tmp_path: Path) -> None:
    with ProcessExecutor(2) as executor:
        assert len(list(generate_shards(tmp_path, SOURCE, 2, executor=executor))) == 2
    assert contents(tmp_path) == solved


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _, arrays: arrays["boards"].fill(7), "boards must be 4 different cards"),
        (lambda _, arrays: arrays["boards"].fill(52), "boards must be 4 different cards"),
        (lambda _, arrays: arrays["targets"].fill(np.nan), "targets must be finite"),
        (lambda _, arrays: arrays.update(reach=np.ones((2, 2, 1326))), "reach must be uint8 of"),
        (lambda facts, _: facts["settings"].update(boards=2), "stacks must be float32 of shape"),
        (lambda facts, _: facts["settings"].update(iterations=-1), "iterations must be from 0"),
        (lambda *_: "river_samples", "must be a turn_samples, got a river_samples"),
    ],
)
def test_damaged_shards_are_refused(
    solved: dict[str, bytes], tmp_path: Path, change: Any, message: str
) -> None:
    path = shard_path(tmp_path, 0, "flop")
    path.write_bytes(solved[path.name])
    rewrite(path, change)
    with pytest.raises(DamagedFileError, match=f"{message}.*delete the file, and"):
        open_shards(tmp_path).read([0])


def test_folders_have_shards_of_one_street(solved: dict[str, bytes], tmp_path: Path) -> None:
    shard_path(tmp_path, 0, "flop").write_bytes(solved["000000.turns"])
    with pytest.raises(InputError, match="street must be flop as in the shards of"):
        list(generate_shards(tmp_path, ShardSource(5), 1))
