"""KServe bodies by kserve: from_bytes, and every tensor as an array of numpy, as a model gets it."""
from importlib.metadata import version

from kserve import InferRequest, InferResponse

from serve import answer, header_length, load, serve, sum_of


def message(kind, tensors_of):
    def make(path):
        raw, header = load(path), header_length(path)

        def arrays():
            return [tensor.as_numpy() for tensor in tensors_of(kind(raw, header))]

        return lambda: len(arrays()), lambda: told(arrays())

    return make


def told(arrays):
    return answer(tensors=len(arrays), elements=sum(array.size for array in arrays), sum=sum(map(sum_of, arrays)) % 2**64)


serve({"kserve-request": message(lambda raw, header: InferRequest.from_bytes(raw, header, "m"), lambda one: one.inputs),
       "kserve-response": message(lambda raw, header: InferResponse.from_bytes(raw, header), lambda one: one.outputs)},
      version("kserve"))
