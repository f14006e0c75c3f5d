"""The state of a hand, played by the rules of any poker game.

A state has a deck, hand types, streets, a betting structure and chips; `variants` has ready-made
games. Operations of the players and of the dealer move it from phase to phase; the operations named
by its automations are performed automatically.
"""

from collections.abc import Iterable
from typing import Any, Final, SupportsIndex

from fifthstreet import _native
from fifthstreet.cards import Card
from fifthstreet.game import values
from fifthstreet.game.enums import Automation, BettingStructure, Mode
from fifthstreet.game.phases import SettlingPhase
from fifthstreet.game.rules import RankedHands, rules_of
from fifthstreet.game.street import Pot, Street
from fifthstreet.game.values import Chips, ChipsLike, Divide, TakeRake
from fifthstreet.support.whole_numbers import whole

_MAX_REPR: Final = 200


class State(SettlingPhase):
    """A hand of poker: its setup, the cards and chips on the table, and all operations."""

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
        player_count: SupportsIndex,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: SupportsIndex = 1,
        divmod: Divide = values.divmod,
        rake: TakeRake = values.rake,
        seed: SupportsIndex | None = None,
        deck_order: Iterable[Card] | None = None,
        copy_of: "State | dict[str, object] | None" = None,
    ) -> None:
        """Set up a hand and begin it.

        The deck is shuffled by `seed`, by default a new one, or has the order of `deck_order`, the
        first card being dealt first. `copy_of` is used by `copy` and by pickles, because compiled
        classes cannot be created without calling their constructor.
        """
        if copy_of is not None:
            if isinstance(copy_of, State):
                self._copy_from(copy_of)
            else:
                self._restore(copy_of)
            return
        super().__init__(
            automations,
            deck,
            hand_types,
            streets,
            betting_structure,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            bring_in,
            raw_starting_stacks,
            _whole("player_count", player_count),
            mode,
            _whole("starting_board_count", starting_board_count),
            divmod,
            rake,
            _native.fresh_seed() if seed is None else _whole("seed", seed),
            deck_order,
        )
        self._begin_ante_posting()

    def copy(self) -> "State":
        """Return an independent copy of the state."""
        return State(
            self.automations,
            self.deck,
            self.hand_types,
            self.streets,
            self.betting_structure,
            self.ante_trimming_status,
            self.antes,
            self.blinds_or_straddles,
            self.bring_in,
            self.starting_stacks,
            self.player_count,
            copy_of=self,
        )

    def _copy_from(self, other: "State") -> None:
        """Copy everything from another state."""
        # Immutable attributes are shared.
        self.automations = other.automations
        self.deck = other.deck
        self.hand_types = other.hand_types
        self.streets = other.streets
        self.betting_structure = other.betting_structure
        self.ante_trimming_status = other.ante_trimming_status
        self.bring_in = other.bring_in
        self.player_count = other.player_count
        self.mode = other.mode
        self.starting_board_count = other.starting_board_count
        self.divmod = other.divmod
        self.rake = other.rake
        self.seed = other.seed
        self.antes = other.antes
        self.blinds_or_straddles = other.blinds_or_straddles
        self.starting_stacks = other.starting_stacks
        self._rules = other._rules
        # Mutable attributes are copied, nested lists too; cards and events are immutable.
        self.deck_cards = other.deck_cards.copy()
        self._card_count = other._card_count
        self._card_type = other._card_type
        self._refill_count = other._refill_count
        self.board_cards = [row.copy() for row in other.board_cards]
        self.mucked_cards = other.mucked_cards.copy()
        self.burn_cards = other.burn_cards.copy()
        self.statuses = other.statuses.copy()
        self.bets = other.bets.copy()
        self.stacks = other.stacks.copy()
        self.payoffs = other.payoffs.copy()
        self.hole_cards = [cards.copy() for cards in other.hole_cards]
        self.hole_card_statuses = [statuses.copy() for statuses in other.hole_card_statuses]
        self.discarded_cards = [cards.copy() for cards in other.discarded_cards]
        self.street_index = other.street_index
        self.street_return_index = other.street_return_index
        self.street_return_count = other.street_return_count
        self.all_in_status = other.all_in_status
        self.folded_status = other.folded_status
        self.status = other.status
        self.events = other.events.copy()
        self.last_street = other.last_street
        self.pot = other.pot
        self.ante_posting_statuses = other.ante_posting_statuses.copy()
        self.bet_collection_status = other.bet_collection_status
        self.blind_posting_statuses = other.blind_posting_statuses.copy()
        self.card_burning_status = other.card_burning_status
        self._hole_pending = other._hole_pending.copy()
        self.board_dealing_counts = other.board_dealing_counts.copy()
        self.discard_statuses = other.discard_statuses.copy()
        self.opener_index = other.opener_index
        self.bring_in_status = other.bring_in_status
        self.completion_status = other.completion_status
        self._actors = other._actors.copy()
        self._forced_bet = other._forced_bet
        self._is_posted_short = other._is_posted_short
        self.largest_raise = other.largest_raise
        self.raise_count = other.raise_count
        self.acted_player_indices = other.acted_player_indices.copy()
        self.runout_chooser_statuses = other.runout_chooser_statuses.copy()
        self.runout_count = other.runout_count
        self.runout_count_selection_flag = other.runout_count_selection_flag
        self._showdown = other._showdown.copy()
        self.hand_killing_statuses = other.hand_killing_statuses.copy()
        self._pots = None
        if other._pots is not None:
            self._pots = [
                Pot(pot.raked_amount, pot.unraked_amount, pot.player_indices) for pot in other._pots
            ]
        self._sub_pots = other._sub_pots.copy()
        self.total_pushed_amount = other.total_pushed_amount
        self.chips_pulling_statuses = other.chips_pulling_statuses.copy()
        self._strengths = other._strengths.copy()
        self._raise_refusal_at = other._raise_refusal_at
        self._last_raise_refusal = other._last_raise_refusal
        self._smallest_raise_to = other._smallest_raise_to
        self._to_match_at = other._to_match_at
        self._to_match = other._to_match

    def __reduce__(self) -> tuple[object, ...]:
        # Evaluators cannot be pickled; `_restore` derives the rules from the setup again.
        names: Iterable[str] | None = getattr(State, "__mypyc_attrs__", None)
        if names is None:
            names = vars(self)
        return _unpickled, ({name: getattr(self, name) for name in names if name != "_rules"},)

    def _restore(self, fields: dict[str, object]) -> None:
        """Set all attributes from a pickle."""
        for name, value in fields.items():
            setattr(self, name, value)
        self._rules = rules_of(self.automations, self.hand_types, self.mode, self.betting_structure)

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        return self.copy()

    def _setup_key(self) -> tuple[object, ...]:
        return (
            self.automations,
            tuple(self.deck),
            self.hand_types,
            self.streets,
            self.betting_structure,
            self.ante_trimming_status,
            self.antes,
            self.blinds_or_straddles,
            self.bring_in,
            self.starting_stacks,
            self.mode,
            self.starting_board_count,
            self.divmod,
            self.rake,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.events == other.events
            and self.deck_cards == other.deck_cards
            and self._setup_key() == other._setup_key()
            and self.bets == other.bets
            and self.stacks == other.stacks
            and self.hole_cards == other.hole_cards
            and self.board_cards == other.board_cards
        )

    def __hash__(self) -> int:
        return hash((tuple(self.events), tuple(self.deck_cards), self.starting_stacks))

    def __repr__(self) -> str:
        street = f"street {self.street_index}" if self.status else "over"
        start = f"<State: {self.player_count} players, {street}, pot {self.total_pot_amount}"
        stacks = ", ".join([str(stack) for stack in self.stacks])
        bets = ", ".join([str(bet) for bet in self.bets])
        text = f"{start}, stacks [{stacks}], bets [{bets}]>"
        return text if len(text) < _MAX_REPR else f"{start}>"


def _whole(name: str, value: SupportsIndex) -> int:
    """Return a whole number, with a shortcut for the usual type."""
    return value if type(value) is int else whole(name, value)


def _unpickled(fields: dict[str, Any]) -> State:
    return State(
        fields["automations"],
        fields["deck"],
        fields["hand_types"],
        fields["streets"],
        fields["betting_structure"],
        fields["ante_trimming_status"],
        fields["antes"],
        fields["blinds_or_straddles"],
        fields["bring_in"],
        fields["starting_stacks"],
        fields["player_count"],
        copy_of=fields,
    )
