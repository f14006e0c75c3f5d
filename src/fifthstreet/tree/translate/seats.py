"""The seat of the tree that each real player takes.

The order of play has to agree on every street. Seats are as in `game.State`: with three or more
players seat 0 is the small blind, 1 the big blind and the last one the button; heads-up seat 0 is
the big blind and 1 the button with the small blind.
"""

from __future__ import annotations


def seats_after_the_flop(live: list[int], players: int, tree_players: int) -> list[int] | str:
    """Seat the players in a tree that starts after preflop.

    Returns the tree seat of each real seat, -1 for players who have folded; or, as text, why the
    players cannot be seated.
    """
    if len(live) != tree_players:
        return f"{len(live)} players are in the hand and {tree_players} in the tree"
    seats = [-1] * players
    for seat, player in enumerate(live):
        seats[player] = seat
    return seats


def seats_preflop(in_hand: list[int], players: int, tree_players: int) -> list[int] | str:
    """Seat the players in a tree that starts preflop.

    `in_hand` are the players whose first action was not a fold, or is still to come; only the
    others can be left out. Returns the tree seat of each real seat, -1 for players left out; or, as
    text, why the players cannot be seated.
    """
    if players == tree_players:
        return list(range(players))
    if players < tree_players:
        if players == 2:
            return (
                "heads-up the button acts first preflop and last later; in the tree no player does"
            )
        # The early positions stay empty.
        return [p if p < 2 else p + tree_players - players for p in range(players)]
    if tree_players == 2:
        return _heads_up(in_hand, players)
    kept = {0, 1, *in_hand}
    if len(kept) > tree_players:
        return (
            f"{len(in_hand)} players have not folded on their first turn, {len(kept)} with the "
            f"blinds; the tree has {tree_players}"
        )
    late = [p for p in range(players - 1, 1, -1) if p not in kept]
    order = sorted(kept | set(late[: tree_players - len(kept)]))
    return [order.index(p) if p in order else -1 for p in range(players)]


def _heads_up(in_hand: list[int], players: int) -> list[int] | str:
    """Seat two of several players: a blind, who acts last preflop and first later, and another."""
    if len(in_hand) > 2:
        return f"{len(in_hand)} players have not folded on their first turn; the tree has 2"
    kept = list(in_hand)
    if len(kept) == 1:
        kept.append(1 if kept[0] > 1 else players - 1)
    first, last = sorted(kept)
    if first > 1 or last < 2:
        return (
            f"players {first} and {last} act in the same order on all streets; in a tree for two "
            "players the order is reversed after preflop"
        )
    seats = [-1] * players
    seats[first], seats[last] = 0, 1
    return seats
