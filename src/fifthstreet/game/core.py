"""The data of a state: setup, cards and chips on the table, and pending operations.

The phases, in `phases/`, are subclasses that build on each other; `State` is the last one. Chips
keep the type they are given, see `values.Chips`.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Final

from fifthstreet import _native
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, BettingStructure, Mode
from fifthstreet.game.events import Event
from fifthstreet.game.rules import RankedHands, Rules, Strength, rules_of
from fifthstreet.game.street import Pot, Street
from fifthstreet.game.values import (
    Chips,
    ChipsLike,
    Divide,
    TakeRake,
    clean_value,
    clean_values,
)


class StateCore:
    """The attributes of a state and what follows from them directly."""

    # Setup of the hand.
    automations: tuple[Automation, ...]
    """Operations that are performed automatically."""
    deck: Iterable[Card]
    """Cards of the deck in order, before the shuffle."""
    hand_types: tuple[RankedHands, ...]
    """Hand types, several for split pots."""
    streets: tuple[Street, ...]
    """Streets of the game."""
    betting_structure: BettingStructure
    """Betting structure: no-limit, pot-limit or fixed-limit."""
    ante_trimming_status: bool
    """Whether uncalled parts of antes are returned."""
    bring_in: Chips
    """Bring-in, or 0."""
    player_count: int
    """Number of players."""
    mode: Mode
    """House rules: tournament or cash game."""
    starting_board_count: int
    """Number of boards before any runouts."""
    divmod: Divide
    """Function that divides a pot: quotient and remainder."""
    rake: TakeRake
    """Function that splits a pot into the rake and the rest."""
    seed: int
    """Seed of the shuffles."""
    antes: tuple[Chips, ...]
    """Ante of each player."""
    blinds_or_straddles: tuple[Chips, ...]
    """Blind or straddle of each player; negative if posted late."""
    starting_stacks: tuple[Chips, ...]
    """Stack of each player before the hand."""

    # Cards and chips on the table.
    deck_cards: deque[Card]
    """Cards left in the deck, the next one first."""
    _card_type: type[Card]
    _card_count: int
    _refill_count: int = 0
    board_cards: list[list[Card]]
    """Board cards: for each card position, the card of each board."""
    mucked_cards: list[Card]
    """Cards of folded and mucked hands."""
    burn_cards: list[Card]
    """Burnt cards."""
    statuses: list[bool]
    """Whether each player is still in the hand."""
    bets: list[Chips]
    """Chips that each player has in front of them."""
    stacks: list[Chips]
    """Chips that each player has behind."""
    payoffs: list[Chips]
    """Chips that each player has won or lost so far."""
    hole_cards: list[list[Card]]
    """Hole cards of each player."""
    hole_card_statuses: list[list[bool]]
    """Whether each hole card of each player is face up."""
    discarded_cards: list[list[Card]]
    """Cards discarded on each street."""
    street_index: int | None = None
    """Index of the street, or None before the first and after the last."""
    street_return_index: int | None = None
    """Street at which additional runouts begin, or None."""
    street_return_count: int = 0
    """Number of runouts still to be dealt."""
    all_in_status: bool = False
    """Whether no more betting is possible."""
    folded_status: bool = False
    """Whether all players but one have folded."""
    status: bool = True
    """Whether the hand is still in progress."""
    events: list[Event]
    """What has happened so far, in order."""
    last_street: int = 0
    """Index of the last street that was dealt; 0 before the first."""
    pot: Chips = 0
    """All chips that players have put in and not got back, bets included."""

    # Pending operations of each phase.
    ante_posting_statuses: list[bool]
    """Whether each player has an ante to post."""
    bet_collection_status: bool = False
    """Whether there are bets to collect."""
    blind_posting_statuses: list[bool]
    """Whether each player has a blind or straddle to post."""
    card_burning_status: bool = False
    """Whether there is a card to burn."""
    _hole_pending: list[tuple[bool, ...]]
    board_dealing_counts: list[int]
    """Number of cards to deal to each board."""
    discard_statuses: list[bool]
    """Whether each player has to stand pat or discard."""
    opener_index: int | None = None
    """Player who opened the betting, or who bet or raised last."""
    bring_in_status: bool = False
    """Whether the actor may post the bring-in."""
    completion_status: bool = False
    """Whether the bring-in may still be completed."""
    _actors: list[int]
    _forced_bet: Chips = 0  # full size of the largest blind or of the bring-in
    _is_posted_short: bool = False  # whether that is more than what was posted
    largest_raise: Chips = 0
    """Size of the largest full bet or raise of the street."""
    raise_count: int = 0
    """Number of bets and raises on the street."""
    acted_player_indices: set[int]
    """Players who have acted since the last full bet or raise."""
    runout_chooser_statuses: list[bool]
    """Whether each player has to choose a number of runouts."""
    runout_count: int | None = None
    """Number of runouts agreed on, or None."""
    runout_count_selection_flag: bool = False
    """Whether the number of runouts has been settled."""
    _showdown: list[int]
    hand_killing_statuses: list[bool]
    """Whether the hand of each player is to be killed."""
    _pots: list[Pot] | None = None
    _sub_pots: list[tuple[Chips, int, int | None, int | None]]
    total_pushed_amount: Chips = 0
    """Chips pushed to winners so far."""
    chips_pulling_statuses: list[bool]
    """Whether each player has chips to pull."""

    # Caches.
    _strengths: dict[int, Strength]
    _raise_refusal_at: int = -1  # events so far when it was found
    _last_raise_refusal: str | None = None
    _smallest_raise_to: Chips = 0  # found with it, if raising is legal
    _to_match_at: int = -1
    _to_match: Chips = 0
    _rules: Rules

    def __init__(
        self,
        automations: tuple[Automation, ...],
        deck: Iterable[Card],
        hand_types: tuple[RankedHands, ...],
        streets: tuple[Street, ...],
        betting_structure: BettingStructure,
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        raw_blinds_or_straddles: ChipsLike,
        bring_in: Chips,
        raw_starting_stacks: ChipsLike,
        player_count: int,
        mode: Mode,
        starting_board_count: int,
        divmod: Divide,
        rake: TakeRake,
        seed: int,
        deck_order: Iterable[Card] | None,
    ) -> None:
        # Setup of the hand.
        self.automations = automations
        self.deck = deck
        self.hand_types = hand_types
        self.streets = streets
        self.betting_structure = betting_structure
        self.ante_trimming_status = ante_trimming_status
        self.bring_in = clean_value(bring_in)
        self.player_count = player_count
        self.mode = mode
        self.starting_board_count = starting_board_count
        self.divmod = divmod
        self.rake = rake
        self.seed = seed
        self.antes = _values(raw_antes, player_count)
        self.blinds_or_straddles = _values(raw_blinds_or_straddles, player_count)
        self.starting_stacks = _values(raw_starting_stacks, player_count, stacks=True)
        _check_setup(self)

        # Cards and chips on the table.
        self.deck_cards = deque(_native.shuffled(deck, seed) if deck_order is None else deck_order)
        _check_deck(self)
        self._card_type = type(self.deck_cards[0])
        self._card_count = len(self.deck_cards)
        self.board_cards = []
        self.mucked_cards = []
        self.burn_cards = []
        self.statuses = [True] * player_count
        self.bets = [0] * player_count
        self.stacks = list(self.starting_stacks)
        self.payoffs = [0] * player_count
        self.hole_cards = [[] for _ in self.starting_stacks]
        self.hole_card_statuses = [[] for _ in self.starting_stacks]
        self.discarded_cards = [[] for _ in streets]
        self.events = []

        # Pending operations of each phase.
        self.ante_posting_statuses = [False] * player_count
        self.blind_posting_statuses = [False] * player_count
        self._hole_pending = [()] * player_count
        self.board_dealing_counts = [0] * starting_board_count
        self.discard_statuses = [False] * player_count
        self._actors = []
        self.acted_player_indices = set()
        self.runout_chooser_statuses = [False] * player_count
        self._showdown = []
        self.hand_killing_statuses = [False] * player_count
        self._sub_pots = []
        self.chips_pulling_statuses = [False] * player_count

        # Caches.
        self._strengths = {}
        self._rules = rules_of(automations, hand_types, mode, betting_structure)

    # The phases call each other through these methods, each of which a phase overrides.

    def _begin_ante_posting(self) -> None:
        raise NotImplementedError

    def _begin_bet_collection(self) -> None:
        raise NotImplementedError

    def _begin_blind_or_straddle_posting(self) -> None:
        raise NotImplementedError

    def _begin_dealing(self) -> None:
        raise NotImplementedError

    def _begin_betting(self) -> None:
        raise NotImplementedError

    def _begin_showdown(self) -> None:
        raise NotImplementedError

    def _begin_hand_killing(self) -> None:
        raise NotImplementedError

    def _begin_chips_pushing(self) -> None:
        raise NotImplementedError

    def _begin_chips_pulling(self) -> None:
        raise NotImplementedError

    @property
    def hand_type_count(self) -> int:
        """Number of hand types."""
        return len(self.hand_types)

    @property
    def hand_type_indices(self) -> range:
        """Indices of hand types."""
        return range(len(self.hand_types))

    @property
    def draw_statuses(self) -> Iterator[bool]:
        """Whether each street is a draw."""
        return iter([street.draw_status for street in self.streets])

    @property
    def player_indices(self) -> range:
        """Indices of players."""
        return range(self.player_count)

    @property
    def street_count(self) -> int:
        """Number of streets."""
        return len(self.streets)

    @property
    def street_indices(self) -> range:
        """Indices of streets."""
        return range(len(self.streets))

    @property
    def street(self) -> Street | None:
        """Current street, or None before the first and after the last."""
        return None if self.street_index is None else self.streets[self.street_index]

    @property
    def board_count(self) -> int:
        """Number of boards, including boards of runouts."""
        if self.street_return_index is not None and self.runout_count is not None:
            return self.starting_board_count * self.runout_count
        return self.starting_board_count

    @property
    def board_indices(self) -> range:
        """Indices of boards."""
        return range(self.board_count)

    @property
    def actor_indices(self) -> deque[int]:
        """Players still to act in this betting round, the next one first."""
        return deque(self._actors)

    @property
    def showdown_indices(self) -> deque[int]:
        """Players still to show or muck, the next one first."""
        return deque(self._showdown)

    @property
    def hole_dealing_statuses(self) -> list[deque[bool]]:
        """Cards still to be dealt to each player; True means face up."""
        return [deque(pending) for pending in self._hole_pending]

    def _active_count(self) -> int:
        count = 0
        for status in self.statuses:
            if status:
                count += 1
        return count


def no_player(player: int, count: int) -> InputError:
    """Return the refusal of a number that is not a player's.

    Args:
        player: The number that was given.
        count: Number of players.
    """
    return InputError(f"player must be from 0 to {count - 1}, got {player}")


def _values(raw: ChipsLike, count: int, stacks: bool = False) -> tuple[Chips, ...]:
    """Return one value per player, with a shortcut for the two usual forms of input.

    Only stacks may be infinite: an infinite stack less an infinite bet is not a number.
    """
    if type(raw) is int:
        return (raw,) * count
    if type(raw) is tuple:
        given: tuple[Chips, ...] = raw
        for value in given:
            if type(value) is not int:
                break
        else:
            if len(given) == count:
                return given
            return given[:count] + (0,) * (count - len(given))
    values = tuple([clean_value(value) for value in clean_values(raw, count)])
    if not stacks and not all(isfinite(value) for value in values):
        raise InputError(f"antes and blinds must be finite, got {values}")
    return values


class _Setup:
    """What decides whether the cards of a deck suffice."""

    def __init__(self, streets: tuple[Street, ...], players: int, boards: int, cards: int) -> None:
        self.streets: tuple[Street, ...] = streets
        self.players: int = players
        self.boards: int = boards
        self.cards: int = cards


_dealt: Final = _Setup((), 0, 0, 0)  # the last setup that could be dealt


def _check_deck(state: StateCore) -> None:
    """Raise InputError if the deck may have too few cards for the hand, whoever folds and when.

    Burnt, folded and discarded cards are dealt again, so only the cards in play count. Where hole
    cards run out, board cards are dealt instead, as in stud; so it may be that all nine players
    could be dealt to, but not the seven who are left.
    """
    size = len(state.deck_cards)
    if (
        state.player_count == _dealt.players
        and state.starting_board_count == _dealt.boards
        and size == _dealt.cards
        and state.streets == _dealt.streets
    ):
        _dealt.streets = state.streets  # so that hands of an equal game compare identical streets
        return
    # Players left, cards of each, cards on the boards.
    hands: set[tuple[int, int, int]] = {(state.player_count, 0, 0)}
    for street in state.streets:
        later: set[tuple[int, int, int]] = set()
        for players, held, board in hands:
            for left in range(2 if held or board else players, players + 1):
                later.add(_dealt_hand(street, left, held, board, state.starting_board_count, size))
        for players, held, board in later:
            in_play = players * held + board
            if in_play > size or (in_play == size and street.draw_status):
                boards = state.starting_board_count
                raise InputError(
                    f"the deck has {size} cards, too few for {state.player_count} players and "
                    f"{boards} board{'s' if boards > 1 else ''}"
                )
        hands = later
    _dealt.streets = state.streets
    _dealt.players = state.player_count
    _dealt.boards = state.starting_board_count
    _dealt.cards = size


def _dealt_hand(
    street: Street, players: int, held: int, board: int, boards: int, size: int
) -> tuple[int, int, int]:
    """Return the players, the cards of each and the cards on the boards after a street's deal."""
    hole = len(street.hole_dealing_statuses)
    on_board = street.board_dealing_count
    in_play = players * held + board
    if in_play and in_play + hole * players > size:
        on_board += hole
        hole = 0
    return players, held + hole, board + on_board * boards


