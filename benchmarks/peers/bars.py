# SPDX-License-Identifier: Apache-2.0
"""What the figures must show, and what they show. All functions take the JSON of a result."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "growth"))
from judgement import too_fast  # noqa: E402

READERS = ("native", "managed", "script")


def by_name(row, name):
    return next((entry for entry in row["entries"] if entry["peer"] == name and entry["status"] == "measured"), None)


def ours(row):
    return next((entry for entry in row["entries"] if entry["kind"] == "ours" and entry["status"] == "measured"), None)


def readers(row):
    """Peers that gave the answer, the fastest first."""
    found = [entry for entry in row["entries"] if entry["kind"] in READERS and entry["status"] == "measured"]
    return sorted(found, key=lambda entry: entry["cpu"]["median"])


def ratio(row, entry):
    """How many times as long as ours."""
    return entry["cpu"]["median"] / ours(row)["cpu"]["median"]


def times(factor):
    return f"{factor:.0f}" if factor >= 20 else f"{factor:.1f}" if factor >= 2 else f"{factor:.2f}"


def rows_of(result):
    return [(group, row) for group in result["groups"] for row in group["rows"]]


def note(group, row):
    """One line about a row: who is the fastest, and how far the floor is."""
    own = ours(row)
    if own is None:
        return "Hallmark gave no answer"
    parts = []
    faster = [entry for entry in readers(row) if ratio(row, entry) < 1]
    if faster:
        parts.append(f"{faster[0]['peer']} takes {ratio(row, faster[0]):.2f} of the time")
        less = group["less"].get(faster[0]["peer"])
        if less:
            parts[-1] += f" ({less})"
    elif readers(row):
        parts.append(f"the next takes {times(ratio(row, readers(row)[0]))} times as long")
    floor = by_name(row, group["floor"]) if group["floor"] else None
    if floor:
        parts.append(f"the {group['floor']} takes {ratio(row, floor):.2f} of the time")
    if row["note"]:
        parts.append(row["note"])
    return "; ".join(parts)


def missed(group, row, entry, factor):
    """How many times as fast as a peer, where that is less than the factor; and how many times the floor is, if that is less too."""
    text = times(ratio(row, entry))
    floor = by_name(row, group["floor"]) if group["floor"] else None
    if floor is None or floor["cpu"]["median"] > ours(row)["cpu"]["median"]:
        return text
    best = entry["cpu"]["median"] / floor["cpu"]["median"]
    return text + (f" (the {group['floor']} alone: {times(best)})" if best < factor else "")


def against(result, bar, least, other_of, told):
    """A bar of at least so many times as fast as `other_of` a row, where there is one; `told` says how a row misses it."""
    pairs = [(group, row, other_of(group, row)) for group, row in rows_of(result) if ours(row)]
    compared = [(group, row, other) for group, row, other in pairs if other]
    low = [told(group, row, other) for group, row, other in compared if ratio(row, other) < least]
    return verdict(bar, not low, of(len(compared), low), low)


def fastest(result):
    return against(result, "The fastest reader in memory on every row that gives the same answer", 1,
                   lambda _, row: next(iter(readers(row)), None),
                   lambda group, row, other: f"{group['title']}, {row['name']}: {other['peer']} {ratio(row, other):.2f}")


def script(result):
    return against(result, "At least 5 times the fastest peer in Python or JavaScript", 5,
                   lambda _, row: next((entry for entry in readers(row) if entry["kind"] == "script"), None),
                   lambda group, row, other: f"{group['title']}, {row['name']}: {other['peer']} {missed(group, row, other, 5)}")


def scans(result):
    return against(result, "Scans at 95 % or more of the speed of a sum of words", 0.95,
                   lambda group, row: by_name(row, "sum") if group["name"] == "scans" else None,
                   lambda _, row, floor: f"{row['name']}: {100 * ratio(row, floor):.0f} %")


def safetensors(result):
    return against(result, "10 times the crate safetensors on files of the same tensors", 10,
                   lambda _, row: by_name(row, "safetensors (crate)"),
                   lambda group, row, crate: f"{row['name']}: {missed(group, row, crate, 10)}")


def vocabulary(result):
    """Bars of the rows that are nothing but tokens."""
    def peer(name):
        return lambda group, row: by_name(row, name) if (group["name"], row["series"]) == ("gguf", "tokens") else None

    return [against(result, "5 times the C++ reader of GGUF, ggml, on a vocabulary", 5, peer("ggml"),
                    lambda group, row, other: f"{row['name']}: {missed(group, row, other, 5)}"),
            against(result, "A vocabulary takes at most 4 times as long as a loop that follows its lengths", 0.25, peer("lengths"),
                    lambda _, row, loop: f"{row['name']}: {times(1 / ratio(row, loop))}")]


def opening(result):
    """Bars of opening an npy file: in Python, and beside the floor."""
    def entry(name):
        return lambda group, row: by_name(row, name) if group["name"] == "npy-open" else None

    pairs = [(row["name"], entry("hallmark for Python")(group, row), entry("numpy (PyPI)")(group, row)) for group, row in rows_of(result)]
    shares = {name: own["cpu"]["median"] / numpy["cpu"]["median"] for name, own, numpy in pairs if own and numpy}
    slow = [f"{name}: {share:.2f}" for name, share in shares.items() if share > 0.2]
    return [verdict("An npy file opens in Python in a fifth of the time of numpy.load with mmap_mode", not slow, of(len(shares), slow), slow),
            against(result, "An npy file opens within 1.3 times of the time to map it", 1 / 1.3, entry("map"),
                    lambda _, row, floor: f"{row['name']}: {times(1 / ratio(row, floor))}")]


def independent(result):
    opened = {row["name"]: ours(row)["cpu"]["median"] for group, row in rows_of(result)
              if group["name"] == "open" and row["series"] and ours(row)}
    bar = "A header takes as long before 1 MiB of data as before 4 GiB, within 2 times"
    if len(opened) < 2:
        return verdict(bar, True, "", [])
    spread = max(opened.values()) / min(opened.values())
    return verdict(bar, spread <= 2, f"{times(spread)} times between the fastest and the slowest", [])


def growth(result):
    steep = [f"{row['name']}: {text}" for row in result["growth"] for text in too_fast(row["sizes"], row["instructions"])]
    largest = max(result["growth"], key=lambda row: row["exponent"], default=None)
    figure = f"{len(result['growth'])} kinds of work, largest exponent {largest['exponent']:.2f}, {largest['name']}" if largest else ""
    return verdict("No cost grows faster than n log n with the size of the input", not steep, figure, steep)


def of(count, missed):
    return f"reached on {count - len(missed)} of {count} rows" + ("; not on" if missed else "") if count else ""


def verdict(bar, reached, figure, missed):
    return {"bar": bar, "reached": None if not figure else reached, "figure": figure, "missed": missed}


def all_bars(result):
    return [check(result) for check in (fastest, script, scans, independent, safetensors)] + vocabulary(result) + opening(result) + [growth(result)]


def wrong(result):
    """Rows and peers without an answer, or with another one than most."""
    return [(group, row, entry) for group, row in rows_of(result) for entry in row["entries"] if entry["status"] != "measured"]
