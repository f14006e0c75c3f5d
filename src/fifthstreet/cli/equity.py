"""`fifthstreet equity`: the share of the pot that each player wins."""

from fifthstreet.cards.equity import GAMES, equity
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.views import equity_data, print_equity


class EquityCommand(Command):
    """Show the share of the pot that each player wins if no player folds."""

    hands: list[str] = argument("A hand or range for each player: AA 'KQs,76s' 'top pair' random")
    board: str = option("Board cards, like Ts9s2h.", default="")
    dead: str = option("Cards that cannot be dealt.", default="")
    game: str = option(f"Game: {', '.join(GAMES)}.", default="holdem")
    method: str = option("Method: exact, sample, or auto (exact unless slow).", default="auto")
    samples: int = option("Number of deals to sample.", default=1_000_000)
    seed: int = option("Seed of the sampling.", default=0)
    threads: int | None = option(THREADS_HELP)
    grid: bool = option(
        "Show the equity of every hand (exact results only).", default=False, name="--grid"
    )

    def _execute(self) -> None:
        with ShareProgress("equity") as progress:
            result = equity(
                *self.hands,
                board=self.board,
                dead=self.dead,
                game=self.game,
                method=self.method,  # type: ignore[arg-type]
                samples=self.samples,
                seed=self.seed,
                threads=self.threads,
                progress=progress.update,
            )
        self.show(
            lambda: equity_data(result, self.hands, self.board, self.dead),
            lambda console: print_equity(
                console, result, self.hands, self.board, has_grids=self.grid
            ),
        )
