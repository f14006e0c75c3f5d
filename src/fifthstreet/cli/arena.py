"""`fifthstreet arena`: matches between agents, with intervals."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.arena.course_record import check_recordable, record_json_lines, record_text
from fifthstreet.arena.replay import replay_stored_hand, replay_stored_hands, stored_histories
from fifthstreet.arena.result import MatchResult
from fifthstreet.arena.run import run_match
from fifthstreet.arena.settings import match_settings
from fifthstreet.cli.files import Save, check_writable, pieces_save, show_and_save, text_save
from fifthstreet.cli.options import CLUSTER_HELP, option
from fifthstreet.cli.progress import MatchProgress, workers_text
from fifthstreet.cli.user_modules import import_from_here
from fifthstreet.executors import open_executor
from fifthstreet.notation import phhs_text
from fifthstreet.views import json_text
from fifthstreet.views.kept_hand import hand_data, print_hand
from fifthstreet.views.match import (
    arena_catalogue_data,
    match_data,
    match_svg,
    print_arena_catalogue,
    print_match,
)
from fifthstreet.views.terminal import Terminal

_MATCH, _LIMITS = "The match", "Limits of agents"
_STOP, _FILES = "When to stop", "Files and output"
_HANDS = "Hands, kept with --out and --keep-hands"
_DEFAULT_HANDS = 10_000


def arena_command(
    agents: Annotated[
        list[str] | None,
        typer.Argument(help="Agents by name, like random, pot_odds:style=0.1 or module:Class."),
    ] = None,
    game: Annotated[
        str, option("Game, like course, nlhe, flhe or plo; see --list.", _MATCH)
    ] = "nlhe",
    seats: Annotated[
        int | None, option("Players at a table; by default one for each agent.", _MATCH)
    ] = None,
    stack: Annotated[
        float | None, option("Starting stacks in big blinds, bets or antes.", _MATCH)
    ] = None,
    seed: Annotated[int, option("Seed of decks and agents.", _MATCH)] = 0,
    duplicate: Annotated[
        bool, option("Play each deal in all seats.", _MATCH, "--duplicate/--single")
    ] = True,
    session_hands: Annotated[
        int, option("Hands of a session; each session has new agents.", _MATCH)
    ] = 1000,
    carry_stacks: Annotated[
        bool, option("Let stacks carry over from hand to hand of a session.", _MATCH)
    ] = False,
    rebuys: Annotated[int, option("Rebuys of each player in a session; -1: no limit.", _MATCH)] = 0,
    isolate: Annotated[
        bool,
        option(
            "Run every agent in a process of its own. Otherwise, an agent that hangs or uses up "
            "all memory cannot be stopped.",
            _LIMITS,
        ),
    ] = False,
    seconds_per_decision: Annotated[
        float | None, option("Seconds for a decision, with --isolate; by default 10.", _LIMITS)
    ] = None,
    seconds_per_match: Annotated[
        float | None,
        option("Seconds of each player for all decisions together, with --isolate.", _LIMITS),
    ] = None,
    memory_mb: Annotated[
        float | None, option("Megabytes that an agent may allocate, with --isolate.", _LIMITS)
    ] = None,
    estimator: Annotated[
        str,
        option("How winnings are estimated: plain, all_in or aivat; see docs/arena.md.", _MATCH),
    ] = "plain",
    hands: Annotated[int, option("Hands to play; the most, with --until.", _STOP)] = _DEFAULT_HANDS,
    until: Annotated[
        float | None,
        option("Stop when all 95% intervals are at most this wide to either side.", _STOP),
    ] = None,
    workers: Annotated[
        int | None,
        option("Processes; by default one per core. The result is the same for any number.", _STOP),
    ] = None,
    cluster: Annotated[str | None, option(CLUSTER_HELP, _STOP)] = None,
    out: Annotated[
        Path | None, option("Keep the match in this SQLite file, or resume it.", _FILES)
    ] = None,
    keep_hands: Annotated[bool, option("Keep all hands in the file, as PHH.", _HANDS)] = False,
    phh: Annotated[Path | None, option("Write the hands to one PHH file.", _HANDS)] = None,
    record: Annotated[
        Path | None, option("Write the course engine's record of the hands (hold'em).", _HANDS)
    ] = None,
    record_json: Annotated[
        Path | None, option("Write the same record as lines of JSON.", _HANDS)
    ] = None,
    replay: Annotated[
        Path | None, option("Replay a hand of a match in this file, and stop.", _HANDS)
    ] = None,
    hand: Annotated[
        str | None, option("The hand to replay, as SESSION.TABLE.NUMBER.", _HANDS)
    ] = None,
    svg: Annotated[Path | None, option("Draw the winnings to an SVG file.", _FILES)] = None,
    as_json: Annotated[bool, option("Print one JSON object.", _FILES, "--json")] = False,
    show_list: Annotated[
        bool, option("List agents and games, and stop.", _FILES, "--list")
    ] = False,
) -> None:
    """Let agents play a match against each other.

    Winnings are per hand with 95% intervals; Ctrl-C stops and shows the result so far.
    """
    console = Terminal()
    if show_list:
        if as_json:
            typer.echo(json_text(arena_catalogue_data()))
        else:
            print_arena_catalogue(console)
        return
    if replay is not None or hand is not None:
        _replay(console, replay, hand, agents, as_json)
        return
    if not agents:
        raise ValueError("no agents; want some, like random and calling_station, or --list")
    import_from_here()
    settings = match_settings(
        agents,
        game=game,
        seats=seats,
        hands=hands,
        stack=stack,
        seed=seed,
        duplicate=duplicate,
        session_hands=session_hands,
        carry_stacks=carry_stacks,
        rebuys=rebuys,
        estimator=estimator,
        isolate=isolate,
        seconds_per_decision=seconds_per_decision,
        seconds_per_match=seconds_per_match,
        memory_mb=memory_mb,
    )
    if (phh or record or record_json) and not (out and keep_hands):
        raise ValueError("--phh, --record and --record-json need --out and --keep-hands")
    if record or record_json:
        check_recordable(settings.table_game.game)
    check_writable(out, svg, phh, record, record_json)
    if cluster is not None and workers is not None:
        raise ValueError("--workers are processes of this machine; want them or --cluster")
    processes = os.cpu_count() or 1 if workers is None else workers
    notes = []
    ended_by: BaseException | None = None
    latest: list[MatchResult] = []

    total = settings.session_count * settings.deals_per_session * settings.tables
    with ExitStack() as opened:
        executor = None
        if cluster is not None:
            executor = opened.enter_context(open_executor(cluster))
        bar = opened.enter_context(MatchProgress(total))

        def update(result: MatchResult) -> None:
            latest[:] = [result]
            bar.update(result.hands, workers_text(executor))

        try:
            result = run_match(
                settings,
                workers=processes,
                executor=executor,
                path=out,
                keep_hands=keep_hands,
                until=until,
                progress=update,
            )
        except (KeyboardInterrupt, ValueError) as error:  # such as a disk that is full
            if not latest:
                raise
            ended_by, result = error, latest[0]
            is_interrupted = isinstance(error, KeyboardInterrupt)
            notes.append("interrupted" if is_interrupted else "stopped by an error")
    if out is not None:
        notes.append(f"kept in {out}; the same command resumes it")

    def show() -> None:
        if as_json:
            typer.echo(json_text(match_data(result)))
        else:
            print_match(console, result, notes)

    saves = [text_save(svg, lambda: match_svg(result)), *_hand_saves(out, phh, record, record_json)]
    for note in show_and_save(show, saves):
        if not as_json:
            console.print(note, highlight=False)
    if ended_by is not None:
        raise ended_by


def _hand_saves(
    out: Path | None, phh: Path | None, record: Path | None, record_json: Path | None
) -> list[Save | None]:
    """Return how to write the hands that a file keeps."""
    if out is None:
        return []
    return [
        text_save(phh, lambda: phhs_text(stored_histories(out)) + "\n"),
        pieces_save(record, lambda: record_text(replay_stored_hands(out))),
        pieces_save(record_json, lambda: record_json_lines(replay_stored_hands(out))),
    ]


def _replay(
    console: Terminal,
    path: Path | None,
    place: str | None,
    agents: list[str] | None,
    as_json: bool,
) -> None:
    if path is None:
        raise ValueError("--hand needs a match; specify its file with --replay")
    if place is None:
        raise ValueError("--replay needs a hand; specify it like --hand 0.1.17")
    if agents:
        raise ValueError("--replay plays no match; leave the agents out")
    replayed = replay_stored_hand(path, place)
    if as_json:
        typer.echo(json_text(hand_data(replayed)))
    else:
        print_hand(console, replayed)
