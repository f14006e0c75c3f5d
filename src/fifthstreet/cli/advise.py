"""`fifthstreet advise`: the actions of a strategy in a hand in progress."""

from math import inf
from pathlib import Path

from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.progress import ReviewProgress
from fifthstreet.errors import InputError
from fifthstreet.review import SolveBudget, advise, load_blueprint, read_hands_of
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.views import print_advice

SECONDS_HELP = "Time to solve a hand that leaves the tree; 0: do not solve it."


def solve_budget(seconds: float, threads: int | None) -> SolveBudget | None:
    """Return the budget for hands that leave the tree, None for 0 seconds."""
    if not 0 <= seconds < inf:
        raise InputError(f"--seconds must be at least 0, got {seconds:g}")
    return SolveBudget(seconds=seconds, threads=threads) if seconds else None


class AdviseCommand(Command):
    """Show a strategy's advice in a hand: legal actions with probabilities and their accuracy.

    Without a file, it is from the package's preflop charts, and after the flop from a solve.
    """

    hands: Path = argument(
        "Hand histories; the last hand must end before an action. - reads stdin."
    )
    solution: Path | None = option("A solution saved by `solve --save`.")
    blueprint: Path | None = option("A strategy saved by `train` (no EVs) or `preflop`.")
    hand: int | None = option("Number of the hand in the file, from 1.")
    decision: int | None = option("Number of a decision of the hand, from 1; by default the last.")
    hole: str | None = option("Hole cards of the player to act, if they are not in the file.")
    unit: float | None = option("Chips of the hand per chip of the solution; 1 by default.")
    chip: float | None = option("Smallest chip of the game; bets are rounded to it.")
    seconds: float = option(SECONDS_HELP, default=SolveBudget().seconds)
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if self.solution is not None and self.blueprint is not None:
            raise InputError("specify one of --solution FILE and --blueprint FILE, got both")
        strategy: TreeStrategy | None = None  # the charts of the package
        if self.solution is not None:
            strategy = open_solution(self.solution, threads=self.threads)
        elif self.blueprint is not None:
            strategy = load_blueprint(self.blueprint)
        histories = read_hands_of(self.hands)
        number = len(histories) if self.hand is None else self.hand
        if not 1 <= number <= len(histories):
            raise InputError(f"--hand must be from 1 to {len(histories)}, got {number}")
        with ReviewProgress() as progress:
            advice = advise(
                strategy,
                histories[number - 1],
                hand=self.hole,
                decision=self.decision,
                unit=self.unit,
                chip=self.chip,
                budget=solve_budget(self.seconds, self.threads),
                progress=progress.solving,
            )
        self.show(advice.to_dict, lambda console: print_advice(console, advice))
