"""Training of networks for tables on shards of solved rivers, with smooth L1 loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.solvers.common import DenseNetwork
from fifthstreet.solvers.values.network_training import (
    NetworkTraining,
    TrainingOptions,
    host_layers,
)
from fifthstreet.solvers.values.river_tables import Layer
from fifthstreet.solvers.values.shards import Samples, ShardFolder
from fifthstreet.solvers.values.table_loss import TableRows, loss_and_slope, mean_error


@dataclass(frozen=True)
class TableTrainingOptions(TrainingOptions):
    """How a network for tables is trained; see `TrainingOptions`."""


class TableTraining(NetworkTraining):
    """A network for tables that is being trained, epoch by epoch; see `NetworkTraining`."""

    def __init__(
        self,
        shards: ShardFolder,
        options: TableTrainingOptions | None = None,
        *,
        backend: str = "native",
    ) -> None:
        """Read the samples and draw the first weights.

        Args:
            shards: At least two shards of rivers.
            options: How to train.
            backend: `native`, NumPy on this processor, or `cuda`.

        Raises:
            InputError: If there are fewer than two shards.
        """
        super().__init__(shards, options or TableTrainingOptions(), backend=backend)

    def _arranged(self, samples: Samples, convert: Callable[[Any], Any]) -> TableRows:
        return TableRows.of(samples, convert)

    def _drawn(self, random: np.random.Generator) -> DenseNetwork:
        inputs, outputs = (each.shape[1] for each in (self._rows.inputs, self._rows.targets))
        return DenseNetwork([inputs, *[self.options.units] * self.options.layers, outputs], random)

    def _loss_and_gradient(self, rows: TableRows) -> tuple[Any, Any]:
        passed = self._network.forward(rows.inputs)
        loss, slope = loss_and_slope(rows, passed.output, self.options.beta)
        return loss, self._network.backward(passed, slope)

    def _measured(self, network: DenseNetwork, rows: TableRows) -> tuple[Any, Any]:
        outputs = network(rows.inputs)
        loss = loss_and_slope(rows, outputs, self.options.beta)[0]
        return loss, mean_error(rows, outputs) / len(rows)

    def _layers(self, network: DenseNetwork) -> tuple[Layer, ...]:
        return host_layers(network)
