"""Writing hands as PokerStars writes them, which most programs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fifthstreet.game.variants import Draw, Holdem, SevenCardStud, TripleDraw
from fifthstreet.notation.fields import GAME_TYPES, check_variant
from fifthstreet.notation.history import HandHistory
from fifthstreet.notation.writers.story import Step, StepKind, Story

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
    StepKind.ANTE: "posts the ante",
    StepKind.DEAD: "posts dead",  # or a small blind; see `_posts`
    StepKind.SMALL: "posts small blind",
    StepKind.BIG: "posts big blind",
    StepKind.STRADDLE: "posts straddle",
    StepKind.LATE: "posts big blind",
}
_ACTIONS = {
    StepKind.FOLD: "folds",
    StepKind.CHECK: "checks",
    StepKind.CALL: "calls",
    StepKind.BET: "bets",
    StepKind.BRING_IN: "brings in for",
}
_NO_DATE = "1970/01/01 0:00:00 ET"


def pokerstars_text(hand: HandHistory) -> str:
    """Write a hand as a PokerStars log.

    Raises a ValueError for a game that PokerStars does not have.
    """
    if check_variant(hand.variant) not in _NAMES:
        raise ValueError(f"PokerStars has no {GAME_TYPES[hand.variant].name}")
    return "\n".join(_Log(hand).lines()) + "\n"


def pokerstars_texts(hands: Iterable[HandHistory]) -> str:
    """Write hands as a PokerStars log, with empty lines between them."""
    return "\n\n".join(map(pokerstars_text, hands))


def roman(number: int) -> str:
    """Return a Roman numeral.

    >>> roman(14)
    'XIV'
    """
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
        self.streets = 0
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

    # The steps.

    def _body(self) -> Iterator[str]:
        steps = self.story.steps
        if house_added := self.extras.get("_house_added"):
            yield f"Cash Drop to Pot : total {self._money(house_added)}"
        yield from self._posts()
        yield from self._deal_first([step for step in steps if step.kind is StepKind.HOLE])
        hole_count = self._first_hole_count() * len(self.story.names)
        seen = 0
        pending: list[Step] = []  # new hole cards, which come after all discards
        for step in steps:
            if step.kind is StepKind.HOLE:
                seen += len(step.cards) // 2
                if seen > hole_count:
                    pending.append(step)
                continue
            if pending:
                yield from self._deal_more(pending)
                pending = []
            yield from self._step(step)
        yield from self._deal_more(pending)

    def _posts(self) -> Iterator[str]:
        posts = [step for step in self.story.steps if step.kind in _POSTS]
        dead = {step.player: step.amount for step in posts if step.kind is StepKind.DEAD}
        small = [step.player for step in posts if step.kind is StepKind.SMALL]
        big = [step.player for step in posts if step.kind is StepKind.BIG]
        late = [step.player for step in posts if step.kind is StepKind.LATE]
        for step in posts:
            player, text, amount = step.player, _POSTS[step.kind], step.amount
            if step.kind is StepKind.DEAD:
                if player in late:
                    continue  # one line for both
                # A second small blind is dead, if it comes after the first around the table.
                text = "posts small blind" if small and player > small[0] else "posts dead"
            elif step.kind is StepKind.LATE:
                if player in dead:
                    text, amount = "posts small & big blinds", amount + dead[player]
                elif not big or player < big[0]:
                    text = "posts"
            all_in = " and is all-in" if step.is_all_in else ""
            yield f"{self.story.names[player]}: {text} {self._money(amount)}{all_in}"

    def _first_hole_count(self) -> int:
        if issubclass(self.game_type, SevenCardStud):
            return 3
        assert issubclass(self.game_type, Holdem | Draw)
        return self.game_type.hole_dealing_count

    def _deal_first(self, deals: list[Step]) -> Iterator[str]:
        count = self._first_hole_count()
        for step in deals:
            if len(self.held[step.player]) < 2 * count:
                self.held[step.player] += step.cards
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
        mucked, shown = self.story.extra("_mucked"), self.story.extra("_shown")
        return bool(mucked[player]) or bool(shown[player] and self._folds(player))

    def _folds(self, player: int) -> bool:
        return any(
            step.kind is StepKind.FOLD and step.player == player for step in self.story.steps
        )

    def _deal_more(self, deals: list[Step]) -> Iterator[str]:
        """Deal new cards, in stud street by street: after an all-in there are no other steps."""
        is_stud = issubclass(self.game_type, SevenCardStud)
        new_cards: dict[int, str] = {}
        for step in deals:
            if is_stud and step.player in new_cards:
                yield from self._deal_street(new_cards)
                new_cards = {}
            new_cards[step.player] = new_cards.get(step.player, "") + step.cards
        if new_cards:
            yield from self._deal_street(new_cards)

    def _deal_street(self, new_cards: dict[int, str]) -> Iterator[str]:
        if issubclass(self.game_type, SevenCardStud):
            self.streets += 1
            self.where = f"on the {_STUD_STREETS[self.streets].replace('STREET', 'Street')}"
            yield f"*** {_STUD_STREETS[self.streets]} ***"
        for player, cards in new_cards.items():
            old = self.held[player].replace("??", "")
            self.held[player] += cards
            if "?" not in cards and not self._is_hidden_in_stud(player):
                held = f"[{_spaced(old)}] " if old else ""
                yield f"Dealt to {self.story.names[player]} {held}[{_spaced(cards)}]"

    def _is_hidden_in_stud(self, player: int) -> bool:
        """Return whether the last card of a player in stud is known only because it was mucked."""
        is_stud = issubclass(self.game_type, SevenCardStud)
        return is_stud and self.streets == len(_STUD_STREETS) - 1 and self._is_hidden(player)

    def _step(self, step: Step) -> Iterator[str]:
        name = self.story.names[step.player]
        all_in = " and is all-in" if step.is_all_in else ""
        amount = self._money(step.amount)
        match step.kind:
            case StepKind.FOLD:
                self.folds[step.player] = self.where
                shown = self.story.extra("_shown")[step.player]
                yield f"{name}: folds [{_spaced(shown)}]" if shown else f"{name}: folds"
            case StepKind.CHECK:
                yield f"{name}: checks"
            case StepKind.CALL | StepKind.BET | StepKind.BRING_IN:
                yield f"{name}: {_ACTIONS[step.kind]} {amount}{all_in}"
            case StepKind.RAISE:
                yield f"{name}: raises {self._money(step.by)} to {self._money(step.to)}{all_in}"
            case StepKind.DISCARD:
                yield from self._discard(step)
            case StepKind.BOARD:
                yield self._board_line(step)
            case StepKind.UNCALLED:
                yield f"Uncalled bet ({amount}) returned to {name}"
            case StepKind.SHOW:
                yield from self._showdown()
                yield f"{name}: shows [{_spaced(step.cards)}]"
            case StepKind.MUCK:
                yield from self._showdown()
                yield f"{name}: mucks hand"

    def _showdown(self) -> Iterator[str]:
        if not self.is_showdown and len(self.folds) < len(self.story.names) - 1:
            self.is_showdown = True
            yield "*** SHOW DOWN ***"

    def _discard(self, step: Step) -> Iterator[str]:
        if issubclass(self.game_type, TripleDraw) and self._draw_number(step) > self.streets:
            self.streets += 1
            self.where = f"after the {_DRAWS[self.streets - 1].title()} Draw"
            yield f"*** {_DRAWS[self.streets - 1]} DRAW ***"
        name, cards = self.story.names[step.player], step.cards
        count = len(cards) // 2
        if not count:
            yield f"{name}: stands pat"
            return
        held = self.held[step.player]
        for index in range(0, len(cards), 2):
            held = held.replace(cards[index : index + 2], "", 1)
        self.held[step.player] = held
        known = "" if "?" in cards else f" [{_spaced(cards)}]"
        yield f"{name}: discards {count} card{'s' if count > 1 else ''}{known}"

    def _discards_before(self, step: Step) -> Iterator[Step]:
        for each in self.story.steps:
            if each is step:
                return
            if each.kind is StepKind.DISCARD and each.player == step.player:
                yield each

    def _draw_number(self, step: Step) -> int:
        return 1 + sum(1 for _ in self._discards_before(step))

    def _board_line(self, step: Step) -> str:
        run = _RUNS[step.run] if self._is_run(step) else ""
        before = self.board.get(step.run) or self.board.get(0, "")[: 2 * step.place]
        self.board[step.run] = before + step.cards
        street = _STREETS[step.place]
        self.where = f"on the {street.title()}"
        earlier = f"[{_spaced(before)}] " if before else ""
        return f"*** {run}{street} *** {earlier}[{_spaced(step.cards)}]"

    def _is_run(self, step: Step) -> bool:
        """Return whether there are board cards of other runouts in the same place."""
        return any(
            each.kind is StepKind.BOARD and each.place == step.place and each.run != step.run
            for each in self.story.steps
        )

    # The end.

    def _results(self) -> Iterator[str]:
        cash_outs, fees = self.story.extra("_cash_outs"), self.story.extra("_cash_out_fees")
        for player, amount in enumerate(self.story.collected):
            name = self.story.names[player]
            if amount - cash_outs[player]:
                yield f"{name} collected {self._money(amount - cash_outs[player])} from pot"
            if cash_outs[player]:
                fee = f" | Cash Out Fee {self._money(fees[player])}" if fees[player] else ""
                yield f"{name} cashed out the hand for {self._money(cash_outs[player])}{fee}"
        for player, bounty in enumerate(self.story.extra("_bounties")):
            if bounty:
                name = self.story.names[player]
                yield f"{name} wins the {self._money(bounty)} bounty for eliminating a player"
        shown = self.story.extra("_shown")
        steps = [step.player for step in self.story.steps if step.kind is StepKind.SHOW]
        for player, cards in enumerate(shown):
            if cards and player not in steps and player not in self.folds:
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
        mucked = self.story.extra("_mucked")
        shown = {step.player: step.cards for step in self.story.steps if step.kind is StepKind.SHOW}
        cash_outs = self.story.extra("_cash_outs")
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
