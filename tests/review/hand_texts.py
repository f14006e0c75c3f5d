"""Hands as PHH texts, written from their actions and a few fields."""

from collections.abc import Sequence
from typing import Any

from fifthstreet.game.notation import parse_phh
from fifthstreet.review import PlayedHand, play


def history(
    actions: str,
    *,
    stacks: Sequence[Any] = (1000, 1000),
    blinds: Sequence[Any] = (5, 10),
    holes: Sequence[str] = ("????", "????"),
    players: Sequence[str] | None = None,
    variant: str = "NT",
) -> str:
    """Return the text of a hand; `actions` are separated by commas, board deals begin with db."""
    posts = [*blinds, *[0] * (len(stacks) - len(blinds))]
    deals = [f"d dh p{seat} {cards}" for seat, cards in enumerate(holes, 1)]
    stripped = [action.strip() for action in actions.split(",")]
    moves = [f"d {action}" if action.startswith("db") else action for action in stripped]
    lines = [
        f"variant = '{variant}'",
        f"antes = [{', '.join('0' for _ in stacks)}]",
        f"blinds_or_straddles = [{', '.join(map(str, posts))}]",
        f"min_bet = {blinds[1]}",
        f"starting_stacks = [{', '.join(map(str, stacks))}]",
        f"actions = {[*deals, *moves]!r}",
    ]
    if players is not None:
        lines.append(f"players = {list(players)!r}")
    return "\n".join(lines) + "\n"


def played(actions: str, **fields: Any) -> PlayedHand:
    return play(parse_phh(history(actions, **fields)))


# 100 each preflop, checks on the flop and the turn: a pot of 200, stacks of 900.
TO_THE_RIVER = "p2 cbr 30, p1 cbr 100, p2 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d"
OOP, IP = "AA,KQs,JTs,T9s:0.5", "QQ,AJs,T9s,K9s"
