"""Real hands in the trees of solutions: each action and its node, and the answer at a decision."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.errors import InputError
from fifthstreet.game import BettingAction, BoardDealt, State
from fifthstreet.game.notation import HandHistory, parse_phh, read_hands
from fifthstreet.review import (
    Decision,
    PlayedHand,
    SolveBudget,
    StrategyAnswers,
    advise,
    play,
    position_of,
    street_of,
)
from fifthstreet.solvers.postflop import Solution
from fifthstreet.support.drawing import action_colours, css
from fifthstreet.tree import (
    STREET_NAMES,
    Kind,
    Move,
    action_words,
    choice_words,
    label_words,
    parse_path,
    position_names,
)
from fifthstreet.tree.strategy import BOARD_CARDS
from fifthstreet.tree.translate import (
    MAPPINGS,
    Match,
    Policy,
    action_text,
    mapping_of,
    match,
    new_hand,
    play_path,
)
from fifthstreet.views import hand_match_data

_MAPPED = re.compile(r"action \d+, ")
_UNKNOWN_HOLE = "The hole cards are unknown: these are the frequencies of the whole range."


@dataclass(frozen=True, eq=False)
class HandTurn:
    """A player's turn in a hand: a decision that was made, or the one that is still open."""

    number: int  # from 1
    seat: int
    state: State
    hole: int | None  # index of the hand held, if it is known
    decision: Decision | None  # None for the open one


@dataclass(frozen=True, eq=False)
class RealHand:
    """A hand with the turns of its players; the last one may still be open."""

    played: PlayedHand
    turns: tuple[HandTurn, ...]

    @classmethod
    def of(cls, history: HandHistory, label: str) -> RealHand:
        """Play a history; InputError if it is of another game or has no turns."""
        played = play(history, label=label)
        turns = [
            HandTurn(each.number, each.seat, each.state, each.hole, each)
            for each in played.decisions
        ]
        last = [history.create_state(), *history][-1]
        if (seat := last.actor_index) is not None:
            holes = {each.seat: each.hole for each in played.decisions}
            turns.append(HandTurn(len(turns) + 1, seat, last, holes.get(seat), None))
        if not turns:
            raise InputError("the hand has no decisions")
        return cls(played, tuple(turns))

    def turn(self, number: int | None) -> HandTurn:
        """Return a turn by its number, by default the last."""
        if number is None:
            return self.turns[-1]
        if not 1 <= number <= len(self.turns):
            raise InputError(f"decision must be from 1 to {len(self.turns)}, got {number}")
        return self.turns[number - 1]


def read_histories(text: str) -> list[HandHistory]:
    """Return the hands of a text in any format; InputError if none can be read."""
    # With a line break, a text is never the name of a file, which the server would read.
    reader = read_hands(f"{text}\n")
    found = list(reader)
    if found:
        return found
    if reader.errors:
        raise InputError(f"line {reader.errors[0].line}: {reader.errors[0].message}")
    raise InputError("the text has no hands: use hand histories, such as PHH")


def history_label(history: HandHistory, number: int) -> str:
    """Return the name of a hand in a text: its own number, or its place."""
    return f"hand {number if history.hand is None else history.hand}"


def typed_history(
    path: str, stacks: Sequence[float], blinds: Sequence[float], antes: Sequence[float]
) -> HandHistory:
    """Return a typed hand as a history; InputError if an action is not legal.

    Args:
        path: Actions and deals, like `r:b2.5:c:nAhTs3d:k`; deals name their cards.
        stacks: Chips of each player, in the order in which they act after the flop.
        blinds: Blinds and straddles.
        antes: One for all players, or one each.
    """
    steps = parse_path(path)
    if any(step.move == Move.DEAL and not step.cards for step in steps):
        raise InputError("path must name the cards that are dealt, like nAhTs3d")
    state = new_hand(stacks, blinds, antes, [int(card) for step in steps for card in step.cards])
    if (refusal := play_path(state, path)) is not None:
        raise InputError(f"path: {refusal}")
    actions = [f"d dh p{seat} ????" for seat in range(1, len(stacks) + 1)]
    dealt = sum(len(step.cards) for step in steps)
    for event in state.events:
        if isinstance(event, BettingAction):
            actions.append(f"p{event.seat + 1} {_phh_action(event)}")
        elif isinstance(event, BoardDealt) and dealt > 0:
            actions.append(f"d db {cards_text(int(card) for card in event.cards)}")
            dealt -= len(event.cards)
    posts = [*blinds, *[0] * (len(stacks) - len(blinds))]
    paid = [*antes] * len(stacks) if len(antes) == 1 else [*antes]
    fields = {
        "variant": "NT",
        "antes": [_chips(ante) for ante in paid],
        "blinds_or_straddles": [_chips(post) for post in posts],
        "min_bet": _chips(max(blinds)),
        "starting_stacks": [_chips(stack) for stack in stacks],
        "actions": actions,
        "players": list(position_names(len(stacks))),
    }
    return parse_phh("\n".join(f"{name} = {value!r}" for name, value in fields.items()))


