"""`fifthstreet arena`: matches between agents, with intervals."""

import os
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from traceback import print_exception

from fifthstreet import views
from fifthstreet.arena import (
    HandCounter,
    MatchResult,
    MatchSettings,
    check_recordable,
    match_settings,
    record_json_lines,
    record_text,
    replay_stored_hand,
    replay_stored_hands,
    run_match,
    stored_histories,
)
from fifthstreet.cli.command import (
    CLUSTER_HELP,
    JSON_HELP,
    Command,
    argument,
    import_from_here,
    option,
)
from fifthstreet.cli.files import Save, check_writable, pieces_save, text_save
from fifthstreet.cli.messages import print_warning
from fifthstreet.cli.progress import SessionProgress, workers_text
from fifthstreet.cli.shown_record import ShownRecord
from fifthstreet.errors import InputError
from fifthstreet.game.notation import phhs_text
from fifthstreet.support.executors import open_executor
from fifthstreet.views import kept_hand_data, print_kept_hand, print_kept_hands

_MATCH, _LIMITS = "The match", "Limits of agents"
_STOP, _FILES = "When to stop", "Files and output"
_HANDS = "Hands (with --out and --keep-hands)"
_DEFAULT_HANDS = 10_000
_STANDARD_OUTPUT = Path("-")
AGENT_FAILED = 1  # exit code


