"""Refusals of agents, predictions and opponent models."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from fifthstreet.agents import AgentError, HoldemAgent
from tests.refusals.rows.game import ALL, hand, holdem
from tests.refusals.rows.games import kuhn, uniform
from tests.refusals.rows.search import before_flop, push_solver, settings
from tests.refusals.rows.tree import plain
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import kuhn_training, rewritten

fs = face("")
agents = face("agents")
bayes = face("agents.bayes")
course = face("agents.course")
exploitation = face("agents.exploitation")
opponents = face("agents.opponents")
prediction = face("agents.prediction")
messages = face("agents.messages")
games = face("solvers.games")
make = agents.create_agent
OMAHA = fs.PotLimitOmahaHoldem(ALL, True, 0, (1, 2), 2)
POT_LIMIT = fs.FixedLimitTexasHoldem(ALL, True, 0, (1, 2), 2, 4)


class Holder(HoldemAgent):
    """An agent for hold'em."""

    def decide(self, view: Any) -> Any:
        return view


def view(players: int = 2) -> Any:
    """Return what the first player to act knows about a hand."""
    seat = hand(stacks=(100,) * players)
    play = face("game")
    terms = play.Terms(holdem())
    public = play.PublicHand(terms, tuple("abc"[:players]), tuple(seat.starting_stacks))
    random = face("support.seeded_random").SeededRandom(1)
    return play.seat_view(seat, public, seat.actor_index, random)


def process(source: Any = "random", **options: Any) -> Any:
    return agents.ProcessAgent(source, **options)


def searching(**options: Any) -> Any:
    return agents.SearchAgent(before_flop(), settings(), **options)


seats_settings = face("agents.search_agent")._seats_settings


def search(**options: Any) -> Any:
    menus = ("50%", "50%", "50%")
    usual: dict[str, Any] = {"seconds": 1.0, "method": "maxmargin", "target": 1.0}
    return agents.search_settings(menus, **(usual | options))


@cache
def network() -> Any:
    return opponents.typical_network()


def restricted(**options: Any) -> Any:
    terms = {"game": games.Kuhn(), "restricted": 0, "model": {}, "share": 0.5}
    return exploitation.RestrictedGame(**(terms | options))


@cache
def no_counts() -> Any:
    """Return tables for predictions without any deals."""
    shapes = face("agents.prediction.tables")._shapes()
    return prediction.PredictionTables(**{name: np.zeros(each) for name, each in shapes.items()})


def predictor(hole: Any = "AsKs", board: Any = "", **options: Any) -> Any:
    return prediction.HandPredictor(no_counts()).win_probability(hole, board, **options)


def combine(factor: Any) -> Any:
    return prediction.combine_factors(factor, np.full(len(prediction.K_CLASSES), 0.1))


def limited() -> Any:
    return process(memory_mb=9)


def used_up(agent: Any) -> None:
    agent.seconds_used = 5.0
    agent.decide(view())


def other_game(facts: dict[str, Any]) -> None:
    facts["game"] = "x"


@cache
def push_file() -> Any:
    """Return the file of a solution of a game from the blinds."""
    path = new_path("push.preflop")
    push_solver().strategy().save(path)
    return path


def bayes_data(**fields: Any) -> Any:
    """Return the network of a node `x` with changed fields."""
    node = {"states": ["a", "b"], "table": [0.5, 0.5]} | fields
    return bayes.BayesianNetwork.from_dict({"x": node})


def bayes_node(name: str = "x", **fields: Any) -> Any:
    terms = {"states": ("a", "b"), "table": [0.5, 0.5], "parents": ()} | fields
    return bayes.NetworkNode(name, **terms)


def bayes_tables(*texts: str) -> Any:
    return bayes.read_tables(new_file(text, f"table{at}.csv") for at, text in enumerate(texts))


def coins(count: int) -> Any:
    return bayes.BayesianNetwork(bayes_node(f"x{at}") for at in range(count))


