"""The Mann-Whitney U test: whether one of two samples tends to be larger, whatever their distribution."""

import math
import statistics


def ranks(values):
    """Ranks from 1; equal values share the mean of theirs."""
    order = sorted(values)
    first = {value: at for at, value in reversed(list(enumerate(order, 1)))}
    last = dict(zip(order, range(1, len(order) + 1)))
    return [(first[value] + last[value]) / 2 for value in values]


def mann_whitney(a, b):
    """(U of a, two-sided p), by the normal approximation, corrected for ties and for continuity."""
    n, m = len(a), len(b)
    both = [*a, *b]
    u = sum(ranks(both)[:n]) - n * (n + 1) / 2
    ties = sum(both.count(value) ** 3 - both.count(value) for value in set(both))
    variance = n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1)))
    if variance == 0:
        return u, 1.0
    distance = max(abs(u - n * m / 2) - 0.5, 0)
    return u, min(1.0, 2 * statistics.NormalDist().cdf(-distance / math.sqrt(variance)))
