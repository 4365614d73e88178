#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what .ci/sbom measures, and a document of it.

    sbom_test.py TREE

Exit: 0 as it should be, 1 not, 77 spdx-tools is not installed: then only what is measured is tested."""
import gzip
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

TREE = pathlib.Path(sys.argv.pop(1)).resolve()
PYTHON = TREE / ".hallmark/sbom/venv/bin/python"
sys.path.insert(0, str(TREE / ".ci/sbom"))
sys.dont_write_bytecode = True
import components  # noqa: E402


def named(*names):
    return {components.Component(name) for name in names}


class Measured(unittest.TestCase):
    def test_headers_are_those_outside_of_the_tree(self):
        deps = "a.o: #deps 4, deps mtime 1 (VALID)\n    ../../codecs/a.hpp\n    /usr/include/zlib.h\n    /tree/x/site-packages/numpy/a.h\n    b.hpp\n\n"
        found = components.headers(deps, pathlib.Path("/tree/build/x"), pathlib.Path("/tree"))
        self.assertEqual(found, {"/usr/include/zlib.h", "/tree/x/site-packages/numpy/a.h"})

    def test_headers_of_an_older_glibc_are_those_of_their_package(self):
        older = "/tree/.hallmark/older_glibc"
        for file, name in {"usr/include/fmt/core.h": "/usr/include/fmt/core.h", "sources/zlib/inflate.h": "/usr/include/zlib.h",
                           "sources/pugixml/src/pugixml.hpp": "/usr/include/pugixml.hpp", "sources/libzip/lib/zip.h": "/usr/include/zip.h"}.items():
            self.assertEqual(components.headers(f" {older}/{file}\n", pathlib.Path("/build"), pathlib.Path("/tree")), {name})

    def test_headers_of_python_packages(self):
        for file, name in (("/gone/site-packages/nanobind/include/nanobind/nanobind.h", "nanobind"), ("/gone/site-packages/numpy/_core/include/x.h", "numpy"),
                           ("/gone/site-packages/nanobind/ext/robin_map/include/tsl/robin_map.h", "robin-map"), ("/opt/include/python3.12/Python.h", "python3.12")):
            self.assertEqual(components.python_header(file).name, name)
        for file, name in (("libcxx/include/vector", "llvm"), ("libc/include/generic-musl/stdio.h", "musl"), ("libc/include/x86_64-linux-gnu/bits/time.h", "llvm")):
            self.assertEqual(components.python_header(f"/x/site-packages/ziglang/lib/{file}").name, name)
        self.assertIsNone(components.python_header("/usr/include/zlib.h"))

    def test_what_is_loaded_is_not_inside(self):
        linked = components.sort_out(named("fmtlib", "zlib", "glibc", "linux", "numpy", "python3.11"), named("zlib", "glibc"))
        self.assertEqual((linked.inside, linked.loaded, linked.read), (named("fmtlib"), named("zlib", "glibc"), named("linux", "numpy", "python3.11")))

    def test_licences_of_copyright_files(self):
        for text, licence in (("Files: *\nCopyright: a\nLicense: Expat\n\nFiles: debian/*\nLicense: GPL-3\n", "MIT"),
                              ("Files:     *\nLicense:   Expat or Apache\n Text\n", "MIT OR Apache-2.0"), ("Files: *\nLicense: GPL-2\n", "GPL-2.0-only"),
                              ("Files: doc/*\nLicense: Expat\n", None),
                              ("    3. The names of the authors may not be used to endorse or promote", "BSD-3-Clause"), ("prose", None)):
            self.assertEqual(components.licence_of(text), licence)

    def test_libraries_that_are_loaded(self):
        program = components.library("libz.so.1")
        self.assertTrue(pathlib.Path(program).is_file())
        self.assertEqual(components.needed(pathlib.Path(program)), {"libc.so.6"})
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder, "x.tar.gz")
            with tarfile.open(archive, "w:gz") as file:
                file.add(program, "lib/libz.so.1")
            self.assertEqual(components.needed(archive), {"libc.so.6"})
            with tarfile.open(archive, "w:gz") as file:
                for own in ("libc.so.6", "libm.so.6"):
                    file.add(components.library(own), own)
            self.assertNotIn("libc.so.6", components.needed(archive))
        with self.assertRaises(LookupError):
            components.library("libnone.so.1")

    def test_packages_of_files(self):
        debian = components.Debian()
        (zlib,) = debian.components({components.library("libz.so.1")})
        self.assertEqual((zlib.name, zlib.licence), ("zlib", "Zlib"))
        self.assertRegex(zlib.purl, r"^pkg:deb/debian/zlib@[^:]+\?arch=source$")
        with self.assertRaises(LookupError):
            debian.components({"/none"})


@unittest.skipUnless(PYTHON.exists(), "spdx-tools is not installed: .ci/release installs it")
class Written(unittest.TestCase):
    def make(self, folder, *arguments):
        return subprocess.run([PYTHON, "-B", TREE / ".ci/sbom/make.py", "--version", "1.2.3", "--created", "86400", folder / "x.spdx.json", *arguments],
                              capture_output=True, text=True)

    def test_a_document(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file in ("hallmark-1.2.3-source.tar.gz", "hallmark_formats-1.2.3-cp311-cp311-linux_x86_64.whl"):
                (folder / file).write_bytes(gzip.compress(b""))
            done = self.make(folder, *sorted(folder.iterdir()))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            document = json.loads((folder / "x.spdx.json").read_text())
            self.assertEqual((document["spdxVersion"], document["creationInfo"]["created"]), ("SPDX-2.3", "1970-01-02T00:00:00Z"))
            names = {one["SPDXID"]: one["name"] for one in document["packages"]}
            related = {(names.get(one["spdxElementId"]), one["relationshipType"], names.get(one["relatedSpdxElement"])) for one in document["relationships"]}
            source, wheel = "hallmark-1.2.3-source.tar.gz", "hallmark_formats-1.2.3-cp311-cp311-linux_x86_64.whl"
            for one in ((None, "DESCRIBES", source), (None, "DESCRIBES", wheel), (wheel, "GENERATED_FROM", source), ("numpy", "RUNTIME_DEPENDENCY_OF", wheel),
                        ("scikit-build-core", "BUILD_DEPENDENCY_OF", wheel)):
                self.assertIn(one, related)
            before = (folder / "x.spdx.json").read_bytes()
            self.make(folder, *sorted(folder.glob("hallmark*")))
            self.assertEqual((folder / "x.spdx.json").read_bytes(), before)

    def test_what_is_missing_is_said(self):
        with tempfile.TemporaryDirectory() as name:
            done = self.make(pathlib.Path(name), pathlib.Path(name, "none.deb"))
            self.assertEqual(done.returncode, 2)
            self.assertIn("none.deb", done.stderr)


done = unittest.main(exit=False, verbosity=1).result
for _, reason in done.skipped:
    print(f"skipped: {reason}")
sys.exit(1 if not done.wasSuccessful() else 77 if done.skipped else 0)
