"""What translation costs: `python -m tools.translation_cost` prints what mappings cost.

Both players have an equilibrium of a small game with few bet sizes. They play it in a full game
with many sizes and translate each other's bets. The exploitability of these strategies in the full
game is exact: a translator draws a path through the small game in private, so all paths that they
may have drawn are followed, weighted by reach.
"""
