"""Exact sizes of hold'em games, and reductions of them."""

from fifthstreet.solvers.game_size.advice import Advice, Step, advise, reduction_steps
from fifthstreet.solvers.game_size.cards import CardCounts, count_cards
from fifthstreet.solvers.game_size.examples import Example, Phase, example_spot, examples, phases
from fifthstreet.solvers.game_size.size import (
    GameSize,
    HoldemGame,
    Reductions,
    StreetSize,
    count_game_cards,
    game_size,
    limit_rules,
)

__all__ = [
    "Advice",
    "CardCounts",
    "Example",
    "GameSize",
    "HoldemGame",
    "Phase",
    "Reductions",
    "Step",
    "StreetSize",
    "advise",
    "count_cards",
    "count_game_cards",
    "example_spot",
    "examples",
    "game_size",
    "limit_rules",
    "phases",
    "reduction_steps",
]
