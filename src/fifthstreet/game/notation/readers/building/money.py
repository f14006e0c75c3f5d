"""Money: what the log says about the end of a hand, compared with the actions and their replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fifthstreet.errors import InputError
from fifthstreet.game.events import PotWon, WinningsTaken
from fifthstreet.game.notation.readers.building.script import Script
from fifthstreet.game.notation.readers.building.seats import Seat
from fifthstreet.game.state import State

# A rake that a log does not give is what is missing from the pot. More than this share of it means
# that the log was misunderstood.
_MAX_RAKE_SHARE = 0.25


@dataclass(repr=False)
class Settlement:
    """Stacks at the end and where the rest of the chips went, in units; lists are by player."""

    finishing_stacks: list[int]
    collected: list[int]  # from the pots, without uncalled bets
    uncalled: list[int]
    rake: int
    not_awarded: int  # kept by the house instead of players who had cashed out

    def __repr__(self) -> str:
        return f"<Settlement: stacks {self.finishing_stacks}, rake {self.rake}>"


def settle(
    order: list[Seat],
    script: Script,
    *,
    total_pot: int | None,
    rake: int | None,
    fees: int,
    house_added: int,
    wins_include_uncalled: bool | None,
    text: Callable[[int], str],
) -> Settlement:
    """Compute the stacks at the end; raise an InputError if the log's amounts do not add up."""
    put_in = sum(script.put_in.values())
    uncalled = [script.uncalled[seat] for seat in order]
    if any(seat.uncalled for seat in order):
        for seat, units in zip(order, uncalled, strict=True):
            if units != seat.uncalled:
                raise InputError(
                    f"{text(seat.uncalled)} is returned to {seat.name}, but {text(units)} of their "
                    "bets was not called"
                )
        wins_include_uncalled = False
    # A player who cashed out is paid by the house, which takes their part of the pot.
    by_player = [0 if seat.has_cashed_out else seat.collected for seat in order]
    not_awarded = sum(_not_awarded(seat) for seat in order)
    collected = sum(by_player) + not_awarded
    taken = collected + (rake or 0) + fees - house_added
    pot = put_in - sum(uncalled)
    if wins_include_uncalled is None:
        wins_include_uncalled = taken > pot
    if wins_include_uncalled and (rake is not None or _is_rake(put_in - taken, put_in)):
        by_player = [won - units for won, units in zip(by_player, uncalled, strict=True)]
        collected -= sum(uncalled)
        taken -= sum(uncalled)
        if min(by_player) < 0:
            raise InputError("a player collects less than their own uncalled bet")
        if total_pot == put_in:
            total_pot = pot
    if total_pot is not None and total_pot not in (pot, pot + house_added):
        raise InputError(f"the pot is {text(total_pot)}, but the bets add up to {text(pot)}")
    rest = pot - taken
    # Logs do not always say what a player would have won without cashing out.
    may_keep_rest = rest >= 0 and not not_awarded and any(seat.has_cashed_out for seat in order)
    if rake is None and (_is_rake(rest, pot) or not may_keep_rest):
        rake = rest
        if not _is_rake(rest, pot):
            raise InputError(f"{text(collected)} is collected from a pot of {text(pot)}")
    elif may_keep_rest:
        not_awarded = rest
    elif rest:
        raise InputError(
            f"{text(taken + house_added)} is collected and raked from a pot of "
            f"{text(pot + house_added)}"
        )
    for seat, won in zip(order, by_player, strict=True):
        if seat.cash_out > 0 and won + seat.cash_out > pot + house_added:
            raise InputError(
                f"{seat.name} is paid {text(won + seat.cash_out)} for a pot of "
                f"{text(pot + house_added)}"
            )
    stacks = [
        seat.stack - script.put_in[seat] + units + won + seat.cash_out
        for seat, units, won in zip(order, uncalled, by_player, strict=True)
    ]
    return Settlement(stacks, by_player, uncalled, rake or 0, not_awarded)


def _not_awarded(seat: Seat) -> int:
    """Return what a player would have collected without cashing out, as far as the log says."""
    return (seat.collected or seat.not_awarded) if seat.has_cashed_out else 0


def _is_rake(units: int, pot: int) -> bool:
    """Return whether an amount may be the rake that a log does not give."""
    return 0 <= units <= _MAX_RAKE_SHARE * pot


def check_replay(
    state: State, script: Script, settlement: Settlement | None, text: Callable[[int], str]
) -> None:
    """Raise InputError unless the replay took from every player what the log says they put in."""
    if settlement is None:
        return
    if state.status:
        raise InputError("the hand is not over when the log says who won")
    check_chips(state, script, text)


def check_chips(state: State, script: Script, text: Callable[[int], str]) -> None:
    """Raise an InputError if a player has bet more or less in the replay than in the log."""
    stacks = state.stacks.copy()  # before winnings are added
    for event in reversed(state.events):
        if isinstance(event, WinningsTaken):
            stacks[event.seat] -= event.amount
        elif isinstance(event, PotWon):
            break
    for index, seat in enumerate(script.order):
        behind = stacks[index]
        expected = seat.stack - script.put_in[seat]
        if seat is not script.last_player:
            expected += script.uncalled[seat]
        if behind != expected:
            raise InputError(
                f"{seat.name} has {text(expected)} left after the betting according to the log, "
                f"and {text(behind)} according to the rules"
            )
