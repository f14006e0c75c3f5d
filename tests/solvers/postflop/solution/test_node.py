"""Nodes: hands and hand classes, children, data frames."""

from functools import cache

import numpy as np
import pytest

from fifthstreet.cards import (
    CLASS_NAMES,
    HOLE_CARDS,
    HOLE_CLASS,
    cards_text,
    hole_text,
    parse_hole,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, Solution, TruncatedSolution, open_solution, solve
from fifthstreet.tree import Kind
from tests.solvers.postflop.example_spots import TURN
from tests.solvers.postflop.same import assert_same_bits

PATHS = ("r", "r:k", "r:k:b12", "r:k:k:n2c", "r:k:k:n2c:k")


@cache
def solved() -> Solution:
    return solve(TURN, target_pot_percent=0, max_iterations=40)


def holes_of(name: str) -> list[int]:
    """All hands of a class, or the one hand."""
    if name in CLASS_NAMES:
        return [hole for hole in range(1326) if CLASS_NAMES[HOLE_CLASS[hole]] == name]
    return [parse_hole(name)]


def naive_mean(node: Node, player: int, values: np.ndarray, holes: list[int]) -> float:
    """Mean over all pairs of hands that can meet here."""
    total = weight = 0.0
    for mine in holes:
        for theirs in np.flatnonzero(node.reach[1 - player]).tolist():
            both = node.reach[player][mine] * node.reach[1 - player][theirs]
            if both and not set(HOLE_CARDS[mine].tolist()) & set(HOLE_CARDS[theirs].tolist()):
                total += both * values[mine]
                weight += both
    return total / weight


def names_at(node: Node, player: int) -> list[str]:
    """Names of a player's hands and of their classes."""
    holes = np.flatnonzero(node.reach[player]).tolist()
    classes = dict.fromkeys(CLASS_NAMES[HOLE_CLASS[hole]] for hole in holes)
    return [*(hole_text(hole) for hole in holes), *classes]


@pytest.mark.parametrize("path", PATHS)
def test_hands_and_classes(path: str) -> None:
    """A hand has the values of the arrays; a class has the mean of its hands."""
    node = solved().node(path)
    for name in names_at(node, node.player):
        hand, holes = node[name], holes_of(name)
        assert (hand.hand, hand.player) == (name, node.player)
        assert hand.combos == pytest.approx(node.reach[node.player][holes].sum())
        assert list(hand.strategy) == list(hand.action_ev) == list(node.actions)
        assert sum(hand.strategy.values()) == pytest.approx(1)
        for values, mean in (
            (node.ev[node.player], hand.ev),
            (node.equities[node.player], hand.equity),
            *zip(node.strategy, hand.strategy.values(), strict=True),
            *zip(node.action_ev, hand.action_ev.values(), strict=True),
        ):
            assert mean == pytest.approx(
                naive_mean(node, node.player, values, holes), rel=1e-6, abs=1e-6
            )


def test_one_hand_is_its_own_mean() -> None:
    node = solved().node("r:k")
    hand, hole = node["KcJc"], parse_hole("KcJc")
    assert hand.ev == pytest.approx(float(node.ev[1][hole]))
    assert hand.strategy["k"] == pytest.approx(float(node.strategy[0, hole]))
    assert node["KcJc"] == node["KcJc"]
    assert repr(hand).startswith(f"<IP KcJc: EV {hand.ev:.2f}: k {hand.strategy['k']:.3f}, ")


@pytest.mark.parametrize("path", ["r", "r:k"])
def test_hands_of_the_player_who_does_not_act(path: str) -> None:
    node = solved().node(path)
    other = 1 - node.player
    for name in names_at(node, other)[:12]:
        hand = node.hand(name, other)
        assert hand.player == other
        assert (hand.strategy, hand.action_ev) == ({}, {})
        assert hand.ev == pytest.approx(
            naive_mean(node, other, node.ev[other], holes_of(name)), rel=1e-6, abs=1e-6
        )
        assert repr(hand) == f"<{('OOP', 'IP')[other]} {name}: EV {hand.ev:.2f}>"


@pytest.mark.parametrize("path", ["r:k:k", "r:a:f", "r:a:c"])
def test_hands_are_those_of_oop_where_nobody_acts(path: str) -> None:
    node = solved().node(path)
    assert node["AJs"] == node.hand("AJs", 0)
    assert node["AJs"].player == 0
    held = hole_text(int(np.flatnonzero(node.reach[1])[0]))
    assert node.hand(held, 1).player == 1


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("AsJs", "'AsJs' .*board AsTs4h7h"),
        ("77", "OOP never has '77'"),
        ("KcJc", "OOP never has 'KcJc' at 'r'"),
        ("AcAc", "Ac .*twice in 'AcAc'"),
        ("Ay", "hands must be like 'AQs', .*, got 'Ay'"),
        ("", "a range must have hands like 'AA,AKs', or be 'none', got ''"),
        ("top par", "hands must be like 'AQs', .*, got 'top par'"),
        ("straight flush", "OOP never has 'straight flush'"),
    ],
)
def test_hands_that_a_player_cannot_have(hand: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        _ = solved().root[hand]
    assert "\n" not in str(caught.value)


# Children.


def test_children_are_the_nodes_after_each_action() -> None:
    root = solved().root
    assert list(root.children) == list(root.actions) == ["k", "b12", "a"]
    assert len(root.children) == 3
    for action, child in root.children.items():
        assert child.path == f"r:{action}"
        assert_same_bits(child, solved().node(f"r:{action}"))
    assert root.children["k"].children["b12"].path == "r:k:b12"
    assert repr(root.children) == "<Children: k, b12, a>"
    assert root.children is root.children


def test_children_of_a_deal_are_the_cards_left() -> None:
    deal = solved().node("r:k:k")
    assert deal.kind == Kind.DEAL
    assert len(deal.children) == 48
    assert set(deal.children) == {
        cards_text([card]) for card in range(52) if card not in TURN.board
    }
    child = deal.children["2c"]
    assert child.path == "r:k:k:n2c"
    assert child.board == (*TURN.board, child.board[-1])
    assert_same_bits(child, solved().node("r:k:k:n2c"))
    assert len(repr(deal.children)) < 200


@pytest.mark.parametrize("path", ["r:a:f", "r:a:c", "r:k:k:n2c:k:k"])
def test_ends_have_no_children(path: str) -> None:
    assert dict(solved().node(path).children) == {}
    with pytest.raises(KeyError, match="the hand is over"):
        _ = solved().node(path).children["k"]


def test_unknown_steps() -> None:
    with pytest.raises(KeyError, match="no step 'b13' at 'r' \\(steps: k, b12, a"):
        _ = solved().root.children["b13"]
    with pytest.raises(KeyError, match="no step 'As' at 'r:k:k' \\(steps: "):
        _ = solved().node("r:k:k").children["As"]
    assert "b13" not in solved().root.children
    assert solved().root.children.get("b13") is None


def test_children_lead_to_every_node_of_the_street() -> None:
    paths, waiting = [], [solved().root]
    for node in waiting:
        paths.append(node.path)
        if node.kind == Kind.ACTION:
            waiting.extend(node.children.values())
    assert sorted(paths) == sorted(solved().paths())


def test_paths_of_a_runout() -> None:
    paths = list(solved().paths("2c"))
    tree = TURN.tree
    assert len(paths) == len(set(paths)) == len(tree)
    assert [tree.find(path)[0] for path in paths] == list(range(len(tree)))
    assert "r:k:k:n2c:k" in paths
    for runout in ("As", "2c3c", "2x"):
        with pytest.raises(InputError, match=r"2c3c|As|2x"):
            list(solved().paths(runout))


# Data frames, where pandas is installed.


@pytest.mark.parametrize("path", ["r", "r:k", "r:k:k", "r:a:c"])
def test_to_frame(path: str) -> None:
    pytest.importorskip("pandas")
    node = solved().node(path)
    frame = node.to_frame()
    hands = [int(np.count_nonzero(node.reach[player])) for player in (0, 1)]
    assert frame["player"].value_counts().to_dict() == {"oop": hands[0], "ip": hands[1]}
    assert set(frame["path"]) == {path}
    for row in frame.to_dict("records"):
        player, hole = ("oop", "ip").index(row["player"]), parse_hole(row["hand"])
        assert row["class"] == CLASS_NAMES[HOLE_CLASS[hole]]
        assert row["weight"] == node.reach[player][hole]
        assert row["ev"] == pytest.approx(node.ev[player][hole], nan_ok=True)
        assert row["equity"] == pytest.approx(node.equities[player][hole], nan_ok=True)
        for place, action in enumerate(node.actions):
            own = player == node.player
            share = node.strategy[place, hole] if own else np.nan
            assert row[action] == pytest.approx(share, nan_ok=True)
            value = node.action_ev[place, hole] if own else np.nan
            assert row[f"ev {action}"] == pytest.approx(value, nan_ok=True)
    percent = solved().exploitability.pot_percent
    assert frame.attrs["exploitability_pot_percent"] == percent


def test_frames_of_several_nodes() -> None:
    pytest.importorskip("pandas")
    whole = solved().to_frame(["r", "r:k"])
    parts = [solved().node(path).to_frame() for path in ("r", "r:k")]
    assert len(whole) == sum(len(part) for part in parts)
    assert list(whole["path"].unique()) == ["r", "r:k"]
    assert len(solved().to_frame()) == len(parts[0])
    with pytest.raises(InputError, match="paths must be a list"):
        solved().to_frame("r:k")


# The solution of a node.


def test_a_node_knows_its_solution_and_exploitability() -> None:
    for path in PATHS:
        node = solved().node(path)
        assert node.solution is solved()
        assert node.exploitability is solved().exploitability
    assert solved().root.exploitability.pot_percent < 5


def test_repr() -> None:
    root = solved().root
    play = ", ".join(
        f"{action} {share:.3f}"
        for action, share in zip(root.actions, root.frequencies.tolist(), strict=True)
    )
    assert repr(root) == f"<Node r on AsTs4h7h: OOP acts, {play}>"
    assert repr(solved().node("r:a:f")) == "<Node r:a:f on AsTs4h7h: fold, pot 80>"
    assert repr(solved().node("r:k:k")) == "<Node r:k:k on AsTs4h7h: deal, pot 20>"


def test_nodes_of_streets_that_are_re_solved(tmp_path_factory: pytest.TempPathFactory) -> None:
    """They belong to the whole solution and have children like any other node."""
    path = tmp_path_factory.mktemp("files") / "turn.solution"
    solved().save(path, last_street=2)
    opened = open_solution(path)
    assert isinstance(opened, TruncatedSolution)
    river = opened.node("r:k:k").children["2c"]
    assert river.solution is opened
    assert river.exploitability == solved().exploitability
    assert river.children["k"].path == "r:k:k:n2c:k"
    assert sum(river["AJs"].strategy.values()) == pytest.approx(1)
