"""Training of table networks: the loss, its derivative, and resuming."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import DamagedFileError, InputError, MissingLibraryError
from fifthstreet.solvers.values import (
    CURVE,
    RiverSamples,
    SampleSettings,
    ShardFolder,
    ShardSource,
    TableNetwork,
    TableTraining,
    TableTrainingOptions,
    generate_shards,
    load_network,
    open_shards,
)
from fifthstreet.solvers.values.table_loss import TableRows, loss_and_slope, mean_error
from tests.faults.files import rewrite

OPTIONS = TableTrainingOptions(layers=2, units=16, epochs=6, batch=5, held_out=0.3)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> ShardFolder:
    folder = tmp_path_factory.mktemp("rivers")
    for _ in generate_shards(folder, ShardSource(3, settings=SampleSettings(1, 1, 2)), 10):
        pass
    return open_shards(folder)


def random_samples(seed: int, count: int, knots: int) -> RiverSamples:
    random = np.random.default_rng(seed)
    parts = random.random((2, count, 2, knots)).astype(np.float32)
    parts /= parts.sum(axis=3, keepdims=True)
    tables = random.normal(0, 0.05, (count, 2, knots)).astype(np.float32)
    stacks = np.exp(random.normal(size=count)).astype(np.float32)
    return RiverSamples(stacks, parts[0], tables, parts[1], np.zeros(count, np.float32))


class OtherArray(np.ndarray):
    """An array that has to be copied to NumPy's memory, as a GPU's."""

    def get(self) -> np.ndarray:
        return np.array(self)


class StandIn:
    """What training uses of CuPy."""

    @staticmethod
    def asarray(array: np.ndarray) -> np.ndarray:
        return np.asarray(array).view(OtherArray)


def double(rows: TableRows) -> TableRows:
    """Return rows in float64, for differences."""
    arrays = (rows.inputs, rows.targets, rows.weights, rows.scales)
    inputs, targets, weights, scales = (np.asarray(each, np.float64) for each in arrays)
    return TableRows(inputs, targets, weights, scales)


def test_the_slope_is_the_derivative_of_the_loss() -> None:
    rows = double(TableRows.of(random_samples(1, 3, 4)))
    outputs = np.random.default_rng(2).normal(0, 0.05, (3, 8))
    _, slope = loss_and_slope(rows, outputs, 0.02)
    step = 1e-7
    for at in np.ndindex(outputs.shape):
        moved = [outputs.copy(), outputs.copy()]
        moved[0][at] -= step
        moved[1][at] += step
        low, high = (loss_and_slope(rows, each, 0.02)[0] for each in moved)
        assert (high - low) / (2 * step) == pytest.approx(slope[at], abs=1e-6)


def test_the_loss_is_zero_at_the_target_and_at_what_balances_to_it() -> None:
    samples = random_samples(1, 3, 4)
    rows = double(TableRows.of(samples))
    excess = (rows.targets * rows.histograms).sum(axis=1, keepdims=True)
    rows = replace(rows, targets=rows.targets - excess / 2)  # sum to zero
    for shift in (0.0, 0.3):  # which the network need not know
        loss, _ = loss_and_slope(rows, rows.targets + shift, 0.02)
        assert loss == pytest.approx(0, abs=1e-12)
        assert mean_error(rows, rows.targets + shift) == pytest.approx(0, abs=1e-7)


def test_errors_are_in_shares_of_the_pot() -> None:
    samples = random_samples(1, 2, 4)
    rows = double(TableRows.of(replace(samples, tables=np.zeros_like(samples.tables))))
    outputs = np.tile(np.repeat([0.01, -0.01], 4), (2, 1))  # sums to zero
    assert mean_error(rows, outputs) == pytest.approx(2 * 0.01)
    loss, _ = loss_and_slope(rows, outputs, 0.02)
    assert loss == pytest.approx(0.01**2 / 0.04)
    loss, _ = loss_and_slope(rows, 10 * outputs, 0.02)
    assert loss == pytest.approx(0.1 - 0.01)


def test_training_lowers_the_held_out_error(shards: ShardFolder) -> None:
    training = TableTraining(shards, replace(OPTIONS, units=32, epochs=40))
    epochs = []
    training.run(lambda each: epochs.append(each.epoch))
    assert epochs == list(range(1, 41))
    assert training.samples == (14, 6)
    network = training.network()
    curve = network.about["curve"]
    assert set(curve) == set(CURVE)
    assert curve["held_out_error"][-1] < 0.6 * curve["held_out_error"][0]
    assert curve["loss"][-1] < 0.3 * curve["loss"][0]
    assert network.about["samples"] == 14


def test_errors_are_those_of_the_network(shards: ShardFolder, tmp_path: Path) -> None:
    """The held-out error of `about` is what the saved network has on the shards held out."""
    training = TableTraining(shards, OPTIONS)
    training.run()
    training.network().save(tmp_path / "my.values")
    network = load_network(tmp_path / "my.values")
    order = np.random.default_rng([OPTIONS.seed, 1]).permutation(shards.numbers)
    samples = shards.read(sorted(order[:3]))
    assert isinstance(network.model, TableNetwork)
    assert isinstance(samples, RiverSamples)
    tables = network.model.tables(samples.stacks.astype(float), samples.histograms.astype(float))
    error = (samples.weights * abs(tables - samples.tables)).sum(axis=(1, 2)).mean() / 2
    assert network.about["held_out_error"] == pytest.approx(error, rel=1e-4)


def test_the_better_parameters_are_kept(shards: ShardFolder) -> None:
    training = TableTraining(shards, OPTIONS)
    training.run_epoch()
    loss, held_out, last, mean = training.curve[0]
    training.curve[0] = (loss, held_out, last, last / 2)
    assert training.network().about["parameters"] == "mean"
    training.curve[0] = (loss, held_out, last, last * 2)
    assert training.network().about["parameters"] == "last"
    assert mean > 0


def test_training_resumes_bit_for_bit(shards: ShardFolder, tmp_path: Path) -> None:
    path = tmp_path / "my.training"
    whole = TableTraining(shards, OPTIONS)
    whole.run()
    first = TableTraining(shards, OPTIONS)
    for _ in range(3):
        first.run_epoch()
        first.save(path)
    second = TableTraining(shards, OPTIONS)
    second.resume(path)
    assert second.epoch == 3
    second.run()
    assert second.curve == whole.curve
    for resumed, expected in zip(
        second.network().model.layers, whole.network().model.layers, strict=True
    ):
        assert (resumed.weights == expected.weights).all()
        assert (resumed.bias == expected.bias).all()


@pytest.fixture
def checkpoint(shards: ShardFolder, tmp_path: Path) -> Path:
    training = TableTraining(shards, OPTIONS)
    training.run_epoch()
    training.save(tmp_path / "my.training")
    return tmp_path / "my.training"


def test_a_checkpoint_of_another_training_is_refused(shards: ShardFolder, checkpoint: Path) -> None:
    with pytest.raises(InputError, match=r"options must be the same as in .*: use another file"):
        TableTraining(shards, replace(OPTIONS, units=17)).resume(checkpoint)
    with pytest.raises(InputError, match="shards must be the same as in"):
        TableTraining(replace(shards, numbers=shards.numbers[:3]), OPTIONS).resume(checkpoint)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _, arrays: arrays.update(mean=np.zeros(3)), "mean must be finite, one number"),
        (lambda _, arrays: arrays["first"].fill(np.nan), "first must be finite"),
        (lambda _, arrays: arrays.update(curve=np.zeros((2, 3))), "curve must have 4 finite"),
        (lambda _, arrays: arrays.update(curve=np.zeros((7, 4))), "epochs must be 1 to 6, got 7"),
        (lambda facts, _: facts.update(seconds="1"), "seconds must be float, got '1'"),
    ],
)
def test_checkpoints_with_wrong_content_are_refused(
    shards: ShardFolder, checkpoint: Path, change: Any, message: str
) -> None:
    rewrite(checkpoint, change)
    with pytest.raises(DamagedFileError, match=message):
        TableTraining(shards, OPTIONS).resume(checkpoint)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layers": 0}, "layers must be from 1 to 16, got 0"),
        ({"epochs": 0}, "epochs must be from 1 to 100,000, got 0"),
        ({"rate": 0.0}, "rate must be more than 0 and at most 1, got 0"),
        ({"beta": -1.0}, "beta must be more than 0 and at most 100, got -1"),
        ({"held_out": 1.0}, "held_out must be between 0 and 1, got 1"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
    ],
)
def test_options_are_checked(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(OPTIONS, **changes)


def test_what_cannot_be_trained_is_refused(shards: ShardFolder) -> None:
    with pytest.raises(InputError, match="must have at least 2 shards, got 1"):
        TableTraining(replace(shards, numbers=(0,)), OPTIONS)
    with pytest.raises(InputError, match="backend must be native or cuda, got 'tpu'"):
        TableTraining(shards, OPTIONS, backend="tpu")
    with pytest.raises(InputError, match="a training must have at least 1 epoch, got 0"):
        TableTraining(shards, OPTIONS).network()


def test_a_gpu_needs_cupy(shards: ShardFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(MissingLibraryError, match="backend cuda requires CuPy"):
        TableTraining(shards, OPTIONS, backend="cuda")


def test_arrays_are_moved_and_copied_back(
    shards: ShardFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for CuPy shows that arrays are moved and copied back; it computes as NumPy."""
    monkeypatch.setattr("fifthstreet.solvers.values.places.load_cupy", lambda: StandIn)
    expected, found = TableTraining(shards, OPTIONS), TableTraining(shards, OPTIONS, backend="cuda")
    for training in (expected, found):
        training.run()
    assert found.curve == expected.curve
    pairs = zip(found.network().model.layers, expected.network().model.layers, strict=True)
    for layer, same in pairs:
        assert type(layer.weights) is np.ndarray
        assert (layer.weights == same.weights).all()
