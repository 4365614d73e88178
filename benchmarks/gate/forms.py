"""Counts in the forms that other tools read."""

import dataclasses


def smaller_is_better(counts):
    """What github-action-benchmark takes as customSmallerIsBetter."""
    units = {"instructions": "instructions", "scratch": "bytes", "written": "bytes"}
    return [{"name": f"{name} ({field})" if field != "instructions" else name, "unit": units[field], "value": value}
            for name, count in sorted(counts.items())
            for field, value in dataclasses.asdict(count).items() if value or field == "instructions"]


def google_benchmark(counts, compiler):
    """What Google Benchmark writes. Its tools compare times: each instruction is given one nanosecond."""
    return {
        "context": {"compiler": compiler, "note": "cpu_time and real_time are instructions, at one nanosecond each"},
        "benchmarks": [{"name": name, "run_name": name, "run_type": "iteration", "repetitions": 1,
                        "repetition_index": 0, "threads": 1, "iterations": 1, "real_time": count.instructions,
                        "cpu_time": count.instructions, "time_unit": "ns", **dataclasses.asdict(count)}
                       for name, count in sorted(counts.items())],
    }
