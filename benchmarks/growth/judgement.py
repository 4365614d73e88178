# SPDX-License-Identifier: Apache-2.0
"""Whether costs grow faster than n log n, and the exponent with which they grow."""

import math
import statistics

SLACK = 1.25  # tables grow in steps, and small parts of the work are sorted in other ways than large ones
LEAST = 2  # instructions for each byte more: below that, what grows is how an input divides its bytes among tensors


def n_log_n(size):
    return size * math.log2(size)


def too_fast(sizes, costs):
    """Which steps grow faster than n log n, as text; nothing when none does.

    Differences are compared, so that what is the same for every size does not hide how the rest grows; for three sizes
    in a row a step may be as much larger than the one before as it is for n log n.
    """
    found = []
    for at in range(len(sizes) - 2):
        a, b, c = costs[at:at + 3]
        small, middle, large = map(n_log_n, sizes[at:at + 3])
        # A step of less than a twentieth of the cost is no step to measure the next one by.
        allowed = max(SLACK * (large - middle) / (middle - small) * max(b - a, b / 20), LEAST * (sizes[at + 2] - sizes[at + 1]))
        if c - b > allowed:
            found.append(f"{a}, {b}, {c} instructions for {', '.join(map(str, sizes[at:at + 3]))} bytes: "
                         f"the last step is {(c - b) / allowed * SLACK:.2f} times that of n log n")
    return found


def exponent(sizes, costs):
    """The slope of log cost over log size, by least squares."""
    return statistics.linear_regression(list(map(math.log, sizes)), list(map(math.log, costs))).slope
