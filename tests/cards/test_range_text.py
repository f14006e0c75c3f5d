"""Parsing and writing ranges: every form of the notation, every error, and round trips."""

import random
import re
from itertools import combinations

import numpy as np
import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, Range, hole_text, parse_hole
from fifthstreet.cards.weighted_tokens import weighted_tokens
from fifthstreet.errors import InputError
from tests.peers import eval7, needs_eval7
from tests.thoroughness import examples

RUN = (
    "a hand or a run of hands must be like 'AA', 'AKs', 'AsKh', 'A♥x♥', 'TT+', 'A5s-A2s' or '15%', "
    "got"
)
WEIGHTS = st.floats(0, 1, width=32)
FEW_WEIGHTS = st.sampled_from([0.0, 1.0, 0.5, 0.25, 1 / 3])
CLASS_RANGES = st.lists(FEW_WEIGHTS, min_size=169, max_size=169).map(
    lambda weights: Range(np.array(weights)[HOLE_CLASS])
)
HAND_RANGES = hnp.arrays(np.float32, 1326, elements=WEIGHTS, fill=FEW_WEIGHTS).map(Range)


@st.composite
def mixed_ranges(draw: st.DrawFn) -> Range:
    """Draw a range of whole classes in which a few hands have weights of their own."""
    weights = draw(CLASS_RANGES).weights.copy()
    for hole in draw(st.lists(st.integers(0, 1325), max_size=20)):
        weights[hole] = draw(WEIGHTS)
    return Range(weights)


RANGES = st.one_of(CLASS_RANGES, HAND_RANGES, mixed_ranges())


def classes(names: str) -> Range:
    """Build a range from class names, without the parser."""
    wanted = [CLASS_NAMES.index(name) for name in names.split()]
    return Range(np.isin(HOLE_CLASS, wanted))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AA", "AA"),
        ("AKs", "AKs"),
        ("AKo", "AKo"),
        ("AK", "AKs AKo"),
        ("KA", "AKs AKo"),
        ("KAs", "AKs"),
        ("QQ+", "QQ KK AA"),
        ("AA+", "AA"),
        ("KTs+", "KTs KJs KQs"),
        ("KTo+", "KTo KJo KQo"),
        ("QT+", "QTs QTo QJs QJo"),
        ("AKs+", "AKs"),
        ("98s+", "98s"),
        ("QQ-TT", "QQ JJ TT"),
        ("TT-QQ", "QQ JJ TT"),
        ("TT-TT", "TT"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("AK-AQ", "AKs AKo AQs AQo"),
        ("98o-65o", "98o 87o 76o 65o"),
        ("65o-98o", "98o 87o 76o 65o"),
        ("T8s-86s", "T8s 97s 86s"),
        ("J9-T8", "J9s J9o T8s T8o"),
        ("22,33", "22 33"),
        ("22 33", "22 33"),
        ("22;33\n44\t55,", "22 33 44 55"),
        (",,22,, 33 ,", "22 33"),
        ("akS, 109o, tt", "AKs T9o TT"),
        ("1010+", "TT JJ QQ KK AA"),
        ("A10s-A8s", "ATs A9s A8s"),
        ("QQ - TT", "QQ JJ TT"),
        ("QQ–TT", "QQ JJ TT"),
        ("QQ +", "QQ KK AA"),
        ("none", ""),
        ("0%", ""),
        ("AA,none", "AA"),
        ("22+,32+", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA 32s 32o"),
    ],
)
def test_classes_and_runs(text: str, names: str) -> None:
    assert Range.parse(text) == classes(names)


def held(text: str, *places: str) -> bool:
    """Return whether a range is exactly the hands that have the cards of some pattern."""
    wanted = {
        parse_hole(first + second)
        for place in places
        for first in ALL_TEXTS
        for second in ALL_TEXTS
        if first != second and re.fullmatch(place, first + second)
    }
    return set(Range(text).hands().tolist()) == wanted


