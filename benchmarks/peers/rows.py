"""What is measured: groups of rows that share a work, each row one input.

An input is a kind and a number, as peers/inputs has them. `series` joins the rows that differ in size alone; they become a line of
time against size.
"""
import dataclasses

from units import GIB, KIB, MIB, SIZES, scaled


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    kind: str
    number: int
    series: str = ""
    skip: tuple = ()  # kinds of peers, or names, that would take too long here
    large: bool = False  # left out by --quick
    note: str = ""
    work: str = ""  # of the group, unless it says another
    unit: str = ""  # likewise


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    title: str
    work: str
    unit: str  # what a rate counts: bytes of the input (of a body of KServe, of its JSON), files, or a member of the answer
    about: str
    rows: tuple
    size: str = "bytes"  # what the series go by: bytes or number
    floor: str = ""  # the floor that a reader of this group cannot beat


def sized(series, kind, numbers, **more):
    return [Row(f"{series}, {scaled(number, SIZES)}", kind, number, series, **more) for number in numbers]


def counted(series, kind, numbers, what, **more):
    return [Row(f"{series}, {number:,} {what if number != 1 else what.removesuffix('s')}", kind, number, series, **more)
            for number in numbers]


JSON_TYPES = ("BOOL", "UINT8", "UINT16", "UINT32", "UINT64", "INT8", "INT16", "INT32", "INT64", "FP32", "FP64", "BYTES")

