"""The reference for agents names everything that agents receive."""

from dataclasses import fields
from pathlib import Path

import pytest

from fifthstreet.agents import HandResult
from fifthstreet.game import LegalActions, PublicHand, SeatView, events
from fifthstreet.game.events import BettingEvent, Event
from tests.agents.views import holdem_view

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python" / "agents.md"
REFERENCE = PAGE.read_text(encoding="utf-8").partition("\n## What agents receive\n")[2]
KINDS = [
    kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, Event) and not kind.__subclasses__()
]
SHARED = {"street", *BettingEvent.__match_args__} - {"seat"}


def section(title: str) -> str:
    return REFERENCE.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


def public_names(item: object) -> set[str]:
    return {name for name in dir(item) if not name.startswith("_")}


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_is_listed_with_its_fields(kind: type[Event]) -> None:
    rows = [line.split("|") for line in section("Events").splitlines() if line.startswith("|")]
    ((_, _, listed, when, _),) = [row for row in rows if f"`{kind.__name__}`" in row[1]]
    own = set(kind.__match_args__)
    if issubclass(kind, BettingEvent):
        own -= SHARED
        assert "chips" in listed
    assert {name.strip(" `") for name in listed.split(",")} - {"chips", ""} == own - {"street"}
    assert when.strip()


def test_every_property_of_the_chips_is_listed() -> None:
    text = section("Events")
    for name in public_names(BettingEvent) | SHARED - {"street"}:
        assert f"`{name}`" in text or name == "fields", name


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Seat view", public_names(holdem_view("AsAh")) | public_names(SeatView)),
        ("Legal actions", public_names(holdem_view("AsAh").legal) | public_names(LegalActions)),
        ("Results", {field.name for field in fields(HandResult)}),
    ],
)
def test_every_name_is_listed(title: str, names: set[str]) -> None:
    text = section(title)
    unlisted = {name for name in names if f"`{name}`" not in text and f"`{name}(" not in text}
    assert unlisted <= {"of"}  # `LegalActions.of(state, seat)`: agents have no state


def test_the_public_hand_is_listed() -> None:
    assert {"game", "events"} <= public_names(PublicHand)
    assert "`game`, `players`, `starting_stacks`, `number`, `events`" in section("Seat view")