ALL_TEXTS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def test_patterns_of_suits() -> None:
    assert held("A♥x♥", "Ah.h")
    assert held("AhXh", "Ah.h")
    assert held("a♥️x♥️", "Ah.h")
    assert held("Ahx", "Ah..")
    assert held("xhxh", ".h.h")
    assert held("Ax♠", "A..s")
    assert held("10hxh", "Th.h")
    assert held("xdAs", "As.d")
    assert Range("Axs") == Range("A2s+")
    assert Range("Kxo") == Range("K2o+,AKo")
    assert Range("Ax") == Range("A2+")
    assert Range("A♥x♥:0.5,AhKh").weight("AhQh") == 0.5


@pytest.mark.parametrize("text", ["random", "any", "*", "100%", "Random", "ANY", "100.0%"])
def test_every_hand(text: str) -> None:
    assert Range.parse(text) == Range.full()


@pytest.mark.parametrize("text", ["AsKh", "KhAs", "asKH", "A♠K♥", "A♤K♡", "A♠️K♥️"])
def test_one_hand(text: str) -> None:
    assert Range.parse(text).hands().tolist() == [parse_hole("AsKh")]


def test_tens_in_hands() -> None:
    assert Range.parse("10s10h,As10c") == Range.from_hands(["TsTh", "AsTc"])


@pytest.mark.parametrize(
    "text",
    [
        "AA:0.5,KK",
        "AA:.5,KK:1",
        "AA:5e-1,KK:1.0",
        "AA:50%,KK",
        "AA@50,KK@100",
        "AA@50%,KK",
        "AA @ 50 %, KK",
        "AA : 0.5 ; KK",
        "[50]AA[/50],KK",
        "[50]AA[/50]KK",
        "KK[50.0]AA[/50]",
        "[50%] AA [/50%] KK",
        "[ 50 ]AA,[/ 50 ],KK",
        "[100]KK[/100][50]AA[/50]",
        "random:0,[50]KK,AA[/50],KK",
        "[12]22[/12],22:0,[50]AA[/50],KK",
    ],
)
def test_weights(text: str) -> None:
    expected = np.zeros(1326)
    expected[HOLE_CLASS == 0] = 0.5
    expected[HOLE_CLASS == 14] = 1
    assert Range.parse(text) == Range(expected)


def test_gto_plus_blocks() -> None:
    parsed = Range.parse("[77.0]22,33[/77.0],AA,[12.5]K2s-K4s,AsKh[/12.5]")
    for hand, weight in [("22", 0.77), ("33", 0.77), ("AA", 1), ("K3s", 0.125), ("AsKh", 0.125)]:
        assert parsed.weight(hand) == pytest.approx(weight, abs=1e-7)
    assert len(parsed) == 6 * 3 + 4 * 3 + 1


def test_weights_of_runs_and_shares() -> None:
    assert Range.parse("TT+:0.5") == Range.parse("TT+").scaled(0.5)
    assert Range.parse("A5s-A2s@25") == Range.parse("A5s-A2s").scaled(0.25)
    assert Range.parse("15%") == Range.top(15)
    assert Range.parse("15%:0.5") == Range.parse("[50]15 %[/50]") == Range.top(15).scaled(0.5)
    assert Range.parse("any:0.25") == Range.full().scaled(0.25)


def test_the_last_token_wins() -> None:
    assert Range.parse("AA:0.5,AA") == Range.parse("AA")
    assert Range.parse("AA,AsAh:0.5").combos == 5.5
    assert Range.parse("AsAh:0.5,AA").combos == 6
    assert Range.parse("random,AA:0") == ~Range.parse("AA")
    assert Range.parse("TT+:0.25,KK-JJ") == Range.parse("AA:0.25,TT:0.25,KK,QQ,JJ")


