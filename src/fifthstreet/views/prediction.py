"""Errors of predicted final hands, for files."""

from fifthstreet.agents.prediction import PredictionReport
from fifthstreet.support.drawing import Markup, page
from fifthstreet.views.pictures import prediction_html, prediction_picture, prediction_title


def prediction_svg(report: PredictionReport) -> str:
    """Return a picture with a bar for the error of each cell."""
    return prediction_picture(report).svg()


def prediction_page(report: PredictionReport) -> str:
    """Return a page with the picture and a table of all cells."""
    return page(prediction_title(report), Markup(prediction_html(report)))
