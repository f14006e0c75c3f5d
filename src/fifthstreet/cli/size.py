"""`fifthstreet size`: exact sizes of games, and which reductions fit into memory."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

from fifthstreet import views
from fifthstreet.cards import game_among
from fifthstreet.cli.command import Command, argument, import_from_here, option
from fifthstreet.cli.memory import parse_memory
from fifthstreet.cli.spot_options import new_rules, overlaid_sizes
from fifthstreet.errors import InputError
from fifthstreet.solvers import MAX_NODES, SMALL_GAMES, named_game
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.common import available_bytes
from fifthstreet.solvers.game_size import advise, examples, limit_rules, phases, reduction_steps
from fifthstreet.solvers.postflop import (
    Estimate,
    SolveChoice,
    Spot,
    TimeEstimate,
    choose_solve,
    estimate,
    estimate_time,
    read_spot,
)
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import TreeRules
from fifthstreet.views import estimate_data, print_estimate, print_notes

NO_LIMIT, LIMIT = "nlhe", "lhe"
_SPOTS = "holdem:"
_GAME, _REDUCTIONS = "The game", "Reductions"
_GAME_OPTIONS = ("players", "stack", "blinds", "bets", "raises", "max_raises")
_NO_TIME = "training time cannot be estimated in advance; `train` shows its progress"


class SizeCommand(Command):
    """Count a game exactly: public states, information sets, nodes and bytes, with reductions."""

    game: str | None = argument(
        "A spot file, nlhe (no-limit hold'em from the blinds), lhe (heads-up limit hold'em), or a "
        "game of `train`, like leduc.",
        None,
    )
    players: int | None = option("nlhe: number of players, 2 by default.", _GAME)
    stack: str | None = option("nlhe: chips of each player, 100 by default.", _GAME)
    blinds: str | None = option("nlhe: blinds, '0.5, 1' by default.", _GAME)
    bets: str | None = option("Bet sizes on all streets: '50%, a'.", _GAME)
    raises: str | None = option("Raise sizes: '60%, 2.5x'.", _GAME)
    max_raises: int | None = option("Maximum number of bets and raises per street.", _GAME)
    buckets: int = option("Number of buckets per street.", _REDUCTIONS, 200)
    flops: int = option("Size of the flop subset.", _REDUCTIONS, 49)
    memory: str | None = option(
        "Memory for the tables, like 8GB; by default all available memory.", _REDUCTIONS
    )
    target: float = option(
        "Exploitability for the time estimate, percent of the pot.", _REDUCTIONS, 0.5
    )
    show_examples: bool = option(
        "Show rough estimates beside exact counts, and exit.", default=False, name="--examples"
    )

    def _execute(self) -> None:
        if self.show_examples:
            self._show_examples()
            return
        if self.game is None:
            raise InputError(
                f"specify a game: a spot file, {NO_LIMIT}, {LIMIT}, {', '.join(SMALL_GAMES)} ..., "
                "or --examples"
            )
        budget = available_bytes() if self.memory is None else parse_memory(self.memory)
        chosen = self._chosen(self.game)
        if chosen is None:
            import_from_here()
            tree = views.game_tree_data(flatten(named_game(self.game), max_nodes=MAX_NODES))
            self.show(lambda: tree, lambda console: views.print_game_tree(console, tree))
            return
        alone, together = reduction_steps(chosen, buckets=self.buckets, flops=self.flops)
        advice, choice, solve = None, None, None
        if isinstance(chosen, Spot):
            solve = self._solve_size(chosen)
            choice = None if budget is None else self._choice(chosen, budget)
        elif budget is not None:
            advice = advise(chosen, budget)

        def data() -> dict[str, Any]:
            return {
                "game": self.game,
                "alone": views.steps_data(alone),
                "together": views.steps_data(together),
                "advice": None if advice is None else views.reductions_data(advice),
                "choice": None if choice is None else views.choice_data(*choice),
                "solve": None if solve is None else estimate_data(*solve, is_on_gpu=False),
            }

        def print_all(console: Terminal) -> None:
            views.print_steps(console, alone, together)
            if advice is not None:
                views.print_reductions(console, advice)
            if choice is not None:
                views.print_choice(console, *choice)
            if solve is None:
                print_notes(console, [_NO_TIME])
            else:
                print_estimate(console, *solve, is_on_gpu=False)

        self.show(data, print_all)

    def _choice(self, spot: Spot, memory: int) -> tuple[SolveChoice, int, str]:
        """Return how to solve a spot within memory, and the command that does it."""
        choice = choose_solve(spot, memory)
        command = ["fifthstreet", "solve", str(self.game).removeprefix(_SPOTS)]
        for name in ("bets", "raises", "max_raises"):
            if getattr(self, name) is not None:
                command += [f"--{name.replace('_', '-')}", str(getattr(self, name))]
        options = ("--memory", str(memory)) if choice.left_out else choice.options
        return choice, memory, shlex.join([*command, *options])

    def _show_examples(self) -> None:
        rows, all_phases = examples(), phases()

        def print_all(console: Terminal) -> None:
            views.print_examples(console, rows)
            views.print_phases(console, all_phases)

        data = {
            "examples": [views.example_data(row) for row in rows],
            "phases": [views.phase_data(phase) for phase in all_phases],
        }
        self.show(lambda: data, print_all)

    def _chosen(self, name: str) -> Spot | TreeRules | None:
        """Return the hold'em game called `name`, or None for another game of `train`."""
        given = {each for each in _GAME_OPTIONS if getattr(self, each) is not None}
        known = game_among(name, (NO_LIMIT, LIMIT))
        if known == NO_LIMIT:
            stack, blinds = self.stack or "100", self.blinds or "0.5, 1"
            return self._with_menu(new_rules(self.players, stack, None, blinds, None))
        if known == LIMIT:
            _refuse(name, given)
            return limit_rules()
        if name.startswith(_SPOTS) or Path(name).suffix == ".toml" or Path(name).is_file():
            _refuse(name, given - {"bets", "raises", "max_raises"})
            spot = read_spot(Path(name.removeprefix(_SPOTS)))
            return replace(spot, rules=self._with_menu(spot.rules))
        _refuse(name, given)
        return None

    def _with_menu(self, rules: TreeRules) -> TreeRules:
        """Return rules with the sizes and the limit on raises replaced by options."""
        sizes = overlaid_sizes(rules.sizes, self.bets, self.raises, None)
        if self.max_raises is not None:
            rules = replace(rules, max_raises=self.max_raises)
        return replace(rules, sizes=sizes)

    def _solve_size(self, spot: Spot) -> tuple[Estimate, TimeEstimate | None]:
        """Return the size of a solve, and its estimated time if it fits into memory."""
        size = estimate(spot)
        free = available_bytes()
        needed = size.bytes["float32"] + size.tree_bytes
        if size.is_lower_bound or (free is not None and needed > free):
            return size, None
        return size, estimate_time(spot, target_pot_percent=self.target)


def _refuse(game: str, options: set[str]) -> None:
    if options:
        raise InputError(f"--{min(options).replace('_', '-')} does not apply to {game}")
