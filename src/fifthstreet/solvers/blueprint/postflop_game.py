"""Postflop hold'em on buckets of hands: a spot, or its ranges and menu on many flops."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from fifthstreet.abstraction import FlopSubset, load_flop_subset
from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.bucket_game import ABSTRACTION_HELP, BucketGame
from fifthstreet.solvers.blueprint.options import DEFAULTS, BlueprintOptions
from fifthstreet.solvers.blueprint.solver import EXTERNAL, BlueprintSolver
from fifthstreet.solvers.cfr import Pruning, Scheme
from fifthstreet.solvers.postflop import Spot
from fifthstreet.support.options import option
from fifthstreet.tree import BettingTree, build_tree

ALL_FLOPS = 1_755  # up to suits
MIN_FLOPS, MAX_FLOPS = 10, 1_000  # of a subset
FLOPS_HELP = f"{MIN_FLOPS} to {MAX_FLOPS:,} for a subset, or {ALL_FLOPS:,} for all"
_TURN = 2


@dataclass(frozen=True)
class PostflopHoldem(BucketGame):
    """A spot on the buckets of a card abstraction, or its ranges and menu on many flops.

    With `flops`, the flop is dealt before the first decision: from a subset of 10 to 1,000 flops,
    or from all 1,755. With `from_turn`, betting starts on the turn, which is dealt as well.

    >>> spot = Spot.of("Ts7d2c", 100, 1_000, oop="15%", ip="15%", bets="100%, a", max_raises=1)
    >>> game = PostflopHoldem(spot, "tiny", flops=25)
    >>> game.name.rpartition(",")[0]
    "hold'em on 25 flops: pot 100, stack 1000, abstraction tiny"
    """

    spot: Spot
    abstraction: str
    flops: int | None = None  # None for the spot's own board
    from_turn: bool = False

    def __post_init__(self) -> None:
        if self.spot.locks:
            raise InputError("the spot must have no locks")
        if (self.flops is not None or self.from_turn) and len(self.spot.board) != 3:
            raise InputError(
                f"flops and from_turn require a spot on a flop, got {cards_text(self.spot.board)}"
            )
        if self.flops not in (None, ALL_FLOPS) and not MIN_FLOPS <= self.flops <= MAX_FLOPS:
            raise InputError(f"flops must be {FLOPS_HELP}, got {self.flops}")

    @property
    def name(self) -> str:
        """The boards, pot and stack, the abstraction, and a short hash of everything."""
        data = [self.spot.to_dict(), self.abstraction, self.flops, self.from_turn]
        digest = sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]
        where = cards_text(self.spot.board) if self.flops is None else f"{self.flops:,} flops"
        street = " from the turn" if self.from_turn else ""
        return (
            f"hold'em on {where}{street}: pot {self.spot.pot:g}, stack {self.spot.stack:g}, "
            f"abstraction {self.abstraction}, game {digest}"
        )

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        if not self.from_turn:
            return self.spot.tree
        return build_tree(replace(self.spot.rules, first_street=_TURN))

    def subset(
        self, *, threads: int | None = None, progress: Callable[[float], None] | None = None
    ) -> FlopSubset | None:
        """Return the flops to deal; None for the spot's own or all flops.

        Args:
            threads: Number of threads for making a subset that is neither in the package nor in
                the cache; by default one per core.
            progress: Called with the share that is done, 0 to 1, while a subset is made.
        """
        if self.flops in (None, ALL_FLOPS):
            return None
        return load_flop_subset(self.flops, threads=threads, progress=progress)

    def solver(
        self,
        options: BlueprintOptions = DEFAULTS,
        *,
        scheme: Scheme = EXTERNAL,
        pruning: Pruning | None = None,
    ) -> BlueprintSolver:
        """Create a solver that has not iterated yet, with the arguments of `BlueprintSolver`."""
        return BlueprintSolver(
            self.tree,
            self.spot.ranges,
            options,
            board=self.spot.board if self.flops is None else (),
            flops=self.subset(threads=options.threads),
            key=self.card_abstraction(threads=options.threads),
            rake=self.spot.rake,
            scheme=scheme,
            pruning=pruning,
        )


@dataclass(frozen=True, kw_only=True)
class PostflopOptions:
    """A postflop game without a file: the same range and menu for both players."""

    pot: float = option(100.0, "chips in the pot")
    stack: float = option(1_000.0, "chips of each player")
    ranges: str = option("15%", "hands of both players")
    sizes: str = option("33%, 66%, 100%, a", "bets in percent of the pot, a for all-in")
    raises: str = option("100%, a", "raises in percent of the pot, a for all-in")
    max_raises: int | None = option(None, "maximum number of bets and raises per street")
    flop: str = option("Ts7d2c", "the flop if there is only one")
    flops: int = option(184, f"number of flops: 1, {FLOPS_HELP}")
    from_turn: bool = option(False, "betting starts on the turn, which is dealt")
    abstraction: str = option("phase-2", ABSTRACTION_HELP)

    def game(self) -> PostflopHoldem:
        """Create the game."""
        spot = Spot.of(
            self.flop,
            self.pot,
            self.stack,
            oop=self.ranges,
            ip=self.ranges,
            bets=self.sizes,
            raises=self.raises,
            max_raises=self.max_raises,
        )
        flops = None if self.flops == 1 else self.flops
        return PostflopHoldem(spot, self.abstraction, flops, self.from_turn)


# An abstracted postflop game in three phases, from a first test to all flops.
PHASES = {
    "phase-1": PostflopOptions(
        sizes="50%, 100%, a", flops=1, from_turn=True, abstraction="phase-1"
    ),
    "phase-2": PostflopOptions(),
    "phase-3": PostflopOptions(
        sizes="33%, 50%, 75%, 112%, 169%, a", flops=ALL_FLOPS, abstraction="phase-3"
    ),
}
