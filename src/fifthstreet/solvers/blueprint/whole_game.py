"""No-limit hold'em from the blinds to the showdown, on a betting tree and buckets of hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.bucket_game import ABSTRACTION_HELP, BucketGame
from fifthstreet.solvers.blueprint.line_summaries import BETTING, BETTING_HELP
from fifthstreet.solvers.blueprint.options import DEFAULTS, BlueprintOptions
from fifthstreet.solvers.blueprint.solver import EXTERNAL, BlueprintSolver
from fifthstreet.solvers.cfr import Pruning, Scheme
from fifthstreet.support.options import option
from fifthstreet.tree import STREET_NAMES, BettingTree, Menu, Sizes, TreeRules, build_tree

# Options that the name of a game mentions if they differ.
_USUAL: dict[str, object] = {
    **dict.fromkeys(("raises", "preflop", "preflop_raises", "cold_calls")),
    **dict.fromkeys(("add_allin", "force_allin"), 0.0),
    "betting": "exact",
}
SMALL_BLIND, BIG_BLIND = 50, 100  # chips, as in the Annual Computer Poker Competition
MAX_PLAYERS = 6
MAX_NODES = 50_000_000


@dataclass(frozen=True, repr=False)
class NoLimitHoldem(BucketGame):
    """No-limit hold'em with equal stacks and a menu of bets and raises.

    Blinds are 50 and 100 chips, `stack` is in big blinds. `sizes` are the bets and raises of every
    street, in percent of the pot or `a` for all-in, with at most `max_raises` on a street, blinds
    not counted. `raises`, `preflop` and `preflop_raises` may set other raises, all of them or
    before the flop only. Before the flop, `cold_calls` limits how many players call who have put
    in no chips by choice: the blinds, the first raise and so on, the last number also for later
    raises. `add_allin` offers an all-in of at most this share of the pot, and bets that leave at
    most `force_allin` of the pot are all-in.

    `abstraction` is the name of a card abstraction, or its file. With `betting="summary"`,
    decisions share rows if a summary of their betting is the same. There is no betting after
    `last_street`.

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
    raises: str | None = option(None, "raises; none: the same as sizes")
    preflop: str | None = option(None, "raises before the flop; none: the same as raises")
    preflop_raises: int | None = option(None, "maximum before the flop; none: max_raises")
    cold_calls: str | None = option(
        None, "players who may call the blinds, the first raise ..., like 1/2/0; none: all"
    )
    add_allin: float = option(0.0, "offers an all-in of at most this share of the pot")
    force_allin: float = option(0.0, "bets that leave at most this share of the pot are all-in")
    betting: str = option("exact", BETTING_HELP)

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
        if self.betting not in BETTING:
            raise InputError(f"betting must be {' or '.join(BETTING)}, got {self.betting!r}")
        self._rules()

    def __repr__(self) -> str:
        return (
            f"<NoLimitHoldem: {self.players} players, {self.stack:g} big blinds, sizes "
            f"{self.sizes}, abstraction {self.abstraction}>"
        )

    def _rules(self) -> TreeRules:
        return TreeRules.even(
            self.players,
            round(self.stack * BIG_BLIND),
            blinds=(SMALL_BLIND, BIG_BLIND),
            first_street=0,
            last_street=STREET_NAMES.index(self.last_street),
            sizes=self._menus(),
            max_raises=self._raise_limits(),
            add_allin=self.add_allin,
            force_allin=self.force_allin,
            cold_calls=None if self.cold_calls is None else cold_call_limits(self.cold_calls),
        )

    def _menus(self) -> Sizes:
        raises = self.sizes if self.raises is None else self.raises
        if self.preflop is None:
            return Sizes.uniform(self.sizes, raises=raises)
        later = Menu.of(self.sizes, raises)
        return Sizes.by_street({0: Menu.of(raises=self.preflop), 1: later, 2: later, 3: later})

    def _raise_limits(self) -> int | tuple[int, ...]:
        if self.preflop_raises is None:
            return self.max_raises
        return (self.preflop_raises, *[self.max_raises] * 3)

    @property
    def name(self) -> str:
        """The game and its options in one line."""
        raises = "raise" if self.max_raises == 1 else "raises"
        street = "" if self.is_to_the_river else f" until the {self.last_street}"
        own = "".join(
            f", {option} {getattr(self, option)}"
            for option, usual in _USUAL.items()
            if getattr(self, option) != usual
        )
        return (
            f"no-limit hold'em: {self.players} players, {self.stack:g} big blinds, "
            f"sizes {self.sizes}, {self.max_raises} {raises}{street}{own}, "
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
            betting=self.betting,
            scheme=scheme,
            pruning=pruning,
        )


def cold_call_limits(text: str) -> tuple[int, ...]:
    """Read limits of cold calls, like `1/2/0`."""
    parts = text.split("/")
    if not all(part.strip().isdigit() for part in parts):
        raise InputError(f"cold_calls must be numbers like 1/2/0, got {text!r}")
    return tuple(int(part) for part in parts)


# Six players raise by 75% of the pot, as the agents of this package do, and all-in from the third
# raise on; later streets have the same bet and an all-in.
_SIX = NoLimitHoldem(
    players=6,
    sizes="75%",
    raises="75% r1, a r2+",
    preflop="75% r1, 75% r2, 75% r3, a r3+",
    preflop_raises=4,
    cold_calls="1/2/1/0",
    add_allin=1.0,
    force_allin=0.5,
    betting="summary",
)

# Games that train on two cores and a few GB in minutes; `small-6max` in hours.
PRESETS = {
    "tiny": NoLimitHoldem(),
    "tiny-6max": _SIX,
    "small-6max": replace(_SIX, abstraction="small", cold_calls="2/2/1/0"),
}
# Options of the training that come with a preset.
PRESET_OPTIONS: dict[str, dict[str, Any]] = {
    name: {"tremble": 0.1, "averages": "all"} for name in ("tiny-6max", "small-6max")
}