def _phh_action(event: BettingAction) -> str:
    step = action_text(event.kind, getattr(event, "total", None))
    if step.startswith("b"):
        return f"cbr {step[1:]}"
    return "f" if step == "f" else "cc"


def _chips(amount: float) -> int | float:
    return int(amount) if amount == int(amount) else float(amount)


def hand_data(hand: RealHand) -> dict[str, Any]:
    """Return a hand's players, cards and turns as plain data."""
    played = hand.played
    holes = {turn.seat: turn.hole for turn in hand.turns if turn.hole is not None}
    return {
        "label": played.label,
        "big_blind": played.big_blind,
        "board": cards_text(played.board),
        "players": [
            {
                "name": name,
                "position": position,
                "hole": hole_text(holes[seat]) if seat in holes else None,
            }
            for seat, (name, position) in enumerate(
                zip(played.names, position_names(len(played.names)), strict=True)
            )
        ],
        "turns": [_turn_data(hand, turn) for turn in hand.turns],
    }


def _turn_data(hand: RealHand, turn: HandTurn) -> dict[str, Any]:
    made = turn.decision
    street = turn.state.street_index or 0
    return {
        "decision": turn.number,
        "player": hand.played.names[turn.seat],
        "position": position_names(len(hand.played.names))[turn.seat]
        if made is None
        else position_of(made),
        "street": STREET_NAMES[street] if made is None else street_of(made),
        "board": cards_text(_board(turn.state)),
        "words": None if made is None else made.words,
        "hole": None if turn.hole is None else hole_text(turn.hole),
    }


def refusal_of(hand: RealHand, solution: Solution) -> str:
    """Return why a hand does not fit a solution; empty if it does."""
    rules = solution.tree.rules
    on_street = [
        turn for turn in hand.turns if (turn.state.street_index or 0) >= rules.first_street
    ]
    if not on_street:
        return f"the hand does not reach the {STREET_NAMES[rules.first_street]}"
    live = sum(on_street[0].state.statuses)
    if live != solution.tree.players:
        return f"{live} players on the {STREET_NAMES[rules.first_street]}, not two"
    if StrategyAnswers(solution).suits(_board(hand.turns[-1].state)) is None:
        return "another board"
    return ""


def place_data(
    hand: RealHand,
    solution: Solution,
    *,
    decision: int | None,
    mapping: str,
    verify_legal_actions: bool,
    hole: str | None,
    budget: SolveBudget | None,
) -> dict[str, Any]:
    """Return where a hand is in the tree of a solution, and the answer at one of its decisions."""
    mapping_of(mapping)
    if reason := refusal_of(hand, solution):
        raise InputError(f"the hand does not fit the solution: {reason}")
    place = _Place(hand, hand.turn(decision), solution)
    policies = {
        name: Policy(mapping_of(name), verify_legal_actions=verify_legal_actions)
        for name in MAPPINGS
    }
    found = match(solution.tree, place.turn.state, policies[mapping])
    return {
        "decision": place.turn.number,
        "steps": place.steps(policies[mapping]),
        "match": place.match_data(found),
        "mappings": [
            {"mapping": name} | place.mapping_data(match(solution.tree, place.turn.state, policy))
            for name, policy in policies.items()
        ],
        "answer": place.answer(found, policies[mapping], hole, budget),
    }


