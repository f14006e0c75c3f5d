"""Other people's servers and protocols: our agents play there, and other programs play here."""
