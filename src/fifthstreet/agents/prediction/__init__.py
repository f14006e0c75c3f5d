"""Predict final hands from the current hand: by two factors, or by their exact joint.

The factors are straights and flushes (SF) and ranks that repeat (K); see docs/prediction.md.
"""

from fifthstreet.agents.prediction.classes import (
    K_CLASSES,
    PREFLOP_CLASSES,
    SF_CLASSES,
    hand_classes,
    k_class,
    preflop_class,
    sf_class,
)
from fifthstreet.agents.prediction.combination import (
    FINAL_HANDS,
    FINAL_SF,
    combine_factors,
)
from fifthstreet.agents.prediction.percentiles import (
    PERCENTILE_CLASSES,
    Percentiles,
    PercentileTables,
    percentile_tables,
)
from fifthstreet.agents.prediction.predictor import HandPredictor, pot_share
from fifthstreet.agents.prediction.report import (
    CellError,
    PredictionReport,
    WinReport,
    compare_factors,
    compare_with_equity,
)
from fifthstreet.agents.prediction.tables import (
    PredictionTables,
    build_tables,
    prediction_tables,
)

__all__ = [
    "FINAL_HANDS",
    "FINAL_SF",
    "K_CLASSES",
    "PERCENTILE_CLASSES",
    "PREFLOP_CLASSES",
    "SF_CLASSES",
    "CellError",
    "HandPredictor",
    "PercentileTables",
    "Percentiles",
    "PredictionReport",
    "PredictionTables",
    "WinReport",
    "build_tables",
    "combine_factors",
    "compare_factors",
    "compare_with_equity",
    "hand_classes",
    "k_class",
    "percentile_tables",
    "pot_share",
    "prediction_tables",
    "preflop_class",
    "sf_class",
]
