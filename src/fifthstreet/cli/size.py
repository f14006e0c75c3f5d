"""`fifthstreet size`: exact sizes of games, and which reductions fit into memory."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from fifthstreet.cli.options import AsJson, option
from fifthstreet.cli.spot_options import overlaid_sizes
from fifthstreet.cli.tree_options import new_rules
from fifthstreet.cli.user_modules import import_from_here
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.common import available_bytes
from fifthstreet.solvers.game_size import (
    advise,
    examples,
    limit_rules,
    phases,
    reduction_steps,
)
from fifthstreet.solvers.postflop import Spot, estimate, estimate_time
from fifthstreet.solvers.postflop.estimate import Estimate
from fifthstreet.solvers.postflop.spot_file import read_spot
from fifthstreet.solvers.postflop.time_estimate import TimeEstimate
from fifthstreet.solvers.registry import GAMES, MAX_NODES, named_game
from fifthstreet.tree import TreeRules
from fifthstreet.views import json_text
from fifthstreet.views.size import (
    advice_data,
    example_data,
    game_tree_data,
    phase_data,
    print_advice,
    print_examples,
    print_game_tree,
    print_phases,
    print_steps,
    steps_data,
)
from fifthstreet.views.solution import estimate_data, print_estimate
from fifthstreet.views.terminal import Terminal, print_notes

NO_LIMIT, LIMIT = "nlhe", "lhe"
_SPOTS = "holdem:"
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_GAME, _REDUCTIONS = "The game", "Reductions"
_NO_TIME = "how long training takes is not known before it runs; `train` shows its progress"


def size_command(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A spot file, nlhe (no-limit hold'em from the blinds), lhe (heads-up limit "
            "hold'em), or a game of `train`, like leduc."
        ),
    ] = None,
    players: Annotated[int | None, option("nlhe: number of players, 2 by default.", _GAME)] = None,
    stack: Annotated[str | None, option("nlhe: chips of each player, 100.", _GAME)] = None,
    blinds: Annotated[str | None, option("nlhe: blinds, '0.5, 1' by default.", _GAME)] = None,
    bets: Annotated[str | None, option("Bet sizes on all streets: '50%, a'.", _GAME)] = None,
    raises: Annotated[str | None, option("Raise sizes: '60%, 2.5x'.", _GAME)] = None,
    max_raises: Annotated[
        int | None, option("Maximum number of bets and raises per street.", _GAME)
    ] = None,
    buckets: Annotated[int, option("Buckets of hands on each street.", _REDUCTIONS)] = 200,
    flops: Annotated[int, option("Flops that represent all.", _REDUCTIONS)] = 49,
    memory: Annotated[
        str | None, option("Memory for the tables, like 8GB; by default what is free.", _REDUCTIONS)
    ] = None,
    target: Annotated[
        float, option("Exploitability for the time estimate, percent of the pot.", _REDUCTIONS)
    ] = 0.5,
    show_examples: Annotated[
        bool, typer.Option("--examples", help="Show rough estimates beside exact counts, and stop.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count a game exactly: public states, information sets, nodes and bytes, with reductions."""
    console = Terminal()
    if show_examples:
        rows = examples()
        if as_json:
            data = {
                "examples": [example_data(row) for row in rows],
                "phases": [phase_data(phase) for phase in phases()],
            }
            typer.echo(json_text(data))
        else:
            print_examples(console, rows)
            print_phases(console, phases())
        return
    if game is None:
        raise ValueError(
            f"specify a game: a spot file, {NO_LIMIT}, {LIMIT}, {', '.join(GAMES)} ..., or "
            "--examples"
        )
    options = {
        "players": players,
        "stack": stack,
        "blinds": blinds,
        "bets": bets,
        "raises": raises,
        "max_raises": max_raises,
    }
    budget = available_bytes() if memory is None else _bytes("memory", memory)
    chosen = _game(game, options)
    if chosen is None:
        import_from_here()
        data = game_tree_data(flatten(named_game(game), max_nodes=MAX_NODES))
        if as_json:
            typer.echo(json_text(data))
        else:
            print_game_tree(console, data)
        return
    alone, together = reduction_steps(chosen, buckets=buckets, flops=flops)
    advice = None if budget is None else advise(chosen, budget)
    solve = _solve_size(chosen, target) if isinstance(chosen, Spot) else None
    if as_json:
        typer.echo(
            json_text(
                {
                    "game": game,
                    "alone": steps_data(alone),
                    "together": steps_data(together),
                    "advice": None if advice is None else advice_data(advice),
                    "solve": None if solve is None else estimate_data(*solve, is_on_gpu=False),
                }
            )
        )
        return
    print_steps(console, alone, together)
    if advice is not None:
        print_advice(console, advice)
    if solve is None:
        print_notes(console, [_NO_TIME])
    else:
        print_estimate(console, *solve, is_on_gpu=False)


def _game(name: str, options: dict[str, Any]) -> Spot | TreeRules | None:
    """Return the hold'em game of a name, or None for another game of `train`."""
    given = {key for key, value in options.items() if value is not None}
    if name == NO_LIMIT:
        rules = new_rules(
            options["players"],
            options["stack"] or "100",
            None,
            options["blinds"] or "0.5, 1",
            None,
        )
        return _with_menu(rules, options)
    if name == LIMIT:
        _refuse(name, given)
        return limit_rules()
    if name.startswith(_SPOTS) or Path(name).suffix == ".toml" or Path(name).is_file():
        _refuse(name, given - {"bets", "raises", "max_raises"})
        spot = read_spot(Path(name.removeprefix(_SPOTS)))
        return replace(spot, rules=_with_menu(spot.rules, options))
    _refuse(name, given)
    return None


def _with_menu(rules: TreeRules, options: dict[str, Any]) -> TreeRules:
    """Return rules with the sizes and the limit on raises replaced by options."""
    sizes = overlaid_sizes(rules.sizes, options["bets"], options["raises"], None)
    if options["max_raises"] is not None:
        rules = replace(rules, max_raises=options["max_raises"])
    return replace(rules, sizes=sizes)


def _refuse(game: str, options: set[str]) -> None:
    if options:
        raise ValueError(f"{min(options).replace('_', '-')} is not an option of {game}")


def _solve_size(spot: Spot, target: float) -> tuple[Estimate, TimeEstimate | None]:
    """Return the size of a solve, and its time if it fits into memory."""
    size = estimate(spot)
    free = available_bytes()
    needed = size.bytes["float32"] + size.tree_bytes
    if size.is_lower_bound or (free is not None and needed > free):
        return size, None
    return size, estimate_time(spot, target_pot_percent=target)


def _bytes(name: str, text: str) -> int:
    """Return a number of bytes given as text, like 8GB, 500 MB or 1e9."""
    match = re.fullmatch(r"([\d.]+(?:e\d+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    try:
        size = int(float(match[1]) * _UNITS[match[2]]) if match else 0
    except ValueError:
        size = 0
    if size < 1:
        raise ValueError(f"{name} is {text!r}; want bytes, like 8GB, 500MB or 1e9")
    return size