class _Place:
    """One turn of a hand in the tree of a solution."""

    def __init__(self, hand: RealHand, turn: HandTurn, solution: Solution) -> None:
        self.hand, self.turn = hand, turn
        self._solution, self._tree = solution, solution.tree
        self._answers = StrategyAnswers(solution)
        board = _board(hand.turns[-1].state)
        suits = self._answers.suits(board)
        assert suits is not None, "such hands are refused"
        self._suits = suits
        tree_board = self._answers.tree_board(board, suits)
        self._dealt = tree_board[BOARD_CARDS[self._tree.rules.first_street] :]

    def steps(self, policy: Policy) -> list[dict[str, Any]]:
        """Return the action that stands for each action of the whole hand."""
        last = self.hand.turns[-1]
        state = last.state if last.decision is None else last.decision.after()
        found = hand_match_data(self._tree, match(self._tree, state, policy))
        reports = {each["number"]: each for each in found["actions"]}
        return [
            self._step(turn, reports[turn.number])
            for turn in self.hand.turns
            if turn.number in reports and turn.decision is not None
        ]

    def _step(self, turn: HandTurn, report: Mapping[str, Any]) -> dict[str, Any]:
        node = None if report["node"] is None else self._tree.find(report["node"])[0]
        is_inside = node is not None and report["status"] not in ("outside", "illegal")
        return {
            "decision": turn.number,
            "status": report["status"],
            "size": report["size"],
            "lower": report["lower"],
            "upper": report["upper"],
            "share_of_lower": report["share_of_lower"],
            "words": action_words(self._tree, node) if node is not None and is_inside else None,
            "node": self._decision_path(node) if node is not None and is_inside else None,
        }

    def match_data(self, found: Match) -> dict[str, Any]:
        """Return a match with its actions and nodes in words."""
        data = hand_match_data(self._tree, found, self.hand.played.big_blind)
        labels = [each["tree"] for each in data["legal"]]
        real = [each["real"] for each in data["legal"]]
        pairs = zip(label_words(labels), label_words(real), strict=True)
        kept = ("match", "lost_at", "reason", "unrepresented", "divergences", "subgame")
        return {name: data[name] for name in kept} | {
            "unit": float(found.unit),
            "legal": [{"tree": tree, "real": chips} for tree, chips in pairs],
            **self._nodes(found),
        }

    def mapping_data(self, found: Match) -> dict[str, Any]:
        """Return the nodes that a mapping leads to, and how good the match is."""
        return {"match": found.quality.value, "reason": found.reason, **self._nodes(found)}

    def _nodes(self, found: Match) -> dict[str, Any]:
        return {
            "node": None if found.found is None else self._path(found.node),
            "last_node": self._path(found.node),
            "candidates": [
                {
                    "node": self._path(each.node),
                    "line": self._line(each.node),
                    "probability": float(each.probability),
                }
                for each in found.candidates
            ],
        }

    def _decision_path(self, node: int) -> str:
        """Return the path of the decision at which an action was taken."""
        parent = int(self._tree.parent[node])
        return self._path(parent if self._tree.kind[parent] == Kind.ACTION else node)

    def _path(self, node: int) -> str:
        return self._tree.path(node, self._dealt)

    def _line(self, node: int) -> list[dict[str, str]]:
        """Return the way to a node: actions in words, and cards."""
        steps = []
        for at, step in zip(self._tree.line(node)[1:], parse_path(self._path(node)), strict=True):
            if step.cards:
                steps.append({"cards": cards_text(step.cards)})
            elif words := action_words(self._tree, at):
                steps.append({"words": words})
        return steps

    def answer(
        self, found: Match, policy: Policy, hole: str | None, budget: SolveBudget | None
    ) -> dict[str, Any]:
        """Return what the solution does with a hand; with unknown cards, with its range."""
        held = hole or (None if self.turn.hole is None else hole_text(self.turn.hole))
        if held is None:
            return self._range_answer(found)
        advice = advise(
            self._solution, self.turn.state, hand=held, policy=policy, budget=budget
        ).to_dict()
        labels = [each["action"] for each in advice["actions"]]
        words, colours = label_words(labels), action_colours(labels)
        facing = ["c"] if "c" in labels else []  # a bet, so that bets are raises
        basis = advice.pop("basis")
        kept = ("exploitability_pot_percent", "iterations", "stopped_early", "kind")
        return {
            "hand": advice["hand"],
            "source": advice["source"],
            "node": advice["node"] if advice["source"] == "tree" else None,
            "reach": advice["reach"],
            "ev_error": advice["ev_error"],
            # The page shows in a table how each action was mapped.
            "notes": [note for note in advice["notes"] if not _MAPPED.match(note)],
            "basis": {name: basis[name] for name in kept},
            "actions": [
                {
                    "action": each["action"],
                    "words": text,
                    "colour": css(colour),
                    "frequency": each["probability"],
                    "range_frequency": None,
                    "ev": each["ev"],
                    "tree": label_words([*facing, *each["tree"]])[len(facing) :],
                }
                for each, text, colour in zip(advice["actions"], words, colours, strict=True)
            ],
        }

    def _range_answer(self, found: Match) -> dict[str, Any]:
        record = self._solution.record
        data: dict[str, Any] = {
            "hand": None,
            "source": "tree",
            "node": None,
            "reach": None,
            "ev_error": None,
            "notes": [],
            "basis": {
                "exploitability_pot_percent": self._solution.exploitability.pot_percent,
                "iterations": record.iterations,
                "stopped_early": record.is_stopped_early,
                "kind": "solution",
            },
            "actions": [],
        }
        if found.found is None or not found.children:
            reason = found.reason or "it is another player's turn at the node"
            return data | {"source": None, "notes": [reason]}
        board = self._answers.tree_board(_board(self.turn.state), self._suits)
        shares = self._solution.at(found.node, board).frequencies
        labels = self._tree.actions(found.node)
        words = choice_words(self._tree, found.node)
        colours = action_colours(labels)
        actions = [
            {
                "action": label,
                "words": text,
                "colour": css(colour),
                "frequency": None,
                "range_frequency": float(share),
                "ev": None,
                "tree": [text],
            }
            for label, text, colour, share in zip(labels, words, colours, shares, strict=True)
        ]
        path = self._path(found.node)
        return data | {"node": path, "actions": actions, "notes": [_UNKNOWN_HOLE]}


def _board(state: State) -> tuple[int, ...]:
    return tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()
