"""Names of schedules, which the help of commands lists without importing them."""

SCHEDULE_NAMES = ("cfr", "cfr+", "linear", "discounted", "steady", "predictive")
DEFAULT_SCHEDULE_NAME = "steady"
