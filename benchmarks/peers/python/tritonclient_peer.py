"""KServe responses by tritonclient: parse_response_body, and every output as an array of numpy."""
from importlib.metadata import version

from tritonclient.http import InferenceServerClient

from serve import answer, header_length, load, serve, sum_of


def response(path):
    raw, header = load(path), header_length(path)

    def arrays():
        result = InferenceServerClient.parse_response_body(raw, header_length=header)
        return [result.as_numpy(output["name"]) for output in result.get_response()["outputs"]]

    def told():
        found = arrays()
        return answer(tensors=len(found), elements=sum(array.size for array in found), sum=sum(map(sum_of, found)) % 2**64)

    return lambda: len(arrays()), told


serve({"kserve-response": response}, version("tritonclient"))
