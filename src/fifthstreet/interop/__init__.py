"""Other programs: their files, servers and interfaces."""
