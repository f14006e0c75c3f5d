"""Things that decide: agents, what they see, and what they believe."""
