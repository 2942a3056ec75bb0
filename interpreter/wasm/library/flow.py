"""The flow: steps run until somebody is asked."""

from __future__ import annotations

from interpreter.layout import AGENDA, FINISHED, PENDING, STEP, WORK
from interpreter.play.runtime import MAX_FLOW_WORK
from interpreter.wasm.dialect import Rows, State, call0, call1, copy, fail, load, m, store
from interpreter.wasm.library.memory import item, joined, tidy


def advance(s: State) -> None:
    """Run the flow to its end."""
    work = 0
    patience = m.PATIENCE
    while patience > 0:
        if m.top > m.tidy_at:
            tidy(s)
        if len(s[PENDING]) > 0:
            s[AGENDA] = joined(s[PENDING], s[AGENDA])
            s[PENDING] = 0
        if s[FINISHED]:
            s[WORK] = 0
            return
        work = work + s[WORK]
        if work > MAX_FLOW_WORK:
            fail()
        s[WORK] = 0
        patience = patience - 1
        run = load(m.UNASKED + s[STEP] * 8)
        if run and len(s[AGENDA]) == 0:
            call0(run)
        else:
            s[STEP] = load(m.DESTINATIONS + s[STEP] * 8)
            m.asked = 0
            options: Rows | None = None
            done = False
            offers = load(m.OPEN_OPTIONS + s[STEP] * 8)
            if offers and len(s[AGENDA]) == 0:
                options = call0(offers)
                if len(options) < 2:
                    done = call1(load(m.DOES_SOLE + s[STEP] * 8), options)
            if not done:
                work = work + s[WORK]
                s[WORK] = 0
                if m.keeping:
                    copy(m.CHECKPOINT, m.STATE, m.SLOTS * 8)
                    store(m.Q_LOG, 0)
                run_step(s, options)
                if m.stopped:
                    return
            if m.asked:
                work = 0
                patience = m.PATIENCE
    fail()


def run_step(s: State, options: Rows | None) -> None:
    """Run the current step, which may ask, or what is first on the agenda."""
    place = s[STEP] * 8
    if len(s[AGENDA]) > 0:
        run = load(m.AGENDA_RUNS + place)
        if run == 0 or s[load(m.ME_SLOTS + place)] != item(s[AGENDA], 1):
            run = m.RUN_AGENDA
        call0(run)
    elif load(m.OPEN_OPTIONS + place):
        call1(load(m.RUNS + place), options)
    else:
        call0(load(m.RUNS + place))
