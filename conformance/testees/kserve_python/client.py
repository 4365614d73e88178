# SPDX-License-Identifier: Apache-2.0
"""Testee for the client of kserve, the Python package: InferenceRESTClient writes requests and reads responses.

It is given a transport that keeps the request and answers with the response at hand. InvalidInput and InferenceError are
the exceptions that the package documents for tensors and bodies; others, KeyError among them, are unexpected rejections.
"""
import asyncio
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import httpx
import kserve_values
from hallmark_testee import Format, serve
from importlib.metadata import version
from kserve import InferenceRESTClient, InferInput, InferOutput, InferRequest
from kserve.errors import InferenceError, InvalidInput
from kserve.inference_client import RESTConfig
from kserve.protocol.infer_type import RequestedOutput
from kserve.utils.numpy_codec import from_np_dtype
from kserve_values import EXTENDED, offered
from served import FRAMING, note_binary, tensor_of

A_RESPONSE = b'{"model_name":"echo","outputs":[]}'


class Client:
    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._client = InferenceRESTClient(RESTConfig(transport=httpx.MockTransport(self._answer), protocol="v2"))

    def _answer(self, request):
        self._request = request
        return self._response

    def infer(self, request, body, headers):
        """The response as the client gives it, and the request as it was sent."""
        self._response = httpx.Response(200, content=body, headers=headers)
        answer = self._loop.run_until_complete(self._client.infer("http://localhost", request, model_name="echo"))
        return answer, self._request


def decode(raw, header_length=None):
    kserve_values.framed(raw, header_length, "outputs")
    offered(kserve_values.has_model_name(raw), "a response has a model_name")
    headers = {} if header_length is None else {FRAMING: str(header_length)}
    response, _ = CLIENT.infer(InferRequest("echo", []), raw, headers)
    header = kserve_values.members(response, "id", "model_name", "model_version", "parameters")
    return {"json": {**header, "outputs": [{} for _ in response.outputs]},
            "tensors": [tensor_of(output, output.as_numpy()) for output in response.outputs]}


def input_of(tensor):
    array = kserve_values.array_of(tensor)
    made = InferInput(tensor["name"], list(array.shape), from_np_dtype(array.dtype),
                      parameters=kserve_values.parameters_of(tensor["parameters"]))
    made.set_data_from_numpy(array, binary_data=tensor["encoding"] == "binary")
    return made


def output_of(output):
    offered(set(output) <= {"name", "parameters"} and output.get("parameters") != {},
            "a requested output has a name and perhaps parameters")
    return RequestedOutput(output["name"], kserve_values.parameters_of(output.get("parameters", {})))


def encode(value, header_length=None):  # the client gives a header length wherever there are binary data
    header = dict(value["json"])
    offered(not any(header.pop("inputs")), "inputs have no members of the caller's")
    offered(not any(header.get(name) in ("", [], {}) for name in ("id", "outputs", "parameters")),
            "what is empty is left out")
    added = {name: member for name, member in {"id": "1", "model_name": "echo"}.items() if name not in header}
    header.update(added)
    request = InferRequest(kserve_values.text(header.pop("model_name")), [input_of(tensor) for tensor in value["tensors"]],
                           request_id=kserve_values.text(header.pop("id")),
                           parameters=kserve_values.parameters_of(header.pop("parameters", {})),
                           request_outputs=[output_of(output) for output in header.pop("outputs", [])])
    offered(not header, "a request has no members of the caller's")
    _, sent = CLIENT.infer(request, A_RESPONSE, {})
    length = int(sent.headers.get(FRAMING, len(sent.content)))
    return sent.content, {"header_length": length, "added": {"json": added}}


CLIENT = Client()
note_binary(InferOutput)
serve({"name": "kserve client", "version": version("kserve"), "language": "python",
       "homepage": "https://github.com/kserve/kserve"},
      {"kserve-request": Format(encode=encode, **EXTENDED), "kserve-response": Format(decode=decode, **EXTENDED)},
      rejections=(InvalidInput, InferenceError))
