"""Numbers that stay within their bounds, and the work that is counted."""

# mypy: ignore-errors
# ruff: noqa: F821, D103


def measured(number):
    if number > MAX_NUMBER or number < -MAX_NUMBER:
        fail()
    return number


def divided(number, by):
    if by == 0:
        fail()
    found = number / by
    if found * by != number and (number < 0) != (by < 0):
        found = found - 1
    return found


def remainder(number, by):
    return number - divided(number, by) * by


def least_of(a, b):
    if b < a:
        return b
    return a


def most_of(a, b):
    if b > a:
        return b
    return a


def size_of(number):
    if number < 0:
        return -number
    return number


def there(value):
    if value < 0:
        fail()
    return value


def kept(value):
    return sure(value)


def step_within(members, value, steps):
    if value + steps >= 0 and value + steps < members:
        return value + steps
    return -1


def within_limit(zone, most):
    if len(zone) >= most:
        fail()


def count_work(s, steps):
    s[WORK] = s[WORK] + steps
    if s[WORK] > MAX_WORK:
        fail()


def counted(s, values, steps):
    count_work(s, len(values) * steps + 1)
    return values


def tried(s, steps):
    s[WORK] = s[WORK] + TRY_WORK + steps
    if s[WORK] > MAX_WORK:
        fail()


def deeper(s, steps):
    count_work(s, steps)
    s[DEPTH] = s[DEPTH] + 1
    if s[DEPTH] > MAX_DEPTH:
        fail()
