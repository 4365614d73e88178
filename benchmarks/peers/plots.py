# SPDX-License-Identifier: Apache-2.0
"""Draws a result as SVG: plots.py reads its JSON from standard input and prints {name: SVG}. Needs matplotlib (plots.txt).

Text and axes take the colour of the page around them, so that the drawings suit light and dark. Every peer has a colour and a
mark of its own, so that none depends on colours alone.
"""
import functools
import io
import itertools
import json
import re
import sys

import matplotlib

sys.dont_write_bytecode = True
matplotlib.use("svg")
import matplotlib.pyplot as plot
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator
from units import COUNTS, SIZES, TIMES, scaled

INK, LINE = "#010203", "#040506"  # stand for the colours of the page
PALETTE = ["#e8590c", "#1c7ed6", "#2f9e44", "#ae3ec9", "#e64980", "#0ca0a5", "#b08900", "#7048e8", "#a0522d", "#868e96"]
MARKS = ["D", "o", "s", "^", "v", "<", ">", "P", "X", "*"]
NUMBERS = itertools.count(1)  # of the drawings

duration, amount, count = (functools.partial(scaled, units=units) for units in (TIMES, SIZES, COUNTS))


def measured(group):
    return [(row, entry) for row in group["rows"] for entry in row["entries"] if entry["status"] == "measured"]


def looks(group):
    """A colour and a mark for each peer; ours are the first."""
    names = list(dict.fromkeys(entry["peer"] for _, entry in measured(group)))
    names.sort(key=lambda name: next(entry["kind"] for _, entry in measured(group) if entry["peer"] == name) != "ours")
    return {name: {"color": PALETTE[at % len(PALETTE)], "marker": MARKS[at % len(MARKS)]} for at, name in enumerate(names)}


def frame(width, height):
    figure, axes = plot.subplots(figsize=(width, height), layout="constrained")
    axes.grid(True, which="major", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def logarithmic(axis, words):
    """Ticks at powers of 10, of sizes at powers of 2."""
    axis.set_major_locator(LogLocator(base=2, numticks=7) if words is amount else LogLocator(numticks=12))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda number, _: words(number)))


def svg(figure, title):
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    plot.close(figure)
    drawn = text.getvalue()
    drawn = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", drawn[drawn.index("<svg"):], flags=re.DOTALL)
    drawn = own_names(drawn, f"d{next(NUMBERS)}")
    drawn = re.sub(r"font-family: [^;]*; ", "", drawn)
    drawn = re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), drawn)
    drawn = re.sub(r"\s*\n\s*", "\n", drawn).replace(INK, "currentColor").replace(LINE, "var(--line)")
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)


def own_names(drawn, name):
    """Drops the names that nothing refers to, and makes the others those of this drawing: all drawings share a page."""
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', drawn))
    drawn = re.sub(r' id="([^"]*)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", drawn)
    return re.sub(r'(url\(#|href="#)', rf"\g<1>{name}-", drawn)


def dots(group, value_of, words, label, title):
    """One line for each row, a mark for each peer."""
    found = [(row, entry) for row, entry in measured(group) if value_of(row, entry)]
    if not found:
        return None
    rows = [row["name"] for row in group["rows"] if any(row is other for other, _ in found)]
    figure, axes = frame(8.6, 1.1 + 0.3 * len(rows))
    for name, look in reversed(looks(group).items()):  # ours are drawn last, above the others
        points = [(value_of(row, entry), rows.index(row["name"])) for row, entry in found if entry["peer"] == name]
        if points:
            axes.scatter(*zip(*points), s=34, label=name, zorder=3, **look)
    axes.set_xscale("log")
    logarithmic(axes.xaxis, words)
    axes.set_yticks(range(len(rows)), rows)
    axes.invert_yaxis()
    axes.set_xlabel(label)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, reverse=True)
    return svg(figure, title)


def throughput(group):
    def rate(row, entry):
        return row["units"] / entry["cpu"]["median"] * 1e9 if row["unit"] == group["unit"] else None

    words = (lambda number: f"{count(number)}B/s") if group["unit"] == "bytes" else count
    label = "input a second" if group["unit"] == "bytes" else f"{group['unit']} a second"
    return dots(group, rate, words, f"{label}: more is better", f"{group['title']}: throughput of each peer by input")


def memory(group):
    return dots(group, lambda row, entry: max(entry["memory"] or 0, 4096) if entry["kind"] != "floor" else None, amount,
                "peak memory besides the input: less is better", f"{group['title']}: peak memory of each peer by input")


def growth(group):
    """Time against size, for every series of three sizes and more."""
    names = [name for name in dict.fromkeys(row["series"] for row in group["rows"] if row["series"])
             if sum(row["series"] == name for row in group["rows"]) >= 3]
    if not names:
        return None
    figure, all_axes = plot.subplots(1, len(names), figsize=(1.9 + 3.4 * len(names), 3.4), layout="constrained", squeeze=False,
                                     sharey=True)
    look = looks(group)
    for axes, series in zip(all_axes[0], names):
        axes.grid(True, which="major", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_title(series, fontsize=10)
        for name in look:
            points = sorted((row["size"], entry["cpu"]["median"]) for row, entry in measured(group)
                            if row["series"] == series and entry["peer"] == name)
            if points:
                axes.plot(*zip(*points), label=name, linewidth=1.4, markersize=5, **look[name])
        axes.set_xscale("log")
        axes.set_yscale("log")
        logarithmic(axes.xaxis, amount if group["size"] == "bytes" else count)
        logarithmic(axes.yaxis, duration)
        axes.tick_params(axis="x", rotation=35)
        axes.set_xlabel("size of the input" if group["size"] == "bytes" else "count")
    all_axes[0][0].set_ylabel("processor time of a pass")
    handles = {name: handle for axes in all_axes[0] for handle, name in zip(*axes.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="outside right center", frameon=False)
    return svg(figure, f"{group['title']}: time of each peer against size, both axes logarithmic")


def main():
    plot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "hallmark", "font.family": "sans-serif", "font.size": 9,
                          "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK,
                          "ytick.color": INK, "axes.titlecolor": INK})
    result = json.load(sys.stdin)
    drawn = {f"{group['name']}/{kind}": draw(group) for group in result["groups"]
             for kind, draw in (("throughput", throughput), ("growth", growth), ("memory", memory))}
    json.dump({name: text for name, text in drawn.items() if text}, sys.stdout)


main()
