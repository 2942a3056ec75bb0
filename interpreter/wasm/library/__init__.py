"""The run-time functions in the small Python that `machine` reads, so that both engines run one text.

All files are one text. A sequence of numbers is one number: how many (the upper 32 bits) and where the first
lies (the lower). Sequences never change; what is made lies above `top`, in a heap that is tidied between
steps. `fail` ends the play: the host then plays the game again in Python, which says what is wrong and where.
What is written in capitals is the layout of the module, see `module`. Each function does what the one of its
name in `play` does.
"""
