"""Names of classes of hands, and the machine that solves."""

import httpx

from fifthstreet import __version__
from fifthstreet.cards.hands import DRAWS, MADE_HANDS


def test_names_of_classes(reader: httpx.Client) -> None:
    assert reader.get("/hands/classes").json() == {"made": [*MADE_HANDS], "draws": [*DRAWS]}


def test_machine_says_what_solves(reader: httpx.Client) -> None:
    machine = reader.get("/machine").json()
    assert machine["version"] == __version__
    assert machine["threads"] == 1
    assert machine["is_remote"] is False
    assert machine["name"]
    assert machine["processor"]
    assert machine["memory_available"] is None or machine["memory_available"] > 0


def test_each_test_has_a_library_of_its_own(client: httpx.Client) -> None:
    assert client.delete("/solutions/river").status_code == 204
    assert [each["name"] for each in client.get("/solutions").json()] == ["turn"]


def test_a_real_hand_in_a_tree(reader: httpx.Client) -> None:
    question = {
        "path": "r:n:b2.00:c:n:k:k:n:b15.00",
        "stacks": [45, 45],
        "blinds": [0.5, 1],
        "sizes": {"preflop": {"raise": "50%"}, "flop": {"bet": "50%"}, "turn": {"bet": "50%"}},
        "tree": {"max_raises": 1, "chip": 0.5},
    }
    found = reader.post("/hands/match", json=question).json()
    assert (found["match"], found["node"], found["lost_at"]) == ("lost", None, 5)
    near = reader.post("/hands/match", json=question | {"path": "r:b2:c"}).json()
    assert (near["match"], near["node"] is not None) == ("good", True)
    wrong = reader.post("/hands/match", json=question | {"mapping": "best"})
    assert wrong.status_code == 400
    assert "mapping must be one of pseudo-harmonic" in wrong.text
