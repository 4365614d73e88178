"""Writes the table of the mutation score from the outcomes that score.py keeps."""

import json
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "reports" / "published"
REASONS = pathlib.Path(__file__).with_name("reasons.toml")


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def reason_of(one, reasons):
    """Why no vector should notice a mutant, if reasons.toml says so: the first entry whose pattern is found in it."""
    return next((entry["reason"] for entry in reasons if re.search(entry["pattern"], one["mutant"])), None)


def counted(outcomes, reasons):
    """The numbers of one row."""
    judged = [one for one in outcomes if one["effect"] != "does not compile"]
    excused = [one for one in judged if one["effect"] != "nothing" and not one["noticed"] and reason_of(one, reasons)]
    rest = [one for one in judged if one not in excused]
    results = [one for one in rest if one["effect"] in ("demanded", "result")]
    demanded = [one for one in rest if one["effect"] == "demanded"]
    details = [one for one in rest if one["effect"] == "details"]
    return {
        "mutants": len(judged),
        "without_effect": sum(one["effect"] == "nothing" for one in judged),
        "excused": len(excused),
        "results": len(results),
        "results_noticed": sum(bool(one["noticed"]) for one in results),
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


def survivors(outcomes):
    """Those that have an effect and are not noticed, each with the reason why no vector should notice it, or None."""
    reasons = tomllib.loads(REASONS.read_text()).get("survivor", [])
    return sorted((one["mutant"], reason_of(one, reasons)) for one in outcomes
                  if one["effect"] not in ("nothing", "does not compile") and not one["noticed"])


def drawn(outcomes):
    """How many mutants were drawn, and by which seeds: those that do not compile count here and nowhere else."""
    seeds = sorted({one["seed"] for one in outcomes})
    counts = ", ".join(f"{folder} {sum(one['folder'] == folder for one in outcomes)}" for folder in sorted({one["folder"] for one in outcomes}))
    return f"Drawn with `--seed {' '.join(seeds)}`: {counts}. Those that do not compile are in no row."


def write(outcomes):
    """`outcomes`: one dictionary a mutant, of the present sources and vectors."""
    reasons = tomllib.loads(REASONS.read_text()).get("survivor", [])
    by_folder = {}
    for one in outcomes:
        by_folder.setdefault(one["folder"], []).append(one)
    rows = {folder: counted(by_folder[folder], reasons) for folder in sorted(by_folder)}
    total = counted(outcomes, reasons)
    text = ["# Mutation score", "",
            "How many wrong decoders and encoders the golden vectors notice: [what is counted](../../conformance/mutants/README.md#what-is-counted).",
            "`conformance/mutants/score.py --report` writes this page.", "", drawn(outcomes), "",
            "| codecs/ | mutants | without effect | excused | verdict, value or bytes: noticed | | demanded: by exit code | | details: by lint | |",
            "|---|---|---|---|---|---|---|---|---|---|"]
    text += [line(folder, row) for folder, row in rows.items()] + [line("**all**", total), "", "## Survivors", ""]
    left = survivors(outcomes)
    text += [f"- {mutant}: {reason or '**no vector yet**'}" for mutant, reason in left] or ["None."]
    PUBLISHED.mkdir(parents=True, exist_ok=True)
    (PUBLISHED / "mutation.md").write_text("\n".join(text) + "\n")
    (PUBLISHED / "mutation.json").write_text(json.dumps({"folders": rows, "all": total}, indent=2) + "\n")
