"""The flow: steps run until somebody is asked."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0603


def advance(s):
    """Run the flow to its end."""
    global asked
    work = 0
    patience = PATIENCE
    while patience > 0:
        if top > tidy_at:
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
        run = load(UNASKED + s[STEP] * 8)
        if run and len(s[AGENDA]) == 0:
            call0(run)
        else:
            s[STEP] = load(DESTINATIONS + s[STEP] * 8)
            asked = 0
            options = NOTHING
            done = 0
            offers = load(OPEN_OPTIONS + s[STEP] * 8)
            if offers and len(s[AGENDA]) == 0:
                options = call0(offers)
                if len(options) < 2:
                    done = call1(load(DOES_SOLE + s[STEP] * 8), options)
            if done == 0:
                work = work + s[WORK]
                s[WORK] = 0
                if keeping:
                    copy(CHECKPOINT, STATE, SLOTS * 8)
                    store(Q_LOG, 0)
                run_step(s, options)
                if stopped:
                    return
            if asked:
                work = 0
                patience = PATIENCE
    fail()


def run_step(s, options):
    """Run the current step, which may ask, or what is first on the agenda."""
    place = s[STEP] * 8
    if len(s[AGENDA]) > 0:
        run = load(AGENDA_RUNS + place)
        if run == 0 or s[load(ME_SLOTS + place)] != item(s[AGENDA], 1):
            run = RUN_AGENDA
        call0(run)
    elif load(OPEN_OPTIONS + place):
        call1(load(RUNS + place), options)
    else:
        call0(load(RUNS + place))
