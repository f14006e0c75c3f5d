"""Real hands in the trees of the library's solutions."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from fifthstreet.game.notation import parse_phh
from fifthstreet.review import advise
from fifthstreet.solvers.postflop import Solution
from fifthstreet.tree.translate import MAPPINGS
from tests.review.hand_texts import history

# 50 each before the flop, then checks: the pot and the stacks of the solved spots.
TO_THE_TURN = "p2 cbr 50, p1 cc, db QsJh2h, p1 cc, p2 cc, db 7c"
TYPED = {
    "kind": "typed",
    "path": "r:b50:c:nQsJh2h:k:k:n7c:b52",
    "stacks": [250, 250],
    "blinds": [5, 10],
}


def told(actions: str = f"{TO_THE_TURN}, p1 cbr 52, p2 f") -> dict[str, Any]:
    text = history(actions, stacks=(250, 250), holes=("AcAd", "QdQc"), players=("Ann", "Bob"))
    return {"kind": "history", "text": text}


def place(reader: httpx.Client, hand: dict[str, Any], **more: Any) -> dict[str, Any]:
    reply = reader.post("/hands/place", json={"hand": hand, "solution": "turn", **more})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


def test_solutions_that_fit_come_first(reader: httpx.Client) -> None:
    found = reader.post("/hands/read", json={"hand": told()}).json()
    fits = [(each["name"], each["refusal"]) for each in found["solutions"]]
    assert fits == [("turn", None), ("river", "another board")]
    assert [each["words"] for each in found["hand"]["turns"]][-2:] == ["bets 52", "folds"]
    assert found["hand"]["players"][0] == {"name": "Ann", "position": "BB", "hole": "AdAc"}
    assert found["mappings"] == list(MAPPINGS)


def test_suits_of_the_hand_become_suits_of_the_tree(reader: httpx.Client) -> None:
    renamed = TYPED | {"path": "r:b50:c:nQcJh2h:k:k:n7s:b52"}
    assert place(reader, renamed)["match"]["node"] == "r:b50"


def test_actions_are_shown_with_their_nodes(reader: httpx.Client) -> None:
    found = place(reader, told())
    steps = {each["decision"]: each for each in found["steps"]}
    assert steps[4] == steps[4] | {"status": "outside", "node": None, "words": None}
    assert steps[5]["node"] == "r"
    assert (steps[5]["status"], steps[5]["words"]) == ("translated", "bet 50 (50%)")
    assert (steps[6]["node"], steps[6]["words"]) == ("r:b50", "fold")
    assert found["match"]["node"] == "r:b50"
    assert [each["mapping"] for each in found["mappings"]] == list(MAPPINGS)
    line = found["mappings"][0]["candidates"][0]["line"]
    assert line == [{"words": "bet 50 (50%)"}]


def test_the_answer_is_the_advice(reader: httpx.Client, turn: Solution) -> None:
    answer = place(reader, told())["answer"]
    text = told(f"{TO_THE_TURN}, p1 cbr 52")["text"]
    advice = advise(turn, parse_phh(text), budget=None)
    assert answer["source"] == "tree"
    assert answer["ev_error"] == pytest.approx(advice.error)
    for found, known in zip(answer["actions"], advice.actions, strict=True):
        assert found["action"] == known.action
        assert found["frequency"] == pytest.approx(known.probability)
        assert found["ev"] == pytest.approx(known.ev)
    assert answer["actions"][1]["words"] == "call"


def test_a_typed_hand_is_answered_where_it_ends(reader: httpx.Client) -> None:
    found = place(reader, TYPED)
    assert found["decision"] == 6
    assert found["answer"]["hand"] is None
    shares = [each["range_frequency"] for each in found["answer"]["actions"]]
    assert sum(shares) == pytest.approx(1)
    with_cards = place(reader, TYPED, hole="QdQc")["answer"]
    assert with_cards["hand"] == "QdQc"
    assert with_cards["actions"][0]["ev"] is not None


def test_an_earlier_decision_is_answered(reader: httpx.Client) -> None:
    found = place(reader, told(), decision=5)
    assert (found["decision"], found["match"]["node"]) == (5, "r")
    assert found["answer"]["hand"] == "AdAc"


def test_a_hand_off_the_tree_is_solved_on_demand(reader: httpx.Client) -> None:
    off = TYPED | {"path": "r:b50:c:nQsJh2h:k:k:n7c:b10", "stacks": [150, 150]}
    lost = place(reader, off, hole="QdQc")
    assert (lost["match"]["match"], lost["answer"]["source"]) == ("lost", "pot odds")
    assert lost["match"]["subgame"]["pot"] == 100
    solved = place(reader, off, hole="QdQc", seconds=2)
    assert solved["answer"]["source"] == "solve"
    assert solved["answer"]["ev_error"] is not None


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (TYPED | {"path": "r:b50:c:n:k"}, "path must name the cards"),
        (TYPED | {"path": "r:b50:c:k"}, "path: action 3"),
        ({"kind": "history", "text": "nothing"}, "line 1"),
        (told() | {"number": 2}, "number must be from 1 to 1"),
        (told("p2 f"), "the hand does not reach the turn"),
    ],
)
def test_hands_that_do_not_fit_are_refused(
    reader: httpx.Client, hand: dict[str, Any], words: str
) -> None:
    reply = reader.post("/hands/place", json={"hand": hand, "solution": "turn"})
    assert reply.status_code == 400
    assert words in reply.json()["detail"]
