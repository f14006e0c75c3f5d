"""Bayesian networks: inference against enumeration, and the examples of the course engine."""

from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents.bayes import BayesianNetwork, NetworkNode, read_network, read_tables
from fifthstreet.agents.bayes.factors import MAX_ENTRIES
from fifthstreet.agents.prediction import FINAL_HANDS, combine_factors
from fifthstreet.errors import InputError
from tests.thoroughness import examples

# The factored state space of the course engine's README: x and y are independent, and the final
# hands F are ordered y=1, x=1, y=2, x=2.
FINAL = {"0, 1": 2, "0, 2": 4, "1, 1": 1, "1, 2": 1, "2, 1": 2, "2, 2": 3}


def readme_data(p1: float, p2: float, t1: float) -> dict[str, Any]:
    rows = {key: [float(final == each) for each in range(1, 5)] for key, final in FINAL.items()}
    return {
        "y": {"states": [0, 1, 2], "table": [1 - p1 - p2, p1, p2]},
        "x": {"states": [1, 2], "table": [t1, 1 - t1]},
        "F": {"states": [1, 2, 3, 4], "parents": ["y", "x"], "table": rows},
    }


@pytest.mark.parametrize(
    ("p1", "p2", "t1"), [(0.1, 0.2, 0.4), (0.0, 0.5, 0.25), (0.3, 0.7, 0.9), (0.05, 0.0, 1.0)]
)
def test_the_truth_table_of_the_readme(p1: float, p2: float, t1: float) -> None:
    """Each row has the README's probability, and so has each final hand."""
    network = BayesianNetwork.from_dict(readme_data(p1, p2, t1))
    t2 = 1 - t1
    truth = {
        (0, 1, 2): (1 - p1 - p2) * t1,
        (0, 2, 4): (1 - p1 - p2) * t2,
        (1, 1, 1): p1 * t1,
        (1, 2, 1): p1 * t2,
        (2, 1, 2): p2 * t1,
        (2, 2, 3): p2 * t2,
    }
    joint = network.joint(["y", "x", "F"])
    for y, x, final in product(range(3), (1, 2), range(1, 5)):
        assert joint[y, x - 1, final - 1] == pytest.approx(truth.get((y, x, final), 0))
    assert network.distribution("F") == pytest.approx(
        {"1": p1, "2": (1 - p1) * t1, "3": p2 * t2, "4": (1 - p1 - p2) * t2}
    )


def test_the_final_hands_of_the_readme_with_the_real_classes() -> None:
    """The best of both factors decides, as in the README's table for x and y."""
    rng = np.random.default_rng(4)
    sf_ranks = (0, 4, 5, 8)  # of FINAL_SF in FINAL_HANDS, where 0 is a high card
    k_ranks = (0, 1, 2, 3, 6, 7)  # of K_CLASSES
    assert [FINAL_HANDS[rank] for rank in sf_ranks[1:]] == ["straight", "flush", "straight flush"]
    table = np.zeros((4, 6, 9))
    for sf, k in product(range(4), range(6)):
        table[sf, k, max(sf_ranks[sf], k_ranks[k])] = 1
    for _ in range(20):
        sf_odds, k_odds = rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(6))
        network = BayesianNetwork(
            [
                NetworkNode("sf", tuple(map(str, range(4))), sf_odds),
                NetworkNode("k", tuple(map(str, range(6))), k_odds),
                NetworkNode("final", FINAL_HANDS, table, ("sf", "k")),
            ]
        )
        found = network.distribution("final")
        assert list(found.values()) == pytest.approx(combine_factors(sf_odds, k_odds))


