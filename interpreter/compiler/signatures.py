"""The types of the intermediate representation, and the functions that compiled rules may call.

Values are numbers (truth too: 0 and 1) and sequences of numbers, which never change. A state `s` is a list of
slots; each slot holds one of the two for good. What is looked up for `none` (-1) in a table of what lies
beside a space or belongs to a piece is NOTHING: it equals nothing, is not true, and any other use of it is a
fault.
"""

from __future__ import annotations

from dataclasses import dataclass

# ---- types, as they are written in the tables below

NUMBER = "number"
NUMBERS = "numbers"
# Only as arguments: pairs of a key (a number, or several) and a value; what is claimed in a `settle` and what
# came of it; where a piece's rules are in force; a function, and what it is called with.
PAIRS = "pairs"
CLAIMS = "claims"
HEARD = "heard"
CARRIED = "carried"
FUNCTION = "function"
ARGUMENTS = "arguments"
STATE = "state"
TEXT = "text"
# Fixed pairs of slots, between which something is looked at.
SPANS = "spans"
NONE = "none"
# Static tables: of numbers, of sequences, the declared tables of a ruleset, remembered values, cells of
# kept values, functions by piece, places of rules by piece.
ROW = "row"
ROWS = "rows"
DECLARED = "declared"
KNOWN = "known"
KEPT = "cells"
FUNCTIONS = "functions"
CARRIERS = "carriers"
TYPES = (
    NUMBER, NUMBERS, PAIRS, CLAIMS, HEARD, CARRIED, FUNCTION, ARGUMENTS, STATE, TEXT, SPANS, NONE,
    ROW, ROWS, DECLARED, KNOWN, KEPT, FUNCTIONS, CARRIERS,
)  # fmt: skip

# ---- what may be called


@dataclass(frozen=True, slots=True)
class FunctionSignature:
    """What a function takes and gives; optional: how many parameters at the end may be left out.

    cost: how its work grows with the sequences it is given (1, n, n log n, n^2), or `metered` where it counts
    its own work; faults: whether it can raise RuleFault; asks: whether it may ask, so that it stands behind
    `yield from`.
    """

    parameters: tuple[str, ...]
    result: str
    cost: str
    faults: bool = False
    asks: bool = False
    optional: int = 0

    @property
    def fails(self) -> bool:
        """Whether it may raise RuleFault, or counts work, of which there can be too much."""
        return self.faults or self.cost == "metered"


_LETTERS = {
    "s": STATE, "n": NUMBER, "N": NUMBERS, "P": PAIRS, "C": CLAIMS, "H": HEARD, "E": CARRIED, "f": FUNCTION,
    "A": ARGUMENTS, "t": TEXT, "S": SPANS, "K": KEPT, "I": ROW, "T": ROWS, "-": NONE,
}  # fmt: skip

# The run time: name, parameters and result in letters, cost; ? means that the rest may be left out, fault
# that it can raise one, asks that it may ask. In compiled code None may be given for `n`.
_RUN_TIME = """
added            Nn       N  n
added_some       Nnn      N  n
allotted         snnn     -  1        fault
at               Nn       n  1
below            sn?n     n  1        fault
both             NN       N  n
border           TN       N  n log n
choose_many      snnNnnnA N  n        fault asks
choose_fitting   snnNnnnAfn N  metered  fault asks
deeper           sn       -  1        fault
distance         Tnn      n  n        fault
distinct         N        N  n log n
divided          nn       n  1        fault
drawn_from       sntnn    N  n        fault
drawn_late       sntnn    N  n        fault
exchanged        Nnn      N  n        fault
fingerprint      sSn      n  n        fault
first            N        n  1
game_over        snn      -  1
granted          snnnn    n  1
group            TnN      N  n
groups           TN       N  n^2
imagined         snffAf   n  metered  fault
in_order         P        N  n log n
kept             n        n  1        fault
last             N        n  1
leaders          P        N  n log n
least            P        n  n
lift_from        snn      -  1        fault
longest_trail_of sTNNN    n  metered  fault
measured         n        n  1        fault
merged           NN       N  n log n
metered          sNn      N  1        fault
next_in_turn     NNn      n  n
nth              Nn?t     n  1        fault
payable          snNfAn   n  metered  fault
order_late       sn       -  n
pay_split        snnNNA?fn - metered  fault asks
picked           sN       n  1        fault
piled            NN       N  n        fault
place_in         Nn       n  n
place_of         Nnn      n  n        fault
players_mask     N        n  n
ray              TnnN     N  n
ray_size         TnnN     n  n
reach            TnNN     N  n        fault
remainder        nn       n  1        fault
removed          Nn       N  n        fault
removed_last     Nn       N  n        fault
removed_some     Nnn      N  n        fault
repeated         Nn       N  n        fault
rolled           snNn?n   N  n log n  fault
rule_in          snnEn    -  1
rule_out         snnEn    -  1
secretly         sNf      -  metered  asks
settle           sCt      H  n        fault
settle_on        snn      -  1        fault
shuffle_late     sn?n     -  n        fault
shuffled         sN?n     N  n        fault
span             nn       N  n        fault
size_late        sn       n  1
some_fitting     sNnnnfAn n  metered  fault
spent            snn      -  1        fault
step_within      nnn      n  1
there            nt       n  1        fault
times_over       n        N  n        fault
too_early        -        -  1        fault
tried            sn       -  1        fault
unless_changed   sKnfA    n  metered  fault
union            NN       N  n log n
wait             sN       -  n        fault
walk             IInn     n  n
within_limit     Nn       -  1        fault
without          NN       N  n
count_work       sn       -  1        fault
"""

# What Python itself gives. `min` and `max` take two numbers, or a list and a default.
_BUILT_INS = """
abs              n        n  1
all              N        n  n
any              N        n  n
bool             n        n  1
fromkeys         N        N  n
int              n        n  1
len              N        n  1
list             N        N  n
max              nn       n  1
min              nn       n  1
range            n?nn     N  n
sorted           N        N  n log n
sum              N        n  n
tuple            N        N  n
count            Nn       n  n
"""

# What code that tells calls besides, and what notes the rules that change a value; in Python alone.
_TELLING = """
contents         sN       A  n
note             nn       -  1
sole             snnN     n  1
tell             sn?AAAA  -  n
"""

# What the compiler adds to each game: the points of a piece, and the first action that waits.
_OF_THE_GAME = """
final_points     snn      n  metered  fault
run_agenda       s        -  metered  fault asks
"""


def _signatures(table: str) -> dict[str, FunctionSignature]:
    found = {}
    for line in table.strip().splitlines():
        name, parameters, result, *more = line.split()
        needed, _, optional = parameters.partition("?")
        words = set(more) & {"fault", "asks"}
        found[name] = FunctionSignature(
            tuple(_LETTERS[letter] for letter in needed.strip("-") + optional),
            _LETTERS[result],
            " ".join(word for word in more if word not in words),
            "fault" in words,
            "asks" in words,
            len(optional),
        )
    return found


RUN_TIME = _signatures(_RUN_TIME)
BUILT_INS = _signatures(_BUILT_INS)
OF_THE_GAME = _signatures(_OF_THE_GAME)
_ALL = RUN_TIME | BUILT_INS | OF_THE_GAME | _signatures(_TELLING)


def signature_of(name: str) -> FunctionSignature:
    """Return what a function that is not compiled takes and gives; raises KeyError."""
    return _ALL[name]
