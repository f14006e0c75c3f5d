"""Running a match: sessions in order, on any number of workers, until intervals are narrow.

The result does not depend on the number of workers: sessions are counted in order, and sessions
beyond the last that counts are dropped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import chain, islice
from typing import NamedTuple, TypeAlias
from warnings import warn

from fifthstreet.agents import create_agent
from fifthstreet.arena.hand_counter import HandCounter
from fifthstreet.arena.result import MatchResult
from fifthstreet.arena.seating import AgentMaker, check_agents
from fifthstreet.arena.session import HandKeeper, KeptHand, SessionResult, play_session
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.arena.store import MatchStore, StoredHand, stored_hand
from fifthstreet.errors import InputError
from fifthstreet.support.executors import Executor, Job, LostWorkerError, open_executor
from fifthstreet.support.interrupts import held_interrupts

Played: TypeAlias = tuple[SessionResult, list[StoredHand]]


# Samples of each lineup before the width of an interval can end a match. Payoffs may be skewed, so
# early widths are too small: with 50 deals, only 90% of intervals held the truth.
MIN_DEALS = 500
MIN_SESSIONS = 30
_CHECK_RATIO = 1.1  # of the numbers of sessions at consecutive checks of the width


class PlayOptions(NamedTuple):
    """How the sessions of a match are played, besides its settings."""

    keep_hands: bool
    strict: bool
    counter: HandCounter | None
    make_agent: AgentMaker
    watch: HandKeeper | None


def run_match(
    settings: MatchSettings,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    path: str | os.PathLike[str] | None = None,
    keep_hands: bool = False,
    until: float | None = None,
    strict: bool = False,
    progress: Callable[[MatchResult], None] | None = None,
    counter: HandCounter | None = None,
    make_agent: AgentMaker = create_agent,
    watch: HandKeeper | None = None,
) -> MatchResult:
    """Play a match, or resume the match of a file.

    A warning says so if the hands of the settings are not a whole number of deals in all seats, so
    that another number of hands is played.

    Args:
        settings: Everything that the result depends on.
        workers: Number of processes; with 1, sessions are played in this process.
        executor: Plays the sessions instead, and is left open.
        path: File of the match, which is created or resumed. Without it, nothing is saved.
        keep_hands: Whether the file has all hands, for replays; requires `path`.
        until: Half-width, in the game's unit, of the 95% interval of every agent at which the match
            ends early. Only widths are checked, and only after predetermined numbers of sessions,
            so that the interval keeps its meaning (Chow & Robbins 1965).
        strict: Whether the first mistake of an agent ends the match: its error is raised, with its
            own traceback. Otherwise it only costs the decision, and the result counts it. Requires
            one worker, without an executor.
        progress: Called with the result so far after each session.
        counter: Counts the hands while sessions are played, for progress between sessions.
        make_agent: Creates an agent from its text in `settings`. With several workers or an
            executor, it must be picklable.
        watch: Called with each hand as soon as it is over. Requires one worker, without an
            executor. Hands that a file already has are not played again.

    Returns:
        The result of all sessions, which does not depend on the workers.

    Raises:
        InputError: If an agent does not exist, is not an agent or does not play the game, if the
            file has another match, or if a worker process ended.
        BusyError: If another process writes the file.
    """
    if workers < 1:
        raise InputError(f"workers must be at least 1, got {workers}")
    if strict and (workers > 1 or executor is not None):
        raise InputError("strict requires one worker: other processes cannot pass on tracebacks")
    if watch is not None and (workers > 1 or executor is not None):
        raise InputError("watch requires one worker: hands are passed on as they are played")
    if until is not None and not until > 0:
        raise InputError(f"until must be above 0, got {until}")
    if keep_hands and path is None:
        raise InputError("keep_hands requires a file")
    result = MatchResult(settings, learns=check_agents(settings, make_agent))
    if settings.rounding is not None:
        warn(settings.rounding, stacklevel=2)

    def play(numbers: Iterator[int]) -> Generator[Played, None, None]:
        options = PlayOptions(keep_hands, strict, counter, make_agent, watch)
        return _played(settings, numbers, workers, executor, options)

    if path is None:
        return _run(result, None, play, until, progress)
    with closing(MatchStore(path, settings)) as store:
        return _run(result, store, play, until, progress)


def _run(
    result: MatchResult,
    store: MatchStore | None,
    play: Callable[[Iterator[int]], Generator[Played, None, None]],
    until: float | None,
    progress: Callable[[MatchResult], None] | None,
) -> MatchResult:
    settings = result.settings
    finished = {} if store is None else store.sessions()
    missing = (number for number in range(settings.session_count) if number not in finished)
    with closing(play(missing)) as played:

        def sessions() -> Iterator[SessionResult]:
            for number in range(settings.session_count):
                session = finished.get(number)
                if session is None:
                    session, hands = next(played)
                    if store is not None:
                        store.add(session, hands)
                yield session

        count_sessions(result, sessions(), until, progress)
    return result


def count_sessions(
    result: MatchResult,
    sessions: Iterable[SessionResult],
    until: float | None = None,
    progress: Callable[[MatchResult], None] | None = None,
) -> None:
    """Add sessions to a result, in order, until its intervals are narrow enough; see `run_match`.

    No session is requested beyond the last that counts.
    """
    checks = _check_numbers(result.settings)
    for session in sessions:
        with held_interrupts():  # a session is counted as a whole
            result.add(session)
        if progress is not None:
            progress(result)
        if until is not None and result.session_count in checks and is_narrow(result, until):
            break


def is_narrow(result: MatchResult, until: float) -> bool:
    """Return whether the intervals of all agents are narrow enough, from enough samples."""
    lineups = result.settings.lineups
    fewest = MIN_SESSIONS if result.counts_sessions else MIN_DEALS
    for agent in range(len(result.settings.agents)):
        interval = result.winnings(agent)
        count = sum(agent in lineup for lineup in lineups)
        if interval.samples < fewest * count or interval.half_width > until:
            return False
    return result.session_count >= len(lineups)


def _check_numbers(settings: MatchSettings) -> frozenset[int]:
    """Return the numbers of sessions after which the width is checked."""
    numbers = []
    number = len(settings.lineups)
    while number <= settings.session_count:
        numbers.append(number)
        number = max(number + 1, int(number * _CHECK_RATIO))
    return frozenset(numbers)


def _played(
    settings: MatchSettings,
    numbers: Iterator[int],
    workers: int,
    executor: Executor | None,
    options: PlayOptions,
) -> Generator[Played, None, None]:
    """Play sessions, here or on the workers of an executor; yield them in order."""
    first = list(islice(numbers, workers))
    jobs = (
        Job(f"session {number}", _play, (settings, number, options))
        for number in chain(first, numbers)
    )
    with ExitStack() as opened:
        if executor is None:
            executor = opened.enter_context(open_executor(workers=max(len(first), 1)))
        finished = opened.enter_context(closing(executor.run(jobs, in_order=True)))
        try:
            for done in finished:
                yield done.result
        except LostWorkerError as error:
            raise InputError(
                f"a worker process ended, perhaps because of an agent ({error}); with isolate, the "
                "agent only loses its decision"
            ) from None


def _play(settings: MatchSettings, number: int, options: PlayOptions) -> Played:
    hands: list[StoredHand] = []

    def keep(hand: KeptHand) -> None:
        if options.keep_hands:
            hands.append(stored_hand(hand))
        if options.watch is not None:
            options.watch(hand)

    session = play_session(
        settings,
        number,
        make_agent=options.make_agent,
        keep=keep if options.keep_hands or options.watch is not None else None,
        strict=options.strict,
        counter=options.counter,
    )
    return session, hands
