#!/usr/bin/env python3
"""What keep_seeds.py keeps and removes, with a fuzzer whose edges are the byte values of an input."""

import pathlib
import sys
import tempfile
import unittest

import keep_seeds

# Merges as libFuzzer does: the first folder is known, other inputs come smallest first, COV lists edges not seen before.
FUZZER = """#!{python}
import pathlib, sys
control, (known, *others) = sys.argv[2].partition("=")[2], map(pathlib.Path, sys.argv[4:])
files = sorted(known.iterdir()) + sorted((file for folder in others for file in folder.iterdir()), key=lambda file: file.stat().st_size)
lines, seen = [len(files), len(list(known.iterdir())), *files], set()
for number, file in enumerate(files):
    edges = set(file.read_bytes()) - seen
    seen |= edges
    lines.append(" ".join(map(str, ["COV", number, *sorted(edges)])))
pathlib.Path(control).write_text("\\n".join(map(str, lines)) + "\\n")
"""


class KeepSeeds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        self.seeds, self.build = root / "corpus/toy/seeds", root / "build"
        keep_seeds.ROOT = root
        program = self.build / "libfuzzer/fuzz/package/toy_read_fuzzer"
        self.write(program, FUZZER.format(python=sys.executable).encode())
        program.chmod(0o755)
        self.write(self.build / "libfuzzer/fuzz/package/toy_read_fuzzer.dict", b"")
        self.write(self.build / "seeds/toy/vector", b"ab")
        self.write(self.build / "seeds/toy/seed+by-hand", b"never looked at here")

    def write(self, path, data):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def find(self, name, data):
        self.write(self.build / "found/libfuzzer/toy_read/corpus" / name, data)

    def keep(self):
        self.assertEqual(keep_seeds.main([str(self.build)]), 0)
        return {file.name: file.read_bytes() for file in self.seeds.glob("*") if file.name != "README.md"}

    def readme(self):
        return (self.seeds / "README.md").read_text()

    def test_keeps_what_reaches_more_than_the_vectors(self):
        self.find("more", b"abxy")
        self.find("same", b"ba")
        self.find("larger", b"abxyyyyy")
        self.assertEqual(self.keep(), {"read-001": b"abxy"})
        self.assertIn("| `read-001` | 4 | 2 |", self.readme())

    def test_removes_a_seed_that_adds_nothing_any_more(self):
        self.write(self.seeds / "read-001", b"ab")
        self.write(self.seeds / "read-002", b"z")
        self.assertEqual(self.keep(), {"read-001": b"z"})

    def test_leaves_what_was_written_by_hand(self):
        self.write(self.seeds / "by-hand.txt", b"ab")  # adds nothing
        self.write(self.seeds / "README.md", b"# Seeds\n\nOf by-hand.txt.\n")
        self.find("more", b"abc")
        self.assertEqual(self.keep(), {"by-hand.txt": b"ab", "read-001": b"abc"})
        self.assertTrue(self.readme().startswith("# Seeds\n\nOf by-hand.txt.\n"))
        first = self.readme()
        self.keep()
        self.assertEqual(self.readme(), first)

    def test_keeps_nothing_that_a_seed_by_hand_reaches(self):
        self.write(self.seeds / "by-hand.txt", b"xyz")
        self.find("more", b"xy")
        self.assertEqual(self.keep(), {"by-hand.txt": b"xyz"})
        self.assertNotIn("| file |", self.readme() if (self.seeds / "README.md").exists() else "")

    def test_leaves_large_inputs(self):
        self.find("large", b"x" * (keep_seeds.LARGEST + 1))
        self.assertEqual(self.keep(), {})
        self.assertFalse(self.seeds.exists())

    def test_fails_without_targets(self):
        self.assertEqual(keep_seeds.main([str(self.build / "seeds")]), 2)


if __name__ == "__main__":
    unittest.main()