class ArenaCommand(Command):
    """Play a match between agents.

    Winnings are per hand with 95% intervals. Ctrl-C stops and shows the result so far.
    """

    agents: list[str] | None = argument(
        "Agents by name, like random, pot_odds:style=0.1, module:Class or module:function.", None
    )
    game: str = option("Game, like course, nlhe, flhe or plo; see --list.", _MATCH, "nlhe")
    seats: int | None = option("Number of seats at a table; by default one for each agent.", _MATCH)
    stack: float | None = option("Starting stacks in big blinds, bets or antes.", _MATCH)
    seed: int = option("Seed of the decks and the agents.", _MATCH, 0)
    duplicate: bool = option(
        "Play each deal in all seats.", _MATCH, True, name="--duplicate/--single"
    )
    session_hands: int | None = option(
        "Hands per session; each session has new agents. By default at least 20 sessions of at "
        "most 1000 hands.",
        _MATCH,
    )
    carry_stacks: bool = option("Carry stacks over from hand to hand of a session.", _MATCH, False)
    rebuys: int = option("Rebuys per player and session; -1 for no limit.", _MATCH, 0)
    isolate: bool = option(
        "Run every agent in its own process. Otherwise, an agent that hangs or uses up all memory "
        "cannot be stopped.",
        _LIMITS,
        False,
    )
    strict: bool = option(
        "End at the first error or illegal answer of an agent, with its traceback; plays in one "
        "process.",
        _LIMITS,
        False,
    )
    seconds_per_decision: float | None = option(
        "Time limit per decision in seconds, with --isolate; 10 by default.", _LIMITS
    )
    seconds_per_match: float | None = option(
        "Time limit per player for all decisions together in seconds, with --isolate.", _LIMITS
    )
    memory_mb: float | None = option(
        "Memory limit per agent in megabytes, with --isolate.", _LIMITS
    )
    estimator: str = option(
        "Estimator of winnings: plain, all_in or aivat; see docs/explanation/aivat.md.",
        _MATCH,
        "plain",
    )
    hands: int = option("Number of hands to play; the maximum with --until.", _STOP, _DEFAULT_HANDS)
    until: float | None = option("Stop when all 95% intervals have at most this half-width.", _STOP)
    workers: int | None = option(
        "Number of processes; by default one per core. It does not change the result.", _STOP
    )
    cluster: str | None = option(CLUSTER_HELP, _STOP)
    out: Path | None = option("Store the match in this SQLite file, or resume it.", _FILES)
    keep_hands: bool = option("Store all hands in the file, as PHH.", _HANDS, False)
    phh: Path | None = option("Write the hands to one PHH file.", _HANDS)
    record: Path | None = option(
        "Write the course engine's record of the hands (hold'em); with -, print each hand as soon "
        "as it is over, also without --out.",
        _HANDS,
    )
    record_json: Path | None = option("Write the same record as JSON lines.", _HANDS)
    pause: bool = option("Wait for Enter after each hand of --record -.", _HANDS, False)
    rounds_not_to_pause: int | None = option(
        "Hands to play from one pause to the next, with --pause; 1 by default.", _HANDS
    )
    replay: Path | None = option("Replay the match in this file, tell its hands, and exit.", _HANDS)
    hand: str | None = option("The only hand to replay, as SESSION.TABLE.NUMBER.", _HANDS)
    svg: Path | None = option("Draw the winnings to an SVG file.", _FILES)
    as_json: bool = option(JSON_HELP, _FILES, False, name="--json")
    show_list: bool = option("List agents and games, and exit.", _FILES, False, name="--list")

    def _execute(self) -> int | None:
        if self.show_list:
            self.show(views.arena_catalogue_data, views.print_arena_catalogue)
            return None
        if self.replay is not None or self.hand is not None:
            self._replay()
            return None
        if not self.agents:
            raise InputError("specify agents, like random and calling_station; --list shows all")
        import_from_here()
        shared = {each.name for each in fields(MatchSettings)} - {"agents"}  # names of options
        settings = match_settings(self.agents, **{name: getattr(self, name) for name in shared})
        files = (self.phh, self._record_file, self.record_json)
        if any(files) and not (self.out and self.keep_hands):
            raise InputError("--phh, --record and --record-json require --out and --keep-hands")
        if self.record or self.record_json:
            check_recordable(settings.table_game.game)
        self._check_shown_record()
        check_writable(self.out, self.svg, *files)
        if self.cluster is not None and self.workers is not None:
            raise InputError("--workers cannot be combined with --cluster")
        if settings.rounding is not None:
            print_warning(settings.rounding)
        try:
            result, ended_by = self._played(settings.rounded())
        except BaseException as error:
            if not self.strict or not hasattr(error, "__notes__"):  # which name the agent
                raise
            print_exception(error)
            return AGENT_FAILED
        notes = []
        if ended_by is not None:
            is_interrupted = isinstance(ended_by, KeyboardInterrupt)
            notes.append("interrupted" if is_interrupted else "stopped by an error")
        if self.out is not None:
            notes.append(f"kept in {self.out}; the same command resumes it")
        self.show(
            lambda: views.match_data(result),
            lambda console: views.print_match(console, result, notes),
            text_save(self.svg, lambda: views.match_svg(result)),
            *self._hand_saves(),
        )
        if ended_by is not None:
            raise ended_by
        return None

    @property
    def _record_file(self) -> Path | None:
        """The file of the record, None if it is shown or not requested."""
        return None if self._shows_record else self.record

    @property
    def _shows_record(self) -> bool:
        return self.record == _STANDARD_OUTPUT

    def _check_shown_record(self) -> None:
        rounds = self.rounds_not_to_pause
        if self.pause and not self._shows_record:
            raise InputError("--pause requires --record -")
        if rounds is not None and not self.pause:
            raise InputError("--rounds-not-to-pause requires --pause")
        if rounds is not None and rounds < 1:
            raise InputError(f"--rounds-not-to-pause must be at least 1, got {rounds}")
        if self._shows_record and self.as_json:
            raise InputError("--record - cannot be combined with --json: use --record-json FILE")
        if self._shows_record and (self.cluster is not None or self._workers() > 1):
            raise InputError("--record - plays in one process: omit --workers and --cluster")

    def _played(self, settings: MatchSettings) -> tuple[MatchResult, BaseException | None]:
        """Play a match; return its result, and the exception that ended it early, if any."""
        latest: list[MatchResult] = []
        with ExitStack() as opened:
            executor = None
            if self.cluster is not None:
                executor = opened.enter_context(open_executor(self.cluster))
            counter = opened.enter_context(HandCounter())
            bar = record = None
            if self._shows_record:  # instead of a progress bar
                pauses = (self.rounds_not_to_pause or 1) if self.pause else None
                record = ShownRecord(pauses)
                opened.callback(record.finish)
            else:
                bar = opened.enter_context(SessionProgress(settings.scheduled_hands, counter.hands))

            def update(result: MatchResult) -> None:
                latest[:] = [result]
                if bar is not None:
                    bar.count(result.hands, result.session_count, workers_text(executor))

            try:
                result = run_match(
                    settings,
                    workers=self._workers(),
                    executor=executor,
                    path=self.out,
                    keep_hands=self.keep_hands,
                    until=self.until,
                    strict=self.strict,
                    progress=update,
                    counter=counter,
                    watch=None if record is None else record.show,
                )
            except (KeyboardInterrupt, InputError) as error:  # such as a full disk
                if not latest or hasattr(error, "__notes__"):
                    raise
                return latest[0], error
        return result, None

    def _workers(self) -> int:
        """Return the number of processes; an error is raised with its traceback in this one."""
        if self.workers is not None:
            return self.workers
        return 1 if self.strict or self._shows_record else os.cpu_count() or 1

    def _hand_saves(self) -> list[Save | None]:
        """Return saves of the hands in the file."""
        if (out := self.out) is None:
            return []
        return [
            text_save(self.phh, lambda: phhs_text(stored_histories(out)) + "\n"),
            pieces_save(self._record_file, lambda: record_text(replay_stored_hands(out))),
            pieces_save(self.record_json, lambda: record_json_lines(replay_stored_hands(out))),
        ]

    def _replay(self) -> None:
        if self.replay is None:
            raise InputError("--hand requires --replay")
        if self.agents:
            raise InputError("--replay cannot be combined with agents")
        path = self.replay
        if self.hand is None:
            self.show(
                lambda: {"hands": [kept_hand_data(hand) for hand in replay_stored_hands(path)]},
                lambda console: print_kept_hands(console, replay_stored_hands(path)),
            )
        else:
            hand = replay_stored_hand(path, self.hand)
            self.show(lambda: kept_hand_data(hand), lambda console: print_kept_hand(console, hand))
