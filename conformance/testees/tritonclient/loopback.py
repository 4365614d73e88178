# SPDX-License-Identifier: Apache-2.0
"""End to end: tritonclient asks a server on the loopback interface whose answers Hallmark encodes.

loopback.py HALLMARK FOLDER             NAME.request.http and NAME.response.http for each of calls.py

The server reads each request and writes its response by `hallmark serve-testee`: the outputs are the inputs, in the
encoding that is asked for. What the client makes of the response must be what was sent, type, shape and every bit; exit
status 1 where it is not.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import zlib

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

from calls import calls
from captured import serving
from hallmark_testee import data, data_bytes
from kserve_values import packed
from tritonclient.http import InferenceServerClient

FRAMING = "Inference-Header-Content-Length"


class Reference:
    """The decoders and encoders of Hallmark, by the testee protocol."""

    def __init__(self, hallmark):
        self.process = subprocess.Popen([hallmark, "serve-testee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, **what):
        self.process.stdin.write(json.dumps({"cmd": "run", "seq": 1, **what}).encode() + b"\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if reply["result"] not in ("accepted", "encoded"):
            raise SystemExit(f"loopback: Hallmark answers {reply}")
        return reply

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def echo_of(request):
    """The response that holds the inputs of a request: those that it names, or all."""
    header = request["json"]
    every = header.get("parameters", {}).get("binary_data_output", False)
    named = {output["name"]: output["parameters"]["binary_data"] for output in header.get("outputs", [])}
    inputs = {tensor["name"]: tensor for tensor in request["tensors"]}
    tensors = [{**inputs[name], "encoding": "binary" if binary else "json"}
               for name, binary in (named or dict.fromkeys(inputs, every)).items()]
    return {"json": {"model_name": "echo", "outputs": [{} for _ in tensors]}, "tensors": tensors}


def echoing(reference):
    def answer(body, headers):
        unpacked = {"gzip": gzip.decompress, "deflate": zlib.decompress}.get(headers["Content-Encoding"], bytes)(body)
        options = {"header_length": int(headers[FRAMING])} if FRAMING in headers else {}
        request = reference.ask(op="decode", format="kserve-request", input=data(unpacked), options=options)["value"]
        reply = reference.ask(op="encode", format="kserve-response", value=echo_of(request), options={})
        made = data_bytes(reply["output"])
        said = {} if reply["header_length"] == len(made) else {FRAMING: reply["header_length"]}
        pack = {"gzip": gzip.compress, "deflate": zlib.compress}.get(headers["Accept-Encoding"])
        if pack is None:
            return made, said
        return pack(made), {**said, "Content-Encoding": headers["Accept-Encoding"]}

    return answer


def differences(call, result):
    for name in call.answered or call.arrays:
        sent, came = call.arrays[name], result.as_numpy(name)
        if came is None or (sent.dtype, sent.shape, packed(sent)) != (came.dtype, came.shape, packed(came)):
            yield f"{name}: {came!r} instead of {sent!r}"


def main(hallmark, folder):
    reference, folder, wrong = Reference(hallmark), pathlib.Path(folder), []
    with serving(echoing(reference)) as (address, take):
        client = InferenceServerClient(address)
        for name, call in calls().items():
            result = client.infer("echo", **call.body(), **call.compressed)
            for path, content in zip((folder / f"{name}.request.http", folder / f"{name}.response.http"), take()):
                path.write_bytes(content)
            found = list(differences(call, result))
            print(f"{name}: {len(call.answered or call.arrays)} arrays, of which {len(found)} came back otherwise")
            wrong += found
        client.close()
    reference.end()
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main(*sys.argv[1:])
