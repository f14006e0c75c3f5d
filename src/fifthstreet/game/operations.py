"""Records of operations on a state, one class per operation.

These are plain classes because a hand creates dozens of records, and dataclasses would cost four
times as much.
"""

from typing import Any, ClassVar

from fifthstreet.game.card import Card
from fifthstreet.game.values import settled


class Operation:
    """Base class of the records. Records are equal if all their fields are."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    commentary: str | None
    """Comment on the operation, or None."""

    def __init__(self, *, commentary: str | None = None) -> None:
        """Make a record with an optional commentary."""
        self.commentary = commentary

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return ()

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same operation with the same fields."""
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Operation)
        return self.commentary == other.commentary and self.fields() == other.fields()

    def __hash__(self) -> int:
        """Hash the name and the fields."""
        return hash((type(self).__name__, self.commentary, self.fields()))

    def __repr__(self) -> str:
        """Return the class and its fields by name."""
        named = [f"commentary={self.commentary!r}"]
        for name, value in zip(self.__match_args__, self.fields(), strict=True):
            named.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(named)})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return _rebuild, (type(self), self.fields(), self.commentary)


def _rebuild(kind: Any, fields: tuple[Any, ...], commentary: str | None) -> Operation:
    record: Operation = kind(*fields, commentary=commentary)
    return record


class PlayerOperation(Operation):
    """An operation that concerns one player."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index",)

    player_index: int
    """Index of the player."""

    def __init__(self, player_index: int, *, commentary: str | None = None) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index,)


class ChipsOperation(Operation):
    """An operation that moves a player's chips."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index", "amount")

    player_index: int
    """Index of the player."""
    amount: Any
    """Amount of chips."""

    def __init__(self, player_index: int, amount: Any, *, commentary: str | None = None) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index
        self.amount = amount

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index, self.amount)


class AntePosting(ChipsOperation):
    """A player posted an ante."""


class BetCollection(Operation):
    """Bets were collected into the pot."""

    __match_args__: ClassVar[tuple[str, ...]] = ("bets",)

    bets: tuple[Any, ...]
    """Bet of each player."""

    def __init__(self, bets: tuple[Any, ...], *, commentary: str | None = None) -> None:
        """Make a record."""
        self.commentary = commentary
        self.bets = bets

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.bets,)

    @property
    def total_bets(self) -> Any:
        """Sum of the bets."""
        return settled(sum(self.bets))


class BlindOrStraddlePosting(ChipsOperation):
    """A player posted a blind or a straddle."""


class CardBurning(Operation):
    """A card was burnt."""

    __match_args__: ClassVar[tuple[str, ...]] = ("card",)

    card: Card
    """Card that was burnt."""

    def __init__(self, card: Card, *, commentary: str | None = None) -> None:
        """Make a record."""
        self.commentary = commentary
        self.card = card

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.card,)


class HoleDealing(Operation):
    """A player was dealt hole cards, each face up or down."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index", "cards", "statuses")

    player_index: int
    """Index of the player."""
    cards: tuple[Card, ...]
    """Cards that were dealt."""
    statuses: tuple[bool, ...]
    """Whether each card was dealt face up."""

    def __init__(
        self,
        player_index: int,
        cards: tuple[Card, ...],
        statuses: tuple[bool, ...],
        *,
        commentary: str | None = None,
    ) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index
        self.cards = cards
        self.statuses = statuses

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index, self.cards, self.statuses)


class BoardDealing(Operation):
    """Cards were dealt to a board."""

    __match_args__: ClassVar[tuple[str, ...]] = ("cards",)

    cards: tuple[Card, ...]
    """Cards that were dealt."""

    def __init__(self, cards: tuple[Card, ...], *, commentary: str | None = None) -> None:
        """Make a record."""
        self.commentary = commentary
        self.cards = cards

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.cards,)


class StandingPatOrDiscarding(Operation):
    """A player discarded cards, or stood pat."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index", "cards")

    player_index: int
    """Index of the player."""
    cards: tuple[Card, ...]
    """Cards that were discarded; empty if the player stood pat."""

    def __init__(
        self, player_index: int, cards: tuple[Card, ...], *, commentary: str | None = None
    ) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index
        self.cards = cards

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index, self.cards)


class Folding(PlayerOperation):
    """A player folded."""


class CheckingOrCalling(ChipsOperation):
    """A player checked or called."""


class BringInPosting(ChipsOperation):
    """A player posted the bring-in."""


class CompletionBettingOrRaisingTo(ChipsOperation):
    """A player completed, bet or raised to an amount."""


class RunoutCountSelection(Operation):
    """A player asked for a number of runouts; None means no preference."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index", "runout_count")

    player_index: int
    """Index of the player."""
    runout_count: int | None
    """Number of runouts, or None for no preference."""

    def __init__(
        self, player_index: int, runout_count: int | None, *, commentary: str | None = None
    ) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index
        self.runout_count = runout_count

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index, self.runout_count)


class HoleCardsShowingOrMucking(Operation):
    """A player showed hole cards, or mucked if there are none."""

    __match_args__: ClassVar[tuple[str, ...]] = ("player_index", "hole_cards")

    player_index: int
    """Index of the player."""
    hole_cards: tuple[Card, ...]
    """Cards that were shown; empty for a muck."""

    def __init__(
        self, player_index: int, hole_cards: tuple[Card, ...], *, commentary: str | None = None
    ) -> None:
        """Make a record."""
        self.commentary = commentary
        self.player_index = player_index
        self.hole_cards = hole_cards

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.player_index, self.hole_cards)


class HandKilling(PlayerOperation):
    """The dealer killed a losing hand."""


class ChipsPushing(Operation):
    """The dealer pushed part of a pot to its winners."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "amounts",
        "pot_index",
        "board_index",
        "hand_type_index",
    )

    amounts: tuple[Any, ...]
    """Amount pushed to each player."""
    pot_index: int
    """Index of the pot."""
    board_index: int | None
    """Index of the board, or None if only one player was left."""
    hand_type_index: int | None
    """Index of the hand type, or None if only one player was left."""

    def __init__(
        self,
        amounts: tuple[Any, ...],
        pot_index: int,
        board_index: int | None,
        hand_type_index: int | None,
        *,
        commentary: str | None = None,
    ) -> None:
        """Make a record."""
        self.commentary = commentary
        self.amounts = amounts
        self.pot_index = pot_index
        self.board_index = board_index
        self.hand_type_index = hand_type_index

    def fields(self) -> tuple[Any, ...]:
        """Return the field values in the order of `__match_args__`."""
        return (self.amounts, self.pot_index, self.board_index, self.hand_type_index)

    @property
    def total_amount(self) -> Any:
        """Sum of the amounts pushed."""
        return sum(self.amounts)


class ChipsPulling(ChipsOperation):
    """A player pulled in the chips they won."""


class NoOperation(Operation):
    """Nothing happened; the record may carry a commentary."""
