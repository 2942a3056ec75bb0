"""The run time of a module, in the small typed Python that `machine` reads; `dialect` declares its words.

All files are one text. Sequences never change; what is made lies above `m.top`, in a heap that is tidied
between steps. `fail` ends the play: the host then plays the game again in Python, which says what is wrong
and where. A function that has a namesake in `play` does what that one does.
"""
