# SPDX-License-Identifier: Apache-2.0
"""Testee for open-inference-openapi: the client that is generated from the OpenAPI text of the protocol, in JSON alone.

It is given a transport that keeps the request and answers with the response at hand. ApiError and the ValidationError of
pydantic are rejections; others, JSONDecodeError among them, are unexpected ones.
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import httpx
import kserve_values
import numpy
import pydantic.v1
from hallmark_testee import Format, Unsupported, data, serve
from importlib.metadata import version
from kserve_values import OFFERED, offered
from open_inference.openapi import BadRequestError, InferenceRequest, RequestInput, RequestOutput, TensorData
from open_inference.openapi.client import OpenInferenceClient
from open_inference.openapi.core import ApiError

DATATYPES = {"bool": "BOOL", "f16": "FP16", "f32": "FP32", "f64": "FP64", "bytes": "BYTES",
             **{f"{kind}{bits}": f"{name}{bits}" for kind, name in (("i", "INT"), ("u", "UINT")) for bits in (8, 16, 32, 64)}}
NAMES = {datatype: name for name, datatype in DATATYPES.items()}
A_RESPONSE = b'{"model_name":"echo","outputs":[]}'


class Client:
    def __init__(self):
        transport = httpx.MockTransport(self._answer)
        self._client = OpenInferenceClient(base_url="http://localhost", httpx_client=httpx.Client(transport=transport))

    def _answer(self, request):
        self._sent = request.read()
        return self._response

    def infer(self, request, body, status=200):
        """The response as the client gives it, and the body that it sent."""
        self._response = httpx.Response(status, content=body)
        return self._client.model_infer("echo", request=request), self._sent


def flat(elements):
    for each in elements:
        yield from flat(each.__root__) if isinstance(each, TensorData) else [each]


def tensor_of(output):
    """The client gives lists and checks neither how many elements there are nor their type; nor is that done here."""
    dtype = NAMES.get(output.datatype, output.datatype)
    try:
        raw = kserve_values.packed(numpy.array(list(flat(output.data.__root__)), kserve_values.ELEMENTS[dtype]))
    except (LookupError, ValueError, OverflowError):  # no array of this type
        raw = None
    return {"name": kserve_values.utf8(output.name), "dtype": dtype, "shape": output.shape, "data": None if raw is None else data(raw),
            "encoding": "json", "parameters": kserve_values.lexemes(output.parameters or {})}


def decode(raw, header_length=None):
    kserve_values.without_binary(raw, header_length, "outputs")
    offered(kserve_values.is_error(raw) or kserve_values.has_model_name(raw), "a response has a model_name")
    try:
        response, _ = CLIENT.infer(InferenceRequest(inputs=[]), raw, 400 if kserve_values.is_error(raw) else 200)
    except BadRequestError as error:
        return {"json": kserve_values.lexemes(error.body), "tensors": []}
    header = kserve_values.members(response, "id", "model_name", "model_version", "parameters")
    return {"json": {**header, "outputs": [{} for _ in response.outputs]},
            "tensors": [tensor_of(output) for output in response.outputs]}


def input_of(tensor):
    offered(tensor["encoding"] != "binary", "the client has no binary data")
    elements = kserve_values.array_of(tensor).flatten().tolist()
    try:
        elements = [each.decode() if isinstance(each, bytes) else each for each in elements]
    except UnicodeDecodeError:
        raise Unsupported("BYTES are text") from None
    given = {"parameters": kserve_values.parameters_of(tensor["parameters"])} if tensor["parameters"] else {}
    return RequestInput(name=tensor["name"], shape=[int(size) for size in tensor["shape"]],
                        datatype=DATATYPES[tensor["dtype"]], data=elements, **given)


def output_of(output):
    offered(set(output) <= {"name", "parameters"}, "a requested output has a name and parameters")
    given = {"parameters": kserve_values.parameters_of(output["parameters"])} if "parameters" in output else {}
    return RequestOutput(name=output["name"], **given)


def encode(value, header_length=None):
    header = dict(value["json"])
    offered(not any(header.pop("inputs")), "inputs have no members of the caller's")
    given = {}
    if "id" in header:
        given["id"] = kserve_values.text(header.pop("id"))
    if "parameters" in header:
        given["parameters"] = kserve_values.parameters_of(header.pop("parameters"))
    if "outputs" in header:
        given["outputs"] = [output_of(output) for output in header.pop("outputs")]
    offered(not header, "a request has no members of the caller's")
    _, sent = CLIENT.infer(InferenceRequest(inputs=[input_of(tensor) for tensor in value["tensors"]], **given), A_RESPONSE)
    return sent, {"header_length": len(sent)}


CLIENT = Client()
serve({"name": "open-inference-openapi", "version": version("open-inference-openapi"), "language": "python",
       "homepage": "https://github.com/open-inference/python-clients"},
      {"kserve-request": Format(encode=encode, **OFFERED), "kserve-response": Format(decode=decode, **OFFERED)},
      rejections=(ApiError, pydantic.v1.ValidationError))
