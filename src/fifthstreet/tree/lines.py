"""Read lines as people write them as paths of a betting tree; extend paths to the next deal.

Besides paths, `read_line` accepts

    x/b33%/c   check, bet 33%, call    slashes, commas, dashes and spaces; words
    b  r                               the only bet or raise
    b60  r3x  b40%                     the nearest amount of the tree, with a note
    8c                                 a dealt card, without the n
    c  where nothing is to call        a check, as other solvers write it
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import BettingTree, TreePlace
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.paths import LETTERS, WORDS, Move, chips_text, parse_step

_NUMBER = r"(?:\d+\.?\d*|\.\d+)"
_PHRASES = (
    (re.compile(r"\ball[\s-]*in\b"), "a"),
    (re.compile(r"\b(?:jam|shove)s?\b"), "a"),
    (re.compile(r"\b(?:bet|raise)s?(?:\b|(?=\d))(?:\s+to\b)?"), "b"),
    (re.compile(r"\bchecks?\b"), "k"),
    (re.compile(r"\bcalls?\b"), "c"),
    (re.compile(r"\bfolds?\b"), "f"),
    (re.compile(rf"\b([br])\s+(?={_NUMBER}\s*(?:%|x\b|bb\b|$|[\s:/,;>-]))"), r"\1"),
    (re.compile(r"(?<=\d)\s+(?=%)"), ""),
)
_GAPS = re.compile(r"[\s:/,;>-]+")
_BET = re.compile(rf"[br]({_NUMBER})?(%|x|bb)?")
_MAX_NUMBER = 1e15  # of a bet; the nearest one is all-in
_CARDS = re.compile(r"n?(?:(?:10|[2-9tjqka])[cdhs♣♧♦♢♥♡♠♤]\ufe0f?)+")
_PLAIN_MOVES = {**WORDS, "n": Move.DEAL}


@dataclass(frozen=True)
class Line:
    """A line as it was written, found in a tree."""

    path: str  # of the node, with the dealt cards
    node: int
    cards: tuple[int, ...]
    notes: tuple[str, ...] = ()  # rounded amounts and other interpretations


def read_line(tree: BettingTree, text: str) -> Line:
    """Find the node of a line in a tree.

    Args:
        tree: Amounts that it lacks are rounded to its nearest amount, with a note.
        text: A path like `r:k:b100`, or a line as people write it, like `x/b50%/c` or `x/bet`.

    Returns:
        The node with its path, the cards that the line deals, and notes.

    Raises:
        InputError: If a step cannot be read, or the tree has no such action or deal there.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
    >>> read_line(tree, "x/b50%/c/8c").path
    'r:k:b100:c:n8c'
    >>> read_line(tree, "check, bet 120")
    Line(path='r:k:b100', node=5, cards=(), notes=('b120 is not in the tree: b100 is nearest',))
    """
    try:
        node, cards = tree.find(text)
    except InputError:
        return _read_freely(tree, text)
    return Line(tree.path(node, cards), node, cards)


def action_label(tree: BettingTree, node: int, text: str) -> tuple[str, str]:
    """Return the label of an action at a decision, and a note if its amount was rounded.

    Args:
        tree: The tree of the decision.
        node: The decision.
        text: An action as people write it, like `x`, `b33%` or `bet 120`.

    Raises:
        InputError: If the action cannot be read, or there is no such action at the decision.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
    >>> action_label(tree, 0, "x"), action_label(tree, 0, "bet 50%")
    (('k', ''), ('b100', ''))
    """
    words = _plain_words(text)
    label, note = _step(tree, tree.place(node), words, text)
    actions = tree.actions(node)
    if label not in actions:
        raise InputError(
            f"action at {tree.path(node)!r} must be one of {', '.join(actions)}, got {text!r}"
        )
    return label, note


def _plain_words(text: str) -> str:
    """Return text in lower case, with words for actions as their letters."""
    words = text.strip().lower()
    for phrase, step in _PHRASES:
        words = phrase.sub(step, words)
    return words


def _read_freely(tree: BettingTree, text: str) -> Line:
    pieces = [piece for piece in _GAPS.split(_plain_words(text)) if piece]
    if not pieces:
        raise InputError("line must not be empty: write one like 'x/b33%/c', or 'r', the start")
    if pieces[0] == LETTERS[Move.ROOT]:
        del pieces[0]
    at, notes = TreePlace(), []
    for piece in _joined_cards(pieces):
        step, note = _step(tree, at, piece, text)
        at = tree.step(at, parse_step(step), text)
        notes += [note] if note else []
    return Line(tree.path(at.node, at.cards), at.node, at.cards, tuple(notes))


def _joined_cards(pieces: list[str]) -> list[str]:
    """Join cards that stand side by side into one deal: a flop may be written card by card."""
    joined: list[str] = []
    for are_cards, group in groupby(pieces, lambda piece: _CARDS.fullmatch(piece) is not None):
        if are_cards:
            first, *others = group
            joined.append(first + "".join(piece.removeprefix("n") for piece in others))
        else:
            joined += group
    return joined


def _step(tree: BettingTree, at: TreePlace, piece: str, text: str) -> tuple[str, str]:
    """Return the step of a path that one piece of a line means at a node, and a note if any."""
    node = at.node
    actions = tree.actions(node)
    if tree.kind[node] == Kind.DEAL and _CARDS.fullmatch(piece):
        cards = piece.removeprefix("n")
        parse_cards(cards)  # an error names the card
        return f"n{cards}", ""
    if piece in _PLAIN_MOVES:
        letter = LETTERS[_PLAIN_MOVES[piece]]
        if letter == "c" and "c" not in actions and "k" in actions:
            return "k", f"nothing to call after {tree.path(node)}: c is a check"
        return letter, ""  # `tree.step` reports what is wrong with it
    if _CARDS.fullmatch(piece):
        ends = f"the actions are {', '.join(actions)}" if actions else "the hand is over there"
        raise InputError(
            f"{piece!r} in {text!r}: no card is dealt after {tree.path(node)!r}, {ends}"
        )
    match = _BET.fullmatch(piece)
    if match is None:
        raise InputError(
            f"{text!r}: a step must be x, c, f, b33%, b60, a, or a card like 8c, got {piece!r}"
        )
    if tree.kind[node] != Kind.ACTION:
        if not tree.n_children[node]:
            raise InputError(f"no {piece!r} in {text!r}: the hand is over at {tree.path(node)!r}")
        raise InputError(
            f"no {piece!r} in {text!r}: a card is dealt after {tree.path(node)!r}, like 8c"
        )
    bets = [child for child in tree.children(node) if tree.move[child] == Move.BET]
    bets += [child for child in tree.children(node) if tree.move[child] == Move.ALL_IN]
    if not bets:
        raise InputError(
            f"{text!r}: the step after {tree.path(node)!r} must be one of {', '.join(actions)}, "
            f"got {piece!r}"
        )
    if match[1] is None:
        if match[2] is not None:
            raise InputError(f"{text!r}: a bet must have an amount, like b33%, got {piece!r}")
        sizes = [child for child in bets if tree.move[child] == Move.BET] or bets
        if len(sizes) > 1:
            names = " or ".join(tree.label(child) for child in bets)
            raise InputError(f"{piece!r} in {text!r} could be {names}: write one of them")
        return tree.label(sizes[0]), ""
    wanted = _wanted_chips(tree, at, min(float(match[1]), _MAX_NUMBER), match[2] or "")
    nearest = min(bets, key=lambda child: abs(int(tree.amount[child]) - wanted))
    label = tree.label(nearest)
    if round(wanted) == int(tree.amount[nearest]):
        return label, ""
    amount = "" if not match[2] else f" ({chips_text(round(wanted), tree.rules.chip)})"
    return label, f"{piece}{amount} is not in the tree: {label} is nearest"


def _wanted_chips(tree: BettingTree, at: TreePlace, number: float, unit: str) -> float:
    """Return the total that a bet is to, in whole chips of the tree."""
    if unit == "%":
        return tree.percent_amounts(at, number / 100)[1]
    if unit == "x":  # times the bet that is raised
        return number * tree.bet_to_match(at.node, at.street_start)
    return number * (tree.rules.big_blind if unit == "bb" else 1.0) / tree.rules.chip


def deal_path(tree: BettingTree, path: str, street: int) -> str:
    """Extend a path to the deal of a street by checks and calls.

    Args:
        tree: The tree of the path.
        path: A path that ends on the street before; it may already include the deal, without a
            card.
        street: The street to deal: 1 flop, 2 turn, 3 river.

    Returns:
        The path up to the deal, without it.

    Raises:
        InputError: If the path is not in the tree, or leads to no deal or to the deal of another
            street.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
    >>> deal_path(tree, "r", 3), deal_path(tree, "r:b100", 3)
    ('r:k:k', 'r:b100:c')
    """
    node, cards = tree.find(path)
    if tree.path(node, cards).endswith(":n"):  # the deal itself, without a card
        node = int(tree.parent[node])
    path = tree.path(node, cards)
    while tree.kind[node] == Kind.ACTION:
        steps = {tree.label(child): child for child in tree.children(node)}
        step = "k" if "k" in steps else "c"
        path, node = f"{path}:{step}", steps[step]
    if tree.kind[node] != Kind.DEAL:
        raise InputError(f"path must end a street, got {path!r} where no card is dealt")
    dealt = int(tree.street[node]) + 1
    if dealt != street:
        raise InputError(
            f"path must lead to the deal of the {STREET_NAMES[street]}, got {path!r} which deals "
            f"the {STREET_NAMES[dealt]}"
        )
    return path
