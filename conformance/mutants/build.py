# SPDX-License-Identifier: Apache-2.0
"""Builds mutants: one program a mutant, from the objects of the preset `mutants` and the sources that it changes."""

import json
import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
CODECS = ROOT / "codecs"
MANIFESTS = {path.parent.name: json.loads(path.read_text()) for path in sorted(CODECS.glob("*/family.json"))}
FORMATS = {family: [entry["id"] for entry in manifest["formats"]] for family, manifest in MANIFESTS.items()}


def users_of(family):
    """The families whose codecs use that of a family, and the family itself."""
    return [family, *(other for other, manifest in MANIFESTS.items() if family in manifest.get("uses", []))]


# What is compiled anew, and what is judged, when a file of a folder changes.
USERS = {**{family: users_of(family) for family in FORMATS}, "core": ["core", *FORMATS]}


def prepare():
    """Builds everything once, without a mutation."""
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "mutants"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "mutants"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def folder_of(file):
    """The folder of codecs/ whose decoders a file belongs to."""
    if file.parts[0] != "include":
        return file.parts[0]
    return "core" if file.parts[2] == "core" else file.stem


def formats_of(file):
    return [name for folder in USERS[folder_of(file)] for name in FORMATS.get(folder, [])]


class Builder:
    def __init__(self):
        self.compile = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            file = pathlib.Path(entry["file"])
            if file.is_relative_to(CODECS) and "hallmark_" + file.parent.name + ".dir" in entry["command"]:
                self.compile[str(file.relative_to(CODECS))] = self.without_output(shlex.split(entry["command"]))
        self.link = self.link_command()

    @staticmethod
    def without_output(words):
        drop = {"-MD", "-Werror"}
        kept, skip = [], 0
        for word in words:
            if skip:
                skip -= 1
            elif word in ("-o", "-c", "-MT", "-MF"):
                skip = 1
            elif word not in drop and pathlib.Path(word).name != "ccache":
                kept.append(word)
        return [*kept, "-w"]

    @staticmethod
    def link_command():
        commands = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "-s", "conformance/mutants/hallmark_mutant_probe"],
                                  capture_output=True, text=True, check=True).stdout
        line = next(line for line in commands.splitlines() if "/hallmark_mutant_probe " in line)
        words = shlex.split(re.sub(r"^: && | && :$", "", line))
        return [word for word in words if pathlib.Path(word).name != "ccache"]

    def build(self, file, mutated, work):
        """The program of a mutant in the folder `work`; None if it does not compile. `file` is relative to codecs/."""
        work.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".cpp":
            source = work / file.name
            source.write_text(mutated)
            sources, overlay = [(str(file), source)], []
        else:
            copy = work / "codecs" / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(mutated)
            overlay = [f"-I{work / 'codecs'}", f"-I{work / 'codecs' / 'include'}"]
            sources = [self.all_of(folder, work) for folder in USERS[folder_of(file)]]
        objects = []
        for like, source in sources:
            command = self.compile[like]
            object_file = work / f"{len(objects)}.o"
            done = subprocess.run([command[0], *overlay, f"-iquote{(CODECS / like).parent}", *command[1:], "-c", source, "-o", object_file],
                                  cwd=BUILD, capture_output=True)
            if done.returncode:
                return None
            objects.append(object_file)
        return self.linked(objects, work)

    def all_of(self, folder, work):
        """A source that includes every source of a folder, compiled like the first of them."""
        names = sorted(name for name in self.compile if pathlib.Path(name).parts[0] == folder)
        source = work / f"{folder}.cpp"
        source.write_text("".join(f'#include "{CODECS / name}"\n' for name in names))
        return names[0], source

    def linked(self, objects, work):
        program = work / "probe"
        words = list(self.link)
        words[words.index("-o") + 1] = str(program)
        first = next(i for i, word in enumerate(words) if word.endswith(".a"))
        words[first:first] = map(str, objects)
        done = subprocess.run([*words, "-fuse-ld=gold", "-s"], cwd=BUILD, capture_output=True)
        return program if done.returncode == 0 else None