def test_pio_lists_of_weights() -> None:
    weights = np.round(np.random.default_rng(7).random(1326), 4)
    for separator in (" ", ",", ", ", "\n", ";"):
        assert Range.parse(separator.join(map(str, weights))) == Range(weights)
    assert Range.parse(" ".join(["0"] * 1325 + ["1"])) == Range.parse("AsAh")
    assert Range.parse(" ".join(["0"] * 1325 + ["1e-05"])) == Range.parse("AsAh:0.00001")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a range must have hands like 'AA,AKs', or be 'none', got ''"),
        (" ,; ", "a range must have hands like 'AA,AKs', or be 'none', got ' ,; '"),
        (
            "AY",
            f"{RUN} 'AY'",
        ),
        ("AA,AKx,KK", f"{RUN} 'AKx'"),
        ("A", f"{RUN} 'A'"),
        ("0.5", f"{RUN} '0.5'"),
        ("AKs++", f"{RUN} 'AKs++'"),
        ("AsKh+", f"{RUN} 'AsKh+'"),
        ("AsKh-AsQh", f"{RUN} 'AsKh-AsQh'"),
        ("TT-", f"{RUN} 'TT-'"),
        ("QQ-JJ-TT", f"{RUN} 'QQ-JJ-TT'"),
        ("AKsQ", f"{RUN} 'AKsQ'"),
        ("AAs", "a pair must have no 's' or 'o', like 'AA', got 'AAs'"),
        ("TTo+", "a pair must have no 's' or 'o', like 'TT', got 'TTo+'"),
        ("AsAs", "the card As appears twice in 'AsAs'"),
        ("AKs-ATo", "the ends of 'AKs-ATo' must have the same suits: 's', 'o' or neither"),
        ("AK-ATs", "the ends of 'AK-ATs' must have the same suits: 's', 'o' or neither"),
        (
            "A5s-K2s",
            "the ends of 'A5s-K2s' must be pairs, share the high card, or have the same gap",
        ),
        ("AA-AK", "the ends of 'AA-AK' must be pairs, share the high card, or have the same gap"),
        ("AA-T9", "the ends of 'AA-T9' must be pairs, share the high card, or have the same gap"),
        ("150%", "a share of hands must be from 0 to 100 percent, got 150%"),
        ("AA:1.5", "a weight must be from 0 to 1, or '@50' for percent, got '1.5' in 'AA:1.5'"),
        ("AA:50", "a weight must be from 0 to 1, or '@50' for percent, got '50' in 'AA:50'"),
        ("AA@101", "a weight must be from 0 to 100 percent, got '101' in 'AA@101'"),
        ("AA:120%", "a weight must be from 0 to 100 percent, got '120' in 'AA:120%'"),
        ("AA:x", "a weight must be from 0 to 1, or '@50' for percent, got 'x' in 'AA:x'"),
        ("AA:", "a weight must be from 0 to 1, or '@50' for percent, got '' in 'AA:'"),
        ("AA:-0.5", "a weight must be from 0 to 1, or '@50' for percent, got '-0.5' in 'AA:-0.5'"),
        ("AA:nan", "a weight must be from 0 to 1, or '@50' for percent, got 'nan' in 'AA:nan'"),
        (
            "AA:0.5:0.5",
            "a weight must be from 0 to 1, or '@50' for percent, got '0.5:0.5' in 'AA:0.5:0.5'",
        ),
        (":0.5", "a weight must have a hand, like 'AA:0.5', got ':0.5'"),
        ("[50]AA", "'[50]' must be closed by '[/50]' after its hands"),
        ("AA[/50]", "'[/50]' closes no block: write '[50]' before its hands"),
        ("[50]AA[/60]", "'[50]' must be closed by '[/50]', got '[/60]'"),
        ("[50]AA[20]KK[/20][/50]", "the block '[20]' opens inside '[50]': write '[/50]' before it"),
        ("[50]AA:0.5[/50]", "'AA:0.5' must have no weight inside the block '[50]'"),
        ("[150]AA[/150]", "a weight must be from 0 to 100 percent, got '150' in '[150]'"),
        ("[x]AA[/x]", "a weight must be from 0 to 100 percent, got 'x' in '[x]'"),
        ("[]AA", "a weight must be from 0 to 100 percent, got '' in '[]'"),
        ("AA]", "blocks must be like '[50]AA[/50]', got a lone ']' in 'AA]'"),
        ("[AA", "blocks must be like '[50]AA[/50]', got a lone '[' in '[AA'"),
        ("0 " * 1325, "a list of weights must have 1326 numbers, got 1325"),
        ("0 " * 1327, "a list of weights must have 1326 numbers, got 1327"),
        ("0 " * 1325 + "2", "the weight of AsAh must be from 0 to 1, got 2"),
        ("-1 " + "0 " * 1325, "the weight of 2d2c must be from 0 to 1, got -1"),
    ],
)
def test_errors_say_what_is_accepted(text: str, message: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(message)):
        Range.parse(text)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("none", "none"),
        ("random", "random"),
        ("random:0.5", "random:0.5"),
        ("AKo AKs KK AA", "KK+,AK"),
        ("AK,AQs", "AQs+,AKo"),
        ("AQ+", "AQ+"),
        ("A2s+,ATo+", "A2s+,ATo+"),
        ("22-55,77", "77,55-22"),
        ("K9s-K5s,K9o-K5o", "K9-K5"),
        ("KQs,KQo:0.5", "KQs,KQo:0.5"),
        ("A5s-A4s:0.25,A3s", "A5s-A4s:0.25,A3s"),
        ("AsKh", "AsKh"),
        ("AsKs,AhKh,AdKd,AcKc", "AKs"),
        ("AKs,AsKs:0.1", "AsKs:0.1,AhKh,AdKd,AcKc"),
        ("AA,22,AsKh:0.125,T9s", "AA,22,T9s,AsKh:0.125"),
        ("98s-54s", "98s,87s,76s,65s,54s"),
        ("random,AsKh:0", None),
        (
            "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
            "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        ),
    ],
)
def test_written_form(written: str, text: str | None) -> None:
    parsed = Range.parse(written)
    assert text is None or parsed.text() == str(parsed) == text
    assert Range.parse(parsed.text()) == parsed


