"""Training of networks for the flop: the loss, its derivative, and resuming."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    CoordinateTraining,
    CoordinateTrainingOptions,
    LaterBetting,
    ShardFolder,
    ShardSource,
    TurnSamples,
    TurnSampleSettings,
    generate_shards,
    load_network,
    open_shards,
)
from fifthstreet.solvers.values.coordinate_loss import BoardRows, CoordinateLayers, board_loss
from fifthstreet.solvers.values.coordinates import BoardFeatures
from tests.solvers.values.device_arrays import DeviceArray, DeviceLibrary

SETTINGS = TurnSampleSettings(1, 2, 12, LaterBetting("a", "", 1))
SMALL = {"width": 4, "hand_layers": 1, "hand_units": 12, "layers": 1, "units": 10}
OPTIONS = CoordinateTrainingOptions(**SMALL, epochs=6, batch=2, held_out=0.3)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> ShardFolder:
    folder = tmp_path_factory.mktemp("turns")
    assert len(list(generate_shards(folder, ShardSource(3, settings=SETTINGS), 5))) == 5
    return open_shards(folder)


@pytest.fixture(scope="module")
def samples(shards: ShardFolder) -> TurnSamples:
    samples = shards.read((0, 1))
    assert isinstance(samples, TurnSamples)
    return samples


def double_layers(seed: int) -> CoordinateLayers:
    """Return layers in float64 with random weights in all of them."""
    random = np.random.default_rng(seed)
    layers = CoordinateLayers(3, [6], [7, 5], random, dtype=np.float64)
    layers.parameters += 0.1 * random.standard_normal(len(layers.parameters))
    return layers


def loss_of(layers: CoordinateLayers, rows: BoardRows) -> tuple[float, np.ndarray]:
    held, *weights = rows.weights()
    won, gradient = layers.forward(rows, held)
    loss, slope = board_loss(rows, (weights[0], weights[1]), won, 0.02)
    return float(loss), gradient(slope)


def test_the_gradient_is_the_derivative_of_the_loss(samples: TurnSamples) -> None:
    rows, layers = BoardRows.of(samples, 2), double_layers(1)
    _, gradient = loss_of(layers, rows)
    random = np.random.default_rng(2)
    start = 0
    for part in layers.parts:
        chosen = start + random.choice(len(part.parameters), 15, replace=False)
        for at in chosen:
            step, losses = 1e-6, []
            for sign in (1, -1):
                layers.parameters[at] += sign * step
                losses.append(loss_of(layers, rows)[0])
                layers.parameters[at] -= sign * step
            slope = (losses[0] - losses[1]) / (2 * step)
            assert gradient[at] == pytest.approx(slope, rel=1e-3, abs=1e-7)
        assert np.abs(gradient[chosen]).max() > 1e-5
        start += len(part.parameters)
    assert start == len(gradient)


def test_the_loss_is_as_defined(samples: TurnSamples) -> None:
    """One sample after another, hand by hand."""
    rows = BoardRows.of(samples, 2)
    _, dealt, alike = rows.weights()
    won = np.random.default_rng(3).normal(0, 0.05, rows.targets.shape)
    total = 0.0
    for at in range(len(samples.stacks)):
        reach = samples.reach[at] / 255
        possible = BoardFeatures.of([samples.boards[at].tolist()]).possible[0]
        met = compatible_weights(reach[None, ::-1])[0] * possible
        met[met < 1e-5 * reach[::-1].sum(axis=1, keepdims=True)] = 0
        weights = reach * met / (2 * (reach * met).sum(axis=1, keepdims=True))
        every = (met > 0) / (2 * (met > 0).sum(axis=1, keepdims=True))
        place = divmod(at, 2)
        assert dealt[place] == pytest.approx(weights, abs=1e-6)
        assert alike[place] == pytest.approx(every, abs=1e-6)
        target = samples.targets[at].astype(np.float64)
        scale = np.sqrt(1 + 8 * (weights * target**2).sum())
        errors = np.abs(won[place] - target) / scale
        smooth = np.where(errors < 0.02, errors**2 / 0.04, errors - 0.01)
        total += ((0.7 * weights + 0.3 * every) * smooth).sum() / len(samples.stacks)
    assert board_loss(rows, (dealt, alike), won, 0.02)[0] == pytest.approx(total, rel=1e-5)


def test_layers_return_what_the_network_returns(shards: ShardFolder, samples: TurnSamples) -> None:
    """Before balancing: the network makes shares sum to zero, which moves all hands alike."""
    training = CoordinateTraining(shards, OPTIONS)
    training.run()
    network = training.network()
    assert isinstance(network.model, CoordinateNetwork)
    layers = training._mean if network.about["parameters"] == "mean" else training._network
    rows = BoardRows.of(samples, 2)
    won = layers(rows, rows.weights()[0])
    features = BoardFeatures.of(samples.boards[::2].tolist())
    coordinates = network.model.coordinates(features)
    for at in range(2):
        shares = network.model.shares(
            float(samples.stacks[2 * at]),
            features.boards[at],
            coordinates[at],
            samples.reach[2 * at : 2 * at + 2] / 255,
        )
        moved = (won[at] - shares)[:, :, features.possible[at]]
        assert np.ptp(moved, axis=(1, 2)) == pytest.approx(0, abs=2e-3)
        assert np.abs(shares).max() > 0.01


def test_a_network_learns_a_turn(shards: ShardFolder) -> None:
    options = CoordinateTrainingOptions(
        **SMALL, epochs=150, batch=2, rate=1e-2, held_out=0.2, seed=1
    )
    training = CoordinateTraining(shards, options)
    assert training.samples == (8, 2)
    before, _ = training._measured(training._network, training._rows)
    training.run()
    after, _ = training._measured(training._network, training._rows)
    assert after < before / 3
    about = training.network().about
    assert about["curve"]["loss"][-1] < about["curve"]["loss"][0] / 3
    assert about["options"]["width"] == 4


@pytest.mark.parametrize("epochs", [1, 4])
def test_a_resumed_training_has_the_same_bits(
    shards: ShardFolder, tmp_path: Path, epochs: int
) -> None:
    whole, first, second = (CoordinateTraining(shards, OPTIONS) for _ in range(3))
    whole.run()
    for _ in range(epochs):
        first.run_epoch()
    first.save(tmp_path / "my.training")
    second.resume(tmp_path / "my.training")
    assert second.epoch == epochs
    second.run()
    assert second.curve == whole.curve
    found, expected = second.network().model, whole.network().model
    for layer, same in zip(found.layers, expected.layers, strict=True):
        assert (layer.weights == same.weights).all()
        assert (layer.bias == same.bias).all()
    other = CoordinateTraining(shards, replace(OPTIONS, width=5))
    with pytest.raises(InputError, match="options must be the same as in"):
        other.resume(tmp_path / "my.training")


def test_a_trained_network_is_a_file(shards: ShardFolder, tmp_path: Path) -> None:
    training = CoordinateTraining(shards, OPTIONS)
    training.run()
    network = training.network()
    network.save(tmp_path / "my.values")
    read = load_network(tmp_path / "my.values")
    assert read.street == "flop"
    assert read.about == network.about
    assert isinstance(read.model, CoordinateNetwork)
    assert read.model.sizes == [45, 12, 4, 34, 10, 10]
    assert read.about["source"]["settings"]["boards"] == 1


def test_arrays_stay_on_the_device(shards: ShardFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for CuPy, which computes as NumPy and refuses to be taken for its arrays."""
    expected = CoordinateTraining(shards, OPTIONS)
    expected.run()
    name = "fifthstreet.solvers.values.places.load_cupy"
    monkeypatch.setattr(name, lambda: DeviceLibrary)
    found = CoordinateTraining(shards, OPTIONS, backend="cuda")
    found.run()
    assert isinstance(found._network.parameters, DeviceArray)
    assert found.curve == expected.curve
    assert type(found.network().model.layers[0].weights) is np.ndarray


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 0}, "width must be from 1 to 1,024, got 0"),
        ({"hand_units": 5000}, "hand_units must be from 1 to 4,096, got 5000"),
        ({"hand_layers": 17}, "hand_layers must be from 1 to 16, got 17"),
        ({"batch": 0}, "batch must be from 1 to 1,000,000, got 0"),
    ],
)
def test_options_out_of_range(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(OPTIONS, **change)
