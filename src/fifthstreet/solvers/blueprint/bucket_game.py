"""Hold'em that is trained on the buckets of a card abstraction."""

from __future__ import annotations

from abc import ABC, abstractmethod

from fifthstreet.abstraction import RECIPES, CardAbstraction, load_abstraction
from fifthstreet.solvers.blueprint.options import DEFAULTS, BlueprintOptions
from fifthstreet.solvers.blueprint.solver import EXTERNAL, BlueprintSolver
from fifthstreet.solvers.cfr import Pruning, Scheme

ABSTRACTION_HELP = f"abstraction ({', '.join(RECIPES)}) or its file"


class BucketGame(ABC):
    """A game of hold'em and the name or file of its card abstraction."""

    abstraction: str

    @property
    @abstractmethod
    def name(self) -> str:
        """The game and its options in one line."""

    def card_abstraction(self, *, threads: int | None = None) -> CardAbstraction:
        """Return the buckets; buckets of a recipe are built the first time, which takes minutes."""
        return load_abstraction(self.abstraction, threads=threads)

    @abstractmethod
    def solver(
        self,
        options: BlueprintOptions = DEFAULTS,
        *,
        scheme: Scheme = EXTERNAL,
        pruning: Pruning | None = None,
    ) -> BlueprintSolver:
        """Create a solver that has not iterated yet, with the arguments of `BlueprintSolver`."""