def _check_setup(state: StateCore) -> None:
    """Raise InputError if a hand with this setup cannot be played."""
    if not 0 <= state.seed < 1 << 63:
        raise InputError(f"seed must be from 0 to 2^63 - 1, got {state.seed}")
    if not state.streets:
        raise InputError("a game needs one street or more")
    if not state.streets[0].hole_dealing_statuses:
        raise InputError("the first street must deal hole cards")
    if state.player_count < 2:
        raise InputError(f"player_count must be 2 or more, got {state.player_count}")
    if state.starting_board_count <= 0:
        raise InputError(
            f"starting_board_count must be 1 or more, got {state.starting_board_count}"
        )
    if any(ante < 0 for ante in state.antes):
        raise InputError(f"antes must be 0 or more, got {state.antes}")
    if state.bring_in < 0:
        raise InputError(f"bring_in must be 0 or more, got {state.bring_in}")
    has_blinds = any(blind for blind in state.blinds_or_straddles)
    if not (has_blinds or state.bring_in or any(ante for ante in state.antes)):
        raise InputError("a hand needs forced bets: antes, blinds, straddles or a bring-in")
    if any(stack <= 0 for stack in state.starting_stacks):
        raise InputError(f"starting_stacks must be above 0, got {state.starting_stacks}")
    if has_blinds and state.bring_in:
        raise InputError("a game has either blinds and straddles or a bring-in, not both")
    if state.bring_in >= state.streets[0].min_completion_betting_or_raising_amount:
        raise InputError(
            "the bring-in must be below the smallest bet of the first street, "
            f"{state.streets[0].min_completion_betting_or_raising_amount}, got {state.bring_in}"
        )
