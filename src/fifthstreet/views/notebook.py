"""The pictures that notebooks show: for each class, the function that draws it as HTML."""

from typing import Any

from fifthstreet.views import pictures

# By name, so that a picture of one class does not load all others.
PICTURES = {
    "BettingTree": "tree_html",
    "EquityResult": "equity_html",
    "ExploitationCurve": "exploitation_svg",
    "FlopGroups": "groups_html",
    "IterativeSolver": "run_html",
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
