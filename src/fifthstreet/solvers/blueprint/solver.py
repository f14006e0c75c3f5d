"""Hold'em by sampling: MCCFR over single deals, or over boards with all hands.

Lanctot, Waugh, Zinkevich & Bowling (2009), "Monte Carlo sampling for regret minimization in
extensive games". With external sampling, a traversal deals each player a hand from their range and
completes the board, then walks the betting tree with all actions of one player, the traverser, and
one sampled action of each other player; players take turns as traverser. Outcome sampling draws one
action of the traverser too, chance sampling takes all actions of all players, and public chance
sampling draws only the board and takes all hands and actions of two players. An information set is
a betting node and a key of the cards seen there. With exact cards only visited information sets
take memory; with a card abstraction the tables have a row for each node and bucket from the start.

Traversals of a batch read the tables as they were when the batch began, and their updates are
added in order: results depend on the seed and the batch size, not on the number of threads. Only
public chance sampling with a card abstraction updates the tables after each traversal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import CardAbstraction, ExactCards, FlopSubset
from fifthstreet.cards import Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import game_checks
from fifthstreet.solvers.blueprint.cluster_sampler import ClusterSampler
from fifthstreet.solvers.blueprint.local_response import local_best_response
from fifthstreet.solvers.blueprint.native_game import native_game
from fifthstreet.solvers.blueprint.options import DEFAULTS, BlueprintOptions
from fifthstreet.solvers.blueprint.start_boards import StartBoards
from fifthstreet.solvers.blueprint.strategy import SampledStrategy
from fifthstreet.solvers.blueprint.tables import BucketedTables, KeyedTables
from fifthstreet.solvers.cfr import schemes, weighting_of
from fifthstreet.solvers.common import IterativeSolver, available_bytes, in_turn
from fifthstreet.support.executors import Executor
from fifthstreet.support.storage import whole_number
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole
from fifthstreet.tree import NO_RAKE, BettingTree, Kind, Rake
from fifthstreet.tree.strategy import Exploitability

# Batches of the default size that take about ten times as long as one of these deals.
_BATCHES_PER_RESPONSE_DEAL = 30

# Default traversals of a batch: few where a traversal makes many updates.
_BATCHES = {
    schemes.OutcomeSampling: 1024,
    schemes.ExternalSampling: 1024,
    schemes.ChanceSampling: 128,
    schemes.PublicChanceSampling: 4,
}
EXTERNAL = schemes.ExternalSampling()

_NO_LIMIT = (1 << 64) - 1
_DEFAULT_TARGET = 0.005  # of the pot


class BlueprintSolver(IterativeSolver):
    """MCCFR over sampled deals of a betting tree, for two or more players and from any street.

    An iteration is one traversal. By default traversal t has weight t. Nothing is pruned on the
    river.

    - `board`: the cards on the board from the start; without it, each traversal deals a board. It
      may be a flop for trees that start later, whose turn is then dealt.
    - `flops`: the flops to deal, by weight, instead of all.
    - `runout`: the cards to come, if they are fixed.
    - `key`: which hands share a row: the hands of a bucket if it is a `CardAbstraction`, which
      makes whole games small enough.
    - `betting`: with buckets, whether decisions share rows if a `summary` of their betting is the
      same; by default all have rows of their own.

    Public chance sampling with buckets plays one board after another: each updates the tables
    immediately, so nothing is logged, and the traverser changes after each batch. The backend
    `cuda` plays all boards of a batch at the same time on a GPU, with the same results up to
    rounding.

    Exploitability is exact for two players on a given board if the tree fits the range solver. If
    several boards are possible, it is the mean over all of them or over random ones, flops that are
    not in `flops` included. Otherwise a local best response over `response_deals` deals gives a
    lower bound; in games from preflop on, it only folds, checks and calls.

    With more than two players averages often converge to an equilibrium, but without a guarantee;
    see `ExternalSampling` for their weights.

    Threads may share a solver and its strategy: traversals, reads and states wait for each other.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(3, 20, blinds=(1, 2), first_street=0, last_street=0))
    >>> solver = BlueprintSolver(tree, ["22+,A2s+,KTs+,ATo+"] * 3, BlueprintOptions(batch=64))
    >>> solver.iterate(20_000)
    >>> solver.average().hand("r", "AsAh")["f"] < 0.01
    True
    """

    def __init__(
        self,
        tree: BettingTree,
        ranges: Sequence[Range | str],
        options: BlueprintOptions = DEFAULTS,
        *,
        board: Sequence[int] = (),
        runout: Sequence[int] = (),
        flops: FlopSubset | None = None,
        key: ExactCards | CardAbstraction | None = None,
        betting: str = "exact",
        rake: Rake = NO_RAKE,
        scheme: schemes.Scheme = EXTERNAL,
        pruning: schemes.Pruning | None = None,
    ) -> None:
        """Validate the game and set it up."""
        super().__init__()
        game_checks.check_scheme(scheme, pruning, tree)
        if (tree.n_children[tree.kind == Kind.ACTION] < 2).all():  # also without any decision
            raise InputError("the tree has no decisions: add a bet size")
        self.tree = tree
        self.board = game_checks.checked_board(tree, tuple(board))
        game_checks.check_flops(flops, self.board)
        self.flops = flops
        self.runout = game_checks.checked_runout(self.board, tuple(runout))
        self.ranges = game_checks.live_ranges(tree, ranges, (*self.board, *self.runout))
        self.key: ExactCards | CardAbstraction = (
            game_checks.checked_key(key, self.ranges, self.board, self.runout)
            if key is None or isinstance(key, ExactCards)
            else key
        )
        game_checks.check_betting(betting, self.key, scheme)
        game_checks.check_trembling(options.tremble, options.averages, scheme)
        self.betting = betting
        self.rake = rake
        self.options = options
        self.threads = thread_count(options.threads)
        self.scheme: schemes.Scheme = scheme
        self.batch = options.batch or _BATCHES[type(scheme)]
        self.weighting = weighting_of(options.weighting)
        self._memory_limit = options.memory_limit or available_bytes() or _NO_LIMIT
        if isinstance(scheme, schemes.PublicChanceSampling) and isinstance(self.key, ExactCards):
            game_checks.check_log_size(tree, self.ranges, self.batch, self._memory_limit)
        game_checks.check_backend(
            options.backend, scheme, self.key, options.precision, options.table_folder
        )
        self._game_facts: dict[str, Any] = {
            "tree": tree_digest(tree),
            "ranges": [range_.text() for range_ in self.ranges],
            "board": cards_text(self.board),
            "runout": cards_text(self.runout),
            "rake": [rake.rate, None if rake.cap == float("inf") else rake.cap],
        }
        if flops is not None:
            dealt = flops.boards.astype("<u8").tobytes(), flops.counts.astype("<i8").tobytes()
            self._game_facts["flops"] = _short_digest(*dealt)
        self._facts: dict[str, Any] = {  # everything that results depend on
            **self._game_facts,
            "key": self.key.to_dict(),
            "scheme": repr(scheme),
            "seed": options.seed,
            "batch": self.batch,
            "weighting": repr(self.weighting),
            "pruning": repr(pruning),
            "precision": options.precision,
            "count_visits": options.count_visits,
        }
        # Earlier versions do not know these.
        later = {"betting": betting, "tremble": options.tremble, "averages": options.averages}
        usual = {"betting": "exact", "tremble": 0.0, "averages": "next"}
        self._facts |= {name: value for name, value in later.items() if value != usual[name]}
        self._tables = self._new_tables(pruning)
        self._sampler = self._tables.sampler
        self._restored_iteration = 0
        self._first_rows: NDArray[np.float64] | None = None  # at the last `strategy_change`
        if self.start_boards is None:  # uniform play is not worth a check that takes seconds
            self._first_check = self._traversals_per_response

    def _new_tables(self, pruning: schemes.Pruning | None) -> KeyedTables | BucketedTables:
        options, folder = self.options, self.options.table_folder
        native_options = {
            "scheme": schemes.SCHEMES.index(type(self.scheme)),
            "epsilon": getattr(self.scheme, "epsilon", 0.0),
            "tremble": options.tremble,
            "averages_all": options.averages == "all",
            "seed": options.seed,
            "batch": self.batch,
            "linear": isinstance(self.weighting, schemes.LinearWeights),
            "prune_below": pruning.below if pruning else 0.0,
            "prune_share": pruning.share if pruning else 0.0,
            "prune_after": pruning.after if pruning else 0,
            "half": options.precision == "bfloat16",
            "counts_visits": options.count_visits,
            "lock_free": options.lock_free,
            "memory_limit": self._memory_limit,
        }
        game = native_game(
            self.tree, self.ranges, self.rake, self.board, self.runout, self.key, self.flops
        )
        if isinstance(self.key, ExactCards):
            if folder is not None:
                raise InputError("table_folder requires a key of buckets, got exact cards")
            return KeyedTables(game, native_options)
        if options.count_visits:
            raise InputError("count_visits requires a key of exact cards, got buckets")
        return BucketedTables(
            self.tree,
            self.key,
            game,
            native_options,
            precision=options.precision,
            folder=None if folder is None else Path(folder),
            backend=options.backend,
            betting=self.betting,
        )

    @property
    def _where(self) -> str:
        """The board or the flops that are dealt."""
        dealt = "any board" if self.flops is None else f"{len(self.flops):,} flops"
        return cards_text(self.board) or dealt

    def __repr__(self) -> str:
        return (
            f"<BlueprintSolver on {self._where}: {self.tree.players} players, "
            f"{self.iteration:,} traversals, {self.information_sets:,} information sets>"
        )

    @property
    def game_name(self) -> str:
        """The game in one line."""
        rules = self.tree.rules
        stacks = "/".join(f"{stack:g}" for stack in dict.fromkeys(rules.stacks))
        facts = json.dumps(self._game_facts, sort_keys=True)
        return (
            f"hold'em on {self._where}: {rules.players} players, pot {self.tree.pot(0):g}, "
            f"stacks {stacks}, game {_short_digest(facts.encode())}"
        )

    @property
    def digest(self) -> str:
        """Digest of everything that results depend on."""
        return _short_digest(json.dumps(self._facts, sort_keys=True).encode())

    @property
    def default_target(self) -> float | None:
        """Half a percent of the pot at the root, in chips; None if exploitability is a bound."""
        return _DEFAULT_TARGET * float(self.tree.pot(0)) if self.is_exact else None

    @property
    def information_sets(self) -> int:
        """Number of information sets in the tables."""
        return self._sampler.information_sets

    @property
    def traversals(self) -> int:
        """Number of traversals of this solver, without the traversals of a restored state."""
        return self.iteration - self._restored_iteration

    @property
    def rows_visited(self) -> int:
        """Number of times that a traversal of this solver has read a row, not saved in states."""
        return self._sampler.rows_visited

    @property
    def table_bytes(self) -> int:
        """Size of the tables."""
        return self._sampler.table_bytes

    @property
    def memory_bytes(self) -> int:
        """Size of the tables and logs."""
        return self._sampler.table_bytes + self._sampler.log_bytes

    @in_turn
    def strategy_change(self) -> float | None:
        """Return how much the average strategy of the first street changed since the last call.

        It is the mean distance of rows: 0 if nothing changed, 1 if every row now plays other
        actions only; None at the first call, and for exact cards.
        """
        if not isinstance(self._tables, BucketedTables):
            return None
        before, (now, count) = self._first_rows, self._tables.first_rows(self.tree)
        self._first_rows = now
        if before is None:
            return None
        return float(np.abs(now - before).sum() / 2 / count)

    @property
    def table_cost(self) -> str | None:
        """Size of tables of buckets in one line; None for exact cards, whose tables grow."""
        tables = self._tables
        return tables.cost_text(available_bytes()) if isinstance(tables, BucketedTables) else None

    @property
    def is_exact(self) -> bool:
        """Whether exploitability is exact, neither an estimate nor a lower bound."""
        return self.start_boards is not None and self.start_boards.is_complete

    @cached_property
    def start_boards(self) -> StartBoards | None:
        """Boards at the start with exact best responses; None for a local best response."""
        return None if self.runout else StartBoards.of(self.average())

    def sampler_and_tables(self) -> tuple[_native.BucketSampler, dict[str, NDArray[np.float32]]]:
        """Return the native sampler and its tables; InputError unless a cluster can use them."""
        tables = self._tables
        if (
            not isinstance(tables, BucketedTables)
            or not isinstance(tables.sampler, _native.BucketSampler)
            or self.options.precision != "float32"
            or tables.folder is not None
        ):
            raise InputError(
                "a training on a cluster requires buckets, precision float32, backend native and "
                "no table_folder"
            )
        return tables.sampler, tables.arrays()

    @in_turn
    def distribute(
        self,
        executor: Executor,
        make: Callable[[], IterativeSolver],
        *,
        parts: int = 8,
        traversals_per_part: int = 100_000,
        owners: int = 2,
    ) -> None:
        """Run further traversals on the workers of an executor, in rounds of `parts`.

        `make` creates an equal solver on a worker, so it has to be a function of a module, or a
        method of a small object. `traversals_per_part` is rounded up to whole batches, and runs
        end with whole rounds. Results depend on `parts` and `traversals_per_part`, but not on the
        numbers of workers and owners.
        """
        for name, count in (("parts", parts), ("owners", owners)):
            whole(name, count, minimum=1)
        batches = -(-whole("traversals_per_part", traversals_per_part, minimum=1) // self.batch)
        native, tables = self.sampler_and_tables()
        self._tables.sampler = self._sampler = ClusterSampler(
            native,
            tables,
            executor,
            make,
            self.digest,
            batch=self.batch,
            parts=parts,
            batches_per_part=batches,
            owners=owners,
        )

    def iterate(self, count: int) -> None:
        """Run `count` more traversals, rounded up to whole batches.

        Raise MemoryError if the next batch might not fit; earlier batches are kept.
        """
        super().iterate(count)

    def _iterate(self, count: int) -> None:
        try:
            fits = self._sampler.run(-(-count // self.batch), self.threads)
        finally:
            self.iteration = self._sampler.iteration
        if not fits:
            raise MemoryError(
                "not enough memory: the next batch may need more than "
                f"{self._memory_limit / 1e6:,.0f} MB ({self.information_sets:,} information sets "
                f"take {self.memory_bytes / 1e6:,.0f} MB). Use a higher memory_limit, precision "
                "'bfloat16' or fewer bet sizes."
            )

    @in_turn
    def quantised(self) -> NDArray[np.uint8]:
        """Return the average strategy of all rows in units of 1/255; see `save_blueprint`."""
        if not isinstance(self._tables, BucketedTables):
            raise InputError("the training must be on buckets, got exact cards")
        return self._tables.quantised()

    @in_turn
    def average(self) -> SampledStrategy:
        """Return the average strategy, a live view of the tables."""
        last_check = self._checked[1] if self._checked else None
        return SampledStrategy(
            self._sampler, self.tree, self.ranges, self.board, self.runout, self.rake, last_check
        )

    @property
    def responder_menu(self) -> str:
        """Menu of the local best response: no bets in games from preflop on, as in publications.

        It is many times faster, but wins less than a response that bets, or even loses.
        """
        return "calls" if self.tree.rules.first_street == 0 else "all"

    @property
    def _traversals_per_response(self) -> int:
        """Traversals that take about ten times as long as a local best response."""
        return (
            _BATCHES_PER_RESPONSE_DEAL * _BATCHES[type(self.scheme)] * self.options.response_deals
        )

    def _measure(self) -> Exploitability:
        strategy = self.average()
        # Between two checks, traversals run for about as long as an exact check takes, and ten
        # times as long as a local best response.
        if self.start_boards is not None:
            self._least_spacing = min(max(self.start_boards.work // 10, 100_000), 2_000_000)
            own = ExactCards.for_game(self.ranges, self.board, self.runout)
            # Buckets are the same up to suits; exact cards may distinguish more suits.
            merges_all = not isinstance(self.key, ExactCards) or set(self.key.symmetry) == set(
                own.symmetry
            )
            return self.start_boards.evaluate(
                strategy, isomorphism=merges_all, threads=self.threads
            )
        self._least_spacing = self._traversals_per_response
        return local_best_response(
            strategy,
            deals=self.options.response_deals,
            menu=self.responder_menu,
            threads=self.threads,
        ).exploitability

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: `facts` as plain data, and arrays."""
        live = self.live_state()
        if isinstance(self._tables, KeyedTables):  # whose arrays are copies
            return live
        return {
            name: value.copy() if isinstance(value, np.ndarray) else value
            for name, value in live.items()
        }

    def live_state(self) -> dict[str, Any]:
        """Return the state; tables of buckets are the solver's own arrays, not copies."""
        return {
            "facts": {**self._facts, "iteration": self._sampler.iteration},
            "curve": np.array(self.curve, np.float64).reshape(-1, 2),
            **self._tables.arrays(),
        }

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later traversals match an uninterrupted run bit for bit."""
        facts = dict(state["facts"])
        iteration = facts.pop("iteration")
        for name, own in self._facts.items():
            if facts.get(name) != own:
                raise InputError(f"the state does not fit this solver: different {name}")
        whole_number("iteration", iteration)
        self._tables.restore(iteration, state)
        self._restart_at(iteration, state["curve"])
        self._restored_iteration = iteration


def tree_digest(tree: BettingTree) -> str:
    """Return a short hash of rules and nodes; a tree may lack nodes that its rules allow."""
    rules = json.dumps(tree.rules.to_dict(), sort_keys=True).encode()
    return _short_digest(rules, *(array.tobytes() for array in tree.as_arrays().values()))


def _short_digest(*parts: bytes) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:12]
