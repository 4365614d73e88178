# SPDX-License-Identifier: Apache-2.0
"""Numbers as people read them: the largest unit that is not above the number."""

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
TIMES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns"))
SIZES = ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB"), (1, "B"))
COUNTS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))


def scaled(number, units, put="{:g}".format):
    unit, name = next((each for each in units if number >= each[0]), units[-1])
    return f"{put(number / unit)} {name}"
