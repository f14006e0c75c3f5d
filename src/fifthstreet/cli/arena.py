"""`fifthstreet arena`: matches between agents, with intervals."""

import os
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path

from fifthstreet.arena.course_record import check_recordable, record_json_lines, record_text
from fifthstreet.arena.replay import replay_stored_hand, replay_stored_hands, stored_histories
from fifthstreet.arena.result import MatchResult
from fifthstreet.arena.run import run_match
from fifthstreet.arena.settings import MatchSettings, match_settings
from fifthstreet.cli.command import (
    CLUSTER_HELP,
    JSON_HELP,
    Command,
    argument,
    import_from_here,
    option,
)
from fifthstreet.cli.files import Save, check_writable, pieces_save, text_save
from fifthstreet.cli.progress import MatchProgress, workers_text
from fifthstreet.errors import InputError
from fifthstreet.executors import open_executor
from fifthstreet.notation import phhs_text
from fifthstreet.views import match as match_view
from fifthstreet.views.kept_hand import hand_data, print_hand

_MATCH, _LIMITS = "The match", "Limits of agents"
_STOP, _FILES = "When to stop", "Files and output"
_HANDS = "Hands, kept with --out and --keep-hands"
_DEFAULT_HANDS = 10_000


class ArenaCommand(Command):
    """Let agents play a match against each other.

    Winnings are per hand with 95% intervals; Ctrl-C stops and shows the result so far.
    """

    agents: list[str] | None = argument(
        "Agents by name, like random, pot_odds:style=0.1 or module:Class.", None
    )
    game: str = option("Game, like course, nlhe, flhe or plo; see --list.", _MATCH, "nlhe")
    seats: int | None = option("Players at a table; by default one for each agent.", _MATCH)
    stack: float | None = option("Starting stacks in big blinds, bets or antes.", _MATCH)
    seed: int = option("Seed of decks and agents.", _MATCH, 0)
    duplicate: bool = option(
        "Play each deal in all seats.", _MATCH, True, name="--duplicate/--single"
    )
    session_hands: int = option("Hands of a session; each session has new agents.", _MATCH, 1000)
    carry_stacks: bool = option(
        "Let stacks carry over from hand to hand of a session.", _MATCH, False
    )
    rebuys: int = option("Rebuys of each player in a session; -1: no limit.", _MATCH, 0)
    isolate: bool = option(
        "Run every agent in a process of its own. Otherwise, an agent that hangs or uses up all "
        "memory cannot be stopped.",
        _LIMITS,
        False,
    )
    seconds_per_decision: float | None = option(
        "Seconds for a decision, with --isolate; by default 10.", _LIMITS
    )
    seconds_per_match: float | None = option(
        "Seconds of each player for all decisions together, with --isolate.", _LIMITS
    )
    memory_mb: float | None = option(
        "Megabytes that an agent may allocate, with --isolate.", _LIMITS
    )
    estimator: str = option(
        "How winnings are estimated: plain, all_in or aivat; see docs/arena.md.", _MATCH, "plain"
    )
    hands: int = option("Hands to play; the most, with --until.", _STOP, _DEFAULT_HANDS)
    until: float | None = option(
        "Stop when all 95% intervals are at most this wide to either side.", _STOP
    )
    workers: int | None = option(
        "Processes; by default one per core. The result is the same for any number.", _STOP
    )
    cluster: str | None = option(CLUSTER_HELP, _STOP)
    out: Path | None = option("Keep the match in this SQLite file, or resume it.", _FILES)
    keep_hands: bool = option("Keep all hands in the file, as PHH.", _HANDS, False)
    phh: Path | None = option("Write the hands to one PHH file.", _HANDS)
    record: Path | None = option("Write the course engine's record of the hands (hold'em).", _HANDS)
    record_json: Path | None = option("Write the same record as lines of JSON.", _HANDS)
    replay: Path | None = option("Replay a hand of a match in this file, and stop.", _HANDS)
    hand: str | None = option("The hand to replay, as SESSION.TABLE.NUMBER.", _HANDS)
    svg: Path | None = option("Draw the winnings to an SVG file.", _FILES)
    as_json: bool = option(JSON_HELP, _FILES, False, name="--json")
    show_list: bool = option("List agents and games, and stop.", _FILES, False, name="--list")

    def _execute(self) -> None:
        if self.show_list:
            self.show(match_view.arena_catalogue_data, match_view.print_arena_catalogue)
            return
        if self.replay is not None or self.hand is not None:
            self._replay()
            return
        if not self.agents:
            raise InputError("no agents; want some, like random and calling_station, or --list")
        import_from_here()
        shared = {each.name for each in fields(MatchSettings)} - {"agents"}  # names of options
        settings = match_settings(self.agents, **{name: getattr(self, name) for name in shared})
        if (self.phh or self.record or self.record_json) and not (self.out and self.keep_hands):
            raise InputError("--phh, --record and --record-json need --out and --keep-hands")
        if self.record or self.record_json:
            check_recordable(settings.table_game.game)
        check_writable(self.out, self.svg, self.phh, self.record, self.record_json)
        if self.cluster is not None and self.workers is not None:
            raise InputError("--workers are processes of this machine; want them or --cluster")
        result, ended_by = self._played(settings)
        notes = []
        if ended_by is not None:
            is_interrupted = isinstance(ended_by, KeyboardInterrupt)
            notes.append("interrupted" if is_interrupted else "stopped by an error")
        if self.out is not None:
            notes.append(f"kept in {self.out}; the same command resumes it")
        self.show(
            lambda: match_view.match_data(result),
            lambda console: match_view.print_match(console, result, notes),
            text_save(self.svg, lambda: match_view.match_svg(result)),
            *self._hand_saves(),
        )
        if ended_by is not None:
            raise ended_by

    def _played(self, settings: MatchSettings) -> tuple[MatchResult, BaseException | None]:
        """Play a match; return its result, and what ended it early."""
        latest: list[MatchResult] = []
        total = settings.session_count * settings.deals_per_session * settings.tables
        with ExitStack() as opened:
            executor = None
            if self.cluster is not None:
                executor = opened.enter_context(open_executor(self.cluster))
            bar = opened.enter_context(MatchProgress(total))

            def update(result: MatchResult) -> None:
                latest[:] = [result]
                bar.update(result.hands, workers_text(executor))

            try:
                result = run_match(
                    settings,
                    workers=os.cpu_count() or 1 if self.workers is None else self.workers,
                    executor=executor,
                    path=self.out,
                    keep_hands=self.keep_hands,
                    until=self.until,
                    progress=update,
                )
            except (KeyboardInterrupt, ValueError) as error:  # such as a disk that is full
                if not latest:
                    raise
                return latest[0], error
        return result, None

    def _hand_saves(self) -> list[Save | None]:
        """Return how to write the hands that the file keeps."""
        if (out := self.out) is None:
            return []
        return [
            text_save(self.phh, lambda: phhs_text(stored_histories(out)) + "\n"),
            pieces_save(self.record, lambda: record_text(replay_stored_hands(out))),
            pieces_save(self.record_json, lambda: record_json_lines(replay_stored_hands(out))),
        ]

    def _replay(self) -> None:
        if self.replay is None:
            raise InputError("--hand needs a match; specify its file with --replay")
        if self.hand is None:
            raise InputError("--replay needs a hand; specify it like --hand 0.1.17")
        if self.agents:
            raise InputError("--replay plays no match; leave the agents out")
        hand = replay_stored_hand(self.replay, self.hand)
        self.show(lambda: hand_data(hand), lambda console: print_hand(console, hand))
