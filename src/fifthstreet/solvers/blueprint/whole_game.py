"""No-limit hold'em from the blinds to the showdown, on a betting tree and buckets of hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.bucket_game import ABSTRACTION_HELP, BucketGame
from fifthstreet.solvers.blueprint.options import DEFAULTS, BlueprintOptions
from fifthstreet.solvers.blueprint.solver import EXTERNAL, BlueprintSolver
from fifthstreet.solvers.cfr import Pruning, Scheme
from fifthstreet.support.options import option
from fifthstreet.tree import STREET_NAMES, BettingTree, Sizes, TreeRules, build_tree

SMALL_BLIND, BIG_BLIND = 50, 100  # chips, as in the Annual Computer Poker Competition
MAX_PLAYERS = 6
MAX_NODES = 50_000_000


@dataclass(frozen=True)
class NoLimitHoldem(BucketGame):
    """No-limit hold'em with equal stacks and a menu of bets and raises.

    Blinds are 50 and 100 chips, `stack` is in big blinds. `sizes` are the bets and raises of every
    street, in percent of the pot or `a` for all-in, with at most `max_raises` on a street, blinds
    not counted. `abstraction` is the name of a card abstraction, or its file. There is no betting
    after `last_street`.

    >>> game = NoLimitHoldem(players=3, stack=20, sizes="100%, a", max_raises=1)
    >>> game.name
    "no-limit hold'em: 3 players, 20 big blinds, sizes 100%, a, 1 raise, abstraction tiny"
    >>> len(game.tree)
    4195
    """

    players: int = option(2, "number of players")
    stack: float = option(100.0, "stack of each player in big blinds")
    sizes: str = option("50%, 100%, a", "bets and raises in percent of the pot, a for all-in")
    max_raises: int = option(3, "maximum number of bets and raises per street")
    abstraction: str = option("tiny", ABSTRACTION_HELP)
    last_street: str = option("river", "last street with bets")

    def __post_init__(self) -> None:
        if not isinstance(self.players, int) or not 2 <= self.players <= MAX_PLAYERS:
            raise InputError(f"players must be from 2 to {MAX_PLAYERS}, got {self.players}")
        if not isinstance(self.stack, int | float) or not 1 < self.stack <= 1_000:
            raise InputError(
                f"stack must be more than 1 and at most 1,000 big blinds, got {self.stack}"
            )
        if self.last_street not in STREET_NAMES:
            names = ", ".join(STREET_NAMES)
            raise InputError(f"last_street must be one of {names}, got {self.last_street!r}")
        self._rules()

    def _rules(self) -> TreeRules:
        return TreeRules.even(
            self.players,
            round(self.stack * BIG_BLIND),
            blinds=(SMALL_BLIND, BIG_BLIND),
            first_street=0,
            last_street=STREET_NAMES.index(self.last_street),
            sizes=Sizes.uniform(self.sizes, raises=self.sizes),
            max_raises=self.max_raises,
        )

    @property
    def name(self) -> str:
        """The game and its options in one line."""
        raises = "raise" if self.max_raises == 1 else "raises"
        street = "" if self.is_to_the_river else f" until the {self.last_street}"
        return (
            f"no-limit hold'em: {self.players} players, {self.stack:g} big blinds, "
            f"sizes {self.sizes}, {self.max_raises} {raises}{street}, "
            f"abstraction {self.abstraction}"
        )

    @property
    def is_to_the_river(self) -> bool:
        """Whether there is betting on all streets."""
        return self.last_street == STREET_NAMES[-1]

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return build_tree(self._rules(), max_nodes=MAX_NODES)

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
            [Range.full()] * self.players,
            options,
            key=self.card_abstraction(threads=options.threads),
            scheme=scheme,
            pruning=pruning,
        )


# Games that train on two cores and a few GB in minutes.
PRESETS = {
    "tiny": NoLimitHoldem(),
    "tiny-6max": NoLimitHoldem(players=6, sizes="100%, a", max_raises=1),
}
