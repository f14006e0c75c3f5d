"""Training of a network for the flop on shards of solved turns, or for preflop on solved flops.

A step takes whole boards with all pairs of ranges on them, so that the coordinates of hands are
computed once for each board. What hands win is compared with exact solves before it is balanced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fifthstreet.solvers.values.coordinate_loss import BoardRows, CoordinateLayers, board_loss
from fifthstreet.solvers.values.flop_samples import FlopSampleSettings
from fifthstreet.solvers.values.network_training import (
    NetworkTraining,
    TrainingOptions,
    host_layers,
)
from fifthstreet.solvers.values.river_tables import Layer
from fifthstreet.solvers.values.shards import Samples, ShardFolder
from fifthstreet.solvers.values.turn_samples import TurnSampleSettings


@dataclass(frozen=True)
class CoordinateTrainingOptions(TrainingOptions):
    """How a network for the flop or preflop is trained; see also `TrainingOptions`.

    Attributes:
        width: Number of coordinates of a hand.
        hand_layers: Number of hidden layers for hands.
        hand_units: Units of each of them.
        layers: Number of hidden layers for ranges.
        units: Units of each of them.
        batch: Boards of a step, each with all of its samples.
    """

    epochs: int = 74
    batch: int = 12
    rate: float = 2e-3
    width: int = 32
    hand_layers: int = 2
    hand_units: int = 128

    limits: ClassVar[Mapping[str, int]] = {
        **TrainingOptions.limits,
        "width": 1024,
        "hand_layers": 16,
        "hand_units": 4096,
    }


class CoordinateTraining(NetworkTraining):
    """A network for the flop or preflop that is being trained; see `NetworkTraining`."""

    rows_at_once = 16
    max_norm = 0.5

    def __init__(
        self,
        shards: ShardFolder,
        options: CoordinateTrainingOptions | None = None,
        *,
        backend: str = "native",
    ) -> None:
        """Read the samples, compare hands on all boards, and draw the first weights.

        Args:
            shards: At least two shards of turns, or of flops.
            options: How to train.
            backend: `native`, NumPy on this processor, or `cuda`.

        Raises:
            InputError: If there are fewer than two shards, or if they are of rivers.
        """
        settings = shards.source.settings
        if isinstance(settings, FlopSampleSettings | TurnSampleSettings):
            self.samples_of_row = settings.ranges
        self._own = options or CoordinateTrainingOptions()
        super().__init__(shards, self._own, backend=backend)

    def _arranged(self, samples: Samples, convert: Callable[[Any], Any]) -> BoardRows:
        return BoardRows.of(samples, self.samples_of_row, convert)

    def _drawn(self, random: np.random.Generator) -> CoordinateLayers:
        options = self._own
        hands = [options.hand_units] * options.hand_layers
        return CoordinateLayers(options.width, hands, [options.units] * options.layers, random)

    def _loss_and_gradient(self, rows: BoardRows) -> tuple[Any, Any]:
        held, *weights = rows.weights()
        won, gradient = self._network.forward(rows, held)
        loss, slope = board_loss(rows, (weights[0], weights[1]), won, self.options.beta)
        return loss, gradient(slope)

    def _measured(self, network: CoordinateLayers, rows: BoardRows) -> tuple[Any, Any]:
        held, dealt, alike = rows.weights()
        won = network(rows, held)
        errors = (dealt * np.abs(won - rows.targets.astype(won.dtype))).sum()
        loss, _ = board_loss(rows, (dealt, alike), won, self.options.beta)
        return loss, errors / (len(rows) * self.samples_of_row)

    def _layers(self, network: CoordinateLayers) -> tuple[Layer, ...]:
        return tuple(layer for part in network.parts for layer in host_layers(part))
