"""Recipes of card abstractions: how the hands of each street are divided into buckets.

Johanson, Burch, Valenzano & Bowling 2013 compared methods in heads-up limit hold'em. Buckets from
hand-strength histograms under the earth mover's distance on flop and turn, from OCHS on the river,
and with imperfect recall, were the least exploitable; the named recipes follow them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from fifthstreet.abstraction.clustering import MAX_CLUSTERS
from fifthstreet.abstraction.points import MAX_DIMENSIONS
from fifthstreet.cards import CLASS_COUNT
from fifthstreet.errors import InputError
from fifthstreet.support.options import REQUIRED, declared_options, option
from fifthstreet.support.storage import checked_types
from fifthstreet.tree import STREET_NAMES

BOARD_CARDS = dict(zip(STREET_NAMES, (0, 3, 4, 5), strict=True))
# The streets on which a method has features.
METHODS = {
    "lossless": ("preflop",),
    "ehs": STREET_NAMES,
    "ehs-percentile": STREET_NAMES,
    "ehs2": STREET_NAMES,
    "emd": STREET_NAMES[:-1],
    "histogram-l2": STREET_NAMES[:-1],
    "ochs": STREET_NAMES[-1:],
    "potential-aware": STREET_NAMES[:-1],
    "warm-up": (),  # only for the hands of a spot
}
MAX_OPPONENTS = 64
_VERSION = 1  # increased when the same recipe gives other buckets


@dataclass(frozen=True)
class StreetRecipe:
    """How the hands of a street are divided into buckets.

    - `lossless`: all 169 hands, preflop only.
    - `ehs`: equal widths of EHS. Bucket `floor(EHS * buckets)`, with 1 in the last one.
    - `ehs-percentile`: the same number of deals in each bucket, by EHS.
    - `ehs2`: the same by EHS², which values draws higher.
    - `emd`: k-means of hand-strength histograms under the earth mover's distance.
    - `histogram-l2`: the same under the Euclidean distance.
    - `ochs`: k-means of equities against clusters of the opponent's hands, river only.
    - `potential-aware`: k-means of the buckets of the next street, from weak to strong in `bins`
      groups, under the earth mover's distance.
    - `warm-up`: k-means of the values of a few iterations of the range solver. They depend on the
      ranges, so this is for the hands of a spot (`spot_buckets`), not for recipes of whole games.

    Methods ignore fields that they do not use.
    """

    method: str = option(REQUIRED, f"how hands are divided: {', '.join(METHODS)}")
    buckets: int = option(REQUIRED, "number of buckets")
    bins: int = option(50, "bins of a histogram")
    opponents: int = option(8, "clusters of the opponent's hands in OCHS")
    sample: int = option(200_000, "hands from which k-means finds the centres")
    restarts: int = option(1, "runs of k-means, of which the best is kept")

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise InputError(f"method must be one of {', '.join(METHODS)}, got {self.method!r}")
        for name, least, most in (
            ("buckets", 1, MAX_CLUSTERS),
            ("bins", 2, MAX_DIMENSIONS),
            ("opponents", 1, MAX_OPPONENTS),
            ("sample", self.buckets, 1 << 30),
            ("restarts", 1, 1 << 10),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise InputError(
                    f"{name} must be a whole number from {least:,} to {most:,}, got {value!r}"
                )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> StreetRecipe:
        """Build from plain data, in which fields with default values may be missing."""
        declared = declared_options(cls).values()
        optional = {each.name: each.default for each in declared if each.default is not REQUIRED}
        given = optional | dict(data) if isinstance(data, Mapping) else data
        return cls(**checked_types(given, {each.name: each.type for each in declared}))


@dataclass(frozen=True)
class Recipe:
    """How the hands of each street are divided into buckets; None for streets without any.

    The buckets of a street do not depend on the buckets of earlier streets, and the board
    is a set (imperfect recall). The same recipe gives the same buckets on every machine.

    >>> recipe = Recipe(flop=StreetRecipe("emd", 200), turn=StreetRecipe("ehs", 50))
    >>> recipe
    Recipe(flop=200 emd, turn=50 ehs)
    >>> Recipe.from_dict(recipe.to_dict()) == recipe
    True
    """

    preflop: StreetRecipe | None = None
    flop: StreetRecipe | None = None
    turn: StreetRecipe | None = None
    river: StreetRecipe | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        streets = dict(self.streets())
        if not streets:
            raise InputError("the recipe must have at least one street")
        if isinstance(self.seed, bool) or not 0 <= self.seed < 1 << 64:
            raise InputError(f"seed must be 0 to 2^64 - 1, got {self.seed}")
        for name, street in streets.items():
            accepted = [method for method, where in METHODS.items() if name in where]
            if street.method not in accepted:
                raise InputError(
                    f"{name}: method must be one of {', '.join(accepted)}, got {street.method!r}"
                )
            following = STREET_NAMES[(STREET_NAMES.index(name) + 1) % len(STREET_NAMES)]
            if street.method == "potential-aware" and following not in streets:
                raise InputError(f"{name}: potential-aware buckets need buckets of the {following}")
            if street.method == "lossless" and street.buckets != CLASS_COUNT:
                raise InputError(
                    f"{name}: lossless buckets must be {CLASS_COUNT}, got {street.buckets}"
                )

    @classmethod
    def of_counts(
        cls, flop: int, turn: int, river: int, *, sample: int = 200_000, seed: int = 0
    ) -> Recipe:
        """Build the default recipe for numbers of buckets: EMD, EMD and OCHS, lossless preflop."""
        return cls(
            StreetRecipe("lossless", CLASS_COUNT),
            StreetRecipe("emd", flop, sample=sample),
            StreetRecipe("emd", turn, sample=sample),
            StreetRecipe("ochs", river, sample=sample),
            seed,
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Recipe:
        """Build from plain data, such as a TOML file with a table for each street."""
        if unknown := set(data) - {"seed", *STREET_NAMES}:
            raise InputError(
                f"a recipe may have seed, {', '.join(STREET_NAMES)}, got {min(unknown)!r}"
            )
        streets = {
            name: StreetRecipe.from_dict(data[name]) for name in STREET_NAMES if name in data
        }
        seed = checked_types({"seed": data.get("seed", 0)}, {"seed": int})["seed"]
        return cls(**streets, seed=seed)

    def __repr__(self) -> str:
        parts = [f"{name}={each.buckets:,} {each.method}" for name, each in self.streets()]
        return f"Recipe({', '.join(parts + [f'seed={self.seed}'] * (self.seed != 0))})"

    def streets(self) -> Iterator[tuple[str, StreetRecipe]]:
        """Yield the name and the recipe of each street that has one, preflop first."""
        for name in STREET_NAMES:
            street = getattr(self, name)
            if street is not None:
                yield name, street

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as plain data."""
        return {"seed": self.seed, **{name: asdict(street) for name, street in self.streets()}}

    @property
    def hash(self) -> str:
        """SHA-256 of the plain data and the version of the methods, in hexadecimal."""
        data = {"version": _VERSION, **self.to_dict()}
        return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


# From three kinds of hands, for a first test, to buckets for tables on disk.
_PHASES = {
    "phase-1": Recipe(turn=StreetRecipe("ehs", 3), river=StreetRecipe("ehs", 3)),
    "phase-2": Recipe(
        StreetRecipe("lossless", CLASS_COUNT),
        StreetRecipe("ehs", 50),
        StreetRecipe("ehs", 50),
        StreetRecipe("ehs", 50),
    ),
    "phase-3": Recipe(
        StreetRecipe("lossless", CLASS_COUNT),
        StreetRecipe("potential-aware", 200),
        StreetRecipe("potential-aware", 200),
        StreetRecipe("ochs", 200),
    ),
}
RECIPES = {
    "tiny": Recipe.of_counts(50, 50, 50),
    "small": Recipe.of_counts(200, 200, 200),
    "medium": Recipe.of_counts(9_000, 9_000, 9_000, sample=450_000),
    **_PHASES,
}
