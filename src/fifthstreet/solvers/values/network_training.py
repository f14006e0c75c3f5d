"""Training of networks on folders of shards, in NumPy: what all kinds of networks share.

Adam with a rate that falls as a cosine, and whole shards held out: samples of a shard share their
stack and some of their boards, so that only other shards show what a network has learnt. A decaying
mean of the parameters is the network if it has the smaller held-out error.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Adam, DenseNetwork
from fifthstreet.solvers.values.places import array_converter, on_host
from fifthstreet.solvers.values.river_tables import Layer
from fifthstreet.solvers.values.shards import Samples, ShardFolder
from fifthstreet.solvers.values.value_network import NETWORK_KINDS, ValueNetwork
from fifthstreet.support import storage
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.support.version import __version__

TRAINING_FILE = "table_training"  # kind of checkpoints
CURVE = ("loss", "held_out_loss", "held_out_error", "held_out_error_of_mean")
"""What each epoch adds to a training's curve; errors are shares of the pot."""

_FACTS = {"source": dict, "numbers": list, "options": dict, "seconds": float}
_ARRAYS = ("parameters", "mean", "first", "second")
_MEAN_SHARE = 0.02  # of all steps, over which parameters are averaged


@dataclass(frozen=True)
class TrainingOptions:
    """How a network is trained.

    Attributes:
        layers: Number of hidden layers.
        units: Units of each of them.
        epochs: Number of passes over all samples.
        batch: Samples of a step; for the flop, boards with all of their samples.
        rate: Rate of the first steps; it falls to 0 as a cosine.
        beta: Error, relative to the scale of a sample, from which on the loss is linear.
        held_out: Share of the shards that are held out, at least one.
        seed: Seed of the first weights, of the order of samples and of the shards held out.
    """

    layers: int = 3
    units: int = 256
    epochs: int = 40
    batch: int = 1024
    rate: float = 1.5e-3
    beta: float = 0.02
    held_out: float = 0.05
    seed: int = 0

    limits: ClassVar[Mapping[str, int]] = {
        "layers": 16,
        "units": 4096,
        "epochs": 100_000,
        "batch": 1_000_000,
    }

    def __post_init__(self) -> None:
        for name, most in self.limits.items():
            if not 1 <= (value := getattr(self, name)) <= most:
                raise InputError(f"{name} must be from 1 to {most:,}, got {value}")
        for name, highest in {"rate": 1.0, "beta": 100.0}.items():
            if not 0 < (number := getattr(self, name)) <= highest:
                raise InputError(
                    f"{name} must be more than 0 and at most {highest:g}, got {number:g}"
                )
        if not 0 < self.held_out < 1:
            raise InputError(f"held_out must be between 0 and 1, got {self.held_out:g}")
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")


