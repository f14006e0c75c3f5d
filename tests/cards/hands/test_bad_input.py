"""Invalid hands are rejected with a message that says why."""

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from fifthstreet.cards import ALL_CARDS, cards_of, mask_of, parse_cards, parse_mask
from fifthstreet.cards.hands import (
    BADUGI,
    EIGHT_OR_BETTER_LOW,
    GREEK_HIGH,
    HAND_TYPES,
    KUHN_HIGH,
    LEDUC_HIGH,
    NUMERAL_211_HIGH,
    OMAHA_HIGH,
    ROYAL_HIGH,
    SHORT_DECK_HIGH,
    STANDARD_HIGH,
    HandType,
    evaluate,
    evaluate_cards,
    evaluate_masks,
)
from fifthstreet.errors import InputError

BLOCK = 16_384  # rows in one task of a batch
GOOD = parse_mask("AsKsQsJsTs")
TWICE = "appears twice"
NOT_A_SET = "a mask of cards must have only bits 0 to 51"


@pytest.mark.parametrize("call", [STANDARD_HIGH.strength, STANDARD_HIGH.hand])
class TestOneHand:
    @pytest.mark.parametrize(
        ("cards", "message"),
        [
            ("AsAsKsQsJs", f"the card As {TWICE} in 'AsAsKsQsJs'"),
            ([51, 51, 0, 1, 2], "cards must be distinct, got As twice"),
            ([0, 1, 2, 3, 52], r"card must be known, from 0 to 51, got \?\?"),
            ([0, 1, 2, 3, 53], "card must be from 0 to 51, or 52 for an unknown card, got 53"),
            ([0, 1, 2, 3, -1], "card must be from 0 to 51, or 52 for an unknown card, got -1"),
            ("As??KsQsJs", r"card must be known, from 0 to 51, got \?\?"),
            ("AsKsQsJsTx", "card must be a rank and a suit, like 'As', got 'Tx' in 'AsKsQsJsTx'"),
            ("", "a hand must have 5 to 9 cards, got 0"),
            ("AsKsQsJs", "a hand must have 5 to 9 cards, got 4"),
            ("AsKsQsJsTs9s8s7s6s5s", "a hand must have 5 to 9 cards, got 10"),
            (-1, f"{NOT_A_SET}, got -1"),
            (-GOOD, f"{NOT_A_SET}, got -{GOOD}"),
            (GOOD | 1 << 52, f"{NOT_A_SET}, got {GOOD | 1 << 52}"),
            (1 << 64 | GOOD, f"{NOT_A_SET}, got {1 << 64 | GOOD}"),
        ],
    )
    def test_cards(self, call: Callable[..., object], cards: str | int, message: str) -> None:
        with pytest.raises(InputError, match=message):
            call(cards)

    def test_a_card_in_hand_and_on_the_board(self, call: Callable[..., object]) -> None:
        with pytest.raises(InputError, match="a card is both in the hand and on the board"):
            call("AsKs", "AsQsJsTs")

    def test_too_many_cards_with_the_board(self, call: Callable[..., object]) -> None:
        with pytest.raises(InputError, match="a hand must have 5 to 9 cards, got 10"):
            call("AsKsQsJsTs", "2c3c4c5c6c")


@pytest.mark.parametrize("mask", [-1, 1 << 52, 1 << 63, 1 << 64, 1 << 200, -(1 << 200)])
def test_native_calls_check_masks(mask: int) -> None:
    with pytest.raises(InputError, match="a set of cards must be a mask of the lowest 52 bits"):
        evaluate(mask)
    with pytest.raises(InputError, match="a set of cards must be a mask of the lowest 52 bits"):
        evaluate(GOOD, mask)


def test_native_calls_check_counts_and_overlap() -> None:
    with pytest.raises(InputError, match="a hand must have 5 to 9 cards, got 4"):
        evaluate(parse_mask("AsKsQsJs"))
    with pytest.raises(InputError, match="a hand must have 5 to 9 cards, got 10"):
        evaluate(GOOD, parse_mask("2c3c4c5c6c"))
    with pytest.raises(InputError, match="a card is both in the hand and on the board"):
        evaluate(GOOD, parse_mask("As"))


@pytest.mark.parametrize("not_cards", [1.5, None, object()])
def test_cards_are_text_a_mask_or_a_sequence(not_cards: object) -> None:
    message = "cards must be text, a mask or a sequence of cards, got "
    with pytest.raises(TypeError, match=message):
        evaluate(not_cards)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=message):
        evaluate(GOOD, not_cards)  # type: ignore[arg-type]


