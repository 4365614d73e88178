# SPDX-License-Identifier: Apache-2.0
"""Testee for tritonclient: its HTTP client writes requests and reads responses.

InferenceServerException is the exception that the package documents. Those of rapidjson, struct and numpy, which it lets
through, are unexpected rejections.
"""
import functools
import io
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import kserve_values
import ml_dtypes
import numpy
import rapidjson
from hallmark_testee import Format, serve
from importlib.metadata import version
from kserve_values import EXTENDED, offered
from tritonclient.http import InferenceServerClient, InferInput, InferRequestedOutput
from tritonclient.http._utils import _raise_if_error
from tritonclient.utils import TRITON_RESERVED_REQUEST_PARAMS, InferenceServerException, np_to_triton_dtype

ELEMENTS = {**kserve_values.ELEMENTS, "bf16": ml_dtypes.bfloat16}
NAMES = {**kserve_values.NAMES, numpy.dtype(ml_dtypes.bfloat16): "bf16"}
SEQUENCE = {"sequence_id", "sequence_start", "sequence_end"}
lexemes = functools.partial(kserve_values.lexemes, written=rapidjson.dumps)
parameters_of = functools.partial(kserve_values.parameters_of, written=rapidjson.dumps)


def tensor_of(output, array):
    parameters = dict(output.get("parameters") or {})
    encoding = "json" if parameters.pop("binary_data_size", None) is None else "binary"
    return kserve_values.tensor_of(output["name"], array, encoding, lexemes(parameters), NAMES)


class Failed(io.BytesIO):
    """A response that is an error by its status."""
    status_code = 400


def error_of(raw):
    """An error as the client raises it. What it cannot read it raises with the body as details."""
    try:
        _raise_if_error(Failed(raw))
    except InferenceServerException as error:
        if error.debug_details() is not None:
            raise
        return {"json": {"error": lexemes(error.message())}, "tensors": []}


def decode(raw, header_length=None):
    kserve_values.framed(raw, header_length, "outputs")
    if kserve_values.is_error(raw):
        return error_of(raw)
    result = InferenceServerClient.parse_response_body(raw, header_length=header_length)
    header = dict(result.get_response().items())
    outputs = list(header.get("outputs", []))
    arrays = [result.as_numpy(output["name"]) for output in outputs]
    if "outputs" in header:
        known = {"name", "shape", "datatype", "data", "parameters"}
        header["outputs"] = [{name: output[name] for name in output.keys() - known} for output in outputs]
    return {"json": lexemes(header), "tensors": [tensor_of(*both) for both in zip(outputs, arrays)]}


def input_of(tensor):
    offered(not tensor["parameters"], "inputs have no parameters of the caller's")
    array = kserve_values.array_of(tensor, ELEMENTS)
    made = InferInput(tensor["name"], list(array.shape), np_to_triton_dtype(array.dtype))
    return made.set_data_from_numpy(array, binary_data=tensor["encoding"] == "binary")


def output_of(output, added):
    """binary_data is said of every output: false, as if nothing were said, where the value has none."""
    offered(set(output) <= {"name", "parameters"}, "a requested output has a name and parameters")
    parameters = parameters_of(output.get("parameters", {}))
    if "binary_data" not in parameters:
        added["parameters"] = {"binary_data": False}
    binary = parameters.pop("binary_data", False)
    classes = parameters.pop("classification", 0)
    offered(isinstance(binary, bool) and not parameters, "of an output binary_data is said, and perhaps classification")
    return InferRequestedOutput(output["name"], binary_data=binary, class_count=classes)


def encode(value, header_length=None):  # the client gives a header length wherever there are binary data
    header = dict(value["json"])
    offered(not any(header.pop("inputs")), "inputs have no members of the caller's")
    parameters = parameters_of(header.pop("parameters", {}))
    outputs = header.pop("outputs", None)
    request_id = kserve_values.text(header.pop("id")) if "id" in header else None
    offered(not header, "a request has no members of the caller's")
    offered(request_id != "" and outputs != [], "an id and a list of outputs that are empty are left out")
    added = {}
    if outputs is None:  # then all are asked for in binary, whatever the caller says
        if "binary_data_output" not in parameters:
            added["parameters"] = {"binary_data_output": True}
        offered(parameters.pop("binary_data_output", True) is True, "without outputs all are asked for, in binary")
    said = {name: parameters.pop(name) for name in SEQUENCE | {"priority", "timeout"} if name in parameters}
    offered(not SEQUENCE & set(said) or SEQUENCE <= set(said), "a sequence is said whole or not at all")
    offered(said.get("sequence_id") not in (0, "") and said.get("priority") != 0, "what is 0 or empty is left out")
    offered(not any(name in TRITON_RESERVED_REQUEST_PARAMS or name.startswith("triton_") for name in parameters),
            "names of parameters that are the server's are refused")
    inputs = [input_of(tensor) for tensor in value["tensors"]]
    if outputs:
        added["outputs"] = [{} for _ in outputs]
        outputs = [output_of(*both) for both in zip(outputs, added["outputs"])]
    body, length = InferenceServerClient.generate_request_body(
        inputs, outputs=outputs, request_id=request_id or "", parameters=parameters, **said)
    return body, {"header_length": len(body) if length is None else length, "added": {"json": added}}


serve({"name": "tritonclient", "version": version("tritonclient"), "language": "python",
       "homepage": "https://github.com/triton-inference-server/client"},
      {"kserve-request": Format(encode=encode, **EXTENDED), "kserve-response": Format(decode=decode, **EXTENDED)},
      rejections=(InferenceServerException,))
