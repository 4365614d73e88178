# SPDX-License-Identifier: Apache-2.0
"""Testee for mlx: mx.load reads, mx.save_safetensors writes. Each input has a process of its own: what is loaded is read
later, by threads, which a failure would leave behind. A process that dies takes the testee with it."""
import base64
import json
import os
import re
import signal

import mlx.core as mx
from safetensors_file import DTYPES, FEATURES, Format, Unsupported, file_with, offer, tensor, written

NAMES = {mx.bool_: "bool", mx.complex64: "c64", mx.bfloat16: "bf16", mx.float16: "f16", mx.float32: "f32"} | {
    getattr(mx, f"{kind}{bits}"): f"{kind[0]}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
TYPES = {name: dtype for dtype, name in NAMES.items()}


def bytes_of(array):
    flat = array.reshape(-1)
    return bytes(memoryview(flat.view(mx.uint8))) if flat.size else b""


def read(raw):
    with file_with(raw) as file:
        arrays, metadata = mx.load(str(file), format="safetensors", return_metadata=True)
        mx.eval(arrays)
        return {"metadata": metadata or None, "tensors": [tensor(name, NAMES[one.dtype], one.shape, bytes_of(one)) for name, one in arrays.items()]}


def apart(work, given):
    """What work gives, in a child; its errors are raised here."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        try:
            reply = {"made": work(given)}
        except Exception as error:
            documented = isinstance(error, (RuntimeError, ValueError, Unsupported))
            reply = {"error": type(error).__name__, "documented": documented, "message": str(error)}
        with open(target, "w", encoding="utf-8", errors="surrogatepass") as out:
            json.dump(reply, out)
        os._exit(0)
    os.close(target)
    with open(source, encoding="utf-8", errors="surrogatepass") as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    reply = json.loads(text)
    if "made" in reply:
        return reply["made"]
    unmapped = re.search(r"unsupported dtype (\w+)", reply["message"])
    if reply["error"] == "Unsupported" or unmapped and unmapped[1] in DTYPES:
        raise Unsupported(reply["message"])
    raise (RuntimeError if reply["documented"] else LookupError)(f"{reply['error']}: {reply['message']}")


def made(dtype, shape, raw):
    if dtype not in TYPES:
        raise Unsupported("dtype not offered")
    flat = mx.array(memoryview(raw)).astype(mx.uint8) if raw else mx.zeros(0, mx.uint8)
    return flat.view(TYPES[dtype]).reshape(shape)


def write(value):
    tensors, metadata = written(value)
    with file_with(b"") as file:
        mx.save_safetensors(str(file), {name: made(dtype, shape, raw) for name, dtype, shape, raw in tensors}, metadata)
        return base64.b64encode(file.read_bytes()).decode()


offer("mlx", "https://github.com/ml-explore/mlx",
      Format(lambda raw: apart(read, raw), lambda value: base64.b64decode(apart(write, value)), FEATURES[2:3]), (RuntimeError,))
