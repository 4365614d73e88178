#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests mutations.py: one row for each kind of change, and what must be left alone."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import mutations  # noqa: E402


def mutants(source):
    """(operator, the whole mutated source) of every mutation."""
    return {(m.operator, source[:m.begin] + m.text + source[m.end:]) for m in mutations.mutations(source)}


MADE = [
    ("a comparison moves by one", "x = a < b;", "comparison", "x = a <= b;"),
    ("a comparison turns round", "x = a < b;", "comparison", "x = a >= b;"),
    ("equal becomes unequal", "x = a == b;", "comparison", "x = a != b;"),
    ("plus becomes minus", "x = a + b;", "arithmetic", "x = a - b;"),
    ("a shift turns round", "x = a << b;", "arithmetic", "x = a >> b;"),
    ("and becomes or", "x = a && b;", "arithmetic", "x = a || b;"),
    ("an accumulation becomes an assignment", "x += a;", "arithmetic", "x = a;"),
    ("an increment becomes a decrement", "++i;", "arithmetic", "--i;"),
    ("a constant grows by one", "x = 255;", "constant", "x = 256;"),
    ("a constant shrinks by one", "x = 255;", "constant", "x = 254;"),
    ("a constant becomes 0", "x = 0x10U;", "constant", "x = 0U;"),
    ("a character is the next one", "x = 'e';", "constant", "x = 'f';"),
    ("a condition never holds", "if (a) return b;", "removed check", "if (false) return b;"),
    ("a condition always holds", "if (a) return b;", "removed check", "if (true) return b;"),
    ("a condition is negated", "if (a) return b;", "negated", "if (!(a)) return b;"),
    ("an operand before and is removed", "x = a && f(b);", "removed check", "x = f(b);"),
    ("an operand behind and is removed", "x = a && f(b);", "removed check", "x = a;"),
    ("a not is removed", "x = !a;", "negated", "x = a;"),
    ("a return value is exchanged", "{ return f(a); }", "changed return", "{ return {}; }"),
    ("a return value is negated", "{ return f(a); }", "changed return", "{ return !(f(a)); }"),
    ("a call is removed", "{ f(a); g(b); }", "removed statement", "{ f(a); ; }"),
    ("arguments are swapped", "x = f(a, b);", "swapped", "x = f(b, a);"),
    ("a read takes half the width", "x = in.u32le(n);", "name", "x = in.u16le(n);"),
    ("a type loses its sign", "x = static_cast<std::int32_t>(a);", "name", "x = static_cast<std::uint32_t>(a);"),
    ("the lower bound becomes the upper", "x = std::min(a, b);", "name", "x = std::max(a, b);"),
    ("a loop ends where it went on", "for (;;) { continue; }", "name", "for (;;) { break; }"),
]

LEFT_ALONE = [
    ("comments", "// a < b + 1"),
    ("text", 'x("a < b + 1");'),
    ("the preprocessor", "#define A 1 + 2\n"),
    ("assertions of the compiler", "static_assert(1 < 2);"),
    ("names of types", "using A = B;"),
    ("the head of a template", "template <class A = 1>"),
]


class Mutations(unittest.TestCase):
    def test_changes_are_made(self):
        for what, source, operator, mutant in MADE:
            with self.subTest(what):
                self.assertIn((operator, mutant), mutants(source))

    def test_what_is_no_code_is_left_alone(self):
        for what, source in LEFT_ALONE:
            with self.subTest(what):
                self.assertEqual(set(), mutants(source))

    def test_no_mutant_is_the_source(self):
        for _, source, _, _ in MADE:
            self.assertNotIn(source, {mutant for _, mutant in mutants(source)})


if __name__ == "__main__":
    unittest.main()
