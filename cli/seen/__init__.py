"""What a seat sees of a position and is asked, as data; terminal, page and JSON are made from it."""