def test_a_mask_may_be_a_numpy_integer() -> None:
    assert evaluate(np.uint64(GOOD)) == 7_462  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AsKs", "a hand must have 5 to 9 cards, got 2"),
        ("AsAs", "the card As appears twice in 'AsAs'"),
        ([51, 51], "cards must be distinct, got As twice"),
        (["As", "Kx"], "card must be a rank and a suit, like 'As', got 'Kx'"),
        ([1], "a hand must have 5 to 9 cards, got 1"),
    ],
)
def test_bad_texts_and_sequences(cards: str | list[int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate(cards)


FOREIGN = [
    (SHORT_DECK_HIGH, "AsKsQsJs2s", "2s"),
    (ROYAL_HIGH, "AsKsQsJs9s", "9s"),
    (LEDUC_HIGH, "KsKc", "Kc"),
    (NUMERAL_211_HIGH, "AsKsTs", "Ks"),
]


@pytest.mark.parametrize(("hand_type", "cards", "foreign"), FOREIGN)
def test_cards_that_are_not_in_the_deck(hand_type: HandType, cards: str, foreign: str) -> None:
    message = f"not in the deck of {hand_type.name}: {foreign}"
    with pytest.raises(InputError, match=message):
        hand_type.strength(cards)
    with pytest.raises(InputError, match=message):
        hand_type.hand(cards)
    with pytest.raises(InputError, match=message):
        hand_type.hand("", cards)
    if hand_type.ranking.size > 1:
        with pytest.raises(InputError, match=message):
            hand_type.open_hand(foreign)


@pytest.mark.parametrize(("hand_type", "cards", "foreign"), FOREIGN)
def test_rows_with_cards_that_are_not_in_the_deck(
    hand_type: HandType, cards: str, foreign: str
) -> None:
    good = hand_type.deck[: hand_type.ranking.size]
    rows = [good, parse_cards(cards)]
    with pytest.raises(InputError, match="row 1 must "):
        hand_type.evaluate_cards(rows)
    with pytest.raises(InputError, match="row 1 must "):
        hand_type.evaluate_masks([mask_of(row) for row in rows])


@pytest.mark.parametrize("hand_type", [OMAHA_HIGH, GREEK_HIGH])
@pytest.mark.parametrize(
    ("hole", "board", "counts"),
    [("As", "KsQsJsTs", "1 and 4"), ("AsKs", "QsJs", "2 and 2"), ("AsKsQsJsTs", "", "5 and 0")],
)
def test_two_hole_cards_and_three_board_cards_are_needed(
    hand_type: HandType, hole: str, board: str, counts: str
) -> None:
    message = f"requires 2 hole cards and 3 board cards, got {counts}"
    with pytest.raises(InputError, match=message):
        hand_type.strength(hole, board)
    with pytest.raises(InputError, match=message):
        hand_type.hand(hole, board)
    with pytest.raises(InputError, match="row 0 must "):
        hand_type.evaluate_masks([parse_mask(hole)], parse_mask(board))


def test_hands_that_do_not_qualify() -> None:
    assert EIGHT_OR_BETTER_LOW.strength("AsKsQsJsTs") == 0
    with pytest.raises(InputError, match="no eight-or-better low hand in AsKs on QsJsTs"):
        EIGHT_OR_BETTER_LOW.hand("AsKs", "QsJsTs")
    with pytest.raises(InputError, match="no eight-or-better low hand in AsKsQsJsTs on -"):
        EIGHT_OR_BETTER_LOW.hand("AsKsQsJsTs")


@pytest.mark.parametrize("cards", ["Ks", "AsAh", "As9d"])
def test_open_hands_that_can_no_longer_qualify(cards: str) -> None:
    with pytest.raises(InputError, match="no eight-or-better low hand in"):
        EIGHT_OR_BETTER_LOW.open_hand(cards)


@pytest.mark.parametrize("cards", ["", "AsKsQsJsTs", "AsKsQsJsTs9s"])
def test_open_hands_lack_at_least_one_card(cards: str) -> None:
    with pytest.raises(InputError, match=r"a hand must have 1 to 4 cards, got [056]"):
        STANDARD_HIGH.open_hand(cards)


@pytest.mark.parametrize("mask", [-1, 1 << 52])
def test_open_hands_are_sets_of_cards(mask: int) -> None:
    with pytest.raises(InputError, match=NOT_A_SET):
        STANDARD_HIGH.open_hand(mask)


@pytest.mark.parametrize("hand_type", [BADUGI, OMAHA_HIGH, GREEK_HIGH, KUHN_HIGH])
def test_types_without_open_hands(hand_type: HandType) -> None:
    with pytest.raises(InputError, match=f"{hand_type.name} has no open hands"):
        hand_type.open_hand("As")


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0.0, 1, 2, 3, 4]], "the array must hold integers, got float64"),
        ([[True, False, True, False, True]], "the array must hold integers, got bool"),
        ([["a", "b", "c", "d", "e"]], "the array must hold integers, got <U1"),
        ([[0, 1, 2, 3, -1]], "the values must be from 0 to 255"),
        ([[0, 1, 2, 3, 256]], "the values must be from 0 to 255"),
        ([0, 1, 2, 3, 4], r"cards must have shape \[N, k\], got \(5,\)"),
        ([[[0, 1, 2, 3, 4]]], r"cards must have shape \[N, k\], got \(1, 1, 5\)"),
        ([], r"cards must have shape \[N, k\], got \(0,\)"),
        ([[0, 1, 2, 3]], "a hand must have 5 to 9 cards, got 4"),
        ([list(range(10))], "a hand must have 5 to 9 cards, got 10"),
        ([[0, 1, 2, 3, 52]], "row 0 must be distinct cards from 0 to 51, got .*52"),
        ([[0, 1, 2, 3, 255]], "row 0 must be distinct cards from 0 to 51, got .*255"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]], "row 1 must be distinct cards"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 64]], "row 1 must be distinct cards"),
    ],
)
def test_rows_of_cards(cards: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate_cards(cards)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [5, 6, 7, 8, 9])
@pytest.mark.parametrize("name", ["standard high", "ace-to-five low", "badugi", "Kuhn high"])
def test_rows_of_any_width_are_checked(name: str, width: int) -> None:
    good = list(range(0, 5 * width, 5))
    for position in range(width):
        for wrong in (good[position - 1], 52, 63, 64 + good[position], 255):
            bad = [*good[:position], wrong, *good[position + 1 :]]
            with pytest.raises(InputError, match="row 1 must "):
                HAND_TYPES[name].evaluate_cards([good, bad])


