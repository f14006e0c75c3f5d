"""The trainer over HTTP: the same grades as in Python, kept over reloads and restarts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.arena.drill import Drill, DrillLog, FullHand, read_drills
from tests.review.river import river_solution
from tests.web.river_library import RIVER, client_of, make_library


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def client(library: Path) -> Iterator[httpx.Client]:
    with client_of(library) as client:
        yield client


def begin(client: httpx.Client, **changes: Any) -> dict[str, Any]:
    question = {"solution": RIVER, "mode": "hand", "seat": "oop", "seed": 7, **changes}
    reply = client.post("/trainer/sessions", json=question)
    assert reply.status_code == 201, reply.text
    data: dict[str, Any] = reply.json()
    return data


def answer(client: httpx.Client, session: int, hand: dict[str, Any], choice: int = 0) -> Any:
    question = hand["question"]
    reply = client.post(
        f"/trainer/sessions/{session}/answers",
        json={
            "hand": hand["number"],
            "decision": question["number"],
            "action": question["actions"][choice]["action"],
        },
    )
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_answers_are_graded_as_in_python(client: httpx.Client) -> None:
    started = begin(client)
    session, hand = started["session"]["session"], started["hand"]
    drill = Drill(river_solution(), FullHand(0), seed=7)
    for number in range(1, 6):
        assert hand["number"] == number
        same = drill.deal(number)
        while hand["question"] is not None:
            assert same.question is not None
            assert hand["question"] == same.question.to_dict()
            reply = answer(client, session, hand, choice=-1)
            graded = same.answer(same.question.actions[-1])
            assert reply["answer"]["grade"] == graded.grade.value
            assert reply["answer"]["loss"] == pytest.approx(graded.loss)
            assert reply["answer"]["error"] > 0
            hand = reply["hand"]
        assert same.end is not None
        assert hand["end"]["holes"] == same.end.to_dict()["holes"]
        reply = client.post(f"/trainer/sessions/{session}/hands", json={"after": number})
        hand = reply.json()


def test_the_opponents_hand_is_not_shown_before_the_end(client: httpx.Client) -> None:
    hand = begin(client)["hand"]
    assert hand["end"] is None
    assert "holes" not in str(hand)


def test_a_reload_and_a_restart_continue_the_hand(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with client_of(library) as client:
        started = begin(client, seed=3)
        session = started["session"]["session"]
        hand = answer(client, session, started["hand"])["hand"]
        assert client.get(f"/trainer/sessions/{session}").json()["hand"] == hand
    with client_of(library) as client:
        assert client.get(f"/trainer/sessions/{session}").json()["hand"] == hand


def test_a_question_is_answered_once(client: httpx.Client) -> None:
    started = begin(client, mode="spot", seat=None, path="r:k")
    session, hand = started["session"]["session"], started["hand"]
    answer(client, session, hand)
    again = client.post(
        f"/trainer/sessions/{session}/answers", json={"hand": 1, "decision": 1, "action": "k"}
    )
    assert again.status_code == 409
    first = client.post(f"/trainer/sessions/{session}/hands", json={"after": 1}).json()
    second = client.post(f"/trainer/sessions/{session}/hands", json={"after": 1}).json()
    assert first == second
    assert first["number"] == 2
    late = client.post(f"/trainer/sessions/{session}/hands", json={"after": 7})
    assert late.status_code == 409


def test_the_path_of_a_spot_may_be_a_line(client: httpx.Client) -> None:
    started = begin(client, mode="spot", seat=None, path="check, bet 50%")
    assert started["session"]["path"] == "r:k:b100"
    assert started["hand"]["question"]["path"] == "r:k:b100"


def test_statistics_are_those_of_the_file(client: httpx.Client, library: Path) -> None:
    started = begin(client, mode="street", street="river", seat="ip")
    session = started["session"]["session"]
    answer(client, session, started["hand"])
    records = read_drills(library / "drills.lines")
    every = client.get("/trainer/statistics").json()
    assert every["total"]["decisions"] == len(records.answers)
    own = client.get("/trainer/statistics", params={"session": session}).json()
    assert own["total"]["decisions"] == 1
    assert own["total"]["loss_pot_percent"]["half_width"] is None
    of_solution = client.get("/trainer/statistics", params={"solution": RIVER}).json()
    assert of_solution == every
    listed = client.get("/trainer/sessions").json()
    assert listed[0]["session"] == session
    assert listed[0]["total"]["decisions"] == 1


@pytest.mark.parametrize(
    ("question", "status", "message"),
    [
        ({"solution": "none", "seat": "oop"}, 404, "there is no solution 'none'"),
        ({"solution": "../river", "seat": "oop"}, 404, "must be up to 80"),
        ({"solution": RIVER}, 400, "seat must be oop or ip"),
        ({"solution": RIVER, "mode": "spot"}, 400, "must be the path of a decision"),
        ({"solution": RIVER, "mode": "spot", "path": "r:x:x"}, 400, "path must lead to a decision"),
        (
            {"solution": RIVER, "mode": "street", "seat": "ip", "street": "flop"},
            400,
            "street must be one of river",
        ),
        ({"solution": RIVER, "mode": "chess"}, 422, "mode"),
        ({"solution": RIVER, "seat": "oop", "colour": 1}, 422, "colour"),
    ],
)
def test_wrong_sessions_say_what_is_wrong(
    client: httpx.Client, question: dict[str, Any], status: int, message: str
) -> None:
    reply = client.post("/trainer/sessions", json=question)
    assert reply.status_code == status, reply.text
    assert message in reply.json()["detail"]


def test_unknown_sessions_and_actions_are_refused(client: httpx.Client) -> None:
    assert client.get("/trainer/sessions/999").status_code == 404
    session = begin(client)["session"]["session"]
    reply = client.post(
        f"/trainer/sessions/{session}/answers", json={"hand": 1, "decision": 1, "action": "b1"}
    )
    assert reply.status_code == 400
    assert "a, got 'b1'" in reply.json()["detail"]


def test_another_writer_of_the_file_is_named_without_its_folder(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with DrillLog(library / "drills.lines"), client_of(library) as client:
        reply = client.post("/trainer/sessions", json={"solution": RIVER, "seat": "oop"})
        assert reply.status_code == 409
        assert reply.json()["detail"].startswith("drills.lines is being written by")
        assert client.get("/trainer/statistics").status_code == 200
