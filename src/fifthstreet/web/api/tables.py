"""Tables: playing against agents, hand by hand, and the cost of decisions."""

from __future__ import annotations

import os
import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from fifthstreet.arena.live import (
    OPPONENTS,
    PERSON,
    LiveSettings,
    Opponent,
    live_odds,
    parse_stakes,
    strategy_opponent,
    variant_info,
)
from fifthstreet.cards import Card
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.game.notation import phh_text, phhs_text
from fifthstreet.review import play
from fifthstreet.views import live_options_data, live_table_data
from fifthstreet.web.api.jobs import JobReply
from fifthstreet.web.api.models import ERRORS, NameText, Pair, Request
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API
from fifthstreet.web.tables import FIRST_PATIENCE, SeatedTable

router = APIRouter(prefix=f"{API}/tables", tags=["tables"], responses=ERRORS)
TableId = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Field(ge=0, le=2**53)]
Amount = Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)]
StakeName = Annotated[str, Field(max_length=20)]
Since = Annotated[int, Query(ge=0, le=2**53)]
_JOB = "hand_review"


class NewTable(Request):
    """A table: the variant, the agents around it, stakes as people have them, the seed."""

    variant: Annotated[str, Field(max_length=40)] = "NT"
    opponents: Annotated[
        list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=9)
    ]
    stakes: Annotated[dict[StakeName, Amount], Field(max_length=8)] = Field(default_factory=dict)
    stack: Amount | None = None  # the usual one by default
    stacks: Literal["reset", "rebuy", "freezeout"] = "reset"
    seed: Number | None = None  # any by default
    name: Annotated[str, Field(min_length=1, max_length=40)] = "You"


class TableAnswer(Request):
    """The answer to a decision; chips are whole numbers."""

    decision: Number
    answer: Literal["fold", "check", "call", "bet", "raise", "bring_in", "discard"]
    amount: Number | None = None  # total of a bet or raise; the minimum by default
    cards: Annotated[list[Annotated[str, Field(max_length=3)]], Field(max_length=10)] = Field(
        default_factory=list
    )  # to discard
    since: Number = 0  # events that the page has already


class NextTableHand(Request):
    """A request for the next hand."""

    since: Number = 0


class HandReviewRequest(Request):
    """A hand to review: with a solution of the library, or by solving it."""

    hand: Number | None = None  # the last one by default
    solution: NameText | None = None
    seconds: Annotated[float, Field(strict=True, gt=0, le=3600)] = 60.0
    target: Annotated[float, Field(strict=True, gt=0, le=100)] = 0.5  # percent of the pot
    max_raises: Annotated[int, Field(ge=1, le=4)] = 1  # per street, in addition to the hand's


class TableFacts(BaseModel):
    """A table in the list; one whose file is damaged has an `error` and nothing else."""

    id: str
    error: str | None = None
    variant_name: str | None = None
    players: list[str] = []
    hands: int | None = None  # finished
    winnings: int | None = None  # of the person, in chips
    decimals: int = 0


class TableReply(BaseModel):
    """A table as the person sees it. Amounts are whole chips, cents if there are 2 decimals."""

    id: str
    error: str | None
    variant: str
    variant_name: str
    stakes: dict[str, int]
    stack: int
    stacks: str
    seed: int
    decimals: int
    unit: int
    unit_name: str
    seats: list[dict[str, Any]]
    person: int
    hand: int
    button: int | None
    is_playing: bool
    is_over: bool
    between_stacks: list[int]
    frames: list[dict[str, Any]]
    scene: dict[str, Any] | None
    hand_texts: list[str]
    decision: dict[str, Any] | None
    result: dict[str, Any] | None
    statistics: list[dict[str, Any]]
    results: list[Pair]  # of the person's hands: chips won, and luck-adjusted
    mistakes: list[dict[str, Any]]


class OddsReply(BaseModel):
    """The odds of the person's decision; shares are from 0 to 1."""

    to_call: int | None
    pot: int | None  # chips that a call can win
    needed: float | None  # equity with which a call breaks even, if it ends the betting
    opponents: int
    equity: float | None  # against any hands of the opponents
    error: float | None  # half the width of its 95% interval
    reason: str  # why there is no equity


class HandsText(BaseModel):
    """Hands in the PHH format."""

    hands: int
    text: str


@router.get("/options")
def table_options(services: Served) -> dict[str, Any]:
    """Return the variants, opponents and rules for stacks to choose from."""
    return live_options_data(_opponents(services).values())


@router.get("")
def list_tables(services: Served) -> list[TableFacts]:
    """Return the open tables, the last used first."""
    return [_facts(number, services) for number in services.tables.ids()]


