#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the list of components (SBOM) of a release as SPDX 2.3 JSON, validated by the library that writes it.

    make.py --version V --created SECONDS OUTPUT FILE[=BUILD]...

FILE is a file of the release; BUILD the folder that ninja built it in, if there was one: what its compiler read and what its
programs load is measured there. SECONDS, since 1970, is the time that the document gives.

Exit: 0 written, 1 the document is not valid, 2 a component cannot be found."""
import argparse
import datetime
import hashlib
import importlib.metadata
import pathlib
import re
import subprocess
import sys
import tomllib

import components

try:
    from spdx_tools.common.spdx_licensing import spdx_licensing
    from spdx_tools.spdx.model import (Actor, ActorType, Checksum, ChecksumAlgorithm, CreationInfo, Document, ExternalPackageRef,
                                       ExternalPackageRefCategory, Package, PackagePurpose, Relationship, RelationshipType, SpdxNoAssertion)
    from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
    from spdx_tools.spdx.writer.write_anything import write_file
except ImportError:
    sys.exit("make.py: spdx-tools is not installed; `.ci/release` installs it")

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAINTAINERS = Actor(ActorType.ORGANIZATION, "The Hallmark maintainers")


def requirements(lines, installed):
    """Components of Python that pyproject.toml asks for, each with its bounds; the licence is that of the one that is installed."""
    for line in lines:
        name, bound = re.fullmatch(r"([\w.-]+)(.*)", line).groups()
        pinned = bound.removeprefix("==") if bound.startswith("==") else None
        purl = f"pkg:pypi/{name.lower()}" + (f"@{pinned}" if pinned else "")
        yield components.Component(name, pinned, licence_of(name, installed), purl=purl), bound


def licence_of(name, installed):
    """What the metadata of an installed package of Python declare, if it is an expression of SPDX; or the text of BSD-3-Clause."""
    for one in importlib.metadata.distributions(name=name, path=installed):
        given = one.metadata.get("License-Expression") or one.metadata.get("License") or ""
        if given and not spdx_licensing.validate(given).errors:
            return given
        text = one.read_text("licenses/LICENSE") or one.read_text("LICENSE") or ""
        if "Redistributions in binary form must" in text and "Neither the name" in text:
            return "BSD-3-Clause"
    return None


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", text)


def shipped(path, version):
    """A file of the release."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    whole = path.suffix in (".deb", ".whl") or "-static-" in path.name
    return Package(identifier(path.name), path.name, SpdxNoAssertion(), version=version, file_name=path.name, supplier=MAINTAINERS, files_analyzed=False,
                   checksums=[Checksum(ChecksumAlgorithm.SHA256, digest)], license_declared=spdx_licensing.parse("Apache-2.0"),
                   primary_package_purpose=PackagePurpose.INSTALL if whole else PackagePurpose.SOURCE)


def described(one):
    """A component; nothing is asserted of a licence that SPDX has no name for."""
    licence = one.licence if one.licence and not spdx_licensing.validate(one.licence).errors else None
    links = [ExternalPackageRef(ExternalPackageRefCategory.PACKAGE_MANAGER, "purl", one.purl)] if one.purl else []
    return Package(identifier(one.name), one.name, SpdxNoAssertion(), version=one.version, homepage=one.address, files_analyzed=False, external_references=links,
                   license_declared=spdx_licensing.parse(licence) if licence else SpdxNoAssertion())


class Bill:
    """The document while it grows."""

    def __init__(self, version, created):
        when = datetime.datetime.fromtimestamp(created, datetime.UTC).replace(tzinfo=None)
        creation = CreationInfo("SPDX-2.3", "SPDXRef-DOCUMENT", f"hallmark-{version}", f"https://hallmark.invalid/spdx/hallmark-{version}-{created}",
                                [MAINTAINERS, Actor(ActorType.TOOL, "spdx-tools-0.8.5")], when, data_license="CC0-1.0")
        self.document = Document(creation, [], [], [], [], [], [])
        self.known = {}

    def relate(self, of, how, to, comment=None):
        self.document.relationships.append(Relationship(of, how, to, comment))

    def add(self, package):
        if package.spdx_id not in self.known:
            self.known[package.spdx_id] = package
            self.document.packages.append(package)
        return package.spdx_id

    def ship(self, path, version):
        item = self.add(shipped(path, version))
        self.relate("SPDXRef-DOCUMENT", RelationshipType.DESCRIBES, item)
        return item

    def link(self, item, linked):
        by_name = lambda some: sorted(some, key=lambda one: one.name)
        for one in by_name(linked.inside):
            self.relate(item, RelationshipType.STATIC_LINK, self.add(described(one)))
        for one in by_name(linked.loaded):
            self.relate(item, RelationshipType.DYNAMIC_LINK, self.add(described(one)))
        for one in by_name(linked.read):
            self.relate(self.add(described(one)), RelationshipType.BUILD_DEPENDENCY_OF, item)


    def ask(self, item, needs, how):
        for one, bound in needs:
            self.relate(self.add(described(one)), how, item, f"{one.name}{bound}")


def built(argument):
    path, _, build = argument.partition("=")
    return pathlib.Path(path), pathlib.Path(build).resolve() if build else None


def make(version, created, files, installed):
    """The document of a release."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runtime = list(requirements(project["project"]["dependencies"], installed))
    build_time = list(requirements(project["build-system"]["requires"], installed))
    bill = Bill(version, created)
    debian = components.Debian()
    source = None
    for path, build in files:
        item = bill.ship(path, version)
        if path.suffix == ".whl":
            bill.ask(item, runtime, RelationshipType.RUNTIME_DEPENDENCY_OF)
            bill.ask(item, build_time, RelationshipType.BUILD_DEPENDENCY_OF)
        if build:
            bill.link(item, components.linked(path, build, ROOT, debian))
        if path.name.endswith("-source.tar.gz"):
            source = item
    for item in list(bill.known) if source else []:
        if item != source and bill.known[item].file_name:
            bill.relate(item, RelationshipType.GENERATED_FROM, source)
    return bill.document


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--version", required=True)
    options.add_argument("--created", type=int, required=True)
    options.add_argument("output")
    options.add_argument("files", nargs="+", type=built)
    given = options.parse_args()
    installed = [str(folder) for folder in ROOT.glob(".hallmark/python/venv/lib/python*/site-packages")]
    try:
        document = make(given.version, given.created, given.files, installed)
    except (LookupError, OSError, subprocess.CalledProcessError) as error:
        print(f"make.py: {error}", file=sys.stderr)
        return 2
    wrong = validate_full_spdx_document(document)
    for message in wrong:
        print(f"make.py: {message.validation_message}", file=sys.stderr)
    if not wrong:
        write_file(document, given.output, validate=False)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
