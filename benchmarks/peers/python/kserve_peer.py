# SPDX-License-Identifier: Apache-2.0
"""KServe bodies by kserve: from_bytes, and every tensor as an array of numpy, as a model gets it."""
from importlib.metadata import version

from kserve import InferRequest, InferResponse

from serve import answer_of, header_length, load, serve


def message(kind, tensors_of):
    def make(path):
        raw, header = load(path), header_length(path)

        def arrays():
            return [tensor.as_numpy() for tensor in tensors_of(kind(raw, header))]

        return lambda: len(arrays()), lambda: answer_of("tensors", arrays())

    return make


serve({"kserve-request": message(lambda raw, header: InferRequest.from_bytes(raw, header, "m"), lambda one: one.inputs),
       "kserve-response": message(lambda raw, header: InferResponse.from_bytes(raw, header), lambda one: one.outputs)},
      version("kserve"))
