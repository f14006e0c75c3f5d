"""The record on the console, with its pauses, and matches that are told hand by hand."""

import json
import re
from pathlib import Path

import pytest

from fifthstreet.arena import replay_stored_hands
from fifthstreet.cli import run
from fifthstreet.cli.shown_record import ShownRecord
from fifthstreet.game import BettingEvent
from fifthstreet.views.kept_hand import HandStory
from tests.agents.course.scripted import ScriptedAgent, play
from tests.cli.test_arena_hands import MATCH

PROMPT = "Press Enter to continue"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Typist:
    """Standard input with some empty lines, which counts how often it is read."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.asked = 0

    def readline(self) -> str:
        self.asked += 1
        return "\n" if self.asked <= self.lines else ""


def type_lines(monkeypatch: pytest.MonkeyPatch, lines: int) -> Typist:
    typist = Typist(lines)
    monkeypatch.setattr("sys.stdin", typist)
    return typist


def test_the_record_is_shown_without_a_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = type_lines(monkeypatch, 0)
    assert run([*MATCH, "--record", "-"]) == 0
    shown = capsys.readouterr().out
    assert not list(folder.iterdir())
    assert not typist.asked
    assert run([*MATCH, "--out", "match.db", "--keep-hands", "--record", "record.txt"]) == 0
    record = Path("record.txt").read_text()
    assert record.count("*** Game ") == 12
    assert shown.startswith(record)
    assert "12 hands, each deal in all seats" in shown[len(record) :]


def test_the_default_is_one_process_for_a_shown_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert run([*MATCH[:-2], "--record", "-"]) == 0
    assert capsys.readouterr().out.count("*** Game ") == 12


@pytest.mark.parametrize(("rounds", "pauses"), [(None, 12), ("1", 12), ("5", 2), ("100", 0)])
def test_pauses_after_each_hand_or_after_some(
    rounds: str | None,
    pauses: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typist = type_lines(monkeypatch, 50)
    between = [] if rounds is None else ["--rounds-not-to-pause", rounds]
    assert run([*MATCH, "--record", "-", "--pause", *between]) == 0
    shown = capsys.readouterr()
    assert typist.asked == pauses
    assert shown.err.count(PROMPT) == pauses
    assert PROMPT not in shown.out
    assert shown.out.count("*** Game ") == 12


def test_a_hand_is_shown_before_its_pause(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, 2)
    record = ShownRecord(1)
    for number, hand in enumerate(play({}, 2, ScriptedAgent, seats=3), start=1):
        record.show(hand)
        shown = capsys.readouterr()
        assert f"*** Game {number}:" in shown.out
        assert PROMPT in shown.err


def test_there_are_no_more_pauses_at_the_end_of_the_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = type_lines(monkeypatch, 2)
    assert run([*MATCH, "--record", "-", "--pause"]) == 0
    assert typist.asked == 3
    monkeypatch.setattr("sys.stdin", None)
    assert run([*MATCH, "--record", "-", "--pause"]) == 0
    assert capsys.readouterr().out.count("*** Game ") == 24


def test_an_interrupted_pause_ends_the_match_with_the_hands_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = type_lines(monkeypatch, 50)

    def interrupted(*_: object) -> str:
        typist.asked += 1
        if typist.asked == 8:
            raise KeyboardInterrupt
        return "\n"

    monkeypatch.setattr(typist, "readline", interrupted)
    assert run([*MATCH, "--record", "-", "--pause"]) != 0
    out = capsys.readouterr().out
    assert out.count("*** Game ") == 8
    assert "*** Match over: 8 games ***" in out
    assert "interrupted" in out  # the result of the first session
    assert "6 hands, each deal in all seats" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--pause", "--pause requires --record -"),
        ("--record - --rounds-not-to-pause 3", "--rounds-not-to-pause requires --pause"),
        (
            "--record - --pause --rounds-not-to-pause 0",
            "--rounds-not-to-pause must be at least 1, got 0",
        ),
        ("--record - --json", "--record - cannot be combined with --json"),
        ("--record - --workers 2", "--record - plays in one process"),
        ("--record - --game plo", "the course record requires Texas hold'em"),
    ],
)
def test_errors(
    options: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*MATCH, *options.split()]) != 0
    shown = capsys.readouterr()
    assert message in shown.err
    assert not shown.out
    assert not list(folder.iterdir())


def test_a_match_is_told_hand_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--out", "match.db", "--keep-hands"]) == 0
    capsys.readouterr()
    assert run(["arena", "--replay", "match.db"]) == 0
    told = capsys.readouterr().out
    assert told.count("course hold'em: session") == 12
    assert "12 hands, replayed to the cards and payoffs on record" in told
    assert run(["arena", "--replay", "match.db", "--json"]) == 0
    hands = json.loads(capsys.readouterr().out)["hands"]
    assert len(hands) == 12
    kept = list(replay_stored_hands("match.db"))
    for data, hand in zip(hands, kept, strict=True):
        pots = [street["pot"] for street in data["streets"]]
        assert pots == sorted(pots)
        assert sum(data["winners"].values()) == pots[-1]
        assert [street["boards"] for street in data["streets"][1:]] == [
            [data["boards"][0][:count]] for count in (3, 4, 5)[: len(pots) - 1]
        ]
        for name, chips in data["winners"].items():
            assert f"{name} wins {chips}" in told
        for street in data["streets"]:
            assert f"{', '.join(street['actions'])}; pot {street['pot']}" in told
        done = [words for street in data["streets"] for words in street["actions"]]
        assert len(done) == sum(isinstance(e, BettingEvent) for e in hand.state.events)


def test_the_story_of_a_hand() -> None:
    """The first hand has bets, raises, folds and no showdown, the second one a showdown."""
    script = {(0, 0): [2, 3, 1, 1], (0, 1): [2, 2, 1, 1], (0, 2): [2, 3, 3]}
    hand = play(script, 1, ScriptedAgent, seats=4)[0]
    board = [repr(card) for card in hand.state.get_board_cards(0)]
    assert HandStory.of(hand).lines() == [
        "preflop: player 1 posts small blind 5, player 2 posts big blind 10, "
        "player 3 raises to 20, player 4 folds, player 1 calls 15, player 2 calls 10; pot 60",
        f"flop {' '.join(board[:3])}: player 1 bets 10, player 2 raises to 20, player 3 calls 20, "
        "player 1 calls 10; pot 120",
        f"turn {' '.join(board[:4])}: player 1 bets 10, player 2 folds, player 3 folds; pot 130",
        "player 1 wins 130",
    ]
    shown = HandStory.of(play({}, 1, ScriptedAgent, seats=2)[0]).lines()
    assert re.fullmatch(r"showdown: player \d shows \w{4} \([a-z ]+\), player \d .*", shown[-2])
    assert re.fullmatch(r"player \d wins \d+(, player \d wins \d+)?", shown[-1])


@pytest.mark.parametrize(
    ("game", "words"),
    [("stud", " is dealt "), ("27sd", " discards "), ("27sd", " stands pat"), ("plo", "flop ")],
)
def test_other_games_are_told(game: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = ["arena", "random", "calling_station", "--hands", "20", "--workers", "1"]
    assert run([*match, "--game", game, "--out", "match.db", "--keep-hands"]) == 0
    capsys.readouterr()
    assert run(["arena", "--replay", "match.db"]) == 0
    told = capsys.readouterr().out
    assert words in told
    assert "20 hands, replayed" in told
