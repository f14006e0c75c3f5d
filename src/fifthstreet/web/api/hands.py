"""Names of the classes of hands, and real hands in betting trees."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.cards import parse_cards
from fifthstreet.cards.hands import DRAWS, MADE_HANDS
from fifthstreet.errors import InputError
from fifthstreet.tree import (
    STREET_NAMES,
    Menu,
    Sizes,
    TreeRules,
    build_tree,
    count_nodes,
    natural_chip,
)
from fifthstreet.tree.translate import MAPPINGS, Policy, mapping_of, match_path, new_hand
from fifthstreet.views import hand_match_data
from fifthstreet.web.api.models import ERRORS, Chips, MenuRequest, PathText, Request, TreeOptions
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/hands", tags=["hands"], responses=ERRORS)
_MAX_NODES = 2_000_000  # of a tree in which a hand is found
AnyStreet = Literal["preflop", "flop", "turn", "river"]
Stacks = Annotated[list[Chips], Field(min_length=2, max_length=10)]
Posted = Annotated[list[Chips], Field(min_length=1, max_length=10)]


class HandClassNames(BaseModel):
    """Names of made hands and draws, in the order of their numbers in nodes."""

    made: list[str]
    draws: list[str]


@router.get("/classes")
def hand_classes() -> HandClassNames:
    """Return the names of made hands and draws."""
    return HandClassNames(made=list(MADE_HANDS), draws=list(DRAWS))


class HandToMatch(Request):
    """A real hand as a path from the blinds on, and the tree to find it in.

    The real stacks and blinds are the same as in the tree unless they are given.
    """

    path: PathText
    stacks: Stacks
    blinds: Posted
    sizes: dict[AnyStreet, MenuRequest] = Field(default_factory=dict)
    tree: TreeOptions = Field(default_factory=TreeOptions)
    real_stacks: Stacks | None = None
    real_blinds: Posted | None = None
    board: Annotated[str, Field(max_length=30)] = ""
    mapping: Annotated[str, Field(max_length=40)] = next(iter(MAPPINGS))
    verify_legal_actions: bool = False

    def rules(self) -> TreeRules:
        """Return the rules of the tree."""
        options = self.tree.model_dump(exclude_none=True)
        options.setdefault("chip", natural_chip([*self.stacks, *self.blinds]))
        for name in ("added", "removed", "max_raises"):
            if isinstance(options.get(name), list):
                options[name] = tuple(options[name])
        menus = {
            STREET_NAMES.index(street): Menu.from_dict(
                menu.model_dump(by_alias=True, exclude_none=True)
            )
            for street, menu in self.sizes.items()
        }
        return TreeRules(
            stacks=tuple(self.stacks),
            blinds=tuple(self.blinds),
            first_street=0,
            sizes=Sizes.by_street(menus),
            **options,
        )


@router.post("/match")
def match_hand(question: HandToMatch) -> dict[str, Any]:
    """Return the node of a tree that stands for a real hand, and how far to trust it."""
    rules = question.rules()
    if not count_nodes(rules, _MAX_NODES)[1]:
        raise InputError(f"the tree must have at most {_MAX_NODES:,} nodes: use fewer sizes")
    tree = build_tree(rules)
    policy = Policy(
        mapping_of(question.mapping), verify_legal_actions=question.verify_legal_actions
    )
    state = new_hand(
        question.real_stacks or question.stacks,
        question.real_blinds or question.blinds,
        board=[int(card) for card in parse_cards(question.board)],
    )
    return hand_match_data(tree, match_path(tree, state, question.path, policy))
