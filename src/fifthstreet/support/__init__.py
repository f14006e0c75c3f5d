"""What every package stands on and what knows nothing of poker: files, pictures, processes."""
