"""A preflop game that needs no flops."""

PUSH_OR_FOLD = """
stack = 7.5
ante = 0.1
flops = ["AsKd2c", "7h7d3c"]
sizes.preflop = { raise = "a" }
tree = { max_raises = [1, 0, 0, 0], removed = ["r:c"] }
"""