TABLE: Table = {
    "agents/bayes/factors.py": [
        ("_check_size", lambda: coins(25).joint(list(coins(25).nodes)), "tables of at most"),
    ],
    "agents/bayes/network.py": [
        ("NetworkNode.__post_init__", lambda: bayes_node(states=()), "must have states, got none"),
        ("NetworkNode.__post_init__", lambda: bayes_node(table=[1]), "must have 1 dimensions"),
        ("NetworkNode.__post_init__", lambda: bayes_node(table=[2, -1]), "must be from 0 to 1"),
        (
            "BayesianNetwork.__init__",
            lambda: bayes.BayesianNetwork([bayes_node(), bayes_node()]),
            "names of nodes must differ, got x twice",
        ),
        ("BayesianNetwork.__init__", lambda: bayes.BayesianNetwork([]), "at least one node"),
        (
            "BayesianNetwork.__init__",
            lambda: bayes_data(parents=["x"], table=[[0, 1], [1, 0]]),
            "no node must be its own ancestor, got x -> x",
        ),
        (
            "BayesianNetwork._check",
            lambda: bayes.BayesianNetwork([bayes_node(parents=("x",), table=[[0, 1]])]),
            "a row for each combination",
        ),
        ("BayesianNetwork._check", lambda: bayes_data(table=[1, 1]), "must sum to 1, got 2"),
        (
            "BayesianNetwork.from_dict",
            lambda: bayes.BayesianNetwork.from_dict({"x": 3}),
            "must have the fields states and table",
        ),
        ("BayesianNetwork.from_dict", lambda: bayes_data(colour=1), "fields must be states"),
        ("BayesianNetwork.from_dict", lambda: bayes_data(parents=["z"]), "parents must be nodes"),
        ("BayesianNetwork.joint", lambda: bayes_data().joint([]), "names must be different nodes"),
        (
            "BayesianNetwork.joint",
            lambda: bayes_data(table=[1, 0]).joint(["x"], given={"x": "b"}),
            "the evidence is impossible",
        ),
        ("BayesianNetwork._node", lambda: bayes_data().joint(["z"]), "node must be one of x"),
        (
            "BayesianNetwork._place",
            lambda: bayes_data().probability({"x": "c"}),
            "state of x must be one of a, b, got 'c'",
        ),
        (
            "BayesianNetwork._likelihood",
            lambda: bayes_data().joint(["x"], given={"x": [1]}),
            "evidence of x must be a state or 2 numbers",
        ),
        ("_texts", lambda: bayes_data(states="ab"), "must be a list of different texts"),
        ("_rows_array", lambda: bayes_data(table={"c": [1, 0]}), "a row for each combination"),
        ("_numbers", lambda: bayes_data(table=["c", "d"]), "table must be numbers"),
    ],
    "agents/bayes/tables.py": [
        (
            "read_network",
            lambda: bayes.read_network(new_file("[x", "wrong.toml")),
            "wrong.toml: Expected",
        ),
        ("read_tables", lambda: bayes_tables("y,x,probability\na,b,1"), "table of the parent y"),
        (
            "read_tables",
            lambda: bayes_tables("y,probability\na,1", "y,x,probability\nb,b,1"),
            "states of y must be a, got 'b'",
        ),
        ("_read_table", lambda: bayes_tables("x"), "first line must name the parents"),
        ("_read_table", lambda: bayes_tables("x,probability\na,2"), "the last one from 0 to 1"),
        ("_text", lambda: bayes.read_network(new_path("missing")), "cannot be read"),
        ("_text", lambda: bayes.read_network(new_file(b"\xff", "x.toml")), "not UTF-8 text"),
    ],
    "agents/agent.py": [
        (
            "HoldemAgent.check_game",
            lambda: Holder().check_game(OMAHA),
            "Holder plays Texas hold'em only",
        ),
        ("as_agent", lambda: agents.as_agent(agents.RandomAgent), "got a class: use RandomAgent()"),
        ("as_agent", lambda: agents.as_agent(7), "must have `decide(view)` or be a function"),
        (
            "as_agent",
            lambda: agents.as_agent(lambda: None),
            "one argument, the view, got <",
        ),
    ],
    "agents/messages.py": [
        ("answer_from", lambda: messages.answer_from(b"[]"), "reply must be an object, got list"),
        ("action_from", lambda: messages.action_from({"kind": 7}), "reply must be an action"),
    ],
    "agents/course/agent.py": [
        ("CourseAgent.__init__", lambda: course.CourseAgent(7), "make_decision must be a function"),
        ("CourseAgent.__init__", lambda: course.CourseAgent(), "or a method of a subclass"),
        ("agent_of_module", lambda: make("course:json"), "json has no function make_decision"),
    ],
    "agents/course/card_codes.py": [
        ("cards_of_codes", lambda: course.cards_of_codes([[1]]), "in one dimension"),
        ("cards_of_codes", lambda: course.cards_of_codes([52]), "from 0 to 51, or -1"),
    ],
    "agents/equity.py": [
        (
            "EquityAgent.__post_init__",
            lambda: make("equity:samples=0"),
            "samples must be at least 1",
        ),
    ],
    "agents/exploitation/deviations.py": [
        (
            "DeviationModel.__init__",
            lambda: exploitation.DeviationModel(uniform(kuhn()), strength=0),
            "strength must be above 0, got 0",
        ),
        (
            "DeviationModel.observe_line",
            lambda: exploitation.DeviationModel(uniform(kuhn())).observe_line({"K": []}, {}),
            "no holding is possible",
        ),
        (
            "DeviationModel._place",
            lambda: exploitation.DeviationModel(uniform(kuhn())).observe("x", "k"),
            "has no information set 'x'",
        ),
        (
            "DeviationModel._place",
            lambda: exploitation.DeviationModel(uniform(kuhn())).observe(kuhn().keys[0], "x"),
            "got 'x'",
        ),
    ],
    "agents/exploitation/restricted.py": [
        ("RestrictedGame.__post_init__", lambda: restricted(share=2), "share must be from 0 to 1"),
        ("RestrictedGame.__post_init__", lambda: restricted(restricted=2), "from 0 to 1, got 2"),
        (
            "restricted_response",
            lambda: exploitation.restricted_response(
                games.Kuhn(3), uniform(kuhn()), responder=0, share=0.5
            ),
            "game must have two players",
        ),
    ],
    "agents/odds.py": [
        ("check_raise_pots", lambda: make("pot_odds:raise_pots=0"), "raise_pots must be above 0"),
    ],
    "agents/opponents/learning.py": [
        ("BetRecords.__init__", lambda: opponents.BetRecords(3, max_count=0), "at least 1, got 0"),
        (
            "learn",
            lambda: opponents.learn(network(), opponents.BetRecords(3), 1, iterations=0),
            "iterations must be at least 1, got 0",
        ),
    ],
    "agents/opponents/network.py": [
        (
            "BetNetwork.__post_init__",
            lambda: replace(network(), bluff=np.zeros((1, 1))),
            "bluff must have shape",
        ),
        ("BetNetwork.__post_init__", lambda: replace(network(), bet=np.zeros(1)), "bet must have"),
        ("BetNetwork.__post_init__", lambda: replace(network(), bet=network().bet * 2), "sum to 1"),
        (
            "BetNetwork.__post_init__",
            lambda: replace(network(), bluff=network().bluff - 5),
            "probabilities must be from 0 to 1",
        ),
        (
            "BetNetwork.joint",
            lambda: network().final_hand([], 0, hand=np.zeros(network().hand_classes)),
            "the bets are impossible under this network",
        ),
    ],
    "agents/opponents/ranges.py": [
        ("NarrowedRange.__init__", lambda: opponents.NarrowedRange(99, 6), "got 99"),
    ],
    "agents/prediction/classes.py": [
        ("preflop_class", lambda: prediction.preflop_class("As"), "hole must be two cards"),
        ("hand_classes", lambda: prediction.hand_classes([[1]]), "whole numbers of shape [N]"),
        ("hand_classes", lambda: prediction.hand_classes([1]), "5 to 7 cards, got 1 in row 0"),
        ("_cell", lambda: prediction.k_class("As"), "a hand must have 5 to 7 cards, got 1"),
    ],
    "agents/prediction/combination.py": [
        ("_distribution", lambda: combine("x"), "probabilities, got 'x'"),
        ("_distribution", lambda: combine([1]), "probabilities, got shape (1,)"),
        (
            "_distribution",
            lambda: combine(np.ones(4)),
            "must be at least 0 and sum to 1",
        ),
    ],
    "agents/prediction/predictor.py": [
        ("HandPredictor.win_probability", lambda: predictor(opponents=0), "opponents must be"),
        ("_hole_mask", lambda: predictor("As"), "hole must be two cards, like 'AsQs', got As"),
        ("_board_mask", lambda: predictor(board="2c"), "no cards or 3 to 5, got 1"),
        ("_own", lambda: predictor(board="As2c3c"), "hole and board must differ, got As in both"),
    ],
    "agents/prediction/report.py": [
        (
            "compare_with_equity",
            lambda: prediction.compare_with_equity("x"),
            "street must be one of",
        ),
        ("compare_with_equity", lambda: prediction.compare_with_equity(hands=1), "at least 2"),
    ],
    "agents/prediction/tables.py": [
        (
            "PredictionTables.__post_init__",
            lambda: replace(no_counts(), flop=np.zeros(1)),
            "flop must have shape",
        ),
        (
            "PredictionTables.counts",
            lambda: no_counts().counts("x"),
            "street must be one of",
        ),
    ],
    "agents/process.py": [
        ("ProcessAgent.__init__", lambda: process(seconds_per_decision=0), "a number above 0"),
        (
            "ProcessAgent.__init__",
            lambda: replaced({"agents.process.sys.platform": "win32"}, limited),
            "memory_mb cannot be limited on Windows",
        ),
        ("ProcessAgent.__init__", lambda: process(lambda: 1), "or a function or class of a module"),
        (
            "ProcessAgent.__init__",
            lambda: process(7),
            "a function of a view, or a function",
        ),
        (
            "ProcessAgent._seconds_left",
            lambda: used_up(process(seconds_per_match=1)),
            "all 1 s of the match are used up",
            AgentError,
        ),
        (
            "ProcessAgent._started",
            lambda: process(max_restarts=-1).decide(view()),
            "ended 0 times; not started again",
            AgentError,
        ),
    ],
    "agents/registry.py": [
        ("create_agent", lambda: make("x"), "or module:Class, got 'x'"),
        ("_own_entry", lambda: make("a b:C"), "or module:Class, got a b:C"),
        ("_own_entry", lambda: make("json:JSONDecoder"), "no class with `decide`"),
        ("_own_module", lambda: make("course:a b"), "must be a name like 'my_agents', got 'a b'"),
        ("_own_module", lambda: make("missing_module:Agent"), "cannot be imported"),
    ],
    "agents/search_agent.py": [
        ("SearchAgent.check_game", lambda: searching().check_game(POT_LIMIT), "no-limit Texas"),
        (
            "_seats_settings",
            lambda: seats_settings(before_flop(), 1, None, 3),
            "seed requires a strategy for three or more players",
        ),
        (
            "_seats_settings",
            lambda: seats_settings(before_flop(0, 3), 1, "call/fold", None),
            "continuations requires a strategy that covers later streets",
        ),
        ("SearchAgent.explain", lambda: searching().explain(), "nothing to explain"),
        ("search_settings", lambda: search(seconds=0), "seconds must be above 0, got 0"),
        ("_depth_limit", lambda: search(depth="x"), "hand, street or buckets, got 'x'"),
        ("_raise_limits", lambda: search(raises="1/2"), "three like 2/3/3, got '1/2'"),
        (
            "saved_search_agent",
            lambda: make(f"search:street=x,preflop={push_file()}"),
            "street must be flop, turn or river, got 'x'",
        ),
        (
            "saved_search_agent",
            lambda: make(f"search:preflop={kuhn_training()}"),
            "preflop must be a hold'em strategy",
        ),
    ],
    "agents/strategy_agent.py": [
        (
            "saved_strategy_agent",
            lambda: agents.create_agent("strategy:file=hu20,seconds=-1"),
            "seconds must be at least 0, got -1",
        ),
        ("StrategyAgent.__init__", lambda: agents.StrategyAgent(plain()), "before the flop"),
        (
            "StrategyAgent.check_game",
            lambda: agents.StrategyAgent(before_flop()).check_game(OMAHA),
            "the strategy plays Texas hold'em only",
        ),
        (
            "StrategyAgent.check_game",
            lambda: agents.StrategyAgent(uniform(kuhn())).check_game(OMAHA),
            "the strategy plays Kuhn poker",
        ),
        (
            "_read_strategy",
            lambda: make(f"strategy:{rewritten(kuhn_training(), other_game)}"),
            "got a file for 'x'",
        ),
        ("saved_strategy", lambda: make(f"strategy:{new_path()}"), "strategy must be a file or"),
    ],
}
