"""Words of the rules: betting structures, openings, automations and modes."""

from enum import StrEnum, unique


@unique
class BettingStructure(StrEnum):
    """How much may be bet."""

    FIXED_LIMIT = "Fixed-limit"
    POT_LIMIT = "Pot-limit"
    NO_LIMIT = "No-limit"


@unique
class Opening(StrEnum):
    """Who opens a betting round."""

    POSITION = "Position"  # by seat, after blinds and straddles if there are any
    LOW_CARD = "Low card"  # the lowest card showing, suits break ties
    HIGH_CARD = "High card"  # the highest card showing, suits break ties
    LOW_HAND = "Low hand"  # the lowest hand showing, then by seat
    HIGH_HAND = "High hand"  # the highest hand showing, then by seat


@unique
class Automation(StrEnum):
    """Operations that a state can carry out by itself."""

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
    """Which house rules apply; tournaments are stricter."""

    TOURNAMENT = "Tournament"
    CASH_GAME = "Cash-game"
