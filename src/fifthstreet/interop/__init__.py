"""Other people's programs: their interfaces, protocols and files."""
