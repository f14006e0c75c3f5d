"""The actions of a local best response, street by street.

Lisy & Bowling (2017) and Moravcik et al. (2017, "DeepStack") give the menus of their results by
letters, which are used here too.
"""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Move

_BETS = (Move.BET, Move.ALL_IN)
_MOVES: dict[str, tuple[Move, ...]] = {  # by letter; which bet is the pot depends on the node
    "f": (Move.FOLD,),
    "c": (Move.CHECK, Move.CALL),
    "p": (),
    "a": (Move.ALL_IN,),
    "b": _BETS,
}


@dataclass(frozen=True)
class ResponseMenu:
    """The actions of a responder on each street.

    `f` folds, `c` checks and calls, `p` bets or raises the pot, `a` is all-in, and `b` makes any
    bet or raise of the tree.

    >>> response_menu("late bets").streets
    ('c', 'c', 'fcpa', 'fcpa')
    """

    streets: tuple[str, str, str, str]  # letters for preflop, flop, turn and river

    def __post_init__(self) -> None:
        for letters in self.streets:
            if "c" not in letters or set(letters) - set(_MOVES):
                raise InputError(
                    f"a menu must be c and any of f, p, a and b, like 'fcpa', got {letters!r}"
                )
        if len(self.streets) != 4:
            raise InputError(f"streets must be 4, preflop to river, got {len(self.streets)}")

    def children(self, tree: BettingTree, node: int) -> list[int]:
        """Return the children of a decision that the responder may choose."""
        letters = self.streets[int(tree.street[node])]
        allowed = {move for letter in letters for move in _MOVES[letter]}
        pot = _pot_bet(tree, node) if "p" in letters else -1
        return [
            child
            for child in tree.children(node)
            if child == pot or int(tree.move[child]) in allowed
        ]

    def __str__(self) -> str:
        names = [name for name, menu in RESPONSE_MENUS.items() if menu == self]
        return names[0] if names else ", ".join(self.streets)


RESPONSE_MENUS = {
    "all": ResponseMenu(("fcb", "fcb", "fcb", "fcb")),
    "calls": ResponseMenu(("fc", "fc", "fc", "fc")),
    "late bets": ResponseMenu(("c", "c", "fcpa", "fcpa")),
}


def response_menu(menu: str | ResponseMenu) -> ResponseMenu:
    """Return a menu by its name; InputError if it is unknown."""
    if isinstance(menu, ResponseMenu):
        return menu
    if menu not in RESPONSE_MENUS:
        raise InputError(f"menu must be one of {', '.join(RESPONSE_MENUS)}, got {menu!r}")
    return RESPONSE_MENUS[menu]


def _pot_bet(tree: BettingTree, node: int) -> int:
    """Return the child that bets or raises the pot, -1 if there is none."""
    amounts = tree.percent_amounts(tree.place(node), 1.0)
    for amount in amounts:
        for child in tree.children(node):
            if int(tree.move[child]) in _BETS and int(tree.amount[child]) == amount:
                return child
    return -1
