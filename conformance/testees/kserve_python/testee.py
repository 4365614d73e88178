"""Testee for kserve, the Python package: its model server reads requests and writes responses.

A response with a status of 400 to 499 is a rejection. A status of 500 and more means an exception that the server did
not expect: an unexpected rejection.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python_kit"))

import kserve_values
import numpy
from hallmark_testee import Format, Unsupported, serve
from importlib.metadata import version
from kserve import InferOutput, InferResponse
from kserve.protocol.infer_type import RequestedOutput
from kserve.utils.numpy_codec import from_np_dtype
from served import FRAMING, Server

NAMES = {numpy.dtype(elements): name for name, elements in kserve_values.ELEMENTS.items()}
ALWAYS = {"id", "model_name", "model_version", "outputs"}  # the members of every response
A_REQUEST = b'{"inputs":[]}'


class Rejected(Exception):
    pass


class ServerError(Exception):
    pass


def posted(server, body, header_length=None):
    answer = server.post(body, header_length)
    if answer.status_code != 200:
        error = Rejected if answer.status_code < 500 else ServerError
        raise error(f"{answer.status_code} {answer.text}")
    return answer


def tensor_of(given, array):
    encoding = "binary" if getattr(given, "was_binary", False) else "json"
    parameters = kserve_values.lexemes(given.parameters or {})
    return kserve_values.tensor_of(given.name, array, encoding, parameters, NAMES)


def output_of(requested, in_json):
    """Parameters that are not there are empty ones where the body is JSON from end to end."""
    absent = {} if in_json else None
    named = {"name": requested.name}
    if requested.parameters == absent:
        return named
    return {**named, "parameters": kserve_values.lexemes(requested.parameters)}


def decoder(server):
    def decode(raw, header_length=None):
        if header_length is None and kserve_values.declares_binary_data(raw, "inputs"):
            raise Unsupported("without a header length a body is JSON from end to end")
        server.model.response = InferResponse("", "echo", [])
        posted(server, raw, header_length)
        request = server.model.request
        header = {"inputs": [{} for _ in request.inputs]}
        if request.id is not None:
            header["id"] = request.id
        if request.parameters is not None:
            header["parameters"] = kserve_values.lexemes(request.parameters)
        if request.request_outputs is not None:
            header["outputs"] = [output_of(output, header_length is None) for output in request.request_outputs]
        return {"json": header, "tensors": [tensor_of(*both) for both in zip(request.inputs, server.model.arrays)]}

    return decode


def parameters_of(members):
    return {name: kserve_values.number_of(member) for name, member in members.items()}


def response_of(value):
    header = value["json"]
    if not ALWAYS <= set(header) <= ALWAYS | {"parameters"} or any(header["outputs"]):
        raise Unsupported("a response has id, model_name, model_version, outputs and perhaps parameters")
    outputs = []
    for tensor in value["tensors"]:
        array = kserve_values.array_of(tensor)
        outputs.append(InferOutput(tensor["name"], list(array.shape), from_np_dtype(array.dtype), array,
                                   parameters_of(tensor["parameters"])))
    requested = [RequestedOutput(tensor["name"], {"binary_data": tensor["encoding"] == "binary"})
                 for tensor in value["tensors"]]
    return InferResponse(header["id"], header["model_name"], outputs, header["model_version"],
                         parameters=parameters_of(header.get("parameters", {})), requested_outputs=requested)


def encoder(server):
    def encode(value, header_length=None):  # the server gives a header length wherever there are binary data
        server.model.response = response_of(value)
        answer = posted(server, A_REQUEST)
        return answer.content, {"header_length": int(answer.headers.get(FRAMING, len(answer.content)))}

    return encode


def main():
    server = Server()
    both = {"features": ("header-framed", "seed-framed"), "options": ("header_length",)}
    serve({"name": "kserve", "version": version("kserve"), "language": "python",
           "homepage": "https://github.com/kserve/kserve"},
          {"kserve-request": Format(decode=decoder(server), **both),
           "kserve-response": Format(encode=encoder(server), **both)}, rejections=(Rejected,))


if __name__ == "__main__":
    main()
