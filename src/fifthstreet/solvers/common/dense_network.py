"""Small dense networks in NumPy: forward, backward, and Adam.

Networks for games have a few layers of some hundred units. At this size NumPy is as fast as the
large frameworks on a processor, so that training needs no further library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError

Float32Array: TypeAlias = NDArray[np.float32]

# Adam (Kingma & Ba 2015), with its published constants.
_FIRST_DECAY, _SECOND_DECAY, _EPSILON = 0.9, 0.999, 1e-8


@dataclass(frozen=True, eq=False)
class Activations:
    """What a forward pass keeps for the backward pass: the inputs of all layers, and the output."""

    inputs: tuple[NDArray[np.floating], ...]  # [B, units] each; the first is the network's input
    output: NDArray[np.floating]  # [B, outputs]


class DenseNetwork:
    """Layers of rectified linear units, then a linear layer; B rows at a time.

    All weights and biases are one vector, `parameters`; `weights` and `biases` are views of it. The
    last layer begins at zero, so that a new network returns 0 for every input.

    >>> network = DenseNetwork([3, 8, 2], np.random.default_rng(0))
    >>> network(np.eye(3, dtype=np.float32)).tolist()
    [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
    """

    def __init__(
        self,
        sizes: Sequence[int],
        random: np.random.Generator,
        *,
        dtype: type[np.floating] = np.float32,
    ) -> None:
        """Draw the weights of all layers but the last (He et al. 2015).

        Args:
            sizes: Number of inputs, of units of each hidden layer, and of outputs.
            random: Draws the weights.
            dtype: Precision of parameters and passes.
        """
        if len(sizes) < 2 or min(sizes) < 1:
            raise InputError(f"sizes must be at least two positive numbers, got {list(sizes)}")
        self.sizes = tuple(sizes)
        shapes = list(pairwise(sizes))
        self.parameters = np.zeros(sum((m + 1) * n for m, n in shapes), dtype)
        self.weights, self.biases = self._views(self.parameters)
        for weights in self.weights[:-1]:
            scale = np.sqrt(2 / len(weights))
            weights[...] = scale * random.standard_normal(weights.shape)

    def moved(self, convert: Callable[[Any], Any]) -> DenseNetwork:
        """Return a copy with converted parameters, such as `cupy.asarray` puts on a GPU.

        Passes run where the parameters and the inputs are, because CuPy's arrays take NumPy's
        functions.
        """
        copied = copy(self)
        copied.parameters = convert(self.parameters)
        copied.weights, copied.biases = copied._views(copied.parameters)
        return copied

    def __repr__(self) -> str:
        return f"<DenseNetwork of {'-'.join(map(str, self.sizes))} units>"

    def __call__(self, inputs: NDArray[np.floating]) -> NDArray[np.floating]:
        """Return the outputs of B rows of inputs, [B, outputs]."""
        return self.forward(inputs).output

    def forward(self, inputs: NDArray[np.floating]) -> Activations:
        """Run B rows of inputs through all layers, and keep what the backward pass needs."""
        layer, kept = inputs, [inputs]
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            layer = layer @ weights
            layer += bias
            np.maximum(layer, 0, out=layer)
            kept.append(layer)
        return Activations(tuple(kept), layer @ self.weights[-1] + self.biases[-1])

    def backward(
        self,
        activations: Activations,
        slope: NDArray[np.floating],
        input_slope: NDArray[np.floating] | None = None,
    ) -> NDArray[np.floating]:
        """Return the gradient of a loss by the parameters.

        Args:
            activations: Of the forward pass of these inputs with these parameters.
            slope: Derivative of the loss by each output, [B, outputs].
            input_slope: Receives the derivative of the loss by each input, [B, inputs].

        Returns:
            The gradient, in the order of `parameters`.
        """
        gradient = np.empty_like(self.parameters)
        weights_out, biases_out = self._views(gradient)
        for layer in reversed(range(len(self.weights))):
            inputs = activations.inputs[layer]
            np.matmul(inputs.T, slope, out=weights_out[layer])
            np.sum(slope, axis=0, out=biases_out[layer])
            if layer:
                slope = slope @ self.weights[layer].T
                slope *= inputs > 0
            elif input_slope is not None:
                np.matmul(slope, self.weights[0].T, out=input_slope)
        return gradient

    def _views(
        self, vector: NDArray[np.floating]
    ) -> tuple[list[NDArray[np.floating]], list[NDArray[np.floating]]]:
        """Return the parts of a vector of parameters: matrices of weights, and biases."""
        weights, biases, start = [], [], 0
        for m, n in pairwise(self.sizes):
            weights.append(vector[start : start + m * n].reshape(m, n))
            start += m * n
            biases.append(vector[start : start + n])
            start += n
        return weights, biases


class Adam:
    """Steps against a gradient, each parameter at its own scale (Kingma & Ba 2015)."""

    def __init__(self, parameters: NDArray[np.floating], *, max_norm: float = np.inf) -> None:
        """Begin with the moments at zero.

        Args:
            parameters: The vector that steps change.
            max_norm: Gradients with a larger norm are scaled down to it.
        """
        self.parameters = parameters
        self.max_norm = max_norm
        self.steps = 0
        self.first = np.zeros_like(parameters)  # decaying mean of gradients
        self.second = np.zeros_like(parameters)  # decaying mean of their squares

    def step(self, gradient: NDArray[np.floating], rate: float) -> None:
        """Move the parameters against the gradient, by about `rate` each."""
        self.steps += 1
        norm = float(np.sqrt(np.dot(gradient, gradient)))
        if norm > self.max_norm:
            gradient = gradient * gradient.dtype.type(self.max_norm / norm)
        self.first *= _FIRST_DECAY
        self.first += (1 - _FIRST_DECAY) * gradient
        self.second *= _SECOND_DECAY
        self.second += (1 - _SECOND_DECAY) * np.square(gradient)
        first_share = 1 - _FIRST_DECAY**self.steps
        second_share = 1 - _SECOND_DECAY**self.steps
        spread = np.sqrt(self.second)
        spread *= 1 / np.sqrt(second_share)
        spread += _EPSILON
        self.parameters -= (rate / first_share) * self.first / spread
