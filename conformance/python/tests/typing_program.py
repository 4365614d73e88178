# SPDX-License-Identifier: Apache-2.0
"""A user's program that uses everything: mypy --strict and pyright must have nothing to say about it, and it must run."""
from __future__ import annotations

import io
import mmap
import sys
from pathlib import Path

import numpy
from numpy.typing import NDArray

import hallmark
from hallmark import InvalidError, TensorFile, TensorList, vectors


def write(folder: Path) -> Path:
    weights: dict[str, NDArray[numpy.float32]] = {"weight": numpy.eye(2, dtype="f4"), "bias": numpy.zeros(2, dtype="f4")}
    path = folder / "model.bt"
    hallmark.dump(weights, path, metadata={"epoch": "3"})
    with open(folder / "model.oinf", "wb") as file:
        hallmark.dump(weights, file, "oinf", sizes={"n": 2})
    return path


def read(path: Path) -> float:
    weight = hallmark.open(path)["weight"]
    with hallmark.open(path, format="bintensors-v1", profile="strict") as model:
        info: hallmark.TensorInfo = model.info("bias")
        names: list[str] = list(model)
        arrays = dict(model)
        raw = model.raw(names[0])
        print(model.format, info.dtype, info.shape, info.nbytes, model.metadata.get("epoch"), model.sizes, model.declared, raw.sum())
        total = sum(float(array.sum()) for array in model.values())
    assert "bias" in arrays and len(names) == 2 and weight.shape == (2, 2)
    return total


def every_kind(path: Path) -> None:
    file = hallmark.open(path)
    for key, array in file.items():
        print(key, array.shape, file.info(key).dtype, len(file), list(file.keys()))
    if isinstance(file, TensorFile):
        print(file.get("weight"))
    elif isinstance(file, TensorList):
        print(file[0], file.paths)
    file.close()
    content = path.read_bytes()
    with open(path, "rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for source in (content, bytearray(content), memoryview(content), io.BytesIO(content), mapped, opened):
            assert hallmark.validate(source).valid


def lists() -> None:
    content: bytes = hallmark.dumps([numpy.int8(1), numpy.ones(3)], "futhark", text=True)
    values = hallmark.open(content, format="futhark")
    first: NDArray[numpy.int8] = values[0]
    rest = values[1:]
    print(first.item(), [array.tolist() for array in rest], [place for place, _ in values.items()])
    documents = hallmark.dumps([{"a": numpy.ones(2, "f4"), "b": "text"}], "bson")
    for tensor in hallmark.open(documents, format="bson").values():
        print(tensor)


def arrays(folder: Path) -> None:
    times: NDArray[numpy.void] = numpy.zeros(2, [("at", "M8[s]"), ("value", ">f4")])
    hallmark.dump(times, folder / "times.npy")
    file = hallmark.open(folder / "times.npy", format="npy")
    info: hallmark.TensorInfo = file.info(0)
    numpy.savez(folder / "times.npz", times=times)
    print(file[0]["at"], info.dtype, hallmark.open(folder / "times.npz")["times"].shape)


def request() -> dict[str, str]:
    body = hallmark.dumps({"x": numpy.array(["a", "b"])}, "kserve-request", members={"id": "7"})
    length: int = body.header_length
    opened = hallmark.open(body, format="kserve-request", header_length=length, max_alloc=1 << 20)
    assert opened["x"].tolist() == [b"a", b"b"]
    return {"Inference-Header-Content-Length": str(length)}


def judge(path: Path) -> str | None:
    report = hallmark.validate(path, format="auto", max_errors=3, readers=True)
    for finding in report.findings:
        offset: int = finding.offset
        print(finding.rule, offset, finding.length, finding.path, finding.level, finding.message, finding.help, finding.part)
        rule: hallmark.Rule = hallmark.explain(finding.rule)
        print(rule.title, rule.fix, rule.address, rule.why, finding.readers.judged if finding.readers else None)
    for given in report.inputs:
        print(given.path, given.verdict, given.size, given.compression, given.more)
    if not report:
        return report.error.rule if report.error else None
    return report.format


def refused(path: Path) -> None:
    try:
        hallmark.open(path)
    except InvalidError as error:
        print(error.path, error.rule, error.offset, error.finding.message, error.report.to_json())
    except hallmark.UnreadableError as error:
        print(error.cut)
    try:
        hallmark.dumps({"no name": numpy.zeros(1)}, "oinf")
    except hallmark.RefusedError as error:
        print(error.rule)


def look(path: Path) -> None:
    known: dict[hallmark.Format, tuple[str, ...]] = {one.id: one.extensions for one in hallmark.formats() if one.written}
    print(known, hallmark.inspect(path, layout=True), hallmark.__version__)
    for vector in vectors.load("bson-vector", features=[])[:3]:
        print(vector.id, vector.judge(lambda content: hallmark.open(content, format="bson-vector")).result)


def main(folder: Path) -> int:
    path = write(folder)
    print(read(path), judge(path), request())
    every_kind(path)
    lists()
    arrays(folder)
    look(path)
    broken = folder / "broken.bin"
    broken.write_bytes(path.read_bytes()[:-1])
    refused(broken)
    judge(broken)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
