"""The trainer over HTTP: the same grades as in Python, kept over reloads and restarts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.arena.drill import Drill, DrillLog, FullHand, read_drills
from tests.review.river import river_solution
from tests.web.river_library import RIVER, client_of, make_library, save_template


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def client(library: Path) -> Iterator[httpx.Client]:
    with client_of(library) as client:
        yield client


def begin(client: httpx.Client, seed: int = 7, **changes: Any) -> dict[str, Any]:
    part = {"solution": RIVER, "mode": "hand", "seat": "oop", **changes}
    reply = client.post("/trainer/sessions", json={"parts": [part], "seed": seed})
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
    assert started["session"]["title"] == "river: after check, bet 100 (50%)"
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
    reply = client.post("/trainer/sessions", json={"parts": [question]})
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
        reply = client.post(
            "/trainer/sessions", json={"parts": [{"solution": RIVER, "seat": "oop"}]}
        )
        assert reply.status_code == 409
        assert reply.json()["detail"].startswith("drills.lines is being written by")
        assert client.get("/trainer/statistics").status_code == 200


def test_solutions_tell_what_can_be_trained(client: httpx.Client) -> None:
    (row,) = client.get("/trainer/solutions").json()
    assert row["name"] == RIVER
    assert row["decisions"] == {"river": ["oop", "ip"]}
    assert row["positions"] is None
    assert row["accuracy"]["is_sharp"]
    assert row["accuracy"]["error_pot_percent"] == pytest.approx(
        10 * row["exploitability_pot_percent"]
    )


def test_a_template_has_its_positions_and_its_table(tmp_path: Path) -> None:
    save_template(tmp_path / "solutions/template.solution")
    with client_of(tmp_path) as client:
        (row,) = client.get("/trainer/solutions").json()
        assert row["positions"] == ["BB", "BTN"]
        assert row["pot_type"] == "single-raised pot"
        assert row["accuracy"]["is_too_coarse"]
        started = begin(client, solution="template", mode="street", street="turn", seat="ip")
        assert started["session"]["title"] == "BTN against BB, single-raised pot: the turn"
        table = started["hand"]["table"]
        assert table["seats"] == ["LJ", "HJ", "CO", "BTN", "SB", "BB"]
        assert table["players"] == [5, 3]
        assert table["button"] == 3


def test_a_damaged_solution_is_listed_with_its_error(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    (library / "solutions/broken.solution").write_bytes(b"nothing")
    with client_of(library) as client:
        rows = {row["name"]: row for row in client.get("/trainer/solutions").json()}
    assert rows["broken"]["error"]
    assert rows[RIVER]["error"] is None


def test_weak_spots_are_trained_again_until_they_are_answered_well(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with client_of(library) as client:
        started = begin(client, mode="spot", seat=None, path="r:b100")
        session, hand = started["session"]["session"], started["hand"]
        for number in range(1, 25):  # always call
            answer(client, session, hand, choice=1)
            reply = client.post(f"/trainer/sessions/{session}/hands", json={"after": number})
            hand = reply.json()
        (worst, *_) = client.get("/trainer/weak_spots").json()
    with client_of(library) as client:  # after a restart
        spots = client.get("/trainer/weak_spots").json()
        assert spots[0] == worst
        assert worst["title"] == "after bet 100 (50%)"
        assert worst["action"].startswith("call")
        assert worst["loss_pot_percent"] > worst["error_pot_percent"] > 0
        parts = [part for spot in spots for part in spot["parts"]]
        reply = client.post("/trainer/sessions", json={"parts": parts, "seed": 1}).json()
        session, hand = reply["session"]["session"], reply["hand"]
        assert reply["session"]["title"] == f"{len(parts)} decisions again"
        dealt = set()
        for number in range(1, len(parts) + 1):
            question = hand["question"]
            dealt.add((question["path"], question["hole"]))
            answer(client, session, hand, choice=0)  # now fold
            reply = client.post(f"/trainer/sessions/{session}/hands", json={"after": number})
            hand = reply.json()
        assert dealt == {(part["path"], part["hole"]) for part in parts}
        after = client.get("/trainer/weak_spots").json()
        assert not [spot for spot in after if spot["action"].startswith("call")]


def test_weak_spots_of_a_deleted_solution_are_not_listed(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    with client_of(library) as client:
        started = begin(client, mode="spot", seat=None, path="r:b100")
        session, hand = started["session"]["session"], started["hand"]
        for number in range(1, 13):
            answer(client, session, hand, choice=1)
            hand = client.post(f"/trainer/sessions/{session}/hands", json={"after": number}).json()
        assert client.get("/trainer/weak_spots").json()
        client.delete(f"/solutions/{RIVER}")
        assert client.get("/trainer/weak_spots").json() == []
        assert client.get("/trainer/sessions").json()[0]["total"]["decisions"] == 12


def test_several_solutions_are_dealt_by_turns(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    river_solution().save(library / "solutions/second.solution")
    parts = [{"solution": name, "mode": "hand", "seat": "ip"} for name in (RIVER, "second")]
    with client_of(library) as client:
        reply = client.post("/trainer/sessions", json={"parts": parts, "seed": 3}).json()
        session = reply["session"]["session"]
        assert reply["session"]["title"] == "2 solutions: whole hands, in position"
        dealt = [reply["hand"]["solution"]]
        for number in range(1, 6):
            path = f"/trainer/sessions/{session}/hands"
            dealt.append(client.post(path, json={"after": number}).json()["solution"])
    assert [set(dealt[at : at + 2]) for at in (0, 2, 4)] == [{RIVER, "second"}] * 3
