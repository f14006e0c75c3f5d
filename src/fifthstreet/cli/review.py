"""`fifthstreet review`: what the decisions of real hands cost."""

from math import inf
from pathlib import Path

from fifthstreet import views
from fifthstreet.cli.advise import SECONDS_HELP, solve_budget
from fifthstreet.cli.command import THREADS_HELP, Command, argument, checked_limit, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.cli.messages import print_note
from fifthstreet.cli.progress import ReviewProgress
from fifthstreet.errors import InputError
from fifthstreet.review import (
    Answers,
    AnswersBeyondTree,
    ChartAndSolveAnswers,
    ChartAnswers,
    PreflopRanges,
    SolveAnswers,
    SolveBudget,
    SolveSettings,
    StrategyAnswers,
    estimate_solves,
    load_blueprint,
    read_session,
    review_hands,
)
from fifthstreet.solvers.postflop import PRECISIONS, STREETS, open_solution
from fifthstreet.support.storage import check_target
from fifthstreet.tree import Rake, Sizes, parse_amount
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.views import print_review, solve_estimate_text

_SOURCE, _SOLVE = "Reference (exactly one)", "Options of --solve"


class ReviewCommand(Command):
    """Compare the decisions of real hands with an equilibrium, and show what they cost.

    Ctrl-C shows the report of the decisions so far.
    """

    hands: list[Path] = argument(
        "Files, folders or zip files with hand histories of any format; - reads stdin."
    )
    solution: Path | None = option("A solution saved by `solve --save`.", _SOURCE)
    blueprint: Path | None = option("A strategy saved by `train` (no EVs) or `preflop`.", _SOURCE)
    charts: bool = option(
        "The solved preflop charts of the package, for decisions before the flop only.",
        _SOURCE,
        False,
        name="--charts",
    )
    solve: bool = option(
        "Solve each hand from the flop on, with the bets made in it; charts before the flop.",
        _SOURCE,
        False,
        name="--solve",
    )
    player: str | None = option("Review only this player.")
    worst: int = option("Number of decisions to show, worst first.", default=5)
    unit: float | None = option("Chips of the hands per chip of the solution; 1 by default.")
    seconds: float = option(SECONDS_HELP, default=SolveBudget().seconds)
    oop: str | None = option("Range out of position; by default from the preflop actions.", _SOLVE)
    ip: str | None = option("Range in position; by default from the preflop actions.", _SOLVE)
    ranges: Path | None = option(
        "Preflop ranges: a TOML file or folder, a file of `preflop`, or hu100; also of --charts.",
        _SOLVE,
    )
    save: Path | None = option(
        "Folder to save the solutions in, for `show` and for later reviews of the same spots.",
        _SOLVE,
    )
    first_street: str = option(
        "First street to solve; --oop and --ip are the ranges at its start.", _SOLVE, STREETS[0]
    )
    bets: str = option("Bet sizes in addition to the real ones.", _SOLVE, "66%")
    raises: str = option("Raise sizes in addition to the real ones.", _SOLVE, "60%")
    max_raises: int = option("Maximum number of bets and raises per street.", _SOLVE, 2)
    force_allin: float = option(
        "Go all-in if a call would leave at most this share of the pot behind.", _SOLVE, 0.2
    )
    rake_rate: float = option("Share of the pot taken as rake.", _SOLVE, 0.0)
    rake_cap: str | None = option("Maximum rake in chips, or like 3bb of each hand.", _SOLVE)
    target: float = option("Exploitability to reach, percent of the pot.", _SOLVE, 0.5)
    max_iterations: int = option("Maximum number of iterations.", _SOLVE, 1_000)
    time_limit: float | None = option("Time limit per solve, in seconds.", _SOLVE)
    minutes: float | None = option("Time limit of all solves together, in minutes.", _SOLVE)
    dry_run: bool = option(
        "Show how many spots there are to solve and how long that takes, and exit.",
        _SOLVE,
        False,
        name="--dry-run",
    )
    precision: str = option(
        f"Precision of the tables: {' or '.join(PRECISIONS)}.", _SOLVE, PRECISIONS[0]
    )
    csv: Path | None = option("Write all decisions to a CSV file.")
    html: Path | None = option("Write the report to one HTML file, with pictures.")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        self._check()
        limit = checked_limit(self.time_limit)
        with ReviewProgress(self.target, self.max_iterations, limit) as progress:
            solving = self._solving(progress) if self.solve else None
            session = read_session(self.hands)
            session.check_player(self.player)
            if solving is not None:
                progress.prepare("estimating the time")
                size = estimate_solves(solving, session.hands, self.player)
                progress.spots = size.spots
                if not self.dry_run:
                    print_note(solve_estimate_text(size), progress.terminal)
            if self.dry_run:
                self.show(size.to_dict, lambda console: console.print(solve_estimate_text(size)))
                return
            report = review_hands(
                session,
                self._answers(progress) if solving is None else ChartAndSolveAnswers(solving),
                player=self.player,
                budget=None,
                progress=progress.reviewing,
                keep_partial=True,
            )
        self.show(
            lambda: views.review_data(report),
            lambda console: print_review(console, report, self.worst),
            text_save(self.csv, lambda: views.review_csv(report)),
            text_save(self.html, lambda: views.review_html(report)),
        )
        if report.is_partial:
            raise KeyboardInterrupt
        if solving is not None and solving.unsaved:
            raise InputError("; ".join(solving.unsaved))

    def _check(self) -> None:
        """Raise InputError for bad options and for files that cannot be written."""
        if self.worst < 0:
            raise InputError(f"--worst must be at least 0, got {self.worst}")
        sources = (self.solution is not None, self.blueprint is not None, self.charts, self.solve)
        if sum(sources) != 1:
            raise InputError(
                "specify one of --solution FILE, --blueprint FILE, --charts and --solve"
            )
        save = self.save
        given = {"save": save, "minutes": self.minutes}
        for name, value in (given | {"dry-run": self.dry_run or None}).items():
            if value is not None and not self.solve:
                raise InputError(f"--{name} requires --solve")
        if self.ranges is not None and not (self.solve or self.charts):
            raise InputError("--ranges requires --solve or --charts")
        if self.minutes is not None and not self.minutes > 0:
            raise InputError(f"--minutes must be above 0, got {self.minutes:g}")
        if save is not None:
            if save.exists() and not save.is_dir():
                raise InputError(f"--save must be a folder, got the file {str(save)!r}")
            try:
                save.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"cannot create folder {str(save)!r}: {error.strerror}") from None
            check_target(save / "hand.solution")
        checked_limit(self.time_limit)
        check_writable(self.csv, self.html)

    def _answers(self, progress: ReviewProgress) -> Answers:
        """Return the answers of charts, a solution or a blueprint."""
        if self.charts:
            return ChartAnswers(PreflopRanges(self.ranges))
        strategy: TreeStrategy
        if self.solution is not None:
            strategy = open_solution(self.solution, threads=self.threads)
        else:
            assert self.blueprint is not None
            strategy = load_blueprint(self.blueprint)
        source = StrategyAnswers(strategy, unit=self.unit)
        budget = solve_budget(self.seconds, self.threads)
        if budget is None:
            return source
        return AnswersBeyondTree(source, budget, progress=progress.solving)

    @property
    def _rake_cap(self) -> str | None:
        if self.rake_cap is not None:
            parse_amount("--rake-cap", self.rake_cap)
        return self.rake_cap

    def _solving(self, progress: ReviewProgress) -> SolveAnswers:
        if self.first_street not in STREETS:
            raise InputError(
                f"--first-street must be one of {', '.join(STREETS)}, got {self.first_street!r}"
            )
        settings = SolveSettings(
            oop=self.oop,
            ip=self.ip,
            sizes=Sizes.uniform(self.bets, raises=self.raises),
            first_street=STREETS.index(self.first_street) + 1,
            max_raises=self.max_raises,
            force_allin=self.force_allin,
            rake=Rake(self.rake_rate),
            rake_cap=self._rake_cap,
            target_pot_percent=self.target,
            max_iterations=self.max_iterations,
            seconds=checked_limit(self.time_limit),
            total_seconds=inf if self.minutes is None else 60 * self.minutes,
            precision=self.precision,
            threads=self.threads,
            preflop=self.ranges,
        )
        return SolveAnswers(
            settings,
            progress=progress.solving,
            stepped=progress.stepped,
            started=progress.solving_spot,
            save=self.save,
        )
