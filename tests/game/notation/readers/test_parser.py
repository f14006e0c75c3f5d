"""What all parsers share: they yield hands, or errors with their lines."""

from collections.abc import Iterator
from typing import Any

from fifthstreet.game.notation import HandHistory, HandParser, HandText, ReadError
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.errors import LineError
from tests.game.notation.test_history import TABLE


class LineParser(HandParser):
    """A format with a hand on each line."""

    def hand_texts(self, text: str) -> Iterator[HandText]:
        for number, line in enumerate(text.split("\n"), 1):
            yield HandText(line, number)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        if text == "bad":
            raise ValueError("a bad hand")
        if text == "worse":
            raise LineError("a worse hand", 3)
        return self.history_type.from_table(TABLE, {"hand": parse_value(text)})

    def shared_fields(self, text: str, parse_value: ParseValue) -> dict[str, Any]:
        return {"venue": "home", "hand": 9}


def test_hands_and_errors_with_their_lines() -> None:
    results = list(LineParser().parse("1\nbad\nworse\n4"))
    assert [line for line, _ in results] == [1, 2, 6, 4]
    assert [str(result) for _, result in results[1:3]] == ["a bad hand", "a worse hand"]
    for line, hand in (results[0], results[3]):
        assert isinstance(hand, HandHistory)
        assert (hand.hand, hand.venue) == (line, "home")  # its own number, the shared venue


def test_class_of_the_hands() -> None:
    class Mine(HandHistory):
        pass

    class MyParser(LineParser):
        history_type = Mine

    ((_, hand),) = MyParser().parse("1")
    assert type(hand) is Mine


def test_repr_of_a_text_is_short() -> None:
    assert repr(HandText("x\n" * 1_000, 7)) == "<HandText: 1001 lines from line 7>"
    assert len(repr(ReadError(1, "x" * 500))) < 200
