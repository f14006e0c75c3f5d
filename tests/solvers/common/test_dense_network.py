"""Dense networks: gradients by finite differences, and training."""

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Adam, DenseNetwork


@pytest.mark.parametrize("sizes", [[4, 3], [4, 6, 3], [5, 7, 6, 2]], ids=str)
def test_gradients_are_the_slopes_of_finite_differences(sizes: list[int]) -> None:
    random = np.random.default_rng(3)
    network = DenseNetwork(sizes, random, dtype=np.float64)
    network.parameters[...] = random.standard_normal(len(network.parameters))
    inputs = random.standard_normal((9, sizes[0]))
    factors = random.standard_normal((9, sizes[-1]))

    def loss() -> float:
        return float((factors * np.sin(network(inputs))).sum())

    activations = network.forward(inputs)
    gradient = network.backward(activations, factors * np.cos(activations.output))
    step = 1e-6
    for index in range(len(network.parameters)):
        before = network.parameters[index]
        network.parameters[index] = before + step
        above = loss()
        network.parameters[index] = before - step
        below = loss()
        network.parameters[index] = before
        assert gradient[index] == pytest.approx((above - below) / (2 * step), rel=1e-4, abs=1e-6)


def test_a_new_network_returns_zero() -> None:
    network = DenseNetwork([3, 50, 2], np.random.default_rng(1))
    assert not network(np.ones((4, 3), np.float32)).any()
    assert network.weights[0].std() == pytest.approx((2 / 3) ** 0.5, rel=0.2)


def test_training_learns_a_function_that_is_not_linear() -> None:
    random = np.random.default_rng(5)
    inputs = random.integers(0, 2, (512, 6)).astype(np.float32)
    targets = (inputs.sum(axis=1, keepdims=True) % 2).astype(np.float32)  # parity
    network = DenseNetwork([6, 64, 1], random)
    optimizer = Adam(network.parameters, max_norm=1.0)
    for _ in range(600):
        activations = network.forward(inputs)
        slope = (activations.output - targets) / len(inputs)
        optimizer.step(network.backward(activations, slope), 0.01)
    assert np.abs(network(inputs) - targets).max() < 0.1


def test_adam_takes_the_published_steps() -> None:
    """Two steps computed by hand from the paper's Algorithm 1."""
    parameters = np.array([1.0, -2.0])
    optimizer = Adam(parameters)
    first, second = np.array([0.5, -3.0]), np.array([-1.0, 1.0])
    optimizer.step(first, 0.1)
    np.testing.assert_allclose(parameters, [0.9, -1.9], rtol=1e-6)  # a rate each
    optimizer.step(second, 0.1)
    mean = (0.9 * 0.1 * first + 0.1 * second) / (1 - 0.9**2)
    square = (0.999 * 0.001 * first**2 + 0.001 * second**2) / (1 - 0.999**2)
    np.testing.assert_allclose(parameters, [0.9, -1.9] - 0.1 * mean / np.sqrt(square), rtol=1e-6)


def test_long_gradients_are_cut() -> None:
    far, near = np.zeros(2), np.zeros(2)
    cut, plain = Adam(far, max_norm=1.0), Adam(near)
    cut.step(np.array([300.0, 400.0]), 0.1)
    plain.step(np.array([0.6, 0.8]), 0.1)
    np.testing.assert_allclose(cut.first, plain.first)


@pytest.mark.parametrize("sizes", [[], [3], [3, 0, 2]], ids=str)
def test_sizes_are_checked(sizes: list[int]) -> None:
    with pytest.raises(InputError, match="sizes must be at least two positive numbers"):
        DenseNetwork(sizes, np.random.default_rng(0))


def test_a_moved_network_has_its_own_parameters() -> None:
    network = DenseNetwork([3, 8, 2], np.random.default_rng(0))
    network.parameters += np.float32(0.1)
    moved = network.moved(lambda parameters: parameters.astype(np.float64))
    inputs = np.random.default_rng(1).random((5, 3))
    assert moved.parameters.dtype == np.float64
    assert moved(inputs) == pytest.approx(network(inputs), rel=1e-5)
    before = network.parameters.copy()
    moved.parameters *= 2
    assert (network.parameters == before).all()
    assert (moved.weights[0].ravel() == 2 * network.weights[0].astype(np.float64).ravel()).all()
