"""A game that is being played: its position, journal, log and seats, whatever shows it and whoever asks."""
