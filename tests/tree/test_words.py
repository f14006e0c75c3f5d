"""Actions, nodes and paths of betting trees in words."""

import pytest

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    Sizes,
    TreeRules,
    action_words,
    build_tree,
    choice_words,
    deal_path,
    label_words,
    node_words,
)

PREFLOP = build_tree(
    TreeRules(
        stacks=(200, 200), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("50%", "100%, a")
    )
)
TURN = build_tree(
    TreeRules(stacks=(900, 900), pot=200, first_street=2, sizes=Sizes.uniform("60%, a"))
)


def test_actions() -> None:
    words = dict(zip(PREFLOP.actions(0), choice_words(PREFLOP, 0), strict=True))
    # 1 to call into a pot of 3: a pot-sized raise is 4 on top of 2.
    assert words == {
        "f": "fold",
        "c": "call 1",
        "b6": "raise to 6 (100%)",
        "a": "all-in 200 (4950%)",
    }
    flop, _ = PREFLOP.find("r:b6:c:n:k:b6")
    assert action_words(PREFLOP, flop) == "bet 6 (50%)"
    assert action_words(PREFLOP, 0) == ""
    assert action_words(PREFLOP, PREFLOP.find("r:b6:c:n")[0]) == "deal"


def test_label_words_begin_the_full_wording() -> None:
    for path in ("r", "r:k", "r:b120"):
        node, _ = TURN.find(path)
        for full, short in zip(
            choice_words(TURN, node), label_words(TURN.actions(node)), strict=True
        ):
            assert full.startswith(short)
    assert label_words([]) == []


def test_nodes() -> None:
    names = {path: node_words(TURN, TURN.find(path)[0]) for path in ("r", "r:k", "r:k:k")}
    assert names == {"r": "turn, OOP", "r:k": "turn, IP", "r:k:k": "end of the turn"}
    assert node_words(TURN, TURN.find("r:b120:f")[0]) == "OOP wins"
    assert node_words(TURN, TURN.find("r:a:c")[0]) == "showdown"


@pytest.mark.parametrize(
    ("path", "deal"),
    [("r", "r:k:k"), ("r:k", "r:k:k"), ("r:k:k:n", "r:k:k"), ("r:b120", "r:b120:c")],
)
def test_deal_path_adds_checks_and_calls(path: str, deal: str) -> None:
    assert deal_path(TURN, path, 3) == deal


def test_paths_without_a_deal_of_the_street() -> None:
    with pytest.raises(InputError, match=r"the deal of the t.*got 'r:k:k' which deals the river"):
        deal_path(TURN, "r", 2)
    with pytest.raises(InputError, match="path must end a street, got 'r:k:k:n8c:k:k' where"):
        deal_path(TURN, "r:k:k:n8c", 3)
