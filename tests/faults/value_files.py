"""One small file of every kind for leaf values: networks, samples, trainings and exact cases."""

import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from fifthstreet.solvers.values import (
    CoordinateNetwork,
    CoordinateTraining,
    CoordinateTrainingOptions,
    ExactCase,
    FlopSampleSettings,
    LaterBetting,
    Layer,
    LeafValues,
    Leaves,
    NetworkTraining,
    PreflopNetworkLeaves,
    SampleSettings,
    ShardFolder,
    ShardSource,
    TableNetwork,
    TableTraining,
    TableTrainingOptions,
    TurnSampleSettings,
    ValueNetwork,
    draw_case_situation,
    generate_shards,
    judge,
    load_cases,
    load_network,
    network_leaf_values,
    open_shards,
    save_cases,
)
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, HAND_FEATURES
from fifthstreet.solvers.values.exact_cases import met_weights
from fifthstreet.solvers.values.shards import Samples, Settings, shard_path

_JAM = LaterBetting("a", "", 1)
_SETTINGS: dict[str, Settings] = {  # of shards, by the street that ends
    "turn": SampleSettings(1, 1, 1),
    "flop": TurnSampleSettings(1, 1, 2, _JAM),
    "preflop": FlopSampleSettings(1, 1, 2, _JAM),
}
_BOARDS: dict[str, tuple[int, ...]] = {"turn": (0, 5, 10, 15), "flop": (0, 5, 10), "preflop": ()}


def _layers(*sizes: int) -> tuple[Layer, ...]:
    random = np.random.default_rng(0)
    return tuple(
        Layer(
            random.random(shape, np.float32) / np.float32(shape[0]), np.zeros(shape[1], np.float32)
        )
        for shape in pairwise(sizes)
    )


def _network(street: str) -> ValueNetwork:
    """Return a small network."""
    about = {"samples": 1000}
    if street == "turn":
        return ValueNetwork("turn", TableNetwork(_layers(7, 5, 4)), about)
    hands = _layers(HAND_FEATURES + BOARD_FEATURES, 5, 2)
    ranges = _layers(7 + BOARD_FEATURES, 3, 6)
    return ValueNetwork(street, CoordinateNetwork((*hands, *ranges, *_layers(4, 6))), about)


def _write_network(street: str) -> Callable[[Path], None]:
    return lambda path: _network(street).save(path)


def _use_network(street: str) -> Callable[[Path], object]:
    def use(path: Path) -> object:
        leaves = Leaves(_BOARDS[street], np.ones(1), np.ones(1))
        reach = np.ones((1, 2, 1326), np.float32)
        network = load_network(path)
        values: LeafValues
        if street == "preflop":
            values = PreflopNetworkLeaves(network, flops=10, threads=1)
        else:
            values = network_leaf_values(network, threads=1)
        return values.values(leaves, reach).sum()

    return use


@cache
def _shard(street: str, number: int) -> bytes:
    """Return the contents of a shard's file."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in generate_shards(folder, ShardSource(settings=_SETTINGS[street]), number + 1):
            pass
        return shard_path(folder, number, street).read_bytes()


def _write_shard(street: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(_shard(street, 0))

    return write


def _use_shard(street: str) -> Callable[[Path], object]:
    def use(path: Path) -> object:
        with tempfile.TemporaryDirectory() as folder:
            shard_path(folder, 0, street).write_bytes(path.read_bytes())
            samples = open_shards(folder).read([0])
        return samples.exploitability.sum()

    return use


@cache
def _samples(street: str, numbers: tuple[int, ...]) -> Samples:
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            shard_path(folder, number, street).write_bytes(_shard(street, number))
        return open_shards(folder).read(numbers)


class _Kept(ShardFolder):
    """A folder of shards in memory."""

    def read(self, numbers: Iterable[int]) -> Samples:
        return _samples(self.source.settings.street, tuple(numbers))


def _training(street: str) -> NetworkTraining:
    shards = _Kept(Path("x"), ShardSource(settings=_SETTINGS[street]), (0, 1))
    if street != "turn":
        sizes = {"width": 2, "hand_layers": 1, "hand_units": 2, "layers": 1, "units": 2}
        return CoordinateTraining(shards, CoordinateTrainingOptions(epochs=3, **sizes))
    return TableTraining(shards, TableTrainingOptions(layers=1, units=4, epochs=3))


def _write_training(street: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        training = _training(street)
        training.run_epoch()
        training.save(path)

    return write


def _use_training(street: str) -> Callable[[Path], object]:
    def use(path: Path) -> object:
        training = _training(street)
        training.resume(path)
        training.run()
        return training.network().about["curve"]

    return use


def _write_cases(street: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        shares = np.zeros((2, 1326), np.float32)
        situations = [draw_case_situation(0, number, street) for number in range(2)]
        save_cases(path, [ExactCase(situation, shares) for situation in situations])

    return write


def _use_turns(path: Path) -> object:
    return judge(network_leaf_values(_network("turn"), threads=1), load_cases(path))


def _use_weights(path: Path) -> object:
    """Use only what depends on the file: all turns of a flop take half a second."""
    return [met_weights(case.situation) @ case.shares[0] for case in load_cases(path)]


# Name, how to write one, and how to load and use it.
VALUE_KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object]]] = {
    "turn network": (_write_network("turn"), _use_network("turn")),
    "flop network": (_write_network("flop"), _use_network("flop")),
    "preflop network": (_write_network("preflop"), _use_network("preflop")),
    "river samples": (_write_shard("turn"), _use_shard("turn")),
    "turn samples": (_write_shard("flop"), _use_shard("flop")),
    "flop samples": (_write_shard("preflop"), _use_shard("preflop")),
    "training of tables": (_write_training("turn"), _use_training("turn")),
    "training of coordinates": (_write_training("flop"), _use_training("flop")),
    "turn cases": (_write_cases("turn"), _use_turns),
    "flop cases": (_write_cases("flop"), _use_weights),
    "preflop cases": (_write_cases("preflop"), _use_weights),
}