@router.post("", status_code=201, response_model=TableReply)
def open_table(question: NewTable, services: Served) -> JsonReply:
    """Open a table and deal the first hand."""
    offered = _opponents(services)
    unknown = [name for name in question.opponents if name not in offered]
    if unknown:
        raise InputError(f"opponents must be {', '.join(OPPONENTS)}, got {unknown[0]!r}")
    chosen = [offered[name] for name in question.opponents]
    info = variant_info(question.variant)
    for opponent in chosen:
        if info.code not in opponent.variants:
            raise InputError(f"{opponent.name} does not play {info.name}")
        if len(chosen) + 1 > opponent.max_seats:
            raise InputError(f"{opponent.name} requires at most {opponent.max_seats} seats")
    settings = LiveSettings(
        tuple(opponent.text for opponent in chosen),
        variant=question.variant,
        stakes=question.stakes,
        stack=question.stack,
        seed=secrets.randbelow(2**31) if question.seed is None else question.seed,
        stacks=question.stacks,
        person=question.name,
        agent_names=tuple(opponent.name.replace("_", " ") for opponent in chosen),
    )
    try:
        seated = services.tables.add(settings)
    except InputError as error:  # may contain the file of a strategy
        folder = str(services.blueprints.path)
        raise type(error)(str(error).replace(f"{folder}{os.sep}", "")) from None
    services.tables.move(seated, seated.table.start_hand, patience=FIRST_PATIENCE)
    return _reply(seated, status=201)


@router.get("/{table}", response_model=TableReply)
def get_table(
    table: TableId, services: Served, since: Since = 0, reveals: bool = False
) -> JsonReply:
    """Return a table with the events of the hand from a number on.

    `reveals` adds all players' cards once the hand is over.
    """
    return _reply(services.tables.get(table), since, reveals=reveals)


@router.post("/{table}/hand", response_model=TableReply)
def next_hand(table: TableId, question: NextTableHand, services: Served) -> JsonReply:
    """Deal the next hand."""
    seated = services.tables.get(table)
    services.tables.move(seated, seated.table.start_hand)
    return _reply(seated, question.since)


@router.post("/{table}/answer", response_model=TableReply)
def answer_decision(table: TableId, question: TableAnswer, services: Served) -> JsonReply:
    """Answer the person's decision; agents then play on."""
    seated = services.tables.get(table)
    cards = [_card(text) for text in question.cards]
    services.tables.move(
        seated,
        lambda: seated.table.act(question.decision, question.answer, question.amount, cards),
    )
    return _reply(seated, question.since)


@router.delete("/{table}", status_code=204)
def close_table(table: TableId, services: Served) -> None:
    """Leave a table."""
    services.tables.close(table)


@router.get("/{table}/odds")
def table_odds(table: TableId, services: Served) -> OddsReply:
    """Return the odds of the person's decision: what a call wins, and the equity it needs."""
    return OddsReply(**live_odds(services.tables.get(table).table).to_dict())


@router.get("/{table}/hands")
def table_hands(table: TableId, services: Served) -> HandsText:
    """Return the finished hands as the person saw them, in the PHH format."""
    histories = list(services.tables.get(table).table.histories)
    return HandsText(hands=len(histories), text=phhs_text(histories))


@router.post("/{table}/review", status_code=201, response_model=JobReply)
def review_hand(table: TableId, question: HandReviewRequest, services: Served) -> JsonReply:
    """Queue a review of the person's decisions in a hand of no-limit hold'em."""
    live = services.tables.get(table).table
    histories = list(live.histories)
    if not histories:
        raise BusyError("no hand is finished yet")
    number = histories[-1].hand if question.hand is None else question.hand
    history = next((each for each in histories if each.hand == number), None)
    if history is None:
        raise NotFoundError(f"there is no finished hand {number}")
    player = live.names[PERSON]
    if not any(each.name == player for each in play(history).decisions):
        raise InputError("you had no decision in this hand")
    solution = question.solution
    spec = {
        "phh": phh_text(history),
        "hand": number,
        "player": player,
        "solution": None if solution is None else str(services.solutions.folder.file(solution)),
        "seconds": min(question.seconds, services.settings.job_seconds),
        "target": question.target,
        "max_raises": question.max_raises,
        "threads": services.settings.threads,
    }
    return JsonReply(services.jobs.add(_JOB, f"Hand {number}", spec).data(), 201)


def _opponents(services: Services) -> dict[str, Opponent]:
    """Return the opponents of the package, and the strategies of the library."""
    shelf = services.blueprints
    strategies = [strategy_opponent(name, shelf.file(name)) for name in shelf.names()]
    return OPPONENTS | {each.name: each for each in strategies}


def _card(text: str) -> Card:
    try:
        (card,) = Card.parse(text)
    except ValueError:
        raise InputError(f"card must be rank then suit, like 'As', got {text!r}") from None
    return card


def _facts(number: str, services: Services) -> TableFacts:
    try:
        summary = services.tables.summary(number)
        settings = summary.settings
        stakes = parse_stakes(settings.variant, settings.stakes, settings.stack)
    except (InputError, OSError) as error:
        reason = str(error).replace(f"{services.settings.library}{os.sep}", "")
        return TableFacts(id=number, error=reason)
    return TableFacts(
        id=number,
        variant_name=stakes.game.name,
        players=list(settings.names),
        hands=summary.hands,
        winnings=summary.winnings,
        decimals=stakes.decimals,
    )


def _reply(
    seated: SeatedTable, since: int = 0, *, reveals: bool = False, status: int = 200
) -> JsonReply:
    data = live_table_data(seated.table, since, reveals=reveals)
    seated.file.save(seated.table)  # what a reply shows is on disk
    return JsonReply({"id": seated.id, "error": seated.error, **data}, status)
