# SPDX-License-Identifier: Apache-2.0
"""Testee for kserve, the Python package: its model server reads requests and writes responses.

A response with a status of 400 to 499 is a rejection. A status of 500 and more means an exception that the server did
not expect: an unexpected rejection.
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import kserve_values
from asgi import Rejected, accepted
from hallmark_testee import Format, serve
from importlib.metadata import version
from kserve import InferOutput, InferResponse
from kserve.errors import InvalidInput
from kserve.protocol.infer_type import RequestedOutput
from kserve.utils.numpy_codec import from_np_dtype
from kserve_values import EXTENDED, offered
from served import FRAMING, Server, tensor_of

ALWAYS = {"id": "1", "model_name": "echo", "model_version": None}  # what every response has beside outputs
A_REQUEST = b'{"inputs":[]}'


def output_of(requested, in_json):
    """Parameters that are not there are empty ones where the body is JSON from end to end."""
    absent = {} if in_json else None
    named = {"name": requested.name}
    if requested.parameters == absent:
        return named
    return {**named, "parameters": kserve_values.lexemes(requested.parameters)}


def decode(raw, header_length=None):
    kserve_values.framed(raw, header_length, "inputs")
    SERVER.model.response = InferResponse("", "echo", [])
    accepted(SERVER.post(raw, header_length))
    request = SERVER.model.request
    header = {"inputs": [{} for _ in request.inputs], **kserve_values.members(request, "id", "parameters")}
    if request.request_outputs is not None:
        header["outputs"] = [output_of(output, header_length is None) for output in request.request_outputs]
    return {"json": header, "tensors": [tensor_of(*both) for both in zip(request.inputs, SERVER.model.arrays)]}


def response_of(value, added):
    header = dict(value["json"])
    if set(header) == {"error"}:
        return InvalidInput(header["error"])
    offered(not any(header.pop("outputs")), "outputs have no members of the caller's")
    parameters = kserve_values.parameters_of(header.pop("parameters", {}))
    added.update({name: member for name, member in ALWAYS.items() if name not in header})
    said = {name: header.pop(name, member) for name, member in ALWAYS.items()}
    said = {name: member if member is None else kserve_values.text(member) for name, member in said.items()}
    offered(not header, "a response has no members of the caller's")
    outputs = []
    for tensor in value["tensors"]:
        array = kserve_values.array_of(tensor)
        outputs.append(InferOutput(tensor["name"], list(array.shape), from_np_dtype(array.dtype), array,
                                   kserve_values.parameters_of(tensor["parameters"])))
    requested = [RequestedOutput(tensor["name"], {"binary_data": tensor["encoding"] == "binary"})
                 for tensor in value["tensors"]]
    return InferResponse(said["id"], said["model_name"], outputs, said["model_version"], parameters=parameters,
                         requested_outputs=requested)


def encode(value, header_length=None):  # the server gives a header length wherever there are binary data
    added = {}
    SERVER.model.response = response_of(value, added)
    answer = SERVER.post(A_REQUEST)
    if not isinstance(SERVER.model.response, InvalidInput):
        accepted(answer)
    length = int(answer.headers.get(FRAMING, len(answer.content)))
    return answer.content, {"header_length": length, "added": {"json": added}}


SERVER = Server()
serve({"name": "kserve", "version": version("kserve"), "language": "python",
       "homepage": "https://github.com/kserve/kserve"},
      {"kserve-request": Format(decode=decode, **EXTENDED), "kserve-response": Format(encode=encode, **EXTENDED)},
      rejections=(Rejected,))
