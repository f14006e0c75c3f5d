"""Betting structures, openings, automations and modes."""

from enum import StrEnum, unique


@unique
class BettingStructure(StrEnum):
    """How much players may bet."""

    FIXED_LIMIT = "Fixed-limit"
    POT_LIMIT = "Pot-limit"
    NO_LIMIT = "No-limit"


@unique
class Opening(StrEnum):
    """Who opens a betting round."""

    POSITION = "Position"  # by seat, after the blinds and straddles
    LOW_CARD = "Low card"  # the lowest up card; suits break ties
    HIGH_CARD = "High card"  # the highest up card; suits break ties
    LOW_HAND = "Low hand"  # the lowest hand of up cards; seats break ties
    HIGH_HAND = "High hand"  # the highest hand of up cards; seats break ties


@unique
class Automation(StrEnum):
    """Operations that a state can perform automatically."""

    ANTE_POSTING = "Ante posting"
    BET_COLLECTION = "Bet collection"
    BLIND_OR_STRADDLE_POSTING = "Blind or straddle posting"
    CARD_BURNING = "Card burning"
    HOLE_DEALING = "Hole dealing"
    BOARD_DEALING = "Board dealing"
    RUNOUT_COUNT_SELECTION = "Runout-count selection"
    HOLE_CARDS_SHOWING_OR_MUCKING = "Hole cards showing or mucking"
    HAND_KILLING = "Hand killing"
    CHIPS_PUSHING = "Chips pushing"
    CHIPS_PULLING = "Chips pulling"


@unique
class Mode(StrEnum):
    """The house rules, which are stricter in tournaments."""

    TOURNAMENT = "Tournament"
    CASH_GAME = "Cash-game"
