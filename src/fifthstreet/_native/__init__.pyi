"""Types of the native core. Arrays are C-contiguous and of exactly the type named here."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

COMPILER: str  # with its version
LANES: int  # floats in a vector of the range solver
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
    def standing(
        self, hole: int, board: int, others: NDArray[np.uint64]
    ) -> tuple[int, int, int]: ...
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
def shuffled(items: Iterable[Any], seed: int) -> list[Any]: ...
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
def meet_ranges(
    evaluator: FreeEvaluator,
    boards: NDArray[np.uint64],
    weights: NDArray[np.float64],
    points: NDArray[np.float64],
    met: NDArray[np.float64],
) -> None: ...
def compatible_weights(weights: NDArray[np.float64], out: NDArray[np.float64]) -> None: ...
def add_signed_products(
    first_strength: NDArray[np.float32],
    second_strength: NDArray[np.float32],
    first: NDArray[np.float32],
    second: NDArray[np.float32],
    threads: int,
    out: NDArray[np.float32],
) -> None: ...
def multiply_matrix(
    matrix: NDArray[np.float32],
    vector: NDArray[np.float32],
    is_transposed: bool,
    threads: int,
    out: NDArray[np.float32],
) -> None: ...
def count_leads(
    evaluator: FreeEvaluator, board: int, threads: int, out: NDArray[np.int16]
) -> None: ...

class StreetBetting:
    def __init__(
        self,
        players: NDArray[np.int8],
        first_children: NDArray[np.int32],
        children: NDArray[np.int32],
    ) -> None: ...
    def split(
        self,
        regrets: NDArray[np.float32],
        averages: NDArray[np.float32],
        keep: float,
        player: int,
        reach: NDArray[np.float32],
    ) -> None: ...
    def join(
        self,
        regrets: NDArray[np.float32],
        positive: float,
        negative: float,
        player: int,
        values: NDArray[np.float32],
    ) -> None: ...

class TripleSolver:
    def __init__(
        self,
        players: NDArray[np.int8],
        first_children: NDArray[np.int32],
        children: NDArray[np.int32],
        cards: list[NDArray[np.uint8]],
        strengths: list[NDArray[np.uint16]],
        ends: NDArray[np.uint8],
        payoffs: NDArray[np.float32],
    ) -> None: ...
    def iterate(
        self,
        regrets: list[NDArray[np.float32]],
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        positive: NDArray[np.float32],
        negative: NDArray[np.float32],
        keep: NDArray[np.float32],
        threads: int,
    ) -> None: ...
    def evaluate(
        self,
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        player: int,
        is_best: bool,
        threads: int,
        out: NDArray[np.float32],
    ) -> None: ...
    def sweep(
        self,
        player: int,
        payoff: NDArray[np.float32],
        first_reach: NDArray[np.float32],
        second_reach: NDArray[np.float32],
        out: NDArray[np.float32],
    ) -> None: ...
    def reach(
        self,
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        player: int,
        out: NDArray[np.float32],
    ) -> None: ...

class TripleStreets:
    def __init__(
        self,
        players: NDArray[np.int8],
        first_children: NDArray[np.int32],
        children: NDArray[np.int32],
        streets: NDArray[np.uint8],
        left: NDArray[np.uint8],
        cards: list[NDArray[np.uint8]],
        strengths: list[NDArray[np.uint16]],
        ends: NDArray[np.uint8],
        payoffs: NDArray[np.float32],
    ) -> None: ...
    @property
    def sum_rows(self) -> int: ...
    def rows(self, player: int) -> int: ...
    def iterate(
        self,
        regrets: list[NDArray[np.float32]],
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        positive: NDArray[np.float32],
        negative: NDArray[np.float32],
        keep: NDArray[np.float32],
        visits: int,
        turns: NDArray[np.int32],
        turn_visits: NDArray[np.int32],
        rivers: NDArray[np.int32],
        river_visits: NDArray[np.int32],
        threads: int,
    ) -> None: ...
    def add_turns(
        self,
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        player: int,
        turns: NDArray[np.int32],
        threads: int,
        sums: NDArray[np.float32],
    ) -> None: ...
    def finish(
        self,
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        player: int,
        sums: NDArray[np.float32],
        out: NDArray[np.float32],
    ) -> None: ...
    def values_at(
        self,
        averages: list[NDArray[np.float32]],
        locks: list[NDArray[np.float32]],
        weights: list[NDArray[np.float32]],
        player: int,
        turn: int,
        river: int,
        threads: int,
        out: NDArray[np.float32],
    ) -> None: ...
    def showdown(
        self,
        player: int,
        payoff: NDArray[np.float32],
        first_reach: NDArray[np.float32],
        second_reach: NDArray[np.float32],
        turn: int,
        river: int,
        threads: int,
        out: NDArray[np.float32],
    ) -> None: ...

CLASS_STRIDE: int

class RingBetting:
    def __init__(
        self,
        seats: int,
        players: NDArray[np.int8],
        is_fold: NDArray[np.bool_],
        folded: NDArray[np.uint16],
        children: NDArray[np.uint8],
        first_children: NDArray[np.int32],
        ends: NDArray[np.uint8],
        met: NDArray[np.float32],
        won: NDArray[np.float32],
        tied: NDArray[np.float32],
    ) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def leaf_rows(self) -> int: ...
    def iterate(
        self,
        regrets: NDArray[np.float32],
        averages: NDArray[np.float32],
        payoffs: NDArray[np.float32],
        leaves: NDArray[np.float32],
        positive: NDArray[np.float32],
        negative: NDArray[np.float32],
        keep: NDArray[np.float32],
        threads: int,
    ) -> None: ...
    def evaluate(
        self,
        averages: NDArray[np.float32],
        payoffs: NDArray[np.float32],
        leaves: NDArray[np.float32],
        is_best: bool,
        threads: int,
        out: NDArray[np.float32],
        action_values: NDArray[np.float32] | None,
    ) -> None: ...
    def reach(
        self,
        averages: NDArray[np.float32],
        at: NDArray[np.int32],
        out: NDArray[np.float32],
    ) -> None: ...
    def probabilities(
        self,
        averages: NDArray[np.float32],
        dealt: NDArray[np.float32],
        out: NDArray[np.float64],
    ) -> None: ...

class BoardShares:
    def __init__(self, strengths: NDArray[np.uint16], classes: NDArray[np.uint8]) -> None: ...
    def shares(
        self,
        reach: NDArray[np.float32],
        threads: int,
        out: NDArray[np.float32],
        against: NDArray[np.float32],
    ) -> None: ...

class LeadMatrix:
    def __init__(self, leads: NDArray[np.int16]) -> None: ...
    def multiply(
        self, vectors: NDArray[np.float32], threads: int, out: NDArray[np.float32]
    ) -> None: ...

class BoardOrders:
    def __init__(
        self, evaluator: FreeEvaluator, boards: NDArray[np.uint64], threads: int
    ) -> None: ...

class RiverTables:
    def __init__(
        self, sizes: list[int], parameters: NDArray[np.float32], histogram_scale: float
    ) -> None: ...
    def evaluate(
        self,
        orders: BoardOrders,
        weights: NDArray[np.float64],
        reach: NDArray[np.float32],
        features: NDArray[np.float32],
        player: int,
        threads: int,
        out: NDArray[np.float32],
    ) -> None: ...

HAND_FEATURES: int
BOARD_FEATURES: int

def board_features(
    evaluator: FreeEvaluator,
    boards: NDArray[np.uint64],
    threads: int,
    hands_out: NDArray[np.float32],
    boards_out: NDArray[np.float32],
) -> None: ...

class FlopCoordinates: ...

class CoordinateNetwork:
    def __init__(
        self,
        hand_sizes: list[int],
        hand_parameters: NDArray[np.float32],
        range_sizes: list[int],
        range_parameters: NDArray[np.float32],
        direct_sizes: list[int],
        direct_parameters: NDArray[np.float32],
    ) -> None: ...
    def coordinates(
        self, evaluator: FreeEvaluator, flop: int, cards: list[int], threads: int
    ) -> FlopCoordinates: ...
    def evaluate(
        self,
        on_turns: FlopCoordinates,
        chosen: list[int],
        reach: NDArray[np.float32],
        features: NDArray[np.float32],
        threads: int,
        out: NDArray[np.float32],
    ) -> None: ...

def count_preflop_wins(
    evaluator: FreeEvaluator,
    threads: int,
    by_ranks: NDArray[np.int32],
    by_suit: NDArray[np.int32],
) -> None: ...

class TreeBuilder:
    def __init__(
        self,
        stacks: list[int],
        antes: list[int],
        blinds: list[int],
        forced_bet: int,
        pot: int,
        opener: int,
        first_street: int,
        last_street: int,
        menus: list[list[tuple[int, float, int, int, int]]],
        max_raises: list[int],
        add_allin: float,
        force_allin: float,
        merge: float,
        min_bet: int,
        lines: list[tuple[bool, list[tuple[int, int]]]],
        cold_calls: list[int],
    ) -> None: ...
    def find_fault(self) -> tuple[int, int, int, int, int] | None: ...
    def count(
        self, limit: int | None, max_visits: int
    ) -> tuple[int, bool, list[list[int]], list[list[int]], list[list[int]]]: ...
    def fill(
        self,
        kind: NDArray[np.uint8],
        player: NDArray[np.int8],
        street: NDArray[np.uint8],
        parent: NDArray[np.int32],
        first_child: NDArray[np.int32],
        n_children: NDArray[np.uint8],
        move: NDArray[np.uint8],
        amount: NDArray[np.int32],
        committed: NDArray[np.int32],
        folded: NDArray[np.uint16],
    ) -> bool: ...

def deal_rows(
    evaluator: Evaluator | None,
    parent: NDArray[np.int32],
    dealt: NDArray[np.uint64],
    boards: NDArray[np.uint64],
    member_runout: NDArray[np.int32],
    member_back: NDArray[np.uint8],
    first: dict[str, NDArray[Any]],
    second: dict[str, NDArray[Any]],
    threads: int,
) -> None: ...
def list_by_card(
    count: NDArray[np.int32],
    holes: NDArray[np.int16],
    other_count: NDArray[np.int32],
    other_holes: NDArray[np.int16],
    other_same: NDArray[np.uint16],
    other_weaker: NDArray[np.uint16],
    other_not_better: NDArray[np.uint16],
    by_card: NDArray[np.uint16],
    card_start: NDArray[np.uint16],
    showdown: NDArray[np.uint16],
    threads: int,
) -> None: ...

class RangeSolver:
    def __init__(
        self,
        streets: list[dict[str, Any]],
        first_weights: NDArray[np.float32],
        second_weights: NDArray[np.float32],
        in_buckets: bool = False,
        threads: int = 1,
    ) -> None: ...
    def divide_river(
        self, player: int, buckets: int, threads: int, out: NDArray[np.uint16]
    ) -> None: ...
    def set_tables(self, player: int, arrays: dict[str, NDArray[Any]]) -> None: ...
    def set_locks(
        self, player: int, start: NDArray[np.int64], rows: NDArray[np.float32]
    ) -> None: ...
    def set_gadget(self, player: int, gadget: dict[str, Any]) -> None: ...
    def iterate(
        self,
        first: int,
        count: int,
        positive: NDArray[np.float32],
        negative: NDArray[np.float32],
        keep: NDArray[np.float32],
        threads: int,
    ) -> None: ...
    def pass_through(
        self,
        player: int,
        mode: int,
        iteration: int,
        updates: int,
        positive: NDArray[np.float32],
        negative: NDArray[np.float32],
        keep: NDArray[np.float32],
        threads: int,
        reach: NDArray[np.float32],
        out: NDArray[np.float32],
    ) -> None: ...
    def evaluate(
        self,
        player: int,
        mode: int,
        threads: int,
        taps: list[NDArray[np.float32] | None],
        out: NDArray[np.float32],
    ) -> None: ...
    def evaluate_river(
        self, player: int, mode: int, runout: int, out: NDArray[np.float32]
    ) -> None: ...
    @property
    def scratch_bytes(self) -> int: ...

# Full passes over a game tree.

class SequenceForm:
    def __init__(
        self,
        players: int,
        info_player: NDArray[np.int8],
        first_action: NDArray[np.int32],
        before: NDArray[np.int32],
        row_start: NDArray[np.int64],
        weight: NDArray[np.float64],
        others: NDArray[np.int32],
    ) -> None: ...
    def iterate(
        self,
        positive: NDArray[np.float64],
        negative: NDArray[np.float64],
        keep: NDArray[np.float64],
        regrets: NDArray[np.float64],
        averages: NDArray[np.float64],
        predictions: NDArray[np.float64] | None,
        at_once: bool,
    ) -> None: ...
    def best_response(
        self, player: int, strategy: NDArray[np.float64], best: NDArray[np.float64]
    ) -> float: ...
    def evaluate(self, strategy: NDArray[np.float64], out: NDArray[np.float64]) -> None: ...

# Sampled passes over a game tree.

class RandomStream:
    def __init__(self, seed: int, stream: int) -> None: ...
    def uniform(self) -> float: ...
    def below(self, bound: int) -> int: ...

class TreeSampler:
    def __init__(
        self,
        tree: Any,
        regrets: NDArray[Any],
        averages: NDArray[Any],
        baselines: NDArray[Any] | None,
        visits: NDArray[np.uint64],
    ) -> None: ...
    def walk(
        self,
        first: int,
        count: int,
        *,
        scheme: int,
        seed: int,
        epsilon: float,
        decay: float,
        is_linear: bool,
        below: float,
        share: float,
        prune_after: int,
    ) -> None: ...
    def discount(
        self, seed: int, stream: int, positive: float, negative: float, average: float
    ) -> None: ...

# Sampled deals of hold'em.

class DealSampler:
    def __init__(
        self, evaluator: Evaluator, game: dict[str, Any], options: dict[str, Any]
    ) -> None: ...
    def save(self) -> tuple[NDArray[np.uint64], list[int], int]: ...
    def load(self, words: NDArray[np.uint64], lengths: list[int], iteration: int) -> bool: ...
    def run(self, batches: int, threads: int) -> bool: ...
    def average(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.float64]
    ) -> None: ...
    def visits(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.uint64]
    ) -> None: ...
    @property
    def iteration(self) -> int: ...
    @property
    def information_sets(self) -> int: ...
    @property
    def rows_visited(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def log_bytes(self) -> int: ...

BOARD_RECORD_BYTES: int

class BucketSampler:
    def __init__(
        self,
        evaluator: Evaluator,
        game: dict[str, Any],
        options: dict[str, Any],
        buckets: BucketTables,
        first: NDArray[np.int64],
        regrets: NDArray[np.float32] | NDArray[np.uint16],
        averages: NDArray[np.float32],
    ) -> None: ...
    def restart_at(self, iteration: int) -> None: ...
    def board_plan(self, traverser: int) -> dict[str, Any]: ...
    def deal_boards(self, first: int, threads: int, out: NDArray[np.uint8]) -> None: ...
    def quantise(self, out: NDArray[np.uint8]) -> None: ...
    def run(self, batches: int, threads: int) -> bool: ...
    def average(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.float64]
    ) -> None: ...
    def visits(
        self, node: int, board: list[int], holes: NDArray[np.uint64], out: NDArray[np.uint64]
    ) -> None: ...
    @property
    def iteration(self) -> int: ...
    @property
    def information_sets(self) -> int: ...
    @property
    def rows_visited(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def log_bytes(self) -> int: ...

# Classes of hands and what they become.

def hand_cell(cards: int) -> int: ...
def hand_cells(hands: NDArray[np.uint64], out: NDArray[np.uint8]) -> int: ...
def mean_of_board(board: int, rows: NDArray[np.float64]) -> list[float]: ...
def count_final_hands(
    fives: NDArray[np.uint64],
    multiplicities: NDArray[np.int64],
    preflop_class: NDArray[np.uint8],
    threads: int,
    preflop: NDArray[np.int64],
    flop: NDArray[np.int64],
    turn: NDArray[np.int64],
) -> None: ...

# Lossless indices of cards.

class HandIndex:
    def __init__(self, rounds: list[int]) -> None: ...
    def size(self, round: int) -> int: ...
    def index_cards(
        self, round: int, cards: NDArray[np.uint8], out: NDArray[np.int64], threads: int
    ) -> int: ...
    def index_masks(
        self, round: int, sets: NDArray[np.uint64], out: NDArray[np.int64], threads: int
    ) -> int: ...
    def index_holes(
        self, round: int, boards: NDArray[np.uint64], out: NDArray[np.int64], threads: int
    ) -> int: ...
    def unindex(
        self, round: int, indices: NDArray[np.int64], out: NDArray[np.uint8], threads: int
    ) -> int: ...
    @property
    def table_bytes(self) -> int: ...

# Buckets of hands.

class BucketTables:
    def __init__(
        self,
        tables: Sequence[NDArray[np.uint8] | NDArray[np.uint16] | None],
        counts: Sequence[int],
    ) -> None: ...
    def count(self, board_cards: int) -> int: ...
    def buckets_of_cards(
        self, cards: NDArray[np.uint8], out: NDArray[np.uint16], threads: int
    ) -> int: ...
    def buckets_of_masks(
        self,
        holes: NDArray[np.uint64],
        boards: NDArray[np.uint64],
        out: NDArray[np.uint16],
        threads: int,
    ) -> int: ...
    def buckets_of_boards(
        self, boards: NDArray[np.uint64], out: NDArray[np.uint16], threads: int
    ) -> int: ...

# Exact features of hands.

def count_board_hands(boards: NDArray[np.uint64], out: NDArray[np.int64]) -> None: ...
def list_board_hands(
    index: HandIndex,
    boards: NDArray[np.uint64],
    starts: NDArray[np.int64],
    threads: int,
    hands: NDArray[np.uint16],
    indices: NDArray[np.int64],
    multiplicities: NDArray[np.uint8],
) -> None: ...
def sum_strengths(
    evaluator: FreeEvaluator,
    boards: NDArray[np.uint64],
    starts: NDArray[np.int64],
    threads: int,
    points: NDArray[np.uint32],
    square_points: NDArray[np.uint32],
    histogram: NDArray[np.uint16] | None,
    potentials: NDArray[np.float32] | None,
) -> None: ...
def cluster_strengths(
    evaluator: FreeEvaluator,
    boards: NDArray[np.uint64],
    starts: NDArray[np.int64],
    weights: NDArray[np.float32],
    threads: int,
    out: NDArray[np.float32],
) -> None: ...
def list_next_buckets(
    next: HandIndex,
    boards: NDArray[np.uint64],
    starts: NDArray[np.int64],
    buckets: NDArray[np.uint16],
    threads: int,
    out: NDArray[np.uint16],
) -> None: ...

# Clustering. A metric is 0 for squared Euclidean distances, 1 for the earth mover's distance.

class LevelPoints:
    def __init__(
        self,
        points: NDArray[Any],
        weights: NDArray[np.uint32] | None,
        metric: int,
        top: int,
        low: float,
        scale: float,
        threads: int,
    ) -> None: ...
    def seed(
        self,
        seed: int,
        stream: int,
        chosen: int,
        until: int,
        threads: int,
        centres: NDArray[np.int16],
        nearest: NDArray[np.uint16],
        costs: NDArray[np.uint32],
    ) -> int: ...
    def update(
        self,
        labels: NDArray[np.uint16],
        threads: int,
        centres: NDArray[np.int16],
        totals: NDArray[np.uint64],
    ) -> None: ...
    def rows(self, points: NDArray[np.int64], out: NDArray[np.int16]) -> None: ...
    @property
    def first_wrong(self) -> int: ...

class CentreSearch:
    def __init__(
        self,
        centres: NDArray[np.int16],
        dimensions: int,
        metric: int,
        top: int,
        low: float,
        scale: float,
        threads: int,
    ) -> None: ...
    def assign(
        self,
        points: NDArray[Any],
        threads: int,
        labels: NDArray[np.uint16],
        costs: NDArray[np.uint32],
    ) -> int: ...
    def assign_again(
        self,
        points: LevelPoints,
        threads: int,
        labels: NDArray[np.uint16],
        costs: NDArray[np.uint32],
    ) -> None: ...
    @property
    def table_bytes(self) -> int: ...

def highest_level(metric: int, dimensions: int) -> int: ...

class TableBatch:
    def __init__(
        self,
        settings: dict[str, Any],
        evaluator: Evaluator,
        seeds: NDArray[np.uint64],
        history: int,
        threads: int,
    ) -> None: ...
    def reset(
        self, seeds: NDArray[np.uint64], decks: NDArray[np.uint8] | None, threads: int
    ) -> None: ...
    def step(
        self, kinds: NDArray[np.int8], amounts: NDArray[np.int64], deals: bool, threads: int
    ) -> None: ...
    def deal(self, threads: int) -> None: ...
    def random_actions(
        self, kinds: NDArray[np.int8], amounts: NDArray[np.int64], threads: int
    ) -> None: ...
    def deck_order(self, table: int, out: NDArray[np.uint8]) -> None: ...
    @property
    def records(self) -> NDArray[np.uint8]: ...
    @property
    def actions(self) -> NDArray[np.uint8]: ...
    @property
    def layout(self) -> list[tuple[str, str, str, int, int]]: ...
    @property
    def most_actions(self) -> int: ...
