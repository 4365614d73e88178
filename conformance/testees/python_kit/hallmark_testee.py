"""Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this file.

    serve({"name": "mylib", "version": mylib.__version__, "language": "python"},
          {"bson-vector": Format(decode=my_decode, encode=my_encode)}, rejections=(mylib.Error, ValueError))

decode(bytes) gives the value of the common model, encode(value) gives bytes, or bytes and further members of the reply;
`data(...)` and `data_bytes(...)` are the base64 members inside values; options of a vector come to both as keyword
arguments. `rejections` are the exceptions that the implementation documents for bad input. Any other exception of
decode or encode is a rejection too, marked `unexpected`: Hallmark reports it as rejected by accident.
"""
import base64
import dataclasses
import json
import sys
import traceback
from typing import Callable, Optional


@dataclasses.dataclass
class Format:
    decode: Optional[Callable] = None
    encode: Optional[Callable] = None
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
        with open(member["path"], "rb") as file:
            return file.read()
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
    for line in sys.stdin.buffer:
        request = {}
        try:
            request = dict(json.loads(line))
            if request["cmd"] == "stop":
                return
            if request["cmd"] == "hello":
                reply = {"protocol": 1, "implementation": implementation, "capabilities": capabilities}
            elif request["cmd"] == "run":
                reply = {"seq": request["seq"], **_judge(request, formats, rejections)}
            else:
                reply = {"seq": request["seq"], "result": "unsupported", "reason": "unknown command"}
        except Exception:
            reply = {"seq": request.get("seq"), "result": "failed", "message": traceback.format_exc(limit=-1)}
        print(json.dumps(reply), flush=True)
