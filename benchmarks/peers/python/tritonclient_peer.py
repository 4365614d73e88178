# SPDX-License-Identifier: Apache-2.0
"""KServe responses by tritonclient: parse_response_body, and every output as an array of numpy."""
from importlib.metadata import version

from tritonclient.http import InferenceServerClient

from serve import answer_of, header_length, load, serve


def response(path):
    raw, header = load(path), header_length(path)

    def arrays():
        result = InferenceServerClient.parse_response_body(raw, header_length=header)
        return [result.as_numpy(output["name"]) for output in result.get_response()["outputs"]]

    return lambda: len(arrays()), lambda: answer_of("tensors", arrays())


serve({"kserve-response": response}, version("tritonclient"))
