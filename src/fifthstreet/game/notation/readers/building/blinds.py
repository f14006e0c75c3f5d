"""Forced bets: which posts of a log are the blinds, which are late or dead, and what they set."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.game.enums import BettingStructure
from fifthstreet.game.notation.fields import GAME_TYPES
from fifthstreet.game.notation.readers.building.kinds import Post
from fifthstreet.game.notation.readers.building.seats import Seat
from fifthstreet.game.variants import SevenCardStud


@dataclass(repr=False)
class ForcedBets:
    """Forced bets and bet sizes, in units, under the names of the fields that hold them.

    Lists are by player; heads-up they are in the opposite order, as in a hand history.
    """

    antes: list[int]
    ante_trimming_status: bool
    blinds_or_straddles: list[int]  # negative for late posts
    live: dict[Seat, int]  # what each player has bet before the first action
    to_call: int  # what the first player has to call
    small_bet: int
    big_bet: int
    min_bet: int
    bring_in: int = 0

    def __repr__(self) -> str:
        return f"<ForcedBets: antes {self.antes}, blinds {self.blinds_or_straddles}>"


def forced_bets(
    variant: str,
    order: list[Seat],
    posts: list[tuple[Post, Seat, int]],
    stakes: tuple[int, int],
) -> ForcedBets:
    """Interpret the posts of a hand; `order` is from the player after the button to the button."""
    game_type = GAME_TYPES[variant]
    is_fixed = game_type.betting_structure is BettingStructure.FIXED_LIMIT
    is_stud = issubclass(game_type, SevenCardStud)
    # In fixed-limit games the stakes are the bets, and the big blind is as large as a small bet.
    header_big = stakes[0] if is_fixed else stakes[1]
    place = {seat: index for index, seat in enumerate(order)}
    small = _first(posts, Post.SMALL, place, after=-1)
    big = _first(posts, Post.BIG, place, after=place[small[0]] if small and len(order) > 2 else -1)
    big_blind = _full_amount(big, header_big)
    blinds: dict[Seat, int] = {}
    live: dict[Seat, int] = {}
    dead: dict[Seat, int] = {seat: seat.dead for seat in order if seat.dead}
    for kind, seat, amount in posts:
        if kind is Post.STRADDLE:
            blinds[seat] = live[seat] = amount
            continue
        if (kind is Post.SMALL and small and seat is small[0]) or (
            kind is Post.BIG and big and seat is big[0]
        ):
            # A post that puts a player all-in does not change what the others have to post.
            header = (stakes[0] if not is_fixed else 0) if kind is Post.SMALL else header_big
            blinds[seat] = _full_amount((seat, amount), header)
            live[seat] = amount
            continue
        bet = _live_part(kind, seat, amount, big_blind)
        if bet:
            blinds[seat] = -bet
            live[seat] = bet
        if amount > bet:
            dead[seat] = dead.get(seat, 0) + amount - bet
    antes, trims = _antes(order, dead)
    by_player = [blinds.get(seat, 0) for seat in order]
    if len(order) == 2:
        antes.reverse()
        by_player.reverse()
    small_bet = big_blind if is_fixed and not is_stud and big_blind else stakes[0]
    return ForcedBets(
        antes=antes,
        ante_trimming_status=trims,
        blinds_or_straddles=by_player,
        live=live,
        to_call=max([big_blind if big else 0, *live.values()]),
        small_bet=small_bet,
        big_bet=max(stakes[1], small_bet) if is_stud else 2 * small_bet,
        min_bet=big_blind or max(antes, default=0),
    )


def _first(
    posts: list[tuple[Post, Seat, int]], kind: Post, place: dict[Seat, int], after: int
) -> tuple[Seat, int] | None:
    """Return the post of a kind that comes first around the table, from a place on."""
    found = [(seat, amount) for each, seat, amount in posts if each is kind and seat in place]
    if not found:
        return None
    return min(found, key=lambda post: (place[post[0]] <= after, place[post[0]]))


def _full_amount(post: tuple[Seat, int] | None, header: int) -> int:
    """Return what a blind is for a player who has enough chips."""
    if post is None:
        return header
    seat, amount = post
    is_all_in = amount >= seat.stack - seat.ante
    return max(amount, header) if is_all_in else amount


def _live_part(kind: Post, seat: Seat, amount: int, big_blind: int) -> int:
    """Return which part of a late post is a bet; the rest is dead."""
    if kind is Post.SMALL:  # besides the small blind's, for one that was missed
        return 0
    if kind is Post.OTHER and amount < big_blind and amount < seat.stack:
        return 0
    return min(amount, big_blind) if big_blind else amount


def _antes(order: list[Seat], dead: dict[Seat, int]) -> tuple[list[int], bool]:
    """Return the antes with dead chips added, and whether antes are trimmed.

    Antes that all players post are trimmed: a player who cannot post all of it wins only as much
    from each other player. Dead chips are in the pot for all.
    """
    ante = max(seat.ante for seat in order)
    if not ante and not dead:
        return [0] * len(order), False
    is_uniform = all(seat.ante == ante or 0 < seat.ante == seat.stack for seat in order)
    if is_uniform and not dead:
        return [ante] * len(order), True
    return [seat.ante + dead.get(seat, 0) for seat in order], False
