"""The pictures that notebooks show and the tables that objects print: a function for each class."""

from typing import Any

from fifthstreet.views import pictures

# By name, so that a picture of one class does not load all others.
PICTURES = {
    "BettingTree": "tree_html",
    "EquityResult": "equity_html",
    "ExploitationCurve": "exploitation_svg",
    "FlopGroups": "groups_html",
    "IterativeSolver": "run_html",
    "LeafValueSolution": "solution_html",
    "MultiwayNode": "multiway_html",
    "MultiwaySolution": "multiway_solution_html",
    "Node": "node_html",
    "PredictionReport": "prediction_html",
    "Range": "range_html",
    "SearchDecision": "search_decision_html",
    "SessionReport": "session_html",
    "Solution": "solution_html",
    "TreeSize": "size_html",
}


def notebook_html(value: Any) -> str:
    """Return the picture of an object, or of the nearest of its base classes that has one."""
    names = (PICTURES.get(kind.__name__) for kind in type(value).__mro__)
    html: str = getattr(pictures, next(filter(None, names)))(value)
    return html


def printed_text(value: Any) -> str:
    """Return the text of an object, as the command-line program prints it."""
    from fifthstreet.views.match import match_text  # which loads the arena

    return match_text(value)
