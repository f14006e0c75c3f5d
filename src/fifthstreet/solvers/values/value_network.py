"""Networks with what is known about them, and their files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.values.coordinates import CoordinateNetwork
from fifthstreet.solvers.values.leaf_values import with_article
from fifthstreet.solvers.values.river_tables import Layer, TableNetwork
from fifthstreet.support import storage

KIND = "value_network"  # of files
NETWORK_STREETS = ("preflop", "flop", "turn")
"""Streets whose ends the package has a network for."""
Model: TypeAlias = TableNetwork | CoordinateNetwork
NETWORK_KINDS: Mapping[str, type[Model]] = {
    "turn": TableNetwork,
    "flop": CoordinateNetwork,
    "preflop": CoordinateNetwork,
}
"""Kinds of networks, by the streets that end."""

_FACTS = {"street": str, "layers": int, "about": dict}
_MAX_LAYERS = 64
_PRECISIONS = ("float32", "float16")


@dataclass(frozen=True, eq=False, repr=False)
class ValueNetwork:
    """A network for the end of a street.

    Attributes:
        street: The street that ends: `turn`, `flop` or `preflop`.
        model: The network. It values single boards: flops for preflop, otherwise the boards after
            the next card.
        about: What it was trained on and how large its errors are, as plain data. The entry
            `error_pot_percent` is shown with every solve that uses the network.
    """

    street: str
    model: Model
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kind = _kind_of(self.street)
        if not isinstance(self.model, kind):
            raise InputError(
                f"model of a network for {with_article(self.street)} must be a {kind.__name__}, "
                f"got a {type(self.model).__name__}"
            )

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error in percent of the pot, from `about`; None if it is unknown."""
        error = self.about.get("error_pot_percent")
        if isinstance(error, bool) or not isinstance(error, int | float):
            return None
        return float(error) if 0 <= error < inf else None

    def __repr__(self) -> str:
        units = "-".join(map(str, self.model.sizes))
        return f"<ValueNetwork for {with_article(self.street)}, {units} units>"

    def save(self, path: str | os.PathLike[str], *, precision: str = "float32") -> None:
        """Write a file with the layers and the facts about them.

        Args:
            path: Where to write. An existing file is replaced once the new one is complete.
            precision: Of weights in the file: `float32`, or `float16` for a file of half the size.

        Raises:
            InputError: If a weight is too large for the precision.
        """
        if precision not in _PRECISIONS:
            raise InputError(f"precision must be {' or '.join(_PRECISIONS)}, got {precision!r}")
        layers = self.model.layers
        largest = max(float(np.abs(layer.weights).max()) for layer in layers)
        if largest > float(np.finfo(precision).max):
            raise InputError(f"weights must be at most 65,504 for float16, got {largest:g}")
        facts = {"street": self.street, "layers": len(layers), "about": dict(self.about)}
        arrays = {
            f"{part} {at}": array
            for at, layer in enumerate(layers)
            for part, array in (("weights", layer.weights.astype(precision)), ("bias", layer.bias))
        }
        with storage.replacing(path) as file:
            storage.write_container(file, KIND, facts, arrays)


def load_network(path: str | os.PathLike[str]) -> ValueNetwork:
    """Read and verify a file, or a network of the package.

    Args:
        path: A path, or `preflop`, `flop` or `turn` for a network of the package. An existing file
            of that name has priority.

    Returns:
        The network.

    Raises:
        InputError: If there is no such file.
        DamagedFileError: If the file is damaged or of another kind.
    """
    if str(path) in NETWORK_STREETS and not Path(path).exists():
        return shipped_network(str(path))
    container = storage.open_container(path, KIND)
    with storage.reading(path):
        facts = storage.checked_types(container.facts, _FACTS)
        count = storage.whole_number("layers", facts["layers"], minimum=1, maximum=_MAX_LAYERS)
        layers = tuple(
            Layer(_float32(container.read(f"weights {at}")), container.read(f"bias {at}"))
            for at in range(count)
        )
        kind = _kind_of(facts["street"])
        return ValueNetwork(facts["street"], kind(layers), facts["about"])


def _float32(weights: NDArray[Any]) -> NDArray[Any]:
    """Widen weights of 16 bits."""
    return weights.astype(np.float32) if weights.dtype == np.float16 else weights


def _kind_of(street: str) -> type[Model]:
    """Return the kind of the networks for a street; InputError if it has none."""
    if street not in NETWORK_KINDS:
        raise InputError(f"street must be {' or '.join(NETWORK_KINDS)}, got {street!r}")
    return NETWORK_KINDS[street]


def shipped_network(street: str) -> ValueNetwork:
    """Return the network of the package for a street.

    Args:
        street: `preflop`, `flop` or `turn`.

    Returns:
        The network.

    Raises:
        InputError: If the package has no network for the street.
    """
    if street not in NETWORK_STREETS:
        raise InputError(f"street must be {' or '.join(NETWORK_STREETS)}, got {street!r}")
    path = Path(str(files("fifthstreet.solvers.values").joinpath(f"data/{street}.values")))
    if not path.exists():
        raise InputError(f"this build of the package has no network for {with_article(street)}")
    return load_network(path)
