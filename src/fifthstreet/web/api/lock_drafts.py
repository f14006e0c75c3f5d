"""Locks of a solution before they are re-solved: the mix of every hand, and what it costs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import LockDraft, is_unreached
from fifthstreet.tree import read_line
from fifthstreet.views import lock_draft_data
from fifthstreet.web.api.models import ERRORS, Mix, Name, PathText, Probability, Request, Step
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/solutions", tags=["solutions"], responses=ERRORS)
HandsText = Annotated[str, Field(max_length=20_000, examples=["AQs, AhKh, top pair"])]


class LockEdit(Request):
    """A change of the mix: either of some hands, or of the frequency of an action.

    `hands` play `strategy`, or as they are solved if it is left out. Otherwise all hands are scaled
    until the range takes `action` with `frequency`; the order of hands is kept.
    """

    hands: HandsText | None = None
    strategy: Mix | None = None
    action: Step | None = None
    frequency: Probability | None = None

    def applied(self, draft: LockDraft) -> LockDraft:
        """Return a draft with this change."""
        match self:
            case LockEdit(hands=str(hands), strategy=None, action=None, frequency=None):
                return draft.restored(hands)
            case LockEdit(hands=str(hands), strategy=dict(mix), action=None, frequency=None):
                return draft.painted(hands, mix)
            case LockEdit(hands=None, strategy=None, action=str(step), frequency=float(share)):
                return draft.scaled(step, share)
        raise InputError("an edit must have either hands, or action and frequency")


class LockDraftRequest(Request):
    """A decision to lock as it is solved, with changes that are made in their order."""

    path: PathText
    edits: Annotated[list[LockEdit], Field(max_length=500)] = Field(default_factory=list)


@router.post("/{name}/lock")
def draft_lock(name: Name, question: LockDraftRequest, services: Served) -> JsonReply:
    """Return the lock of a decision, and what it changes before anything is re-solved.

    The lock starts with the solved mix of every hand. The EVs are against the opponent's present
    strategy. `lock` can be sent to `/jobs/lock`.
    """
    solution = services.solutions.open(name)
    node = solution.node(read_line(solution.tree, question.path).path)
    if is_unreached(node):
        node = services.solutions.resolved(name, node.path)
    draft = LockDraft.of(node)
    for edit in question.edits:
        draft = edit.applied(draft)
    return JsonReply(lock_draft_data(draft))
