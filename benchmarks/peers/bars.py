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


def fastest(result):
    compared = [(group, row) for group, row in rows_of(result) if ours(row) and readers(row)]
    behind = [f"{group['title']}, {row['name']}: {readers(row)[0]['peer']} {ratio(row, readers(row)[0]):.2f}"
              for group, row in compared if ratio(row, readers(row)[0]) < 1]
    return verdict("The fastest reader in memory on every row that gives the same answer", not behind,
                   of(len(compared), behind), behind)


def script(result):
    low, compared = [], 0
    for group, row in rows_of(result):
        found = [entry for entry in readers(row) if entry["kind"] == "script"]
        if not ours(row) or not found:
            continue
        compared += 1
        if ratio(row, found[0]) < 5:
            low.append(f"{group['title']}, {row['name']}: {found[0]['peer']} {missed(group, row, found[0], 5)}")
    return verdict("At least 5 times the fastest peer in Python or JavaScript", not low, of(compared, low), low)


def scans(result):
    low, found = [], []
    for group, row in rows_of(result):
        floor = by_name(row, "sum")
        if group["name"] != "scans" or not ours(row) or not floor:
            continue
        found.append(ratio(row, floor))
        if ratio(row, floor) < 0.95:
            low.append(f"{row['name']}: {100 * ratio(row, floor):.0f} %")
    return verdict("Scans at 95 % or more of the speed of a sum of words", not low, of(len(found), low), low)


def independent(result):
    opened = {row["name"]: ours(row)["cpu"]["median"] for group, row in rows_of(result)
              if group["name"] == "open" and row["series"] and ours(row)}
    bar = "A header takes as long before 1 MiB of data as before 4 GiB, within 2 times"
    if len(opened) < 2:
        return verdict(bar, True, "", [])
    spread = max(opened.values()) / min(opened.values())
    return verdict(bar, spread <= 2, f"{times(spread)} times between the fastest and the slowest", [])


def safetensors(result):
    low, found = [], []
    for group, row in rows_of(result):
        crate = by_name(row, "safetensors (crate)")
        if not ours(row) or not crate:
            continue
        found.append(ratio(row, crate))
        if found[-1] < 10:
            low.append(f"{row['name']}: {missed(group, row, crate, 10)}")
    return verdict("10 times the crate safetensors on files of the same tensors", not low, of(len(found), low), low)


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
    return [check(result) for check in (fastest, script, scans, independent, safetensors, growth)]


def wrong(result):
    """Rows and peers without an answer, or with another one than most."""
    return [(group, row, entry) for group, row in rows_of(result) for entry in row["entries"] if entry["status"] != "measured"]
