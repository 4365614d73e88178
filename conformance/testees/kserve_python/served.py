# SPDX-License-Identifier: Apache-2.0
"""The model server of the package kserve in this process, without sockets: its routes, its data plane, and one model.

The model answers every request with the response it was given, and keeps what it was asked.
"""
import kserve_values
from asgi import Application
from kserve import InferInput, Model, ModelRepository
from kserve.model_server import app
from kserve.protocol.dataplane import DataPlane
from kserve.protocol.model_repository_extension import ModelRepositoryExtension
from kserve.protocol.rest.server import RESTServer

FRAMING = "inference-header-content-length"


class Echo(Model):
    """arrays holds the inputs of the last request as a model gets them: what numpy makes of them is part of reading."""

    def __init__(self):
        super().__init__("echo")
        self.ready = True
        self.request = self.arrays = self.response = None

    def predict(self, payload, headers=None, response_headers=None):
        self.arrays = [tensor.as_numpy() for tensor in payload.inputs]
        self.request = payload
        if isinstance(self.response, Exception):
            raise self.response
        return self.response


def note_binary(kind):
    """The package makes lists of binary tensors as soon as it has read them; which ones they were is noted here."""
    plain = kind.set_data_from_numpy

    def noted(self, tensor, binary_data=True):
        self.was_binary = self._raw_data is not None
        plain(self, tensor, binary_data)

    kind.set_data_from_numpy = noted


def tensor_of(given, array):
    """A tensor of a value for an input or an output of the package, and what it is as an array of numpy."""
    encoding = "binary" if getattr(given, "was_binary", False) else "json"
    return kserve_values.tensor_of(given.name, array, encoding, kserve_values.lexemes(given.parameters or {}))


class Server(Application):
    def __init__(self):
        note_binary(InferInput)
        self.model = Echo()
        models = ModelRepository()
        models.update(self.model)
        RESTServer("kserve.model_server:app", DataPlane(model_registry=models),
                   ModelRepositoryExtension(model_registry=models), http_port=0).create_application()
        super().__init__(app)

    def post(self, body, header_length=None):
        """The answer of the server. Bodies with binary data are no JSON to it, the others are."""
        if header_length is None:
            headers = {"content-type": "application/json"}
        else:
            headers = {"content-type": "application/octet-stream", FRAMING: str(header_length)}
        return self.answer("/v2/models/echo/infer", body, headers)
