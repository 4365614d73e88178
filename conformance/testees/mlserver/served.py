# SPDX-License-Identifier: Apache-2.0
"""MLServer's REST application in this process, without sockets: its routes, its data plane, its registry, and one model.

The model answers every request with the response it was given, and keeps what it was asked.
"""
import mlserver.rest.endpoints
from asgi import Application
from mlserver import MLModel, ModelSettings, Settings
from mlserver.codecs import NumpyCodec, StringCodec
from mlserver.errors import MLServerError
from mlserver.handlers import DataPlane, ModelRepositoryHandlers
from mlserver.registry import MultiModelRegistry
from mlserver.repository import SchemalessModelRepository
from mlserver.rest.app import create_app


class Echo(MLModel):
    """elements holds the inputs of the last request as a model gets them, by the codec of their datatype: what that makes
    of them is part of reading."""
    request = elements = response = None

    async def load(self):
        return True

    async def predict(self, payload):
        Echo.elements = [self.decode(tensor, StringCodec if tensor.datatype == "BYTES" else NumpyCodec)
                         for tensor in payload.inputs]
        if isinstance(Echo.response, MLServerError):
            raise Echo.response
        return Echo.response


def _note_requests():
    """The server adds an id and the HTTP headers to a request; it is noted before it does."""
    plain = mlserver.rest.endpoints.insert_headers

    def noted(payload, headers):
        Echo.request = payload.model_copy(deep=True)
        return plain(payload, headers)

    mlserver.rest.endpoints.insert_headers = noted


class Server(Application):
    def __init__(self):
        _note_requests()
        settings = Settings(debug=False, metrics_endpoint=None, gzip_enabled=False)
        models = MultiModelRegistry()
        super().__init__(create_app(settings, DataPlane(settings, models),
                                    ModelRepositoryHandlers(SchemalessModelRepository("."), models)))
        self.run(models.load(ModelSettings(name="echo", implementation=Echo)))

    def post(self, body):
        return self.answer("/v2/models/echo/infer", body, {"content-type": "application/json"})
