"""Reviews over HTTP: the same numbers as in Python, as jobs where hands are solved."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.game.notation import read_hands
from fifthstreet.review import (
    ChartAndSolveAnswers,
    SolveAnswers,
    SolveSettings,
    review_hands,
    session_of,
)
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES
from fifthstreet.views import review_csv
from tests.game.notation.texts import PLURIBUS
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, history
from tests.review.river import ON_THE_TREE, river_solution
from tests.web.river_library import RIVER, client_of, make_library
from tests.web.serving import wait_for_job, wait_until

SAMPLES = Path(__file__).parents[1] / "game/notation/samples"
HANDS = "\n".join(
    f"[{number}]\n{text}"
    for number, text in enumerate(
        (
            history(ON_THE_TREE, holes=("AcAd", "QdQc"), players=("Ann", "Bob")),
            history(f"{TO_THE_RIVER}, p1 cbr 90, p2 f", players=("Ann", "Bob")),
            history("p2 f", players=("Ann", "Bob")),
        ),
        1,
    )
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def client(library: Path) -> Iterator[httpx.Client]:
    with client_of(library) as client:
        yield client


def add(client: httpx.Client, basis: dict[str, Any], **fields: Any) -> dict[str, Any]:
    reply = client.post("/reviews", json={"text": HANDS, "basis": basis, **fields})
    assert reply.status_code == 201, reply.text
    data: dict[str, Any] = reply.json()
    return data


def test_a_text_is_checked_before_it_is_reviewed(client: httpx.Client) -> None:
    reply = client.post("/reviews/check", json={"text": HANDS}).json()
    assert reply["hands"] == 3
    assert reply["players"] == ["Bob", "Ann"]
    assert reply["hero"] is None  # both sit in all hands, with known cards in one
    assert reply["solutions"] == [{"name": RIVER, "hands": 2}]
    bad = client.post("/reviews/check", json={"text": "hello"})
    assert bad.status_code == 400


@pytest.mark.parametrize(
    "line",
    [
        *("_runout_count = 'x'", "_runout_count = 1.5", "_runout_count = [2]", "_rake = 'x'"),
        *("seats = [1]", "finishing_stacks = [1000000, 1]", f"hand = ['{'x' * 1_000_000}']"),
    ],
)
def test_wrong_values_in_a_hand_are_a_short_refusal(client: httpx.Client, line: str) -> None:
    """Some used to be an internal error."""
    text = f"{history('p2 f', players=('Ann', 'Bob'))}\n{line}"
    reply = client.post("/reviews/check", json={"text": text})
    assert reply.status_code == 400, reply.text
    assert len(reply.text) < 1_000


def test_a_review_on_a_solution_has_the_numbers_of_python(client: httpx.Client) -> None:
    started = add(client, {"kind": "solution", "name": RIVER}, name="first")
    assert started == {"review": "first", "job": None}
    data = client.get("/reviews/first").json()
    report = review_hands(session_of(read_hands(HANDS)), river_solution())
    assert report.hands == 2
    assert data["hand_count"] == 3  # the third one ends before the flop, with an answer
    assert data["left_out"] == []
    shown = [each for each in data["decisions"] if each["street"] != "preflop"]
    worst = [each for each in report.worst() if each.decision.street > 0]
    for decision, same in zip(shown, worst, strict=True):
        expected = same.to_dict()
        assert decision["ev_loss"] == (expected["ev_loss"])
        assert decision["match"] == expected["match"]
        assert decision["divergence"] == expected["divergence"]
        if decision["basis"] is not None:
            basis = data["bases"][decision["basis"]]
            assert basis["solution"] == RIVER
            assert basis["exploitability_pot_percent"] > 0
            assert "file" not in basis
        line = data["hands"][str(decision["hand"])]["steps"]
        assert line[decision["decision"] - 1]["player"] == decision["player"]
    losses = [each["ev_loss"] for each in data["decisions"] if each["ev_loss"] is not None]
    certain = [loss["big_blinds"] for loss in losses if not loss["within_error"]]
    assert certain == sorted(certain, reverse=True)


def test_preflop_decisions_of_a_review_on_a_solution_are_answered(client: httpx.Client) -> None:
    """They were outside the tree, and said nothing else."""
    add(client, {"kind": "solution", "name": RIVER}, name="preflop too")
    data = client.get("/reviews/preflop too").json()
    preflop = [each for each in data["decisions"] if each["street"] == "preflop"]
    assert len(preflop) == 7
    assert all(each["actions"] for each in preflop)


def test_all_solutions_that_fit_are_used(client: httpx.Client) -> None:
    name = add(client, {"kind": "solution"}, name="all that fit")["review"]
    data = client.get(f"/reviews/{name}").json()
    assert data["basis"] == "all solutions of the library that fit"
    assert RIVER in {basis["solution"] for basis in data["bases"]}
    text = history("p2 f", players=("Ann", "Bob"))
    reply = client.post("/reviews", json={"text": text, "basis": {"kind": "solution"}})
    assert reply.status_code == 400
    assert "no solution of the library fits these hands" in reply.json()["detail"]


def test_decisions_with_three_players_have_equity_and_pot_odds(client: httpx.Client) -> None:
    """They only said that they are not solved."""
    text = history(
        "p3 cc, p1 cc, p2 cc, db QsJh2h, p1 cbr 40, p2 f, p3 cc, db 7c, p1 cc, p3 cc",
        stacks=(1000, 1000, 1000),
        holes=("AcAd", "9d9c", "KdTd"),
        players=("Ann", "Bob", "Cy"),
    )
    basis = {"kind": "solve", "first_street": "flop", "total_seconds": 1e-9}
    job = client.post("/reviews", json={"text": text, "basis": basis, "name": "three"}).json()
    assert wait_for_job(client, job["job"]["id"])["error"] is None
    data = client.get("/reviews/three").json()
    flop = {each["player"]: each for each in data["decisions"] if each["street"] == "flop"}
    assert "more than two players" in flop["Ann"]["reason"]
    # The charts have no limps, so that their ranges are not known.
    assert "equity against any hands of 2 opponents" in flop["Ann"]["note"]
    assert flop["Bob"]["note"].startswith("a call needs ")
    assert all(each["actions"] or each["note"] for each in data["decisions"])


@pytest.mark.parametrize(
    ("holes", "hero"),
    [
        ((("AcAd", "????"), ("AhKh", "????")), "Ann"),
        ((("AcAd", "QdQc"), ("????", "QhQs")), "Bob"),
        ((("????", "????"), ("????", "????")), None),
    ],
)
def test_the_hero_has_known_cards(
    client: httpx.Client, holes: tuple[tuple[str, str], ...], hero: str | None
) -> None:
    hands = [history("p2 cc, p1 cc", holes=each, players=("Ann", "Bob")) for each in holes]
    text = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))
    reply = client.post("/reviews/check", json={"text": text}).json()
    assert reply["hero"] == hero


def test_the_hero_of_a_log_is_found(client: httpx.Client) -> None:
    text = (SAMPLES / "pokerstars/cash.txt").read_text(encoding="utf-8")
    reply = client.post("/reviews/check", json={"text": text}).json()
    assert reply["hero"] is not None
    assert f"Dealt to {reply['hero']} " in text


def test_decisions_are_exported_as_from_the_command_line(client: httpx.Client) -> None:
    add(client, {"kind": "solution", "name": RIVER}, name="table")
    rows = list(csv.DictReader(io.StringIO(client.get("/reviews/table/decisions.csv").text)))
    expected = review_csv(review_hands(session_of(read_hands(HANDS)), river_solution()))
    same = list(csv.DictReader(io.StringIO(expected)))
    after = [[row for row in each if row["street"] != "preflop"] for each in (rows, same)]
    for row, other in zip(*after, strict=True):
        assert {**row, "file": ""} == {**other, "file": ""}


@pytest.mark.parametrize(
    "text",
    [
        (SAMPLES / "pokerstars/cash.txt").read_text(encoding="utf-8"),
        PLURIBUS,
        HANDS,
    ],
)
def test_formats_are_recognised(client: httpx.Client, text: str) -> None:
    reply = client.post("/reviews/check", json={"text": text})
    assert reply.status_code == 200, reply.text
    assert reply.json()["hands"] > 0


def test_one_player_is_reviewed_alone(client: httpx.Client) -> None:
    name = add(client, {"kind": "solution", "name": RIVER}, player="Ann")["review"]
    data = client.get(f"/reviews/{name}").json()
    assert {each["player"] for each in data["decisions"]} == {"Ann"}
    reply = client.post(
        "/reviews",
        json={"text": HANDS, "basis": {"kind": "solution", "name": RIVER}, "player": "Eve"},
    )
    assert reply.status_code == 400
    assert "player must be in the hands, got 'Eve'" in reply.json()["detail"]


def test_preflop_decisions_are_compared_with_the_strategies_of_the_package(
    client: httpx.Client,
) -> None:
    name = add(client, {"kind": "preflop", "name": "hu100"})["review"]
    data = client.get(f"/reviews/{name}").json()
    preflop = [each for each in data["decisions"] if each["street"] == "preflop"]
    assert any(each["actions"] for each in preflop)


def test_hands_are_solved_in_a_job_and_their_solutions_kept(client: httpx.Client) -> None:
    basis = {
        "kind": "solve",
        "oop": OOP,
        "ip": IP,
        "first_street": "river",
        "target": 2,
        "seconds": 20,
        "keep_solutions": True,
    }
    started = add(client, basis, name="solved")
    assert started["job"]["kind"] == "review"
    job = wait_for_job(client, started["job"]["id"])
    assert job["error"] is None
    assert job["result"]["review"] == "solved"
    data = client.get("/reviews/solved").json()
    river = [each for each in data["decisions"] if each["street"] == "river"]
    assert {each["match"] for each in river} <= {"good", "poor"}  # the tree has few raises
    names = {basis["solution"] for basis in data["bases"]} - {None}  # charts are not solutions
    assert names
    for name in names:
        node = client.get(f"/solutions/{name}/node", params={"path": river[0]["node"]})
        assert node.status_code == 200


@pytest.mark.parametrize("preflop", [None, "hu100"])
def test_charts_answer_preflop_decisions_as_on_the_command_line(
    client: httpx.Client, preflop: str | None
) -> None:
    """The page's reviews left them unanswered."""
    basis = {"kind": "solve", "preflop": preflop, "first_street": "river", "total_seconds": 1e-9}
    job = wait_for_job(client, add(client, basis, name=f"charts {preflop}")["job"]["id"])
    assert job["error"] is None
    data = client.get(f"/reviews/charts {preflop}").json()
    assert data["source"]["preflop"] == {"kind": "charts", "ranges": preflop or "bundled"}
    session = session_of(read_hands(HANDS))
    charts = ChartAndSolveAnswers(SolveAnswers(SolveSettings(preflop=preflop, total_seconds=0)))
    expected = {
        (each.decision.hand, each.decision.number): each.to_dict()
        for each in review_hands(session, charts).decisions
        if each.decision.street == 0
    }
    preflop_decisions = [each for each in data["decisions"] if each["street"] == "preflop"]
    assert len(preflop_decisions) == len(expected) == 7
    for each in preflop_decisions:
        same = expected[each["hand"], each["decision"]]
        frequencies = [action["range_frequency"] for action in each["actions"]]
        assert frequencies == [action["range_frequency"] for action in same["actions"]]
        assert each["actions"]
        assert each["note"] == same["note"]


