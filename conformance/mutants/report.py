# SPDX-License-Identifier: Apache-2.0
"""Writes the table of the mutation score from the outcomes that score.py keeps."""

import json
import math
import pathlib
import re
import tomllib

import build

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "reports" / "published"
REASONS = pathlib.Path(__file__).with_name("reasons.toml")


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def interval(part, whole):
    """The share of `part`, and its 95 % interval by Wilson, which holds for shares near 1 and small numbers, too."""
    if not whole:
        return "–"
    z, share = 1.959964, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return f"{percent(part, whole)} (95 % interval: {100 * (middle - half):.1f} to {100 * (middle + half):.1f} %)"


def reason_of(one, reasons):
    """Why no vector should notice a mutant, if reasons.toml says so: the first entry whose pattern is found in it."""
    return next((entry["reason"] for entry in reasons if re.search(entry["pattern"], one["mutant"])), None)


def only_seen(one):
    """Whether the vectors noticed it, and yet `conform` did not end with 1."""
    return one["effect"] == "demanded" and bool(one["noticed"]) and one["status"] != 1


def counted(outcomes, reasons, choices):
    """The numbers of one row. `choices`: why an exit code of 1 would be wrong, though the decoder calls such an input valid or rejects it by a MUST rule."""
    judged = [one for one in outcomes if one["effect"] != "does not compile"]
    excused = [one for one in judged if one["effect"] != "nothing" and not one["noticed"] and reason_of(one, reasons)]
    rest = [one for one in judged if one not in excused]
    results = [one for one in rest if one["effect"] in ("demanded", "result")]
    demanded = [one for one in rest if one["effect"] == "demanded" and not (only_seen(one) and reason_of(one, choices))]
    details = [one for one in rest if one["effect"] == "details"]
    return {
        "mutants": len(judged),
        "without_effect": sum(one["effect"] == "nothing" for one in judged),
        "excused": len(excused),
        "results": len(results),
        "results_noticed": sum(bool(one["noticed"]) for one in results),
        "results_noticed_at_first": sum(one["noticed_at_first"] for one in results),
        "demanded": len(demanded),
        "demanded_by_exit_code": sum(one["status"] == 1 for one in demanded),
        "details": len(details),
        "details_noticed": sum(bool(one["noticed"]) for one in details),
    }


def line(name, row):
    cells = [name, row["mutants"], row["without_effect"], row["excused"],
             f"{row['results_noticed']} of {row['results']}", percent(row["results_noticed"], row["results"]),
             f"{row['demanded_by_exit_code']} of {row['demanded']}", percent(row["demanded_by_exit_code"], row["demanded"]),
             f"{row['details_noticed']} of {row['details']}", percent(row["details_noticed"], row["details"])]
    return "| " + " | ".join(map(str, cells)) + " |"


def known_reasons(of):
    return tomllib.loads(REASONS.read_text()).get(of, [])


def total_of(outcomes):
    return counted(outcomes, known_reasons("survivor"), known_reasons("choice"))


def survivors(outcomes):
    """Those that have an effect and are not noticed, each with the reason why no vector should notice it, or None."""
    reasons = known_reasons("survivor")
    return sorted((one["mutant"], reason_of(one, reasons)) for one in outcomes
                  if one["effect"] not in ("nothing", "does not compile") and not one["noticed"])


def missed_by_exit_code(outcomes):
    """Those that vectors notice and `conform` does not end with 1 for, each with a vector, and the reason why it should not, or None."""
    choices = known_reasons("choice")
    return sorted((one["mutant"], one["noticed"][0], reason_of(one, choices)) for one in outcomes if only_seen(one))


def drawn(outcomes):
    """How many mutants were drawn, and by which seeds: those that do not compile count here and nowhere else."""
    seeds = sorted({one["seed"] for one in outcomes})
    counts = ", ".join(f"{folder} {sum(one['folder'] == folder for one in outcomes)}" for folder in sorted({one["folder"] for one in outcomes}))
    unjudged = sorted(set(build.USERS) - {one["folder"] for one in outcomes})
    return (f"Drawn with `--seed {' '.join(seeds)}`: {counts}. Those that do not compile are in no row." +
            (f" No mutant of {', '.join(unjudged)} has been judged." if unjudged else ""))


def trust(total, used_before):
    """How far the total can be trusted: what vectors noticed before any was added for a survivor; and what is not counted."""
    first, now, results = total["results_noticed_at_first"], total["results_noticed"], total["results"]
    yield f"When mutants that change a verdict, a value or bytes were first judged, the vectors noticed {first} of {results}: {interval(first, results)}."
    if used_before:
        yield "The draw is not fresh: its seeds were judged with earlier sources, and vectors may have been added for their survivors."
    elif now != first:
        yield f"The draw is not fresh any more: since vectors were added for its survivors, they notice {now} of {results}. That says nothing of other mutants."
    else:
        yield "The draw is fresh: no vector was added for one of its survivors."
    yield (f"{total['without_effect']} of {total['mutants']} mutants ({percent(total['without_effect'], total['mutants'])}) changed nothing on any input of the bundle. "
           "They are taken for equivalent. That is not proven: each one that is not would be a survivor.")


def write(outcomes, used_before):
    """`outcomes`: one dictionary a mutant, of the present sources and vectors; `used_before`: whether earlier sources were judged by one of their seeds."""
    reasons, choices = known_reasons("survivor"), known_reasons("choice")
    by_folder = {}
    for one in outcomes:
        by_folder.setdefault(one["folder"], []).append(one)
    rows = {folder: counted(by_folder[folder], reasons, choices) for folder in sorted(by_folder)}
    total = total_of(outcomes)
    text = ["# Mutation score", "",
            "This page says how many wrong decoders and encoders the golden vectors (test inputs) notice: [what is counted](../../conformance/mutants/README.md#what-is-counted).",
            "`conformance/mutants/score.py --report` writes this page.", "", drawn(outcomes), "",
            "| codecs/ | mutants | without effect | excused | verdict, value or bytes: noticed | | demanded: by exit code | | details: by lint | |",
            "|---|---|---|---|---|---|---|---|---|---|"]
    text += [line(folder, row) for folder, row in rows.items()] + [line("**all**", total), "", "## How far to trust it", ""]
    text += [*trust(total, used_before), "", "## Survivors", ""]
    left = survivors(outcomes)
    text += [f"- {mutant}: {reason or '**no vector yet**'}" for mutant, reason in left] or ["None."]
    text += ["", "## Noticed, and not by exit code", "",
             "`conform` ends with 1 for what a MUST rule demands. These are noticed by vectors that rest on SHOULD, DECISION or LIMIT alone, or by lint. Those with a reason do not count.", ""]
    text += [f"- {mutant}, by `{vector}`: {reason or '**no vector of a MUST rule yet**'}" for mutant, vector, reason in missed_by_exit_code(outcomes)] or ["None."]
    PUBLISHED.mkdir(parents=True, exist_ok=True)
    (PUBLISHED / "mutation.md").write_text("\n".join(text) + "\n")
    (PUBLISHED / "mutation.json").write_text(json.dumps({"folders": rows, "all": total}, indent=2) + "\n")
