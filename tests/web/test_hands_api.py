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
