# SPDX-License-Identifier: Apache-2.0
"""Testee for mlx: mx.load reads, mx.save writes. Each input has a process of its own: what is loaded is read later, by threads.
A process that dies takes the testee with it."""
import base64
import importlib.metadata

import mlx.core as mx
from npy_file import Format, Unsupported, apart, data, data_bytes, file_with, lacking, offer

mx.set_default_device(mx.cpu)
NAMES = {mx.bool_: "|b1", mx.int8: "|i1", mx.uint8: "|u1", mx.float16: "<f2", mx.float32: "<f4", mx.float64: "<f8", mx.complex64: "<c8"} | {
    getattr(mx, f"{kind}{8 * size}"): f"<{kind[0]}{size}" for kind in ("int", "uint") for size in (2, 4, 8)}
TYPES = {name: dtype for dtype, name in NAMES.items()}
READ = {*TYPES, *(name.replace("<", ">") for name in TYPES)}


def read(raw):
    with file_with(raw) as file:
        array = mx.load(str(file))
        flat = array.reshape(-1)
        raw = bytes(memoryview(flat.view(mx.uint8))) if flat.size else b""
        return {"descr": NAMES[array.dtype], "shape": array.shape, "data": data(raw)}


def write(value):
    descr = value["descr"]
    if descr not in TYPES or value["fortran_order"]:
        raise Unsupported("dtype or order not offered")
    raw = data_bytes(value["data"])
    flat = mx.array(memoryview(raw)).astype(mx.uint8) if raw else mx.zeros(0, mx.uint8)
    with file_with(b"") as file:
        mx.save(str(file), flat.view(TYPES[descr]).reshape([int(size) for size in value["shape"]]))
        return base64.b64encode(file.read_bytes()).decode()


offer({"name": "mlx", "version": importlib.metadata.version("mlx"), "homepage": "https://github.com/ml-explore/mlx"},
      Format(lambda raw: apart(read, raw, lambda message: lacking(raw, READ)),
             lambda value: base64.b64decode(apart(write, value, lambda message: False)), ("fortran-order", "big-endian")), (RuntimeError,))
