"""Compares counts with a baseline: what is a regression."""

import dataclasses

MOST_BYTES = 32  # that one instruction can read; who claims more has not read its input


@dataclasses.dataclass(frozen=True)
class Line:
    name: str
    verdict: str  # ok, better, WORSE, NEW, GONE, RATE
    text: str

    @property
    def bad(self):
        return self.verdict.isupper()


def of_field(field, before, now, threshold):
    """(verdict, text) of one number of a workload."""
    change = (now - before) / before if before else float(now > 0)
    verdict = "WORSE" if change > threshold else "better" if change < -threshold else "ok"
    return verdict, f"{before} -> {now} {field} ({change:+.2%})"


def of_workload(name, before, now, threshold):
    found = [of_field(field, value, dataclasses.asdict(now)[field], threshold)
             for field, value in dataclasses.asdict(before).items()]
    verdicts = [verdict for verdict, _ in found]
    verdict = next((kind for kind in ("WORSE", "better") if kind in verdicts), "ok")
    # The number of instructions always, memory when it changed.
    told = [text for at, (kind, text) in enumerate(found) if at == 0 or kind != "ok"]
    return Line(name, verdict, ", ".join(told))


def compare(counts, baseline, threshold=0.02, whole=True):
    """A Line for each workload; `whole` when the counts are of all workloads, so that one can be missed."""
    lines = []
    for name in sorted(counts.keys() | (baseline.keys() if whole else set())):
        if name not in baseline:
            lines.append(Line(name, "NEW", "update the baseline"))
        elif name not in counts:
            lines.append(Line(name, "GONE", "update the baseline"))
        else:
            lines.append(of_workload(name, baseline[name], counts[name], threshold))
    return lines


def implausible(counts, sizes):
    """A Line for each workload whose rate in bytes cannot be true."""
    return [Line(name, "RATE", f"{sizes[name]} bytes in {counts[name].instructions} instructions: not all were read")
            for name in sorted(sizes) if sizes[name] > MOST_BYTES * counts[name].instructions]
