"""Matches between bots, and the ratings that follow from them."""
