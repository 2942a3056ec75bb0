"""Playing a compiled game: states, decisions, views and scores."""
