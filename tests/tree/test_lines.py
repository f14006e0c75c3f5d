"""Lines as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.tree import TreeRules, build_tree, natural_chip, read_line

TREE = build_tree(
    TreeRules.from_dict(
        {"stacks": [900, 900], "pot": 200, "first_street": 2, "max_raises": 2, "add_allin": 9}
    )
)
ONE_SIZE = build_tree(
    TreeRules.from_dict(
        {
            "stacks": [97.5, 97.5],
            "pot": 5.5,
            "chip": 0.01,
            "sizes": [{"flop": {"bet": "33%", "raise": "60%"}, "turn": {"bet": "75%"}}],
        }
    )
)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("x/b50%/c/8c/x", "r:k:b100:c:n8c:k"),
        ("X/B50%/C/8C/X", "r:k:b100:c:n8c:k"),
        ("k:b100:c:n8c", "r:k:b100:c:n8c"),
        ("r:k:b100:c:n8c", "r:k:b100:c:n8c"),
        ("r/x/b100", "r:k:b100"),
        ("x, b100, f", "r:k:b100:f"),
        ("x - b100 - c", "r:k:b100:c"),
        ("x>b100>c", "r:k:b100:c"),
        ("x b100 c 8♣", "r:k:b100:c:n8c"),
        ("check bet 50% call", "r:k:b100:c"),
        ("check, bets 100, calls", "r:k:b100:c"),
        ("check, bet100, call", "r:k:b100:c"),
        ("x/bet50%/c", "r:k:b100:c"),
        ("bet 50 % / fold", "r:b100:f"),
        ("bet 100 / raise to 340 / call", "r:b100:b340:c"),
        ("b100/r60%/c", "r:b100:b340:c"),
        ("b100/r3.4x", "r:b100:b340"),
        ("b 100", "r:b100"),
        ("all-in/call", "r:a:c"),
        ("all in", "r:a"),
        ("jam", "r:a"),
        ("x/x/10h", "r:k:k:nTh"),
        ("r", "r"),
        ("x/x/n", "r:k:k:n"),
    ],
)
def test_lines_that_the_tree_has(text: str, path: str) -> None:
    line = read_line(TREE, text)
    assert (line.path, line.notes) == (path, ())
    assert TREE.find(line.path) == (line.node, line.cards)


def test_the_only_bet_needs_no_amount() -> None:
    assert read_line(ONE_SIZE, "x/b/r/c/8c/b").path == "r:k:b1.82:b7.3:c:n8c:b15.08"
    assert read_line(ONE_SIZE, "b33%/c").path == "r:b1.82:c"


@pytest.mark.parametrize(
    ("text", "path", "notes"),
    [
        ("b120", "r:b100", ("b120 is not in the tree: b100 is nearest",)),
        ("b170/c", "r:b200:c", ("b170 is not in the tree: b200 is nearest",)),
        ("b5000", "r:a", ("b5000 is not in the tree: a is nearest",)),
        ("x/b40%", "r:k:b100", ("b40% (80) is not in the tree: b100 is nearest",)),
        ("b100/r3x", "r:b100:b340", ("r3x (300) is not in the tree: b340 is nearest",)),
        ("x/c/8c", "r:k:k:n8c", ("nothing to call after r:k: c is a check",)),
        (
            "b120/r300",
            "r:b100:b340",
            (
                "b120 is not in the tree: b100 is nearest",
                "r300 is not in the tree: b340 is nearest",
            ),
        ),
    ],
)
def test_rounded_lines_say_so(text: str, path: str, notes: tuple[str, ...]) -> None:
    line = read_line(TREE, text)
    assert (line.path, line.notes) == (path, notes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line must not be empty: write one like 'x/b33%/c', or 'r', the start"),
        ("z", "'z': a step must be x, c, f, b33%, b60, a, or a card like 8c, got 'z'"),
        ("x/b", "'b' in 'x/b' could be b100 or b200 or a: write one of them"),
        ("b%", "'b%': a bet must have an amount, like b33%, got 'b%'"),
        ("x/x/b50%", "a card is dealt after 'r:k:k', like 8c"),
        ("x/x/2c3c", "the deal in 'x/x/2c3c' must be 1 known card, got 'n2c3c'"),
        ("b100/f/b100", "the hand is over at 'r:b100:f'"),
        ("f", "'f': the step after 'r' must be one of k, b100, b200, a, got 'f'"),
        ("a/b500", "'a/b500': the step after 'r:a' must be one of f, c, got 'b500'"),
        ("a/c/8c", "'8c' in 'a/c/8c': no card is dealt after 'r:a:c', the hand is over there"),
        ("x/8c", "'8c' in 'x/8c': no card is dealt after 'r:k', the actions are k, b100, b200,"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_line(TREE, text)
    assert "\n" not in str(caught.value)


@given(st.integers(0, len(TREE) - 1))
def test_every_path_is_a_line_and_so_is_its_looser_spelling(node: int) -> None:
    path = TREE.path(node)
    for text in (path, path[2:] or "r", path.replace(":", "/"), path.replace(":k", "/x")):
        assert read_line(TREE, text).node == node


def test_natural_chips() -> None:
    assert natural_chip([180, 910.0]) == 1
    assert natural_chip([5.5, 97.5]) == 0.01
    assert natural_chip([2.125]) == 0.001
    assert natural_chip([6, 97], ["r:k:b2.5"]) == 0.01
    assert natural_chip([6, 97], ["no path"]) == 1
    assert natural_chip([float("inf"), 1 / 3]) == 0.000001
