"""Real hands in the trees of the library's solutions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.game.notation import HandHistory
from fifthstreet.review import SolveBudget
from fifthstreet.tree.translate import MAPPINGS
from fifthstreet.web.api.hands import Posted, Stacks
from fifthstreet.web.api.models import ERRORS, NameText, PathText, Request, Share
from fifthstreet.web.api.review import HandText
from fifthstreet.web.hand_matching import (
    RealHand,
    hand_data,
    history_label,
    place_data,
    read_histories,
    refusal_of,
    typed_history,
)
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/hands", tags=["hands"], responses=ERRORS)
_MAX_SECONDS = 60.0  # of a solve of the rest of a hand
_MAX_HANDS = 2_000  # of a text whose hands are listed
HoleText = Annotated[str, Field(min_length=4, max_length=8, examples=["AsKs"])]


class HistoryHand(Request):
    """A hand of a text with hand histories."""

    kind: Literal["history"]
    text: HandText
    number: Annotated[int, Field(ge=1, le=1_000_000)] = 1  # of the hand in the text


class TypedHand(Request):
    """A typed hand: actions and deals from the blinds on; deals name their cards."""

    kind: Literal["typed"]
    path: PathText
    stacks: Stacks  # in the order in which the players act after the flop
    blinds: Posted
    antes: Annotated[list[Share], Field(min_length=1, max_length=10)] = Field(default=[0])


class RealHandRequest(Request):
    """A real hand."""

    hand: Annotated[HistoryHand | TypedHand, Field(discriminator="kind")]


class PlaceRequest(RealHandRequest):
    """A real hand, and the solution in whose tree it is found."""

    solution: NameText
    decision: Annotated[int, Field(ge=1, le=10_000)] | None = None  # None for the last
    mapping: Annotated[str, Field(max_length=40)] = next(iter(MAPPINGS))
    verify_legal_actions: bool = False
    hole: HoleText | None = None  # of the player to act, if the hand does not show them
    seconds: Annotated[float, Field(strict=True, ge=0, le=_MAX_SECONDS)] = (
        0  # to solve a hand off the tree
    )


class SolutionFit(BaseModel):
    """A solution, and why a hand does not fit it; null if it does."""

    name: str
    board: str
    exploitability_pot_percent: float
    refusal: str | None


class RealHandReply(BaseModel):
    """The hands of a text, the chosen one, and the solutions, those that fit first."""

    hands: list[str]
    hand: dict[str, Any]
    solutions: list[SolutionFit]
    mappings: list[str]


@router.post("/read")
def read_hand(question: RealHandRequest, services: Served) -> RealHandReply:
    """Read a real hand, and return its decisions and the solutions that it fits."""
    labels, hand = _hand(question.hand)
    fits = [_fit(services, facts, hand) for facts in services.solutions.all()]
    known = [each for each in fits if each is not None]
    return RealHandReply(
        hands=labels,
        hand=hand_data(hand),
        solutions=sorted(known, key=lambda each: each.refusal is not None),
        mappings=list(MAPPINGS),
    )


@router.post("/place")
def place_hand(question: PlaceRequest, services: Served) -> JsonReply:
    """Return where a real hand is in the tree of a solution, and the answer at a decision.

    A hand that has left the tree is answered by a chart or by pot odds; with `seconds`, the rest
    of it is solved.
    """
    _, hand = _hand(question.hand)
    budget = None
    if question.seconds:
        budget = SolveBudget(seconds=question.seconds, threads=services.settings.threads)
    return JsonReply(
        place_data(
            hand,
            services.solutions.open(question.solution),
            decision=question.decision,
            mapping=question.mapping,
            verify_legal_actions=question.verify_legal_actions,
            hole=question.hole,
            budget=budget,
        )
    )


def _hand(question: HistoryHand | TypedHand) -> tuple[list[str], RealHand]:
    """Return the names of all hands, and the chosen hand."""
    if isinstance(question, TypedHand):
        history = typed_history(question.path, question.stacks, question.blinds, question.antes)
        return ["typed hand"], RealHand.of(history, "typed hand")
    histories: list[HandHistory] = read_histories(question.text)
    if question.number > len(histories):
        raise InputError(f"number must be from 1 to {len(histories)}, got {question.number}")
    labels = [history_label(each, at) for at, each in enumerate(histories[:_MAX_HANDS], 1)]
    history = histories[question.number - 1]
    return labels, RealHand.of(history, history_label(history, question.number))


def _fit(services: Services, facts: dict[str, Any], hand: RealHand) -> SolutionFit | None:
    """Return whether a hand fits a solution; None if the file is damaged or was deleted."""
    if facts["error"] is not None:
        return None
    refusal = "another board"
    if _ranks(facts["board"]) == _ranks(hand_data(hand)["board"], len(facts["board"])):
        try:
            refusal = refusal_of(hand, services.solutions.open(facts["name"]))
        except (InputError, NotFoundError):
            return None
    return SolutionFit(
        name=facts["name"],
        board=facts["board"],
        exploitability_pot_percent=facts["exploitability_pot_percent"],
        refusal=refusal or None,
    )


def _ranks(board: str, length: int | None = None) -> list[int]:
    """Return the ranks of a board's first cards: boards with others never fit."""
    return sorted(int(card) // 4 for card in parse_cards(board[:length]))
