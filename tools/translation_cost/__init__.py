"""What translation costs: `python -m tools.translation_cost` prints tables of docs/translate.md.

Both players play an equilibrium of a game with few bet sizes. In the full game, with many, each of
them translates whatever the other bets. How much the best answers of the full game win more than
they should is the exploitability of the translated strategies. It is exact: a translator draws a
way through the small game in private, so his strategy is followed way by way.
"""
