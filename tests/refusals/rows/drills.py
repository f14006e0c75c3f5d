"""Refusals of drills, and of tables at which a person plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fifthstreet.agents import AgentError
from fifthstreet.errors import BusyError, DamagedFileError, NotFoundError
from tests.refusals.rows.cli import run
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import river, river_spot, solved, turn
from tests.review.small_charts import small_charts

fs = face("")
drill = face("arena.drill")
live = face("arena.live")
NO_ATTEMPTS = {"arena.drill.modes._MAX_ATTEMPTS": 0}


def preflop(**options: Any) -> Any:
    return drill.PreflopDrill(small_charts().find(3, 20), **options)


def table(**changes: Any) -> Any:
    """Return a table at which a person plays against an agent."""
    terms: dict[str, Any] = {"agents": ("calling_station",)}
    return live.LiveTable(live.LiveSettings(**(terms | changes)))


def dealt() -> Any:
    made = table(agents=("calling_station", "calling_station"))
    made.start_hand()
    return made


def closed() -> Any:
    made = table()
    made.close()
    return made


def busy() -> Any:
    made = table()
    made._lock.acquire()
    return made


def act(answer: str, *arguments: Any) -> Any:
    made = dealt()
    return made.act(made.decision.number, answer, *arguments)


def settings(**changes: Any) -> Any:
    return live.LiveSettings(**({"agents": ("random",)} | changes))


def stakes(stack: Any = None, variant: str = "nlhe", **amounts: Any) -> Any:
    return live.parse_stakes(variant, amounts, stack)


def drilling(mode: Any = None, solution: Any = None, **options: Any) -> Any:
    return drill.Drill(solution or river(), mode or drill.FullHand(0), **options)


def drill_log(*records: dict[str, Any], version: int = face("arena.drill.log").VERSION) -> Path:
    path = new_path("drills.lines")
    file = face("support.storage").LineFile(path, drill.KIND, version, {})
    for record in records:
        file.add(record)
    return path


def finished() -> Any:
    """Return a hand of a drill that is over."""
    hand = drilling().deal(0)
    while hand.question is not None:
        hand.answer(hand.question.actions[0])
    return hand


def short_turn() -> Any:
    """Return a solution of a turn without its river."""
    path = new_path("turn.solution")
    turn().save(path, last_street=2)
    return fs.open_solution(path)


def always_check() -> Any:
    return solved(replace(river_spot(), locks=(fs.Lock("r", {"k": 1}),)))


def ended() -> Any:
    agent = face("arena.live.opponents").SeparateAgent("random")
    agent.close()
    return agent


def background() -> Any:
    opponents = face("arena.live.opponents")
    return opponents.BackgroundAgent(opponents.OPPONENTS["equity"])


def closed_background() -> Any:
    agent = background()
    agent.close()
    return agent


def recorded(number: int = 1, moves: Sequence[str] = ()) -> Any:
    return face("arena.live").RecordedHand(number, tuple(moves), (1, 1))


def closed_session() -> Any:
    made = table(stacks="freezeout")
    made._session.stacks[0] = 0
    return made


TABLE: Table = {
    "arena/drill/preflop.py": [
        ("PreflopDrill.__init__", lambda: preflop(position="CO"), "one of SB, BB, BTN, got 'CO'"),
        ("PreflopDrill.__init__", lambda: preflop(situation="x"), "situation must be one of"),
        (
            "PreflopDrill.deal",
            lambda: preflop(position="BB", situation="first in").deal(1),
            "the chart hardly ever gets to such decisions: BB first in",
        ),
        (
            "PreflopDrill.grade",
            lambda: preflop(position="BTN").grade(preflop(position="BTN").deal(1), "k"),
            "action must be one of",
        ),
    ],
    "cli/drill.py": [
        ("DrillCommand._execute", lambda: run("drill --players 1"), "--players must be from 2"),
        ("DrillCommand._execute", lambda: run("drill --stack 0"), "--stack must be above 0"),
        ("DrillCommand._execute", lambda: run("drill --hands 0"), "--hands must be at least 1"),
    ],
    "arena/drill/decisions.py": [
        (
            "grade_answer",
            lambda: drilling().deal(0).answer("x"),
            "action must be one of",
        ),
    ],
    "arena/drill/hand.py": [
        ("Drill.__post_init__", lambda: drilling(variety=2), "variety must be from 0 to 1, got 2"),
        ("Drill.__post_init__", lambda: drilling(seed=-1), "seed must be at least 0, got -1"),
        ("Drill.deal", lambda: drilling().deal(-1), "number must be at least 0, got -1"),
        ("DrillHand.answer", lambda: finished().answer("k"), "the hand is over", BusyError),
    ],
    "arena/drill/log.py": [
        (
            "read_drills",
            lambda: drill.read_drills(drill_log(version=99)),
            "is not a file of drills",
            DamagedFileError,
        ),
        (
            "DrillLog.add",
            lambda: drill.DrillLog(new_path()).add(5, 0, None),
            "no session 5",
            NotFoundError,
        ),
        (
            "DrillLog.begin",
            lambda: drill.DrillLog(new_path()).begin("x", [], seed=1, variety=0.0),
            "parts must be at least 1, got 0",
        ),
        (
            "_session",
            lambda: drill.read_drills(drill_log({"type": "session", "parts": []})),
            "parts must be a list with 1 or more",
            DamagedFileError,
        ),
        (
            "_records",
            lambda: drill.read_drills(drill_log({"type": "x"})),
            "type must be",
            DamagedFileError,
        ),
    ],
    "arena/drill/modes.py": [
        (
            "OneStreet.seat_in",
            lambda: drilling(drill.OneStreet(1, 0)),
            "street must be one of river, got 1",
        ),
        (
            "OneStreet.start",
            lambda: replaced(NO_ATTEMPTS, lambda: drilling(drill.OneStreet(3, 0)).deal(0)),
            "hardly ever has a decision",
        ),
        (
            "OneSpot.start",
            lambda: replaced(NO_ATTEMPTS, lambda: drilling(drill.OneSpot("r:k")).deal(0)),
            "the solution hardly ever gets to 'r:k'",
        ),
        ("OneSpot.seat_in", lambda: drilling(drill.OneSpot("r:k:k")), "lead to a decision"),
        (
            "OneSpot.seat_in",
            lambda: drilling(drill.OneSpot("r:k:k:n2c:k"), short_turn()),
            "must not go beyond the turn",
        ),
        (
            "OneSpot.seat_in",
            lambda: drilling(drill.OneSpot("r:k:k:nTd"), turn()),
            "Td in path 'r:k:k:nTd' is on the board",
        ),
        (
            "OneSpot.seat_in",
            lambda: drilling(drill.OneSpot("r:b10"), always_check()),
            "path must be played by the solution",
        ),
        (
            "OneSpot.seat_in",
            lambda: drilling(drill.OneSpot("r:k:k:n", 5), turn()),
            "path must name all its cards for one hand",
        ),
        ("read_mode", lambda: drill.read_mode({"mode": "spot"}), "the path of a decision, like"),
        ("read_mode", lambda: drill.read_mode({"mode": "x"}), "hand, street or spot, got 'x'"),
        ("read_mode", lambda: drill.read_mode({"mode": "hand"}), "seat must be oop or ip"),
        (
            "read_mode",
            lambda: drill.read_mode({"mode": "street", "seat": "ip"}),
            "street must be flop, turn or river, got None",
        ),
        ("_check_seat", lambda: drill.FullHand(2), "seat must be 0 (OOP) or 1 (IP), got 2"),
    ],
    "arena/drill/statistics.py": [
        ("breakdown", lambda: drill.breakdown([], "x"), "breakdown must be by"),
    ],
    "arena/live/decision.py": [
        ("LiveDecision.action", lambda: act("check"), "you cannot check now: choose"),
        ("LiveDecision.action", lambda: act("fold", 7), "amount requires a bet or raise, got fold"),
        ("LiveDecision.action", lambda: act("fold", None, [0]), "cards require a discard"),
    ],
    "arena/live/odds.py": [
        ("live_odds", lambda: live.live_odds(table()), "it is not your turn", BusyError),
    ],
    "arena/live/opponents.py": [
        (
            "BackgroundAgent.check_game",
            lambda: background().check_game(face("arena").table_game("KP").game),
            "equity does not play Kuhn",
        ),
        (
            "BackgroundAgent.decide",
            lambda: closed_background().decide(None),
            "the table was closed",
            AgentError,
        ),
        (
            "SeparateAgent.decide",
            lambda: ended().decide(None),
            "its process was ended",
            AgentError,
        ),
    ],
    "arena/live/recording.py": [
        (
            "read_recorded",
            lambda: face("arena.live.recording").read_recorded([recorded(2).to_dict()]),
            "hand 1 is missing",
        ),
        (
            "move_of",
            lambda: face("arena.live.recording").move_of("sing"),
            "move must be a decision like 'raise 12', got 'sing'",
        ),
    ],
    "arena/live/table_file.py": [
        (
            "read_table",
            lambda: face("arena.live").read_table(new_file("x", "a.table")),
            "is not a file of a table",
            DamagedFileError,
        ),
    ],
    "arena/live/settings.py": [
        ("LiveSettings.__post_init__", lambda: settings(agents=()), "seats, got 1"),
        ("LiveSettings.__post_init__", lambda: settings(stacks="x"), "stacks must be one of"),
        ("LiveSettings.__post_init__", lambda: settings(agent_names=("a", "b")), "1 names, got 2"),
        ("LiveSettings.__post_init__", lambda: settings(person=" "), "person must be a name"),
    ],
    "arena/live/stakes.py": [
        ("parse_stakes", lambda: stakes(x=1), "got 'x'"),
        ("parse_stakes", lambda: stakes(stack=1, small_blind=1, big_blind=2), "at least the big"),
        (
            "parse_stakes",
            lambda: stakes(variant="KP", ante=0),
            "ante must be above 0, got 0",
        ),
        ("_amount", lambda: stakes(big_blind=-1), "big blind must be from 0 to"),
        ("_amount", lambda: stakes(big_blind=0), "big blind must be above 0, got 0"),
        ("_amount", lambda: stakes(big_blind=0.001), "at most 2 decimals, got 0.001"),
        ("_check_order", lambda: stakes(small_blind=5, big_blind=2), "must be at most the big"),
    ],
    "arena/live/table.py": [
        ("LiveTable.__init__", lambda: table(stakes={"straddle": 4}), "at least 3 seats, got 2"),
        ("LiveTable.start_hand", lambda: dealt().start_hand(), "in progress", BusyError),
        (
            "LiveTable.start_hand",
            lambda: closed_session().start_hand(),
            "no more hands can be played",
            BusyError,
        ),
        ("LiveTable.act", lambda: table().act(0, "fold"), "it is not your turn", BusyError),
        ("LiveTable.act", lambda: dealt().act(99, "fold"), "got 99", BusyError),
        (
            "LiveTable._replay_hand",
            lambda: table().replay([recorded(moves=["fold"])]),
            "hand 1 does not follow from its record",
            DamagedFileError,
        ),
        ("LiveTable._turn", lambda: busy().start_hand(), "still playing", BusyError),
        ("LiveTable._turn", lambda: closed().start_hand(), "the table is closed", BusyError),
    ],
}
