"""Files of value networks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values import Layer, TableNetwork, ValueNetwork, load_network
from tests.faults.files import rewrite
from tests.solvers.values.networks import random_network


@pytest.fixture
def path(tmp_path: Path) -> Path:
    network = random_network(1, 4, (6, 5))
    path = tmp_path / "my.values"
    ValueNetwork("turn", network.model, {"samples": 500, "error": 0.01}).save(path)
    return path


def test_a_network_is_read_as_it_was_written(path: Path) -> None:
    loaded, written = load_network(path), random_network(1, 4, (6, 5))
    assert loaded.street == "turn"
    assert loaded.about == {"samples": 500, "error": 0.01}
    assert loaded.model.sizes == [11, 6, 5, 8]
    for layer, expected in zip(loaded.model.layers, written.model.layers, strict=True):
        assert (layer.weights == expected.weights).all()
        assert (layer.bias == expected.bias).all()


def test_weights_of_16_bits_are_rounded(path: Path, tmp_path: Path) -> None:
    written, half = load_network(path), tmp_path / "half.values"
    written.save(half, precision="float16")
    loaded = load_network(half)
    assert half.stat().st_size < path.stat().st_size
    for layer, expected in zip(loaded.model.layers, written.model.layers, strict=True):
        assert layer.weights.dtype == np.float32
        np.testing.assert_array_equal(layer.weights, expected.weights.astype(np.float16))
        np.testing.assert_array_equal(layer.bias, expected.bias)
    again = tmp_path / "again.values"
    loaded.save(again, precision="float16")
    assert again.read_bytes() == half.read_bytes()


def test_weights_that_are_too_large_for_16_bits_are_refused(tmp_path: Path) -> None:
    wide = Layer(np.full((7, 4), 1e5, np.float32), np.zeros(4, np.float32))
    network = ValueNetwork("turn", TableNetwork((wide,)))
    with pytest.raises(InputError, match="weights must be at most 65,504 for float16, got 1000"):
        network.save(tmp_path / "my.values", precision="float16")
    with pytest.raises(InputError, match="precision must be float32 or float16, got 'int8'"):
        network.save(tmp_path / "my.values", precision="int8")
    assert not any(tmp_path.iterdir())


def _set(name: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda facts, _: facts.update({name: value})


def _set_array(name: str, value: np.ndarray) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    return lambda _, arrays: arrays.update({name: value})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("street", "river"), "street must be turn or flop or preflop, got 'river'"),
        (_set("street", "preflop"), "layers must be for hands, then for ranges"),
        (_set("layers", 0), "layers must be a whole number from 1 to 64, got 0"),
        (_set("layers", 4), "has no section 'weights 3'"),
        (_set("layers", 2), r"2K inputs and 2K outputs, K at least 2, got 11 and 5"),
        (_set("extra", 1), "unknown or missing field 'extra'"),
        (_set_array("bias 1", np.zeros(4, np.float32)), "layers must be matrices that fit"),
        (_set_array("bias 1", np.zeros(5)), "weights and biases of layers must be finite, in fl"),
        (_set_array("bias 1", np.full(5, np.nan, np.float32)), "must be finite, in float32"),
        (lambda *_: "strategy", "must be a value_network, got a strategy"),
    ],
)
def test_files_with_wrong_content_are_refused(path: Path, change: Any, message: str) -> None:
    rewrite(path, change)
    with pytest.raises(DamagedFileError, match=message):
        load_network(path)


def test_a_damaged_file_is_refused(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    with pytest.raises(DamagedFileError, match="does not match its hash"):
        load_network(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.values cannot be read: No such file"):
        load_network(tmp_path / "missing.values")


def _layer(inputs: int, outputs: int) -> Layer:
    return Layer(np.zeros((inputs, outputs), np.float32), np.zeros(outputs, np.float32))


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ((), "a network must have at least one layer"),
        ((_layer(7, 5), _layer(6, 4)), "layers must be matrices that fit each other"),
        ((_layer(7, 0), _layer(0, 4)), "layers must be matrices that fit each other"),
        ((_layer(5, 2),), r"3 \+ 2K inputs and 2K outputs, K at least 2, got 5 and 2"),
        ((_layer(8, 4),), "got 8 and 4"),
        ((_layer(8, 5),), "got 8 and 5"),
    ],
)
def test_layers_that_are_no_network_are_refused(layers: tuple[Layer, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TableNetwork(layers)


def test_a_street_without_networks_is_refused() -> None:
    with pytest.raises(InputError, match="street must be turn or flop or preflop, got 'river'"):
        ValueNetwork("river", random_network(0).model)
