#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of this repository: the structure of the source tree, and the symbols of the built objects.

    rules.py TREE NM FOLDER      FOLDER holds the built libraries of the codecs

Exit: 0 every rule is kept, 1 not; each finding is a line, with the rule that it breaks.
"""
import functools
import json
import os
import pathlib
import re
import subprocess
import sys

TREE, NM, LIBRARIES = sys.argv[1:]
ROOT = pathlib.Path(TREE)

ROOMS = ("codecs", "corpus", "conformance", "fuzz", "benchmarks", "reports")
# The shipped rooms of conformance from the ground up: each may include those before it.
CONFORMANCE = ("compression", "archive", "http", "model", "examine", "statistics", "suite", "show", "generate", "oracle", "process", "runner", "program")
CPP = (".hpp", ".cpp", ".h", ".cc", ".c", ".cpp.in", ".hpp.in")
CODE = (".cpp", ".hpp", ".c", ".h", ".cc", ".cmake", ".py", ".sh", ".js", ".ts", ".go", ".rs", ".rb", ".java", ".pl", ".cs", "CMakeLists.txt")


def files_of_tree():
    """All files, sorted, without version control and what .gitignore names."""
    for folder, folders, files in os.walk(ROOT):
        top = pathlib.Path(folder) == ROOT
        folders[:] = [name for name in folders if name not in (".git", "__pycache__") and not (top and (name.startswith("build") or name in (".hallmark", ".hypothesis")))]
        yield from (pathlib.Path(folder, name).relative_to(ROOT).as_posix() for name in files if name != ".git")  # a worktree


FILES = sorted(files_of_tree())
FOLDERS = {parent.as_posix() for file in FILES for parent in pathlib.PurePath(file).parents}
MANIFESTS = {part[1]: json.loads((ROOT / file).read_text())
             for file in FILES if (part := file.split("/"))[0] == "codecs" and part[2:] == ["family.json"]}


@functools.cache
def text(file):
    return (ROOT / file).read_bytes().decode(errors="replace")


def is_text(file):
    return "\0" not in text(file) and (ROOT / file).read_bytes() == text(file).encode()


def parts(file):
    """The first three parts of a path: "codecs", "bson" and "rules.hpp"; "" for those that it lacks."""
    return (file.split("/") + ["", ""])[:3]


def is_test(file):
    return file.endswith("_test.cpp") or "/testing/" in file


def missing_rooms():
    """every family has its files in every room, and every family folder is registered"""
    files = ("codecs/*/codec.cpp", "codecs/*/decode.cpp", "codecs/*/encode.cpp", "codecs/*/README.md",
             "codecs/include/hallmark/*.hpp", "codecs/include/hallmark/*/rules.hpp", "conformance/*/model.cpp", "conformance/*/generate.hpp", "conformance/*/generate.cpp",
             "conformance/*/oracle.cpp", "conformance/*/properties_test.cpp")
    for family, manifest in MANIFESTS.items():
        for known, patterns in ((FOLDERS, ("corpus/*/golden", "benchmarks/*")), (FILES, files)):
            for path in (pattern.replace("*", family) for pattern in patterns):
                if path not in known:
                    yield f"{path}: missing"
        if not manifest["formats"]:
            yield f"codecs/{family}/family.json: no format"
    folders = {parts(file)[1] for file in FILES if parts(file)[0] == "codecs" and parts(file)[2]}
    for folder in sorted(folders - {"core", "include", "cmake", "test", *MANIFESTS}):
        yield f"codecs/{folder}: no family.json"


def formats_in_lists():
    """no code names many formats close together: what a manifest says is not said again"""
    lines, many = 6, 4
    hook = ".pre-commit-hooks.yaml"  # must list the extensions that need no look at the file
    extensions = set()
    for manifest in MANIFESTS.values():
        looked_at = {shared["extension"] for shared in manifest.get("shared_extensions", []) if shared["starts_with"] == "structure"}
        extensions |= {extension[1:] for extension in manifest["extensions"]} - {extension[1:] for extension in looked_at}
        extensions |= {re.escape(one["extension"][1:]) for one in manifest.get("beside", [])}
    pattern = rf"'\.({'|'.join(sorted(extensions))})(\.gz)?$'"
    if pattern not in text(hook):
        yield f"{hook}: the files must be {pattern}"
    # As words: "bson-vector", "BSON_VECTOR". "bson" is not in these.
    names = {family: re.compile(rf"(?<![a-z0-9]){family}(?![a-z0-9]|_vector)") for family in MANIFESTS}
    # Tests, text for people, what is measured, and what is other people's may. `demo` names formats as examples: real writers.
    unjudged = re.compile(r"_test\.|/tests/|\.md$|^(corpus|conformance/testees|benchmarks/peers|benchmarks/gate/baseline|reports/published)/|^demo$|^\.pre-commit-hooks\.yaml$"
                          + "".join(f"|/{family}/|/{family}\\.hpp$" for family in MANIFESTS))
    for file in FILES:
        if unjudged.search(file):
            continue
        named = [{family for family, name in names.items() if name.search(line)} for line in text(file).lower().replace("-", "_").split("\n")]
        for number, first in enumerate(named):
            if first and len(set().union(*named[number:number + lines])) >= many:
                yield f"{file}:{number + 1}: a list of formats, which manifests have"
                break


def used_by(family):
    return MANIFESTS.get(family, {}).get("uses", [])


def allowed_for_codecs(file):
    """Public headers may include public headers of the core, and of the families that this one uses."""
    public = "codecs/include/hallmark/"
    is_public = file.startswith("codecs/include/")
    family = file.split("/")[3].split(".")[0] if is_public else parts(file)[1]
    allowed = [public + "core/"] + ([] if is_public else ["codecs/core/", f"codecs/{family}/"])
    if family == "core":
        return allowed
    for one in (family, *used_by(family)):
        allowed += [f"{public}{one}.hpp", f"{public}{one}/"] + ([] if is_public else [f"codecs/{one}/"])
    return allowed


def up_to(last):
    return [f"conformance/{room}/" for room in CONFORMANCE[:CONFORMANCE.index(last) + 1]]


def allowed_for_conformance(file):
    """The shipped rooms follow their order. A family's model is shipped with the room `model`, its generator with `generate`,
    its oracle with `oracle`; only tests may use `testing`."""
    _, room, below = parts(file)
    # One puts codecs, generators, vectors and runner together; the other breaks the program as a whole.
    if room in ("mutants", "faults"):
        return ["codecs/", "conformance/", "reports/"]
    shipped = room in CONFORMANCE
    tests_whole_rooms = room in ("core", "reports")
    test = is_test(file) or tests_whole_rooms
    family_model = not shipped and "/model" in file
    family_generator = not shipped and "/generate" in file
    family_oracle = not shipped and "/oracle" in file
    family_companions = not shipped and "/companions" in file
    family_summary = not shipped and "/summary" in file
    allowed = up_to(room if shipped else "suite" if tests_whole_rooms else "show" if room == "python" or family_summary else "examine" if family_companions else "model")
    allowed += ["codecs/", "reports/", f"conformance/{room}/", *(f"conformance/{used}/" for used in used_by(room))]
    if test or not (shipped or family_model or family_generator or family_oracle or family_companions or family_summary):
        allowed.append("conformance/testing/")
    if test or family_oracle:
        allowed.append("conformance/oracle/")
    # The tape that generators read also drives properties.
    if test or not (shipped or family_model or family_companions or family_summary):
        allowed.append("conformance/generate/")
    if file.endswith("/python.cpp"):
        allowed.append("conformance/python/")
    # Tests of what the program does with one family, and its large file.
    if below == "program":
        allowed.append("conformance/program/testing/")
    # Samples of results serve the tests of the command that renders them.
    if room == "program" and test:
        allowed.append("conformance/reports/")
    return allowed


def allowed_for(file):
    """What a file may include. A room may always include itself."""
    room, family, _ = parts(file)
    if room == "codecs":
        return allowed_for_codecs(file)
    if room == "reports":
        return ["reports/", "codecs/core/", "codecs/include/hallmark/core/"]
    if room == "conformance":
        return allowed_for_conformance(file)
    # Fuzz targets and benchmarks use what examines inputs, not the program; those of a family also its generator, its
    # oracle and its comparison of two ways to decode.
    own = [f"conformance/{family}/{header}.hpp" for header in ("generate", "apart", "oracle")]
    return [*up_to("runner"), room + "/", "codecs/", "reports/", "conformance/testing/", *own]


# Standard headers for reading files, printing or allocating.
FORBIDDEN_HEADERS = set("iostream fstream sstream cstdio filesystem print string vector map set functional deque list regex unordered_map thread mutex".split())
# Two files alone include the vectors of a processor, so that all others are the same everywhere.
PROCESSOR_HEADERS = {"immintrin.h": "codecs/core/utf8_vectors.hpp", "arm_neon.h": "codecs/core/utf8_vectors.hpp", "emmintrin.h": "codecs/core/text_lanes.hpp"}


def allowed_in_codecs(file, name):
    """In angle brackets codecs may include standard headers (no suffix, no folder) and fast_float; their test reads the corpus."""
    if file.startswith("codecs/test/"):
        return not re.search("[./]", name)
    if name in PROCESSOR_HEADERS:
        return file == PROCESSOR_HEADERS[name]
    return name.startswith("fast_float/") or not (re.search("[./]", name) or name in FORBIDDEN_HEADERS)


def wrong_includes():
    """includes name files of the project, in a room that the including room may depend on, and point at codecs/core"""
    made_of_manifests = ("codecs/core/families.hpp", "codecs/core/family_table.hpp")  # by CMake
    known = {*FILES, *made_of_manifests, *(f"conformance/{room}/formats.hpp" for room in ("generate", "model", "oracle"))}
    for file in FILES:
        room = parts(file)[0]
        if room not in ROOMS or not file.endswith(CPP):
            continue
        allowed = (*allowed_for(file), *made_of_manifests)
        for mark, name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', text(file), re.M):
            # Public headers are named from codecs/include, private ones from codecs, all others from the root.
            included = ("codecs/include/" if name.startswith("hallmark/") else "codecs/" if room == "codecs" else "") + name
            if mark == "<":
                if room == "codecs" and not allowed_in_codecs(file, name):
                    yield f"{file}: codecs may not include <{name}>"
            elif included not in known:
                yield f'{file}: "{name}" is not a file of the project'
            elif not included.startswith(allowed):
                yield f'{file}: may not depend on "{name}"'


def code_in_corpus():
    """corpus holds no code"""
    for file in FILES:
        if parts(file)[0] == "corpus" and (file.endswith(CODE) or (ROOT / file).stat().st_mode & 0o100 or text(file).startswith("#!")):
            yield f"{file}: code in the corpus"


def inputs_in_conformance():
    """conformance holds no inputs: no binary files, no files of a format, no golden vectors"""
    inputs = (".bin", ".hex", *(extension for manifest in MANIFESTS.values() for extension in manifest["extensions"]))
    for file in FILES:
        if parts(file)[0] != "conformance" or file.endswith(".cpp.in"):
            continue
        if file.endswith(inputs) or (file.endswith(".json") and '"vectors"' in text(file)) or not is_text(file):
            yield f"{file}: an input outside the corpus"


def unread_data():
    """every file of the corpus is used by the loader, the replay or a fuzzer"""
    for file in FILES:
        room, family, kind = parts(file)
        if room != "corpus" or file.endswith("/README.md") or file in ("corpus/vector.schema.json", "corpus/version.json", "corpus/withdrawn.json"):
            continue
        loaded = family in MANIFESTS and kind == "golden" and file.endswith(".json") and file.count("/") == 3
        replayed = kind in ("regressions", "seeds") and (family in MANIFESTS or f"fuzz/{family}" in FOLDERS)
        target = f"{kind.removesuffix('.dict')}.cpp"
        dictionary = kind.endswith(".dict") and (f"fuzz/{family}/{target}" in FILES or f"fuzz/{target}" in FILES)
        errata = family in MANIFESTS and kind == "errata.toml" and "conformance/testees/errata.py" in FILES
        exchange = family in MANIFESTS and kind == "exchange.json" and f"conformance/testees/exchange/{family}.toml" in FILES
        if not (loaded or replayed or dictionary or errata or exchange):
            yield f"{file}: read by nothing"


def machine_specific_text():
    """no text file has an absolute path of a machine or the host of a package registry"""
    # With brackets, so that this file keeps its own rule. A path counts only at its start, not after `${folder}`.
    paths = r"""(?<![^ \t\n"'`=:,;(<[])/([h]ome|[r]oot|[U]sers|[w]ork)/|\\[U]sers\\"""
    hosts = (r"pypi[.]org|pythonhosted[.]o|files[.]pythonho|npmjs[.](org|com)|crates[.]io|proxy[.]golang[.]o|maven[.]org|rubygems[.]org|nuget[.]org"
             r"|deb[.]debian[.]org|archive[.]ubuntu[.]|docker[.]io")
    machine = re.compile(f"{paths}|{hosts}")
    for file in FILES:
        if file.endswith("/Cargo.lock") or not is_text(file):  # cargo writes the registry into every entry
            continue
        for found in machine.finditer(text(file)):
            yield f'{file}:{text(file).count(chr(10), 0, found.start()) + 1}: "{found[0]}"'


def unbounded_parsers():
    """what is shipped parses JSON and TOML through the bounded readers alone"""
    for file in FILES:
        room, folder, _ = parts(file)
        shipped = room == "reports" or (room == "conformance" and folder in (*CONFORMANCE, "python"))
        reader = file in ("reports/bounded_json.cpp", "conformance/examine/bounded_toml.cpp")
        if shipped and file.endswith(CPP) and not is_test(file) and not reader:
            if re.search(r"son::(parse|sax_parse|accept)\(|toml::parse(?!_error)", text(file)):
                yield f"{file}: parses without bounds; use parse_json or parse_toml"


def unlicensed_sources():
    """every source says its licence in its first line, or after the shebang"""
    embedded = "reports/html/page.js"  # in each page that is made
    for file in FILES:
        source = file.endswith((*CODE, *CPP, ".mjs")) or text(file).startswith("#!")
        if source and file != embedded and not re.match(r"(#!.*\n)?(//|#) SPDX-License-Identifier: Apache-2\.0\n", text(file)):
            yield f"{file}: no line `SPDX-License-Identifier: Apache-2.0`"


def large_files():
    """no file is above 1 MiB"""
    for file in FILES:
        if (ROOT / file).is_file() and (ROOT / file).stat().st_size > 1 << 20:
            yield f"{file}: {(ROOT / file).stat().st_size} bytes"


# A list of allowed symbols: a list of all ways to allocate, throw or print could not be complete.
ALLOWED_SYMBOLS = re.compile(r"""
    mem(cpy|move|set|cmp|chr) | bcmp | strlen | __mem(cpy|move|set)_chk
  | __cxa_pure_virtual     # vtables of abstract classes
  | __stack_chk_fail       # hardened compilers
  | __cpu_model            # what their runtime knows of the processor
  | _GLOBAL_OFFSET_TABLE_
  | _Z.*8hallmark.*        # of the project itself
  | __((a|ub|m|t)san|sanitizer|sancov|gcov|llvm|afl)_.* | __odr_asan.* | __(start|stop)___.*  # instrumented builds
  | _ZN?St.*8to_chars.*    # neither allocates nor throws ([charconv.to.chars])
  | _ZSt5align.*           # pure arithmetic
  | __.+ti3                # 128-bit helpers of the compiler""", re.VERBOSE)


def forbidden_symbols():
    """codecs refer to no allocator, throw, or I/O"""
    libraries = sorted(pathlib.Path(LIBRARIES).glob("libhallmark-*"))
    if len(libraries) != len(MANIFESTS) + 2:  # the core and the registry
        yield f"{LIBRARIES}: {len(libraries)} libraries of {len(MANIFESTS)} families"
    for library in libraries:
        # POSIX format: "name type value size"; archive members are headed "lib.a[member.o]:". Type letters: nm(1).
        listed = subprocess.run([NM, "-P", library], check=True, capture_output=True, text=True).stdout
        symbols = re.findall(r"^(\S+) (\S)", listed, re.M)
        # References to an object's own definitions, weak ones included, do not count.
        defined = {symbol for symbol, kind in symbols if kind not in "Uwv"}
        if not defined:
            yield f"{library.name}: no symbols"
        for symbol in sorted({symbol for symbol, _ in symbols} - defined):
            if not ALLOWED_SYMBOLS.fullmatch(symbol):
                yield f"{library.name}: references {symbol}"


if len(MANIFESTS) < 2:
    sys.exit(f"{TREE}: no families")
broken = 0
for rule in (missing_rooms, formats_in_lists, wrong_includes, code_in_corpus, inputs_in_conformance, unread_data, machine_specific_text,
             unbounded_parsers, unlicensed_sources, large_files, forbidden_symbols):
    for finding in rule():
        print(f"{finding}\n    rule: {rule.__doc__}")
        broken += 1
sys.exit(1 if broken else 0)
