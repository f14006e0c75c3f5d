"""The tables of refusals, by layer."""

from importlib import import_module

from tests.refusals.table import Table

NAMES = (
    "cards",
    "game",
    "notation",
    "tree",
    "envs",
    "abstraction",
    "games",
    "solver_games",
    "networks",
    "leaf_values",
    "value_training",
    "training",
    "postflop",
    "multiway",
    "blueprints",
    "search",
    "review",
    "ring",
    "formats",
    "agents",
    "arena",
    "drills",
    "views",
    "support",
    "interop",
    "like_pokerkit",
    "web",
    "web_lists",
    "cli",
    "cli_hands",
)
TABLES: list[Table] = [import_module(f"{__name__}.{name}").TABLE for name in NAMES]
