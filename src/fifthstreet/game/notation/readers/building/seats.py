"""Seats of a hand: who sits there, what they posted, and what they got."""

from __future__ import annotations


class Seat:
    """A player at the table. Amounts are in units of the hand."""

    def __init__(self, number: int, name: str, stack: int, is_out: bool) -> None:
        self.number = number
        self.name = name
        self.stack = stack
        self.is_out = is_out  # sits out, according to the list of seats
        self.has_acted = False  # posted, acted or was dealt cards
        self.ante = 0
        self.dead = 0  # blinds that are not part of the bet
        self.uncalled = 0
        self.collected = 0
        self.cash_out = 0  # paid by the house; negative if the player pays the house
        self.fee = 0  # for cashing out
        self.has_cashed_out = False  # and so gets nothing from the pot
        self.not_awarded = 0  # what the pot would have paid otherwise
        self.bounty = 0  # won for eliminations
        self.dealt = ""  # hole cards that the log lists when they are dealt
        self.known = ""  # hole cards that the log lists without a showing at the showdown
        self.shown = ""
        self.mucked = ""

    def __repr__(self) -> str:
        return f"<Seat {self.number}: {self.name}>"