@pytest.mark.slow
def test_ranges_of_a_preflop_strategy_are_named_without_its_folder(client: httpx.Client) -> None:
    basis = {"kind": "solve", "preflop": "hu100", "first_street": "river", "target": 5}
    job = wait_for_job(client, add(client, basis, name="by strategy")["job"]["id"])
    assert job["error"] is None
    for each in client.get("/reviews/by strategy").json()["bases"]:
        assert all("(hu100)" in name for name in each["range_names"])


def test_a_used_up_budget_leaves_hands_unsolved_and_says_so(client: httpx.Client) -> None:
    basis = {"kind": "solve", "first_street": "river", "total_seconds": 1e-9}
    job = wait_for_job(client, add(client, basis, name="hurried")["job"]["id"])
    assert job["error"] is None
    data = client.get("/reviews/hurried").json()
    later = [each for each in data["decisions"] if each["street"] != "preflop"]
    assert {each["match"] for each in later} == {"outside"}
    assert "the time for solves was used up" in str(data["decisions"])


@pytest.mark.slow
def test_a_stopped_job_keeps_what_is_known(client: httpx.Client) -> None:
    basis = {"kind": "solve", "first_street": "turn", "target": 1e-9, "seconds": 600}
    job = add(client, basis, name="stopped")["job"]["id"]
    wait_until(lambda: client.get(f"/jobs/{job}").json()["progress"].get("phase") == "solving")
    assert client.post(f"/jobs/{job}/stop").status_code == 200
    assert wait_for_job(client, job)["state"] == "done"
    data = client.get("/reviews/stopped").json()
    assert "the review was stopped" in str(data["decisions"])


