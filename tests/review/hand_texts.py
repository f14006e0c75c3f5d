"""Hands as PHH texts, told by what matters."""

from collections.abc import Sequence
from typing import Any

from fifthstreet.notation import parse_phh
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
    """The text of a hand; actions are separated by commas, deals of the board begin with db."""
    posts = [*blinds, *[0] * (len(stacks) - len(blinds))]
    told = [f"d dh p{seat} {cards}" for seat, cards in enumerate(holes, 1)]
    given = [action.strip() for action in actions.split(",")]
    told += [f"d {action}" if action.startswith("db") else action for action in given]
    lines = [
        f"variant = '{variant}'",
        f"antes = [{', '.join('0' for _ in stacks)}]",
        f"blinds_or_straddles = [{', '.join(map(str, posts))}]",
        f"min_bet = {blinds[1]}",
        f"starting_stacks = [{', '.join(map(str, stacks))}]",
        f"actions = {told!r}",
    ]
    if players is not None:
        lines.append(f"players = {list(players)!r}")
    return "\n".join(lines) + "\n"


def played(actions: str, **fields: Any) -> PlayedHand:
    return play(parse_phh(history(actions, **fields)))


# A hundred each before the flop, checks on flop and turn: 200 in the middle, 900 behind.
TO_THE_RIVER = "p2 cbr 30, p1 cbr 100, p2 cc, db QsJh2h, p1 cc, p2 cc, db 7c, p1 cc, p2 cc, db 4d"
OOP, IP = "AA,KQs,JTs,T9s:0.5", "QQ,AJs,T9s,K9s"
