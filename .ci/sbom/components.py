# SPDX-License-Identifier: Apache-2.0
"""Which components are in a file of a release, measured: the headers that its build read, and the libraries that its programs load."""
import dataclasses
import io
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import zipfile

# Short names of Debian's copyright files that SPDX spells otherwise.
LICENCES = {"Expat": "MIT", "BSD-3-clause": "BSD-3-Clause", "Apache": "Apache-2.0", "Apache-2": "Apache-2.0", "GPL-2": "GPL-2.0-only",
            "Expat with embedded exception": "MIT"}
# Copyright files in prose: the sentence that is looked for, and what it says.
PROSE = {"the GCC Runtime Library Exception, version\n3.1": "GPL-3.0-or-later WITH GCC-exception-3.1",
         "GNU Lesser General Public\n    License as published by the Free Software Foundation; either\n    version 2.1": "LGPL-2.1-or-later",
         "3. The names of the authors may not be used to endorse": "BSD-3-Clause"}


@dataclasses.dataclass(frozen=True)
class Component:
    name: str
    version: str | None = None
    licence: str | None = None  # as SPDX writes it
    address: str | None = None  # where it comes from
    purl: str | None = None


@dataclasses.dataclass
class Linked:
    """What a file of a release has in itself, what its programs load, and what else its build read."""
    inside: set = dataclasses.field(default_factory=set)
    loaded: set = dataclasses.field(default_factory=set)
    read: set = dataclasses.field(default_factory=set)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout


def licence_of(text):
    """The licence of a Debian copyright file: of `Files: *`, or of a sentence that we know."""
    for paragraph in re.split(r"\n\s*\n", text):
        if re.search(r"^Files:\s+\*\s*$", paragraph, re.MULTILINE) and (found := re.search(r"^License:\s*(.+?)\s*$", paragraph, re.MULTILINE)):
            return " OR ".join(LICENCES.get(name, name) for name in re.split(r"\s+or\s+", found[1]))
    return next((licence for sentence, licence in PROSE.items() if sentence in text), None)


def headers(deps, build, root):
    """The files that are not of the tree among those that `ninja -t deps` names."""
    files = {os.path.normpath(build / line.strip()) for line in deps.splitlines() if line.startswith(" ")}
    files = {distributed(file, str(root / ".hallmark/older_glibc/")) for file in files}
    return {file for file in files if "/site-packages/" in file or not pathlib.Path(file).is_relative_to(root)}


def distributed(file, older):
    """What .ci/older_glibc has taken out of a Debian package, by the name that it has in the package."""
    if file.startswith(older + "/sources/"):
        return {"zlib": "/usr/include/zlib.h", "pugixml": "/usr/include/pugixml.hpp", "libzip": "/usr/include/zip.h"}[file.removeprefix(older + "/sources/").split("/")[0]]
    return file.removeprefix(older) if file.startswith(older + "/usr/") else file


def python_header(file):
    """The component of a header that a package of Python brings, which may be in a folder that is gone; None for others."""
    if "/robin_map/" in file:
        return Component("robin-map", None, "MIT", "https://github.com/Tessil/robin-map")
    if re.search("/site-packages/ziglang/lib/libc/.*musl", file):
        return Component("musl", None, "MIT", "https://musl.libc.org")
    if "/site-packages/ziglang/" in file:  # with libc++ and what else belongs to a compiler
        return Component("llvm", None, "Apache-2.0 WITH LLVM-exception", "https://llvm.org")
    if found := re.search(r"/site-packages/(nanobind|numpy)/", file):
        return Component(found[1])
    if found := re.search(r"/include/(python3\.\d+)/", file):
        return Component(found[1], None, "Python-2.0", "https://www.python.org")
    return None


class Debian:
    """What Debian's package manager knows of this machine."""

    def __init__(self):
        self.known = {}

    def owners(self, files):
        """The packages that hold some files; those of /lib are known by that name or by /usr/lib."""
        names = {name for file in files for name in (file, file.removeprefix("/usr"), "/usr" + file)}
        done = subprocess.run(["dpkg-query", "-S", *sorted(names)], capture_output=True, text=True)
        found = dict(reversed(line.rsplit(": ", 1)) for line in done.stdout.splitlines())
        for file in files:
            package = next((found[name] for name in (file, file.removeprefix("/usr"), "/usr" + file) if name in found), None)
            if package is None:
                raise LookupError(f"no Debian package holds {file}")
            yield package.split(", ")[0].split(":")[0]

    def component(self, package):
        source, version, address = run("dpkg-query", "-W", "-f=${source:Package}\t${source:Version}\t${Homepage}\n", package).splitlines()[0].split("\t")
        if source not in self.known:
            copyright = pathlib.Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8", errors="replace")
            purl = f"pkg:deb/debian/{source}@{version.replace(':', '%3A')}?arch=source"
            self.known[source] = Component(source, version, licence_of(copyright), address or None, purl)
        return self.known[source]

    def components(self, files):
        return {self.component(package) for package in set(self.owners(files))} if files else set()


def members(path):
    """The contents of an archive, a wheel or a Debian package; a program is its own."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    elif path.name.endswith((".tar.gz", ".deb")):
        content = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, capture_output=True).stdout if path.suffix == ".deb" else None
        with tarfile.open(None if content else path, fileobj=io.BytesIO(content) if content else None) as archive:
            yield from (archive.extractfile(member).read() for member in archive if member.isfile())
    else:
        yield path.read_bytes()


def needed(path):
    """The names of the libraries that the programs of a file load, and that are not in it."""
    names, own = set(), set()
    with tempfile.NamedTemporaryFile() as file:
        for content in members(path):
            if content.startswith(b"\x7fELF"):
                file.seek(0)
                file.truncate()
                file.write(content)
                file.flush()
                dynamic = run("readelf", "-d", file.name)
                names.update(re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic))
                own.update(re.findall(r"\(SONAME\).*\[(.+)\]", dynamic))
    return names - own


def library(name):
    """The file of a library that the loader of this machine takes."""
    for line in run("/sbin/ldconfig", "-p").splitlines():
        if line.startswith(f"\t{name} (libc6,"):
            return os.path.realpath(line.split(" => ")[1])
    raise LookupError(f"no library {name}")


def sort_out(read, loaded):
    """What a build has taken in: the headers of a library that is not loaded are all there is of it, or an archive was linked.
    Those of the kernel, of NumPy and of Python declare what is elsewhere."""
    outside = {one for one in read if one.name in ("linux", "numpy") or one.name.startswith("python3.")}
    return Linked(inside=read - loaded - outside, loaded=loaded, read=outside)


def linked(path, build, root, debian):
    """What is in one file of a release, which was built in the folder `build`."""
    files = headers(run("ninja", "-C", str(build), "-t", "deps"), build, root)
    read = {file: python_header(file) for file in files}
    parts = {one for one in read.values() if one} | debian.components({file for file, one in read.items() if one is None})
    return sort_out(parts, debian.components({library(name) for name in needed(path)}))