def test_reviews_are_listed_and_deleted(client: httpx.Client, library: Path) -> None:
    add(client, {"kind": "solution", "name": RIVER}, name="old")
    (library / "reviews" / "broken.review").write_bytes(b"{}\n")
    rows = {row["name"]: row for row in client.get("/reviews").json()}
    assert rows["old"]["hands"] == 3
    assert rows["old"]["basis"] == f"solution {RIVER}"
    assert rows["broken"]["error"] == "the file is damaged"
    assert client.get("/reviews/broken").status_code == 400
    for name in ("old", "broken"):
        assert client.delete(f"/reviews/{name}").status_code == 204
        assert client.get(f"/reviews/{name}").status_code == 404


def test_what_hands_can_be_compared_with_is_listed(client: httpx.Client) -> None:
    bases = client.get("/reviews/bases").json()
    assert RIVER in bases["solutions"]
    assert bases["preflop"] == list(PREFLOP_NAMES)


@pytest.mark.parametrize(
    ("basis", "status", "message"),
    [
        ({"kind": "solution", "name": "none"}, 404, "there is no solution 'none'"),
        ({"kind": "solution", "name": "../river"}, 404, "must be up to 80"),
        ({"kind": "blueprint", "name": "none"}, 404, "there is no blueprint 'none'"),
        ({"kind": "preflop", "name": "hu3"}, 404, "there is no preflop 'hu3'"),
        ({"kind": "solve", "preflop": "../hu100"}, 404, "must be up to 80"),
        ({"kind": "solve", "oop": "ZZ"}, 400, "ZZ"),
        ({"kind": "solve", "bets": "much"}, 400, "much"),
        ({"kind": "guess"}, 422, "kind"),
    ],
)
def test_wrong_bases_say_what_is_wrong(
    client: httpx.Client, basis: dict[str, Any], status: int, message: str
) -> None:
    reply = client.post("/reviews", json={"text": HANDS, "basis": basis})
    assert reply.status_code == status, reply.text
    assert message in reply.json()["detail"]


def test_the_name_of_a_file_is_a_text_on_the_server(client: httpx.Client, tmp_path: Path) -> None:
    """In Python and in the terminal it is a file to read."""
    path = tmp_path / "secret.phhs"
    path.write_text(HANDS, encoding="utf-8")
    assert len(session_of(read_hands(str(path))).hands) > 0
    for text in (str(path), str(tmp_path), "-"):
        reply = client.post("/reviews/check", json={"text": text})
        assert reply.status_code == 400
        assert "no known hand history format" in reply.text
