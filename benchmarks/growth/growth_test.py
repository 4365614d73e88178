#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what growth.py calls too fast."""

import unittest

from judgement import exponent, n_log_n, too_fast

SIZES = [8192, 32768, 131072]
ALLOWED = {
    "nothing": lambda n: 1000,
    "linear": lambda n: 5 * n,
    "linear after a start": lambda n: 5_000_000 + 5 * n,
    "n log n": lambda n: 3 * n_log_n(n),
    "n log n after a start": lambda n: 10_000_000 + 3 * n_log_n(n),
    "less than linear": lambda n: n ** 0.5,
    "less for larger inputs": lambda n: 10 ** 9 / n,
    "an instruction for each byte of the largest": lambda n: 10_000 + (n > 40000) * n,
}
TOO_FAST = {
    "quadratic": lambda n: n * n / 100,
    "quadratic after a start": lambda n: 5_000_000 + n * n / 1000,
    "n to the power of 1.5": lambda n: n ** 1.5,
    "linear, and a quadratic part of a thirtieth": lambda n: 20 * n + n * n / 6000,
    "nothing, then much": lambda n: 1_000_000 + (n > 40000) * 1_000_000,
}


class Judgement(unittest.TestCase):
    def test_allowed(self):
        for title, cost in ALLOWED.items():
            with self.subTest(title):
                self.assertEqual(too_fast(SIZES, [cost(size) for size in SIZES]), [])

    def test_too_fast(self):
        for title, cost in TOO_FAST.items():
            with self.subTest(title):
                self.assertEqual(len(too_fast(SIZES, [cost(size) for size in SIZES])), 1)

    def test_every_three_sizes_in_a_row_are_judged(self):
        sizes = [1024, 4096, 16384, 65536, 262144]
        self.assertEqual(len(too_fast(sizes, [size * size for size in sizes])), 3)

    def test_exponents(self):
        for power in (0, 0.5, 1, 2):
            self.assertAlmostEqual(exponent(SIZES, [7 * size ** power for size in SIZES]), power)
        self.assertTrue(1.05 < exponent(SIZES, list(map(n_log_n, SIZES))) < 1.1)


if __name__ == "__main__":
    unittest.main()
