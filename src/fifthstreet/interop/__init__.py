"""Other people's files, servers and interfaces."""