GROUPS = (
    Group("utf8", "Text: is it UTF-8?", "utf8", "bytes",
          "`ascii` is random letters; `mixed` has one character in ten, `foreign` all from random ranges of Unicode, two to four "
          "bytes each, so that nothing can be foreseen.",
          (*sized("ascii", "core-text-ascii", [64, 4 * KIB, MIB, 64 * MIB]),
           *sized("mixed", "core-text-mixed", [64, 4 * KIB, MIB, 64 * MIB]),
           *sized("foreign", "core-text-foreign", [64, 4 * KIB, MIB, 64 * MIB])), floor="sum"),
    Group("scans", "Scans: BOOL and padding", "bool", "bytes", "Every byte must be read, so the sum of the words is the floor.",
          (*sized("booleans", "core-bools", [4 * KIB, MIB, 64 * MIB]),
           *sized("zeros", "core-zeros", [4 * KIB, MIB, 64 * MIB], work="zero")), floor="sum"),
    Group("bson", "BSON documents", "bson", "bytes",
          "`mixed` are records and notes, two in five with a vector; `records` have short fields and nested documents; "
          "`embeddings` a number and a vector of 768 floats each. The worst cases: documents nested 190 deep, and an array of a "
          "million int32. Of peers that validate only, the answer comes from their library's iterator.",
          (Row("one document, 58 bytes", "bson-small", 1),
           *sized("mixed", "bson-mixed", [4 * KIB, 64 * KIB, MIB, 64 * MIB]),
           *sized("mixed", "bson-mixed", [GIB], skip=("managed", "script", "memcpy"), large=True),
           *sized("records", "bson-records", [16 * MIB]),
           *counted("embeddings", "bson-embeddings", [20_000], "documents", unit="documents"),
           *counted("nested", "bson-nested", [1_000], "documents"),
           *counted("array", "bson-numbers", [1_000_000], "numbers")), floor="sum"),
    Group("bson-vector", "One BSON vector", "bson-vector", "elements", "A payload of FLOAT32 elements, already in memory, becomes an array of "
          "its own: its floor is a copy.",
          (*counted("float32", "bson-vector", [8, 768, 100_000], "elements"),), size="number", floor="memcpy"),
    Group("tensors", "Many tensors", "bintensors-v1", "tensors",
          "Files in memory. `written` has the names in order, `shuffled` at random; `long names` are 1.3 million of 66 bytes that "
          "differ in the last eight. Peers of safetensors read the same tensors from a file of their format.",
          (*counted("written", "bintensors-v1-written", [1, 100, 1_000, 100_000, 1_000_000], "tensors"),
           *counted("shuffled", "bintensors-v1-shuffled", [1_000, 100_000], "tensors"),
           *counted("shuffled", "bintensors-v1-shuffled", [1_000_000], "tensors", skip=("script", "safetensors (crate)"),
                    large=True),
           Row("long names, 100 MB", "bintensors-v1-prefixes", 0, skip=("script", "safetensors (crate)"), large=True),
           *(dataclasses.replace(row, name=f"v0: {row.name}", series=f"v0: {row.series}", work="bintensors-v0") for row in
             (*counted("written", "bintensors-v0-written", [1_000, 100_000, 1_000_000], "tensors"),
              *counted("shuffled", "bintensors-v0-shuffled", [1_000_000], "tensors")))), size="number", floor="sum"),
    Group("open", "Opening a model", "open", "tensors",
          "A file is opened, mapped, its header checked, and closed; the data are a hole in the file. Hallmark reads the header and "
          "leaves the mapping untouched until a tensor is asked for; the crates read the mapping, as their documents show, and pay "
          "for its page faults. `256 tensors` of float32 differ in the size of their data; the model of seven billion parameters has "
          "291 tensors and 13 GB.",
          (*sized("256 tensors", "bintensors-v1-model", [MIB, 64 * MIB, GIB]),
           *sized("256 tensors", "bintensors-v1-model", [4 * GIB], skip=("mmap",)),
           Row("a model of 7B parameters", "bintensors-v1-7b", 0, skip=("mmap",))), floor="map"),
    Group("oinf", "OINF models", "oinf", "tensors",
          "A third of the entries are tensors. `declared` has no data, so the verifier prints one line for each entry and computes no "
          "statistics: the fairest comparison.",
          (*counted("sorted", "oinf-sorted", [20, 2_000, 20_000], "sizes"),
           *counted("sorted", "oinf-sorted", [200_000], "sizes", skip=("script",), large=True),
           *counted("shuffled", "oinf-shuffled", [20_000], "sizes"),
           *counted("shuffled", "oinf-shuffled", [200_000], "sizes", skip=("script",), large=True),
           *counted("declared", "oinf-declared", [200_000], "sizes")), size="number", floor="sum"),
    Group("futhark", "Futhark values", "futhark", "elements",
          "Every value is read. `scalars` and `mixed` are binary, one value after the other; `floats` one binary array; the texts one "
          "array of numbers.",
          (*counted("scalars", "futhark-scalars", [1, 1_000, 100_000], "values"),
           *counted("mixed", "futhark-mixed", [100_000], "values"),
           *counted("floats", "futhark-floats", [1_000, 16_000_000], "elements"),
           *counted("text i32", "futhark-text-i32", [1_000, 100_000], "elements"),
           *counted("text f64", "futhark-text-f64", [1_000, 100_000], "elements")), size="number", floor="sum"),
    Group("kserve", "KServe requests", "kserve-request", "bytes",
          "`image` is a header of 302 bytes and 602,112 bytes of data; `tensors` have 16 bytes of data each; the others one tensor "
          "whose data are about 5 MB of JSON. The libraries get the header alone.",
          (Row("one number, 67 bytes", "kserve-small", 0), Row("image", "kserve-image", 0),
           *counted("tensors", "kserve-tensors", [10, 1_000], "tensors"),
           *(Row(f"JSON {name}", f"kserve-json-{name}", 0) for name in JSON_TYPES)), floor="sum"),
    Group("kserve-response", "KServe responses", "kserve-response", "bytes",
          "As requests: `tensors` with binary data, and one tensor of FP32 in JSON.",
          (*counted("tensors", "kserve-outputs", [1, 1_000], "tensors"),
           *counted("JSON FP32", "kserve-answer", [1_000, 430_000], "elements")), floor="sum"),
    Group("program", "The program", "program", "bytes",
          "A process for each file, from the page cache. `cat` and `true` are the floors of reading and of starting.",
          (*sized("documents", "bson-mixed", [4 * KIB, MIB, 64 * MIB]),
           *sized("documents", "bson-mixed", [GIB], large=True),
           *sized("a model", "bintensors-v1-model", [MIB, 4 * GIB], skip=("cat",), unit="files")), floor="cat"),
)
EXTENSIONS = {"bson": ".bson", "bintensors": ".bt"}  # by which the program knows a format


def extension(kind):
    return EXTENSIONS.get(kind.partition("-")[0], "")