class NetworkTraining(ABC):
    """A network that is being trained, epoch by epoch.

    The same shards and options give the same bits, whether or not the training was interrupted. On
    a GPU (`backend="cuda"`, which needs CuPy) sums are added in another order.

    Subclasses say how samples are arranged as rows, which are what batches consist of, and what a
    network returns for them.
    """

    rows_at_once = 4096  # of rows held out
    samples_of_row = 1
    max_norm = np.inf  # gradients with a larger norm are scaled down to it

    def __init__(
        self,
        shards: ShardFolder,
        options: TrainingOptions,
        *,
        backend: str = "native",
    ) -> None:
        """Read the samples and draw the first weights.

        Args:
            shards: At least two shards.
            options: How to train.
            backend: `native`, NumPy on this processor, or `cuda`.

        Raises:
            InputError: If there are fewer than two shards.
        """
        self.options, self.shards = options, shards
        count = len(shards.numbers)
        if count < 2:
            raise InputError(f"{shards.path} must have at least 2 shards, got {count}")
        held_count = min(max(round(self.options.held_out * count), 1), count - 1)
        order = np.random.default_rng([self.options.seed, 1]).permutation(shards.numbers).tolist()
        convert = array_converter(backend)
        self._held_out = self._arranged(shards.read(sorted(order[:held_count])), convert)
        self._rows = self._arranged(shards.read(sorted(order[held_count:])), convert)
        drawn = self._drawn(np.random.default_rng([self.options.seed, 0]))
        self._network = drawn.moved(convert)
        self._adam = Adam(self._network.parameters, max_norm=self.max_norm)
        self._mean = self._network.moved(lambda parameters: parameters.copy())
        self._convert = convert
        self.curve: list[tuple[float, ...]] = []
        self.seconds = 0.0

    @abstractmethod
    def _arranged(self, samples: Samples, convert: Callable[[Any], Any]) -> Any:
        """Arrange samples as rows with `len` and `at`, their arrays converted."""

    @abstractmethod
    def _drawn(self, random: np.random.Generator) -> Any:
        """Return a new network with `parameters` and `moved`, like a `DenseNetwork`."""

    @abstractmethod
    def _loss_and_gradient(self, rows: Any) -> tuple[Any, Any]:
        """Return the mean loss of rows, and its derivative by the parameters."""

    @abstractmethod
    def _measured(self, network: Any, rows: Any) -> tuple[Any, Any]:
        """Return the mean loss and the mean error of a network on rows."""

    @abstractmethod
    def _layers(self, network: Any) -> tuple[Layer, ...]:
        """Return the layers of a network, in NumPy's memory."""

    @property
    def epoch(self) -> int:
        """Number of epochs done."""
        return len(self.curve)

    @property
    def samples(self) -> tuple[int, int]:
        """Number of samples to train on, and of samples held out."""
        return len(self._rows) * self.samples_of_row, len(self._held_out) * self.samples_of_row

    def run(self, progress: Callable[[NetworkTraining], None] | None = None) -> None:
        """Train until all epochs are done.

        Args:
            progress: Called after each epoch.
        """
        while self.epoch < self.options.epochs:
            self.run_epoch()
            if progress is not None:
                progress(self)

    def run_epoch(self) -> None:
        """Go through all samples once, in random order, and add a point to the curve."""
        start, options = perf_counter(), self.options
        random = np.random.default_rng([options.seed, 2, self.epoch])
        order = self._convert(random.permutation(len(self._rows)))
        steps = -(-len(order) // options.batch)
        keep = 1 - 1 / max(_MEAN_SHARE * steps * options.epochs, 1.0)
        network, mean, total = self._network, self._mean.parameters, 0.0
        with one_blas_thread():
            for step in range(steps):
                rows = self._rows.at(order[step * options.batch : (step + 1) * options.batch])
                loss, gradient = self._loss_and_gradient(rows)
                total += float(loss) * len(rows)
                share = (self.epoch * steps + step) / (steps * options.epochs)
                rate = options.rate * (1 + float(np.cos(np.pi * share))) / 2
                self._adam.step(gradient, rate)
                mean *= np.float32(keep)
                mean += np.float32(1 - keep) * network.parameters
            held_out_loss, error = self._judged(network)
            _, error_of_mean = self._judged(self._mean)
        self.curve.append((total / len(order), held_out_loss, error, error_of_mean))
        self.seconds += perf_counter() - start

    def network(self) -> ValueNetwork:
        """Return the network with the smaller held-out error, the last one or the mean.

        Its `about` says what it was trained on and how, with the curves of all epochs.
        """
        if not self.curve:
            raise InputError("a training must have at least 1 epoch, got 0")
        last = dict(zip(CURVE, self.curve[-1], strict=True))
        is_mean = last["held_out_error_of_mean"] < last["held_out_error"]
        chosen = self._mean if is_mean else self._network
        samples, held_out = self.samples
        about = {
            "samples": samples,
            "held_out_samples": held_out,
            "held_out_error": min(last["held_out_error"], last["held_out_error_of_mean"]),
            "parameters": "mean" if is_mean else "last",
            "seconds": round(self.seconds, 2),
            "package": __version__,
            "options": asdict(self.options),
            "source": self.shards.source.to_dict() | {"shards": len(self.shards.numbers)},
            "curve": {
                name: [float(f"{point[at]:.4g}") for point in self.curve]
                for at, name in enumerate(CURVE)
            },
        }
        street = self.shards.source.settings.street
        return ValueNetwork(street, NETWORK_KINDS[street](self._layers(chosen)), about)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint, from which `resume` continues; the one before it is kept.

        Args:
            path: Where to write.
        """
        arrays: dict[str, NDArray[Any]] = {
            name: on_host(array) for name, array in self._state().items()
        }
        arrays["curve"] = np.array(self.curve, np.float64).reshape(-1, len(CURVE))
        facts = self._facts() | {"seconds": self.seconds}
        with storage.replacing(path, keep_previous=True) as file:
            storage.write_container(file, TRAINING_FILE, facts, arrays)

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Continue from a checkpoint of the same shards and options.

        Args:
            path: A file that `save` has written.

        Raises:
            InputError: If it is a checkpoint of other shards or options.
            DamagedFileError: If it is damaged.
        """
        container = storage.open_container(path, TRAINING_FILE)
        with storage.reading(path):
            facts = storage.checked_types(container.facts, _FACTS)
        for name, value in self._facts().items():
            if facts[name] != value:
                shown = {"source": "seed, settings and backend of the shards", "numbers": "shards"}
                raise InputError(
                    f"{shown.get(name, name)} must be the same as in {path}: use another file"
                )
        with storage.reading(path):
            curve = container.read("curve")
            if curve.ndim != 2 or curve.shape[1] != len(CURVE) or not np.isfinite(curve).all():
                raise InputError(f"curve must have {len(CURVE)} finite columns")
            if not 1 <= len(curve) <= self.options.epochs:
                raise InputError(f"epochs must be 1 to {self.options.epochs}, got {len(curve)}")
            read = {name: container.read(name) for name in _ARRAYS}
            for name, array in read.items():
                if array.shape != self._adam.parameters.shape or not np.isfinite(array).all():
                    raise InputError(f"{name} must be finite, one number for each parameter")
        for name, array in self._state().items():
            array[...] = self._convert(read[name].astype(np.float32))
        self.curve = [tuple(map(float, point)) for point in curve]
        steps = -(-len(self._rows) // self.options.batch)
        self._adam.steps = steps * self.epoch
        self.seconds = facts["seconds"]

    def _state(self) -> dict[str, Any]:
        """Return the vectors that steps change, by name."""
        vectors = (self._adam.parameters, self._mean.parameters, self._adam.first)
        return dict(zip(_ARRAYS, (*vectors, self._adam.second), strict=True))

    def _facts(self) -> dict[str, Any]:
        """Return what a checkpoint has to agree with."""
        return {
            "source": self.shards.source.to_dict(),
            "numbers": list(self.shards.numbers),
            "options": asdict(self.options),
        }

    def _judged(self, network: Any) -> tuple[float, float]:
        """Return the loss and the mean error of a network on the samples held out."""
        loss = error = 0.0
        for start in range(0, len(self._held_out), self.rows_at_once):
            rows = self._held_out.at(slice(start, start + self.rows_at_once))
            found = self._measured(network, rows)
            loss += float(found[0]) * len(rows)
            error += float(found[1]) * len(rows)
        return loss / len(self._held_out), error / len(self._held_out)


def host_layers(network: DenseNetwork) -> tuple[Layer, ...]:
    """Return the layers of a network, in NumPy's memory."""
    return tuple(
        Layer(on_host(weights).copy(), on_host(bias).copy())
        for weights, bias in zip(network.weights, network.biases, strict=True)
    )
