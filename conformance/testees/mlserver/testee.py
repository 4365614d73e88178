# SPDX-License-Identifier: Apache-2.0
"""Testee for mlserver: its REST application reads requests and writes responses, in JSON alone.

A response with a status of 400 to 499 is a rejection. A status of 500 and more means an exception that the server did
not expect: an unexpected rejection.
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import json

import kserve_values
import numpy
from asgi import Rejected, accepted
from hallmark_testee import Format, Unsupported, serve
from importlib.metadata import version
from kserve_values import OFFERED, offered
from mlserver.codecs import NumpyCodec, StringCodec
from mlserver.errors import MLServerError
from mlserver.types import InferenceResponse, Parameters
from served import Echo, Server

ALWAYS = {"id": "1", "model_name": "echo", "parameters": {}}  # what every response has beside outputs
A_REQUEST = {"inputs": [{"name": "x", "shape": [1], "datatype": "BOOL", "data": [True]}]}


def parameters_of(given):
    return kserve_values.lexemes(given.model_dump())


def tensor_of(given, elements):
    array = elements
    if given.datatype == "BYTES":  # a list, whatever the shape
        array = numpy.asarray(elements, object)
        array = array.reshape(given.shape) if array.size == numpy.prod(given.shape) else array
    parameters = parameters_of(given.parameters) if given.parameters is not None else {}
    return kserve_values.tensor_of(given.name, array, "json", parameters)


def decode(raw, header_length=None):
    kserve_values.without_binary(raw, header_length, "inputs")
    Echo.response = InferenceResponse(model_name="echo", outputs=[])
    accepted(SERVER.post(raw))
    request = Echo.request
    header = {"inputs": [{} for _ in request.inputs]}
    if request.id is not None:
        header["id"] = request.id
    if request.parameters is not None:
        header["parameters"] = parameters_of(request.parameters)
    if request.outputs is not None:
        header["outputs"] = [{"name": output.name} if output.parameters is None else
                             {"name": output.name, "parameters": parameters_of(output.parameters)}
                             for output in request.outputs]
    return {"json": header, "tensors": [tensor_of(*both) for both in zip(request.inputs, Echo.elements)]}


def given_parameters(members):
    return Parameters(**kserve_values.parameters_of(members))


def output_of(tensor):
    """An output as the codec of its datatype makes it, with the shape and the parameters that it is to have: codecs give
    shapes of one dimension a second one, and name themselves in the parameters."""
    offered(tensor["encoding"] != "binary", "the server has no binary data")
    array = kserve_values.array_of(tensor)
    if array.dtype == object:
        try:
            output = StringCodec.encode_output(tensor["name"], [each.decode() for each in array.flat])
        except UnicodeDecodeError:
            raise Unsupported("BYTES are text") from None
    else:
        output = NumpyCodec.encode_output(tensor["name"], array)
    output.shape = list(array.shape)
    output.parameters = given_parameters(tensor["parameters"]) if tensor["parameters"] else None
    return output


def encode(value, header_length=None):
    header = dict(value["json"])
    added, request = {}, dict(A_REQUEST)
    if set(header) == {"error"}:
        Echo.response = MLServerError(header["error"])
    else:
        offered(not any(header.pop("outputs")), "outputs have no members of the caller's")
        added = {name: member for name, member in ALWAYS.items() if name not in header}
        header.update(added)
        said = {name: kserve_values.text(header.pop(name)) for name in ("id", "model_name", "model_version")
                if name in header}
        request["id"] = said.pop("id")  # a response has the id of its request
        parameters = given_parameters(header.pop("parameters"))
        offered(not header, "a response has no members of the caller's")
        outputs = [output_of(tensor) for tensor in value["tensors"]]
        Echo.response = InferenceResponse(**said, parameters=parameters, outputs=outputs)
    answer = SERVER.post(json.dumps(request).encode())
    body = answer.content if isinstance(Echo.response, MLServerError) else accepted(answer).content
    return body, {"header_length": len(body), "added": {"json": added}}


SERVER = Server()
serve({"name": "mlserver", "version": version("mlserver"), "language": "python",
       "homepage": "https://github.com/SeldonIO/MLServer"},
      {"kserve-request": Format(decode=decode, **OFFERED), "kserve-response": Format(encode=encode, **OFFERED)},
      rejections=(Rejected,))
