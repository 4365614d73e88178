# SPDX-License-Identifier: Apache-2.0
"""Interleaved runs: every peer of a row is a process that waits while the others run; README.md has the protocol."""
import collections
import math
import os
import pathlib
import select
import signal
import subprocess
import time

LEAST_ROUNDS = 3  # of a peer that is so slow that it would hold up the others


class Failed(Exception):
    """A peer gave no result: `status` is cannot, crashed or hung."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Process:
    """A peer at work on one input."""

    def __init__(self, peer, command, patience):
        self.peer = peer
        self.patience = patience
        self.left = b""
        self.pass_takes = math.inf  # nanoseconds by the clock, when it ran last; at first it runs once
        self.started = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        start_new_session=True)

    def ask(self, line=None):
        """The answer to a line; without one, the first thing that the peer says."""
        try:
            if line is not None:
                os.write(self.started.stdin.fileno(), line.encode() + b"\n")
        except BrokenPipeError:
            pass  # it has ended; what it said last tells why
        said = self.read()
        if said.startswith("cannot "):
            raise Failed("cannot", said.removeprefix("cannot "))
        return said

    def read(self):
        end = time.monotonic() + self.patience
        output = self.started.stdout.fileno()
        while b"\n" not in self.left:
            if not select.select([output], [], [], max(0, end - time.monotonic()))[0]:
                raise Failed("hung", f"no answer within {self.patience:g} s")
            got = os.read(output, 1 << 16)
            if not got:
                raise Failed("crashed", ended(self.started.wait()))
            self.left += got
        said, _, self.left = self.left.partition(b"\n")
        return said.decode(errors="replace").strip()

    def load(self):
        said = self.ask()
        if said != "loaded" and not said.startswith("loaded "):
            raise Failed("crashed", f"says '{said[:80]}' and not that it has loaded")
        return said.removeprefix("loaded").strip()

    def run(self, milliseconds):
        """Repeats the work for a time, at least once. Nanoseconds of a pass, of the processor and by the clock, and the peak memory of a
        program that it starts."""
        passes = cpu = wall = 0
        while not passes or wall < milliseconds * 1e6:
            more = max(1, math.ceil((milliseconds * 1e6 - wall) / self.pass_takes))
            said = self.ask(f"run {more}")
            try:
                used, took, *memory = map(int, said.split())
            except ValueError:
                raise Failed("crashed", f"says '{said[:80]}' where times are expected") from None
            took = max(took, more)  # at least a nanosecond for each, so that this ends whatever a peer says
            self.pass_takes = took / more
            passes, cpu, wall = passes + more, cpu + used, wall + took
        return cpu / passes, wall / passes, *memory

    def memory(self, line):
        """A line of /proc/PID/status, in bytes."""
        for each in pathlib.Path(f"/proc/{self.started.pid}/status").read_text().splitlines():
            if each.startswith(line + ":"):
                return int(each.split()[1]) * 1024
        raise Failed("crashed", "is gone")

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.started.pid}/clear_refs").write_text("5")

    def end(self):
        for pipe in (self.started.stdin, self.started.stdout):
            pipe.close()
        try:
            self.started.wait(1)
        except subprocess.TimeoutExpired:
            os.killpg(self.started.pid, signal.SIGKILL)
            self.started.wait()


def ended(status):
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit {status}"


class Entry:
    """What one peer did in one row."""

    def __init__(self, peer):
        self.peer = peer
        self.status = "measured"
        self.text = self.version = ""
        self.answer = {}
        self.cpu, self.wall = [], []
        self.memory = None

    def fail(self, failed):
        self.status, self.text = failed.status, str(failed)


def answer_of(text):
    return dict(pair.split("=", 1) for pair in text.split())


def prepare(entry, command, patience):
    """Starts a peer, lets it warm up, and asks for its answer; the process, and the nanoseconds of a pass."""
    process = Process(entry.peer, command, patience)
    try:
        entry.version = process.load()
        before = process.memory("VmRSS")
        process.forget_peak()
        _, wall, *of_program = process.run(0)
        entry.memory = of_program[0] if of_program else max(0, process.memory("VmHWM") - before)
        entry.answer = answer_of(process.ask("check"))
        if wall < entry.peer.warm_up * 1e6:
            _, wall, *_ = process.run(entry.peer.warm_up)
    except (Failed, OSError, ValueError) as error:
        process.end()
        raise error if isinstance(error, Failed) else Failed("crashed", str(error)) from None
    return process, wall


def race(peers, command_of, rounds, milliseconds, patience=60, budget=2.0):
    """An Entry for each peer. A peer takes part in as many rounds as fit into its budget of seconds."""
    entries, racing = [Entry(peer) for peer in peers], []
    for entry in entries:
        try:
            process, wall = prepare(entry, command_of(entry.peer), patience)
        except (Failed, OSError) as error:
            entry.fail(error if isinstance(error, Failed) else Failed("missing", str(error)))
            continue
        share = max(wall / 1e9, milliseconds / 1e3)
        racing.append((entry, process, max(min(LEAST_ROUNDS, rounds), min(rounds, int(budget / share)))))
    for number in range(rounds):
        for entry, process, own in racing[number % max(1, len(racing)):] + racing[:number % max(1, len(racing))]:
            if entry.status != "measured" or number >= own:
                continue
            try:
                cpu, wall, *_ = process.run(milliseconds)
            except Failed as failed:
                entry.fail(failed)
                continue
            entry.cpu.append(cpu)
            entry.wall.append(wall)
    for _, process, _ in racing:
        process.end()
    compare(entries)
    return entries


def compare(entries):
    """Marks the entries whose answer is not that of most peers; on a tie that of the first counts."""
    answered = [entry for entry in entries if entry.status == "measured" and entry.answer]
    for name in {name for entry in answered for name in entry.answer}:
        given = collections.Counter(entry.answer[name] for entry in answered if name in entry.answer)
        most = given.most_common(1)[0][0]
        for entry in answered:
            if entry.answer.get(name, most) != most:
                entry.status = "wrong"
                entry.text = f"{name} is {entry.answer[name]}, and {most} for most"
