"""CFR and Monte Carlo CFR for any game."""