def test_the_readme_with_evidence() -> None:
    network = BayesianNetwork.from_dict(readme_data(0.1, 0.2, 0.4))
    assert network.probability({"F": "3"}, given={"y": "2"}) == pytest.approx(0.6)
    assert network.distribution("y", given={"F": "2"}) == pytest.approx(
        {"0": 0.7 / 0.9, "1": 0, "2": 0.2 / 0.9}
    )
    assert network.distribution("x", given={"F": "3"}) == pytest.approx({"1": 0, "2": 1})
    assert network.distribution("y", given={"y": "1"}) == {"0": 0, "1": 1, "2": 0}
    with pytest.raises(InputError, match="the evidence is impossible"):
        network.distribution("x", given={"F": "3", "y": "0"})


def test_the_same_network_from_all_kinds_of_files(tmp_path: Path) -> None:
    expected = BayesianNetwork.from_dict(readme_data(0.1, 0.2, 0.4))
    toml = tmp_path / "final.toml"
    toml.write_text(
        "[y]\nstates = ['0', '1', '2']\ntable = [0.7, 0.1, 0.2]\n"
        "[x]\nstates = ['1', '2']\ntable = [0.4, 0.6]\n"
        "[F]\nstates = [1, 2, 3, 4]\nparents = ['y', 'x']\n"
        "[F.table]\n"
        "'0, 1' = [0, 1, 0, 0]\n'0, 2' = [0, 0, 0, 1]\n'1, 1' = [1, 0, 0, 0]\n"
        "'1, 2' = [1, 0, 0, 0]\n'2, 1' = [0, 1, 0, 0]\n'2, 2' = [0, 0, 1, 0]\n"
    )
    tables = {
        "y": "y,probability\n0,0.7\n1,0.1\n2,0.2\n",
        "x": "x, probability\n1, 0.4\n2, 0.6\n",
        "F": "y,x,F,probability\n1,1,1,1\n0,1,2,1\n2,2,3,1\n0,2,4,1\n1,2,1,1\n2,1,2,1\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text)
    read = [
        read_network(toml),
        read_tables(tmp_path / f"{name}.csv" for name in tables),
        BayesianNetwork.from_dict(expected.to_dict()),
    ]
    for network in read:
        assert network.to_dict() == expected.to_dict()


def random_network(rng: np.random.Generator, count: int) -> BayesianNetwork:
    """Return a network in which each node has up to three of the earlier ones as parents."""
    nodes: list[NetworkNode] = []
    for number in range(count):
        chosen = rng.permutation(number)[: rng.integers(0, 4)]
        parents = [nodes[at] for at in sorted(chosen.tolist())]
        states = [f"s{at}" for at in range(rng.integers(1, 4))]
        table = rng.dirichlet(np.ones(len(states)), [len(each.states) for each in parents])
        names = tuple(each.name for each in parents)
        nodes.append(NetworkNode(f"n{number}", tuple(states), table, names))
    return BayesianNetwork(nodes[:: rng.choice([1, -1])])  # in any order


def enumerated(network: BayesianNetwork, names: list[str], given: dict[str, Any]) -> Any:
    """Add up the probabilities of all combinations of states, one after another."""
    nodes = network.nodes
    result = np.zeros([len(nodes[name].states) for name in names])
    for places in product(*(range(len(node.states)) for node in nodes.values())):
        at = dict(zip(nodes, places, strict=True))
        odds = prod(
            node.table[tuple(at[each] for each in (*node.parents, node.name))]
            for node in nodes.values()
        )
        for name, observed in given.items():
            if isinstance(observed, str):
                odds *= nodes[name].states[at[name]] == observed
            else:
                odds *= observed[at[name]]
        result[tuple(at[name] for name in names)] += odds
    return result / result.sum()


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 10**9), count=st.integers(1, 7))
def test_inference_is_enumeration(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    network = random_network(rng, count)
    names = rng.permutation(list(network.nodes)).tolist()
    wanted = names[: int(rng.integers(1, count + 1))]
    evidence: dict[str, Any] = {}
    for name in rng.permutation(names)[: int(rng.integers(0, count + 1))].tolist():
        states = network.nodes[name].states
        soft = rng.random(len(states)) + 0.01
        evidence[name] = str(rng.choice(states)) if rng.random() < 0.5 else soft
    expected = enumerated(network, wanted, evidence)
    assert network.joint(wanted, given=evidence) == pytest.approx(expected)
    first = network.distribution(wanted[0], given=evidence)
    others = tuple(range(1, len(wanted)))
    assert list(first.values()) == pytest.approx(expected.sum(axis=others))
    chosen = {name: network.nodes[name].states[0] for name in wanted}
    assert network.probability(chosen, given=evidence) == pytest.approx(expected.flat[0])


def test_long_chains_take_small_tables() -> None:
    """Eliminating a node at a time needs 2 x 2 entries; the joint table would have 2^200."""
    table = [[0.9, 0.1], [0.2, 0.8]]
    nodes = [NetworkNode("n0", ("a", "b"), np.array([0.5, 0.5]))]
    for number in range(1, 200):
        parents = (f"n{number - 1}",)
        nodes.append(NetworkNode(f"n{number}", ("a", "b"), np.array(table), parents))
    network = BayesianNetwork(nodes)
    assert network.distribution("n199") == pytest.approx({"a": 2 / 3, "b": 1 / 3})
    forward = np.linalg.matrix_power(table, 199)[0]
    found = network.distribution("n199", given={"n0": "a"})
    assert list(found.values()) == pytest.approx(forward)


def test_queries_that_need_huge_tables_are_refused() -> None:
    names = [f"n{number}" for number in range(25)]
    states = ("a", "b")
    network = BayesianNetwork(NetworkNode(name, states, np.array([0.5, 0.5])) for name in names)
    assert network.joint(names[:4]).shape == (2, 2, 2, 2)
    with pytest.raises(InputError, match=f"at most {MAX_ENTRIES:,} entries, got 33,554,432"):
        network.joint(names)


def test_many_nodes_of_one_state() -> None:
    names = tuple(f"n{number}" for number in range(60))
    nodes = [NetworkNode(name, ("a",), np.ones(1)) for name in names]
    nodes.append(NetworkNode("last", ("a", "b"), np.array([0.5, 0.5])))
    network = BayesianNetwork(nodes)
    given = dict.fromkeys(names, "a")
    assert network.distribution("last", given=given) == {"a": 0.5, "b": 0.5}
    with pytest.raises(InputError, match="tables of at most"):
        network.joint(names)


def changed(node: str, **fields: Any) -> dict[str, Any]:
    data = readme_data(0.1, 0.2, 0.4)
    data[node] = {name: value for name, value in (data[node] | fields).items() if value is not None}
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "nodes must have at least one node"),
        (changed("x", table=None), "x must have the fields states and table"),
        ({"x": 3}, "x must have the fields states and table, got 3"),
        (changed("x", colour="red"), "x: fields must be states, parents, table, got colour"),
        (changed("x", states="12"), "x: states must be a list of different texts, got '12'"),
        (changed("x", states=["a", "a"]), "x: states must be a list of different texts"),
        (changed("x", states=[["a"], 2]), "x: states must be a list of different texts"),
        (changed("F", parents=["y", "z"]), "F: parents must be nodes of the network, got z"),
        (changed("x", states=[], table=[]), "x must have states, got none"),
        (changed("x", table=[0.5, 0.6]), "x: probabilities must sum to 1, got 1.1"),
        (changed("x", table=[1.5, -0.5]), "x: probabilities must be from 0 to 1"),
        (changed("x", table=[float("nan"), 1]), "x: probabilities must be from 0 to 1"),
        (changed("x", table=["a", "b"]), "x: table must be numbers"),
        (changed("x", table=[[1], [0, 1]]), "x: table must be numbers, in rows of the same"),
        (
            changed("x", table=[0.2, 0.3, 0.5]),
            "x: table must have 1 dimensions, the last",
        ),
        (changed("F", table={"0, 1": [1, 0, 0, 0]}), "F: table must have a row for each comb"),
        (changed("y", parents=["F"], table=[[1, 0, 0]] * 4), "no node must be its own ancestor"),
        (changed("F", parents=["y"], table=[[1, 0, 0, 0]] * 2), "F: table must have a row for"),
        (
            changed("F", parents=["x"], table={"1": [0.5, 0.5, 0, 0], "2": [0.5, 0, 0, 0]}),
            "F: probabilities given 2 must sum to 1, got 0.5",
        ),
    ],
)
def test_data_that_is_not_a_network_is_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        BayesianNetwork.from_dict(data)


