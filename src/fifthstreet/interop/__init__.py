"""Other people's programs: their files, servers and interfaces."""