@pytest.mark.parametrize(
    ("holes", "boards", "message"),
    [
        ([31.0], None, "the array must hold integers, got float64"),
        ([31], 32.0, "the array must hold integers, got float64"),
        ([31, -1], None, "the values must be from 0 to 18446744073709551615"),
        ([31], -1, "the values must be from 0 to 18446744073709551615"),
        ([[31]], None, r"masks must have shape \[N\], got \(1, 1\)"),
        ([31], [32, 64], r"board.*shape \(2,\)"),
        ([31], [[32]], r"board.*shape \(1, 1\)"),
        ([31, 15], None, "row 1 must be 5 to 9 distinct cards"),
        ([31, 2**10 - 1], None, "row 1 must be 5 to 9 distinct cards"),
        ([31, 31 | 1 << 52], None, "row 1 must be 5 to 9 distinct cards"),
        (
            np.array([31, 31 | 1 << 63], np.uint64),
            None,
            "row 1 must be 5 to 9 distinct cards",
        ),
        ([31, 31], [32, 1], "row 1 must be 5 to 9 distinct cards"),
        ([31, 31], 1 << 52, "row 0 must be 5 to 9 distinct cards"),
    ],
)
def test_rows_of_masks(holes: object, boards: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evaluate_masks(holes, boards)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize(
    "bad", [[0], [BLOCK - 1], [BLOCK], [3 * BLOCK - 1], [BLOCK + 5, 5], [2 * BLOCK, BLOCK + 1]]
)
def test_the_first_bad_row_is_named(bad: list[int], threads: int) -> None:
    cards = np.tile(np.array(cards_of(GOOD), np.uint8), (3 * BLOCK, 1))
    cards[bad, 2] = cards[bad, 3]
    with pytest.raises(InputError, match=f"row {min(bad)} must "):
        evaluate_cards(cards, threads=threads)
    masks = np.full(3 * BLOCK, GOOD, np.uint64)
    masks[bad] = ALL_CARDS
    with pytest.raises(InputError, match=f"row {min(bad)} must "):
        evaluate_masks(masks, threads=threads)
    boards = np.full(3 * BLOCK, parse_mask("2c3c"), np.uint64)
    boards[bad] = parse_mask("As2c")
    with pytest.raises(InputError, match=f"row {min(bad)} must "):
        evaluate_masks(np.full(3 * BLOCK, GOOD), boards, threads=threads)


@pytest.mark.parametrize("threads", [0, -1])
def test_invalid_thread_counts(threads: int) -> None:
    with pytest.raises(InputError, match=f"threads must be at least 1, got {threads}"):
        evaluate_cards([[0, 1, 2, 3, 4]], threads=threads)
    with pytest.raises(InputError, match=f"threads must be at least 1, got {threads}"):
        evaluate_masks([31], threads=threads)


def test_omaha_needs_masks() -> None:
    message = "Omaha high distinguishes hole cards from board cards: use evaluate_masks"
    with pytest.raises(InputError, match=message):
        OMAHA_HIGH.evaluate_cards([[0, 1, 2, 3, 4]])


@pytest.mark.parametrize(
    ("call", "best"),
    [
        ("OMAHA_HIGH.strength('AsAh', 'KsQsJsTs2c3d4h')", "AsAhKsQsJs"),
        ("OMAHA_HIGH.strength('AsAhKd', 'KsQsJsTs2c3d4h')", "AsKdQsJsTs"),
        ("OMAHA_HIGH.hand('AsAh', 'KsQsJsTs2c3d4h').strength", "AsAhKsQsJs"),
        (
            "OMAHA_HIGH.evaluate_masks([parse_mask('AsAh')], parse_mask('KsQsJsTs2c3d4h'))[0]",
            "AsAhKsQsJs",
        ),
    ],
)
def test_omaha_on_a_board_of_seven_cards(call: str, best: str) -> None:
    """Run in a process of its own, because such a board once overran a buffer and crashed it."""
    code = (
        "from fifthstreet.cards import parse_mask\n"
        "from fifthstreet.cards.hands import OMAHA_HIGH\n"
        f"print({call})\n"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.strip() == str(STANDARD_HIGH.strength(best))
