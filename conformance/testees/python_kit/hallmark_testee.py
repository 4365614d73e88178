# SPDX-License-Identifier: Apache-2.0
"""Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this file.

    serve({"name": "mylib", "version": mylib.__version__, "language": "python"},
          {"bson-vector": Format(decode=my_decode, encode=my_encode)}, rejections=(mylib.Error, ValueError))

decode(bytes) gives the value of the common model, encode(value) gives bytes, or bytes and further members of the reply;
options of a vector are keyword arguments. Exceptions other than `rejections` are rejections marked `unexpected`.
"""
import base64
import json
import pathlib
import sys
import traceback
import typing


class Format(typing.NamedTuple):
    decode: object = None  # functions, or None
    encode: object = None
    features: tuple = ()
    options: tuple = ()


class Unsupported(Exception):
    """Raise it for what the implementation does not offer."""


def data(raw):
    """The member that holds tensor data in a value."""
    return {"base64": base64.b64encode(raw).decode("ascii")}


def data_bytes(member):
    """The bytes of such a member, or of an input: large ones come as a file."""
    if "path" in member:
        return pathlib.Path(member["path"]).read_bytes()
    return base64.b64decode(member["base64"], validate=True)


def _judge(request, formats, rejections):
    known = formats.get(request["format"], Format())
    work = {"decode": known.decode, "encode": known.encode}.get(request["op"])
    options = request.get("options") or {}
    if work is None or not set(options) <= set(known.options):
        return {"result": "unsupported", "reason": "format, operation or option not offered"}
    given = request["value"] if request["op"] == "encode" else data_bytes(request["input"])
    try:
        made = work(given, **options)
    except Unsupported as reason:
        return {"result": "unsupported", "reason": str(reason)}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # also a panic of a library in Rust, which is no Exception
        unexpected = {} if isinstance(error, rejections) else {"unexpected": True}
        return {"result": "rejected", "error": {"message": f"{type(error).__name__}: {error}", **unexpected}}
    if request["op"] == "encode":
        raw, more = made if isinstance(made, tuple) else (made, {})
        return {"result": "encoded", "output": data(raw), **more}
    return {"result": "accepted", "value": made}


def serve(implementation, formats, rejections=(ValueError,)):
    capabilities = [{"format": name, "ops": [op for op in ("decode", "encode") if getattr(known, op)],
                     "features": list(known.features)} for name, known in formats.items()]
    answers = {"hello": lambda _: {"protocol": 1, "implementation": implementation, "capabilities": capabilities},
               "run": lambda request: _judge(request, formats, rejections)}
    unknown = lambda _: {"result": "unsupported", "reason": "unknown command"}
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # JSON cannot hold half a surrogate pair, a str can
    for line in sys.stdin.buffer:
        seq = None  # that of the request, where it can be read
        try:
            request = json.loads(line)
            seq = request.get("seq")
            if request["cmd"] == "stop":
                return
            reply = json.dumps({"seq": seq, **answers.get(request["cmd"], unknown)(request)}, allow_nan=False, ensure_ascii=False)
        except Exception:  # the line is no JSON object, or the testee itself broke
            reply = json.dumps({"seq": seq, "result": "failed", "message": traceback.format_exc(limit=-1)})
        print(reply, flush=True)
