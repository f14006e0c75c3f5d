"""A person's decision: the legal answers and their actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import Action, ActionAmount, ActionKind, Discard, LegalActions, SeatView

ANSWERS = ("fold", "check", "call", "bet", "raise", "bring_in", "discard")
_POT_SHARES = (("1/3", 1 / 3), ("1/2", 1 / 2), ("3/4", 3 / 4), ("pot", 1.0))


@dataclass(frozen=True)
class LiveDecision:
    """The legal answers of a person at their turn. Amounts are chips."""

    number: int  # of the decision in the session, from 0
    answers: tuple[str, ...]  # legal ones, of `ANSWERS`
    to_call: int | None  # None if they cannot call
    min_raise_to: int | None  # None if they cannot bet or raise
    max_raise_to: int | None
    bring_in: int | None
    pot: int  # bets included
    pot_to_win: int | None  # chips that a call can win: without bets that it does not match
    sizes: tuple[tuple[str, int], ...]  # bets or raises that are shares of the pot, from small

    @classmethod
    def of(cls, view: SeatView, number: int) -> LiveDecision:
        """Read a decision from the person's view."""
        answers = [kind.name.lower() for kind in view.legal_actions]
        return cls(
            number=number,
            answers=("discard",) if view.is_draw else tuple(answers),
            to_call=view.to_call,
            min_raise_to=view.min_raise_to,
            max_raise_to=view.max_raise_to,
            bring_in=view.bring_in,
            pot=view.pot,
            pot_to_win=_pot_to_win(view),
            sizes=_sizes(view),
        )

    def action(
        self,
        legal: LegalActions,
        answer: str,
        amount: int | None = None,
        cards: Sequence[Card] = (),
    ) -> Action:
        """Return the action of an answer; InputError if it is illegal.

        `amount` is the total of a bet or raise, and `cards` are the cards to discard.
        """
        if answer not in self.answers:
            raise InputError(f"you cannot {_words(answer)} now: choose {self._choices()}")
        if amount is not None and answer not in ("bet", "raise"):
            raise InputError(f"amount requires a bet or raise, got {_words(answer)}")
        if cards and answer != "discard":
            raise InputError("cards require a discard")
        action: Action
        if answer == "discard":
            action = Discard(tuple(cards))
        else:
            action = ActionAmount(ActionKind[answer.upper()], amount)
        checked: Action = legal.check(action)
        return checked

    def _choices(self) -> str:
        return " or ".join(map(_words, self.answers))


def _pot_to_win(view: SeatView) -> int | None:
    """Return what a call can win; a call with the last chips does not match all bets."""
    if view.to_call is None:
        return None
    starting = view.hand.starting_stacks
    paid = [int(before - left) for before, left in zip(starting, view.stacks, strict=True)]
    limit = paid[view.seat] + int(view.to_call)
    return sum(min(each, limit) for each in paid)


def _sizes(view: SeatView) -> tuple[tuple[str, int], ...]:
    """Return the legal pot-fraction bets, each amount once."""
    low, high = view.min_raise_to, view.max_raise_to
    if low is None or low == high or view.to_call is None:
        return ()
    sizes: dict[int, str] = {}
    for name, share in _POT_SHARES:
        amount = view.raise_by_pots(share).amount
        if low < amount < high:
            sizes.setdefault(amount, name)
    return tuple((name, amount) for amount, name in sorted(sizes.items()))


def _words(answer: str) -> str:
    return answer.replace("_", " ")
