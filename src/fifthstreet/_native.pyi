"""Types of the native core. Arrays are C-contiguous and of exactly the type named here."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

POT_UNITS: int
CHUNK_SAMPLES: int

class Evaluator:
    def strength(self, hole: int, board: int = ...) -> int: ...
    def playing_cards(self, hole: int, board: int) -> int: ...
    def evaluate_cards(
        self, cards: NDArray[np.uint8], out: NDArray[np.uint16], threads: int
    ) -> int: ...
    def evaluate_masks(
        self,
        holes: NDArray[np.uint64],
        boards: NDArray[np.uint64],
        out: NDArray[np.uint16],
        threads: int,
    ) -> int: ...
    @property
    def categories(self) -> list[int]: ...
    @property
    def table_bytes(self) -> int: ...

class FreeEvaluator(Evaluator):
    def __init__(
        self,
        ranks: list[int],
        size: int,
        categories: list[tuple[list[int], bool, bool]],
        wheel: bool,
        low: bool,
    ) -> None: ...
    def open_strength(self, cards: int) -> int: ...
    @property
    def open_categories(self) -> list[int]: ...

class SplitEvaluator(Evaluator):
    def __init__(self, base: FreeEvaluator, from_hole: int) -> None: ...

class BadugiEvaluator(Evaluator):
    def __init__(self, ranks: list[int]) -> None: ...

def strength_or_none(evaluator: Evaluator, hole: list[Any], board: list[Any]) -> int | None: ...
def fresh_seed() -> int: ...
def shuffled(items: list[Any], seed: int) -> list[Any]: ...
def enumerate_boards(
    high: Evaluator,
    low: Evaluator | None,
    deck: int,
    hole_cards: int,
    board_cards: int,
    hands: NDArray[np.uint64],
    board: int,
    dead: int,
    threads: int,
    out: NDArray[np.int64],
) -> None: ...
def sample_deals(
    high: Evaluator,
    low: Evaluator | None,
    deck: int,
    hole_cards: int,
    board_cards: int,
    masks: NDArray[np.uint64],
    weights: NDArray[np.float64],
    starts: list[int],
    board: int,
    dead: int,
    seed: int,
    first_chunk: int,
    chunks: int,
    threads: int,
    out: NDArray[np.int64],
) -> int: ...
def sweep_ranges(
    evaluator: FreeEvaluator,
    boards: NDArray[np.uint64],
    multiplicities: NDArray[np.float64],
    dead: int,
    weights: NDArray[np.float32],
    threads: int,
    out: NDArray[np.float64],
) -> None: ...
