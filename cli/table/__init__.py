"""The game in the browser: what a seat sees as parts of a page, and the server that gives them."""