@given(range_=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_text_reads_back_exactly(range_: Range) -> None:
    text = range_.text()
    parsed = Range.parse(text)
    assert parsed == range_
    assert parsed.text() == text


@given(weight=WEIGHTS)
@settings(max_examples=examples(50), deadline=None)
def test_weights_are_written_exactly(weight: float) -> None:
    assert Range.parse(Range.from_hands(["AsKh"], weight).text()).weight("AsKh") == weight


@given(range_=RANGES, seed=st.integers(0, 2**32))
@settings(max_examples=examples(50), deadline=None)
def test_the_order_of_tokens_does_not_matter(range_: Range, seed: int) -> None:
    tokens = range_.text().split(",")
    random.Random(seed).shuffle(tokens)
    assert Range.parse(" ; ".join(tokens)) == range_


@given(range_=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_a_list_of_weights_reads_back_exactly(range_: Range) -> None:
    assert Range.parse(" ".join(str(weight) for weight in range_.weights)) == range_


@given(text=st.text("AKQT25so+-:@%[]/., *", max_size=12))
def test_any_text_parses_or_raises_value_error(text: str) -> None:
    try:
        parsed = Range.parse(text)
    except ValueError:
        return
    assert Range.parse(parsed.text()) == parsed


CLASS_NAME = st.sampled_from([*CLASS_NAMES, *(name[:2] for name in CLASS_NAMES)])


@st.composite
def shared_tokens(draw: st.DrawFn) -> str:
    """Draw a token that eval7 and PokerKit read too."""
    name = draw(CLASS_NAME)
    form = draw(st.sampled_from(["class", "plus", "hand"]))
    if form == "hand":
        return hole_text(draw(st.integers(0, 1325)))
    return name + "+" if form == "plus" else name


@given(tokens=st.lists(shared_tokens(), min_size=1, max_size=10))
@settings(max_examples=examples(50), deadline=None)
def test_pokerkit_reads_the_same_hands(tokens: list[str]) -> None:
    text = ", ".join(tokens)
    theirs = {parse_hole("".join(map(repr, hand))) for hand in pokerkit.parse_range(text)}
    assert set(Range.parse(text).hands().tolist()) == theirs


@needs_eval7
@given(tokens=st.lists(shared_tokens(), min_size=1, max_size=10))
@settings(max_examples=examples(50), deadline=None)
def test_eval7_reads_the_same_hands(tokens: list[str]) -> None:
    text = ", ".join(tokens)
    theirs = {parse_hole("".join(map(str, hand))) for hand, _ in eval7.HandRange(text).hands}
    assert set(Range.parse(text).hands().tolist()) == theirs


@given(
    high=st.integers(1, 12), ends=st.tuples(st.integers(0, 11), st.integers(0, 11)), data=st.data()
)
@settings(max_examples=examples(50), deadline=None)
@needs_eval7
def test_eval7_reads_the_same_kicker_runs(
    high: int, ends: tuple[int, int], data: st.DataObject
) -> None:
    suffix = data.draw(st.sampled_from(["s", "o", ""]))
    ranks = "23456789TJQKA"
    first, last = (ranks[high] + ranks[min(end, high - 1)] + suffix for end in ends)
    text = f"{first}-{last}"
    theirs = {parse_hole("".join(map(str, hand))) for hand, _ in eval7.HandRange(text).hands}
    assert set(Range.parse(text).hands().tolist()) == theirs


@pytest.mark.parametrize("suffix", ["s", "o", ""])
@pytest.mark.parametrize("gap", [0, 1, 2, 3])
def test_pokerkit_reads_the_same_gap_runs(suffix: str, gap: int) -> None:
    if gap == 0 and suffix:
        return
    ranks = "23456789TJQKA"
    names = [ranks[low + gap] + ranks[low] + suffix for low in range(13 - gap)]
    for first, last in combinations(names, 2):
        text = f"{first}-{last}"
        theirs = {parse_hole("".join(map(repr, hand))) for hand in pokerkit.parse_range(text)}
        assert set(Range.parse(text).hands().tolist()) == theirs


@needs_eval7
def test_eval7_counts_the_same_weighted_combos() -> None:
    theirs = eval7.HandRange("50%(TT+, AJs+), 25%(KQo), 22-55")
    ours = Range.parse("[50]TT+, AJs+[/50], KQo@25, 22-55")
    assert ours.combos == pytest.approx(sum(weight for _, weight in theirs.hands))


def test_tokens_keep_their_order() -> None:
    tokens = weighted_tokens("KK:0.25 [50]AA,QQ[/50];JJ")
    assert [(token.body, token.weight) for token in tokens] == [
        ("KK", 0.25),
        ("AA", 0.5),
        ("QQ", 0.5),
        ("JJ", 1.0),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AKo 50%", "'AKo 50%' has two meanings: write 'AKo:50%' for a weight, or 'AKo, 50%'"),
        ("AA,AKo  50 %", "'AKo  50%' has two meanings"),
        ("44:0,25", "'44:0,25' has two meanings: write '44:0.25' for a weight, or '44:0, 25'"),
        ("AA,44:0,5,33", "'44:0,5' has two meanings"),
    ],
)
def test_text_with_two_meanings_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        Range(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["AhK", "AKh", "xx", "Ah*", "xAs2"])
def test_what_is_no_pattern(text: str) -> None:
    with pytest.raises(InputError, match="a hand or a run of hands must be like"):
        Range(text)


def test_text_with_one_meaning_is_not() -> None:
    assert Range("AKo, 50%") == Range("50%") | "AKo"
    assert Range("AKo:50%").weight("AKo") == 0.5
    assert Range("AKo : 50 %").weight("AKo") == 0.5
    assert Range("44:0, 25").weight("52s") == 1
    assert Range("66@50,55").weight("55") == 1
    assert Range("44:0.25,33") == Range("33") | Range("44:0.25")
