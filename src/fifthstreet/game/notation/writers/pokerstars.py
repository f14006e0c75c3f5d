"""Writing hands as PokerStars writes them, which most programs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.game import events
from fifthstreet.game.notation.fields import GAME_TYPES, check_variant
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.writers.story import PostKind, Story, known_cards
from fifthstreet.game.values import plus
from fifthstreet.game.variants import Draw, Holdem, SevenCardStud, TripleDraw

# Names of games and limits by variant.
_NAMES = {
    "NT": "Hold'em No Limit",
    "PT": "Hold'em Pot Limit",
    "FT": "Hold'em Limit",
    "NS": "6+ Hold'em No Limit",
    "PO": "Omaha Pot Limit",
    "NO": "Omaha No Limit",
    "FO": "Omaha Limit",
    "PO/8": "Omaha Hi/Lo Pot Limit",
    "NO/8": "Omaha Hi/Lo No Limit",
    "FO/8": "Omaha Hi/Lo Limit",
    "LO/8": "Omaha Hi/Lo Limit",
    "PO5": "5 Card Omaha Pot Limit",
    "PO5/8": "5 Card Omaha Hi/Lo Pot Limit",
    "PO6": "6 Card Omaha Pot Limit",
    "F7S": "7 Card Stud Limit",
    "F7S/8": "7 Card Stud Hi/Lo Limit",
    "FR": "Razz Limit",
    "F5D": "5 Card Draw Limit",
    "P5D": "5 Card Draw Pot Limit",
    "N5D": "5 Card Draw No Limit",
    "N2L1D": "Single Draw 2-7 Lowball No Limit",
    "F2L3D": "Triple Draw 2-7 Lowball Limit",
    "FB": "Badugi Limit",
}
_STREETS = {0: "FLOP", 3: "TURN", 4: "RIVER"}  # by the number of board cards before them
_STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_DRAWS = ("FIRST", "SECOND", "THIRD")
_RUNS = ("FIRST ", "SECOND ", "THIRD ", "FOURTH ")
_POSTS = {
    PostKind.ANTE: "posts the ante",
    PostKind.DEAD: "posts dead",  # or a small blind; see `_posts`
    PostKind.SMALL: "posts small blind",
    PostKind.BIG: "posts big blind",
    PostKind.STRADDLE: "posts straddle",
    PostKind.LATE: "posts big blind",
}
_ACTIONS = {events.Called: "calls", events.Bet: "bets", events.BringInPosted: "brings in for"}
_NO_DATE = "1970/01/01 0:00:00 ET"


def pokerstars_text(hand: HandHistory) -> str:
    """Write a hand as a PokerStars log.

    Args:
        hand: It is replayed, so its actions must be legal.

    Returns:
        The lines of the log, ending with a line break.

    Raises:
        InputError: If PokerStars does not have the game, or if the board is not dealt as a flop,
            a turn and a river.
    """
    if check_variant(hand.variant) not in _NAMES:
        raise InputError(f"PokerStars has no {GAME_TYPES[hand.variant].name}")
    return "\n".join(_Log(hand).lines()) + "\n"


def pokerstars_texts(hands: Iterable[HandHistory]) -> str:
    """Write hands as a PokerStars log.

    Args:
        hands: Written in this order.

    Returns:
        The log, with empty lines between hands.

    Raises:
        InputError: If PokerStars does not have a game.
    """
    return "\n\n".join(map(pokerstars_text, hands))


def roman(number: int) -> str:
    """Return a Roman numeral, or digits for a number that has none.

    >>> roman(14), roman(5000)
    ('XIV', '5000')
    """
    if not 0 < number < 4000:
        return str(number)
    values = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
    letters = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
    text = ""
    for value, letter in zip(values, letters, strict=True):
        count, number = divmod(number, value)
        text += letter * count
    return text


class _Log:
    """The lines of one hand."""

    def __init__(self, hand: HandHistory) -> None:
        self.hand = hand
        self.story = Story(hand)
        self.game_type = GAME_TYPES[hand.variant]
        self.extras = hand.user_defined_fields
        self.symbol = hand.currency_symbol or ""
        self.folds: dict[int, str] = {}  # where each player folded
        self.where = "before Flop"
        self.board: dict[int, str] = {}  # by runout
        self.held = [""] * len(self.story.names)
        self.draw = 0  # number of the last one
        self.is_showdown = False

    def lines(self) -> Iterator[str]:
        yield self._first_line()
        yield self._table_line()
        stacks = zip(self.story.seats, self.story.names, self.hand.starting_stacks, strict=True)
        for seat, name, stack in sorted(stacks):
            yield f"Seat {seat}: {name} ({self._money(stack)} in chips)"
        yield from self._body()
        if self.story.is_over:
            yield from self._results()
            yield from self._summary()

    def _money(self, amount: Any) -> str:
        return f"{self.symbol}{amount}"

    def _first_line(self) -> str:
        hand = self.hand
        digits = "".join(letter for letter in str(hand.hand or "") if letter.isdecimal())
        zoom = "Zoom " if self.extras.get("_fast_fold") else ""
        name = _NAMES[hand.variant]
        small, big = self._stakes()
        date = _NO_DATE
        if hand.year is not None and hand.month is not None and hand.day is not None:
            clock = hand.time.strftime("%H:%M:%S") if hand.time is not None else "0:00:00"
            zone = self.extras.get("time_zone_abbreviation", "")
            date = f"{hand.year:04}/{hand.month:02}/{hand.day:02} {clock} {zone}".rstrip()
        if "_tournament" in self.extras:
            buy_in = self.extras.get("_buy_in", "")
            level = f"Level {roman(hand.level or 1)} ({small}/{big})"
            tournament = f"Tournament #{self.extras['_tournament']}, {buy_in}".rstrip()
            return f"PokerStars Hand #{digits or 0}: {tournament} {name} - {level} - {date}"
        code = f" {hand.currency}" if hand.currency else ""
        stakes = f"({self._money(small)}/{self._money(big)}{code})"
        return f"PokerStars {zoom}Hand #{digits or 0}:  {name} {stakes} - {date}"

    def _stakes(self) -> tuple[Any, Any]:
        hand = self.hand
        if hand.small_bet is not None:
            return hand.small_bet, hand.big_bet
        blinds = [blind for blind in hand.blinds_or_straddles or [] if blind > 0]
        big = hand.min_bet
        small = min(blinds, default=big)
        return small, big

    def _table_line(self) -> str:
        table = "1" if self.hand.table is None else self.hand.table
        size = self.hand.seat_count or max(len(self.story.names), 2)
        button = ""
        if not issubclass(self.game_type, SevenCardStud):
            button = f" Seat #{self.story.seats[-1]} is the button"
        return f"Table '{table}' {size}-max{button}"

    # The events.

    def _body(self) -> Iterator[str]:
        if house_added := self.extras.get("_house_added"):
            yield f"Cash Drop to Pot : total {self._money(house_added)}"
        yield from self._posts()
        yield from self._deal_first(
            [event for event in self.story.events if isinstance(event, events.HoleDealt)]
        )
        hole_count = self._first_hole_count() * len(self.story.names)
        seen = 0
        pending: list[events.HoleDealt] = []  # new hole cards, which come after all discards
        for event in self.story.events:
            if isinstance(event, events.HoleDealt):
                seen += len(event.cards)
                if seen > hole_count:
                    pending.append(event)
            elif not isinstance(event, events.CardBurned | events.Noted):
                yield from self._deal_more(pending)
                pending = []
                yield from self._event(event)
        yield from self._deal_more(pending)

    def _posts(self) -> Iterator[str]:
        posts = self.story.posts
        dead = {post.player: post.amount for post in posts if post.kind is PostKind.DEAD}
        small = [post.player for post in posts if post.kind is PostKind.SMALL]
        big = [post.player for post in posts if post.kind is PostKind.BIG]
        late = [post.player for post in posts if post.kind is PostKind.LATE]
        for post in posts:
            player, text, amount = post.player, _POSTS[post.kind], post.amount
            if post.kind is PostKind.DEAD:
                if player in late:
                    continue  # one line for both
                # A second small blind is dead, if it comes after the first around the table.
                text = "posts small blind" if small and player > small[0] else "posts dead"
            elif post.kind is PostKind.LATE:
                if player in dead:
                    text, amount = "posts small & big blinds", amount + dead[player]
                elif not big or player < big[0]:
                    text = "posts"
            yield self._bet_line(player, text, amount, post.is_all_in)

    def _bet_line(self, player: int, text: str, amount: Any, is_all_in: bool) -> str:
        all_in = " and is all-in" if is_all_in else ""
        return f"{self.story.names[player]}: {text} {self._money(amount)}{all_in}"

    def _first_hole_count(self) -> int:
        if issubclass(self.game_type, SevenCardStud):
            return 3
        assert issubclass(self.game_type, Holdem | Draw)
        return self.game_type.hole_dealing_count

    def _deal_first(self, deals: list[events.HoleDealt]) -> Iterator[str]:
        count = self._first_hole_count()
        for event in deals:
            if len(self.held[event.seat]) < 2 * count:
                self.held[event.seat] += cards_text(event.cards)
        if issubclass(self.game_type, SevenCardStud):
            yield "*** 3rd STREET ***"
            for player, cards in enumerate(self.held):
                down, up = cards[:4], cards[4:6]
                if "??" not in up:
                    known = "" if "?" in down or self._is_hidden(player) else f"[{_spaced(down)}] "
                    yield f"Dealt to {self.story.names[player]} {known}[{_spaced(up)}]"
            return
        is_draw = issubclass(self.game_type, Draw)
        yield "*** DEALING HANDS ***" if is_draw else "*** HOLE CARDS ***"
        for player, cards in enumerate(self.held):
            if "?" not in cards and cards and (is_draw or not self._is_hidden(player)):
                yield f"Dealt to {self.story.names[player]} [{_spaced(cards)}]"

    def _is_hidden(self, player: int) -> bool:
        """Return whether a player's cards are known from another line."""
        mucked, shown = self.story.cards("_mucked"), self.story.cards("_shown")
        has_folded = player in self.story.ledger.folded
        return bool(mucked[player]) or bool(shown[player] and has_folded)

    def _deal_more(self, deals: list[events.HoleDealt]) -> Iterator[str]:
        """Deal new cards street by street: after an all-in nothing else comes between them."""
        for street, dealt in groupby(deals, key=lambda event: event.street):
            new_cards: dict[int, str] = {}
            for event in dealt:
                new_cards[event.seat] = new_cards.get(event.seat, "") + cards_text(event.cards)
            yield from self._deal_street(street, new_cards)

    def _deal_street(self, street: int, new_cards: dict[int, str]) -> Iterator[str]:
        is_stud = issubclass(self.game_type, SevenCardStud)
        is_last = street == len(_STUD_STREETS) - 1
        if is_stud:
            self.where = f"on the {_STUD_STREETS[street].replace('STREET', 'Street')}"
            yield f"*** {_STUD_STREETS[street]} ***"
        for player, cards in new_cards.items():
            old = self.held[player].replace("??", "")
            self.held[player] += cards
            # The last card in stud may be known only because it was mucked.
            is_hidden = is_stud and is_last and self._is_hidden(player)
            if "?" not in cards and not is_hidden:
                held = f"[{_spaced(old)}] " if old else ""
                yield f"Dealt to {self.story.names[player]} {held}[{_spaced(cards)}]"

    def _event(self, event: events.Event) -> Iterator[str]:
        names = self.story.names
        match event:
            case events.Folded():
                self.folds[event.seat] = self.where
                shown = self.story.cards("_shown")[event.seat]
                cards = f" [{_spaced(shown)}]" if shown else ""
                yield f"{names[event.seat]}: folds{cards}"
            case events.Checked():
                yield f"{names[event.seat]}: checks"
            case events.Called() | events.Bet() | events.BringInPosted():
                verb = _ACTIONS[type(event)]
                yield self._bet_line(event.seat, verb, event.added, event.is_all_in)
            case events.Raised():
                verb = f"raises {self._money(event.raised_by)} to"
                total = plus(event.total_before, event.added)  # with the decimals of both
                yield self._bet_line(event.seat, verb, total, event.is_all_in)
            case events.Discarded():
                yield from self._discard(event)
            case events.BoardDealt():
                yield self._board_line(event)
            case events.BetsCollected() if event.uncalled_seat >= 0:
                amount = self._money(event.uncalled)
                yield f"Uncalled bet ({amount}) returned to {names[event.uncalled_seat]}"
            case events.Shown() if cards := known_cards(event):
                yield from self._showdown()
                yield f"{names[event.seat]}: shows [{_spaced(cards)}]"
            case events.Mucked():
                yield from self._showdown()
                yield f"{names[event.seat]}: mucks hand"

    def _showdown(self) -> Iterator[str]:
        if not self.is_showdown and len(self.folds) < len(self.story.names) - 1:
            self.is_showdown = True
            yield "*** SHOW DOWN ***"

    def _discard(self, event: events.Discarded) -> Iterator[str]:
        if issubclass(self.game_type, TripleDraw) and event.street > self.draw:
            self.draw = event.street
            self.where = f"after the {_DRAWS[self.draw - 1].title()} Draw"
            yield f"*** {_DRAWS[self.draw - 1]} DRAW ***"
        name, count = self.story.names[event.seat], len(event.cards)
        if not count:
            yield f"{name}: stands pat"
            return
        held = self.held[event.seat]
        for card in event.cards:
            held = held.replace(repr(card), "", 1)
        self.held[event.seat] = held
        cards = cards_text(event.cards)
        known = "" if "?" in cards else f" [{_spaced(cards)}]"
        yield f"{name}: discards {count} card{'s' if count > 1 else ''}{known}"

    def _board_line(self, event: events.BoardDealt) -> str:
        run = _RUNS[event.board] if self._is_run(event) else ""
        before = self.board.get(event.board) or self.board.get(0, "")[: 2 * event.place]
        cards = cards_text(event.cards)
        self.board[event.board] = before + cards
        if event.place not in _STREETS:
            raise InputError(
                "PokerStars deals the board as flop, turn and river, got "
                f"{cards_text(event.cards)} after {event.place} cards"
            )
        street = _STREETS[event.place]
        self.where = f"on the {street.title()}"
        earlier = f"[{_spaced(before)}] " if before else ""
        return f"*** {run}{street} *** {earlier}[{_spaced(cards)}]"

    def _is_run(self, event: events.BoardDealt) -> bool:
        """Return whether there are board cards of other runouts in the same place."""
        return any(
            isinstance(each, events.BoardDealt)
            and each.place == event.place
            and each.board != event.board
            for each in self.story.events
        )

    # The end.

    def _results(self) -> Iterator[str]:
        cash_outs, fees = self.story.amounts("_cash_outs"), self.story.amounts("_cash_out_fees")
        for player, amount in enumerate(self.story.collected):
            name, cash_out = self.story.names[player], cash_outs[player]
            if amount - cash_out:
                yield f"{name} collected {self._money(amount - cash_out)} from pot"
            if cash_out < 0:  # PokerStars has no line for payments besides the pot, GGPoker does
                yield f"{name}: Pays Cashout Risk ({self._money(-cash_out)})"
            elif cash_out and amount - cash_out:
                yield f"{name}: Receives Cashout ({self._money(cash_out)})"
            elif cash_out:
                fee = f" | Cash Out Fee {self._money(fees[player])}" if fees[player] else ""
                yield f"{name} cashed out the hand for {self._money(cash_out)}{fee}"
        for player, bounty in enumerate(self.story.amounts("_bounties")):
            if bounty:
                name = self.story.names[player]
                yield f"{name} wins the {self._money(bounty)} bounty for eliminating a player"
        for player, cards in enumerate(self.story.cards("_shown")):
            if cards and player not in self.story.shown and player not in self.folds:
                yield f"{self.story.names[player]}: shows [{_spaced(cards)}]"

    def _summary(self) -> Iterator[str]:
        yield "*** SUMMARY ***"
        fees = self.extras.get("_fees")
        other = f" | Jackpot {self._money(fees)}" if fees else ""
        pot, rake = self._money(self.story.pot), self._money(self.story.rake)
        yield f"Total pot {pot} | Rake {rake}{other}"
        if len(self.board) > 1:
            yield "Hand was run twice" if len(self.board) == 2 else "Hand was run several times"
        for run, cards in self.board.items():
            label = _RUNS[run] if len(self.board) > 1 else ""
            yield f"{label}Board [{_spaced(cards)}]"
        mucked = self.story.cards("_mucked")
        shown = self.story.shown
        cash_outs = self.story.amounts("_cash_outs")
        rows = sorted(zip(self.story.seats, range(len(self.story.names)), strict=True))
        for seat, player in rows:
            won = self.story.collected[player] - cash_outs[player]
            amount = f"({self._money(won)})"
            if player in self.folds:
                result = f"folded {self.folds[player]}"
            elif mucked[player]:
                result = f"mucked [{_spaced(mucked[player])}]"
            elif player in shown:
                cards = _spaced(shown[player])
                result = (
                    f"showed [{cards}] and won {amount}" if won else f"showed [{cards}] and lost"
                )
            else:
                result = f"collected {amount}" if won else "lost"
            yield f"Seat {seat}: {self.story.names[player]} {result}"


def _spaced(cards: str) -> str:
    return " ".join(cards[index : index + 2] for index in range(0, len(cards), 2))