@pytest.mark.parametrize(
    ("names", "evidence", "message"),
    [
        ([], {}, "names must be different nodes"),
        ("F", {}, "names must be different nodes, got 'F'"),
        (["x", "x"], {}, "names must be different nodes"),
        (["z"], {}, "node must be one of y, x, F, got 'z'"),
        (["x"], {"z": "1"}, "node must be one of y, x, F, got 'z'"),
        (["x"], {"F": "5"}, "state of F must be one of 1, 2, 3, 4, got '5'"),
        (["x"], {"F": [1, 1]}, "evidence of F must be a state or 4 numbers from 0"),
        (["x"], {"F": [1, 1, 1, -1]}, "evidence of F must be a state or 4 numbers from 0"),
        (["x"], {"F": None}, "evidence of F must be a state or 4 numbers from 0, got None"),
    ],
)
def test_queries_that_do_not_fit_are_refused(names: Any, evidence: Any, message: str) -> None:
    network = BayesianNetwork.from_dict(readme_data(0.1, 0.2, 0.4))
    with pytest.raises(InputError, match=message):
        network.joint(names, given=evidence)


def test_nodes_of_one_name_are_refused() -> None:
    node = NetworkNode("x", ("a",), np.ones(1))
    with pytest.raises(InputError, match="names of nodes must differ, got x twice"):
        BayesianNetwork([node, node])
    with pytest.raises(ValueError, match="read-only"):
        node.table[0] = 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line must name the parents, the node and probability"),
        ("x,p\n1,1\n", "first line must name the parents, the node and probability"),
        ("x,probability\n1\n", "lines must have 2 columns"),
        ("x,probability\n1,2\n", "the last one from 0 to 1"),
        ("x,probability\n1,a\n", "got 1,a"),
        ("x,probability\n1,0.5\n1,0.5\n", "and differ in the others, got 1,0.5"),
        ("x,probability\n1,0.5\n2,0.4\n", "x: probabilities must sum to 1"),
        ("y,x,probability\n1,1,1\n", "no file has the table of the parent y"),
    ],
)
def test_tables_that_are_not_a_network_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_tables([path])


def test_unknown_states_and_unreadable_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "y.csv").write_text("y,probability\na,1\n")
    (tmp_path / "x.csv").write_text("y,x,probability\na,1,1\nb,1,1\n")
    with pytest.raises(InputError, match=r"x\.csv: states of y must be a, got 'b'"):
        read_tables([tmp_path / "y.csv", tmp_path / "x.csv"])
    with pytest.raises(InputError, match=r"z\.csv cannot be read"):
        read_tables([tmp_path / "z.csv"])
    (tmp_path / "n.toml").write_bytes(b"\xff\xff")
    with pytest.raises(InputError, match="not UTF-8 text"):
        read_network(tmp_path / "n.toml")
    (tmp_path / "n.toml").write_text("[x")
    with pytest.raises(InputError, match=r"n\.toml: Expected"):
        read_network(tmp_path / "n.toml")
    (tmp_path / "n.toml").write_text("[x]\nstates = ['a']\ntable = [0.5]\n")
    with pytest.raises(InputError, match=r"n\.toml: x: probabilities must sum to 1"):
        read_network(tmp_path / "n.toml")
