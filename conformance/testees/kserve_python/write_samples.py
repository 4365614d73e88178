# SPDX-License-Identifier: Apache-2.0
"""Writes real bodies of the package kserve: responses of its model server, and requests of its client.

write_samples.py FOLDER                 NAME.response.kserve and NAME.request.kserve
write_samples.py --damage FROM TO       a copy of binary.response.kserve in which the first length of a word is one more
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy as np
import orjson
import samples
from kserve import InferInput, InferOutput, InferRequest, InferResponse
from kserve.protocol.infer_type import RequestedOutput
from kserve.utils.numpy_codec import from_np_dtype
from served import Server

WORDS = np.array([["tensor", "naïve"], ["名前", ""]], object)


def messages():
    image = np.random.default_rng(9).normal(0, 1, (1, 3, 32, 32)).astype("f4")
    binary = {**samples.every_type(["f2", "f4", "f8"]), "words": WORDS}
    in_json = {name: array for name, array in binary.items() if not name.startswith("special")}
    in_json["plain"] = np.array([1e30, -1e-30, 1e-40, -0.0], "f4")
    mixed = {"image": image, "count": np.array(7, "i8"), "words": WORDS, "half": np.array(0.5, "f2")}
    return {"binary": (binary, set(binary)), "json": (in_json, set()), "mixed": (mixed, {"image", "half"}),
            "empty": ({"none": np.zeros((3, 0), "f4"), "no_words": np.zeros((0, 2), object)}, {"none", "no_words"})}


def response(server, tensors, binary):
    """What the server answers, whatever it is asked."""
    outputs = [InferOutput(name, list(array.shape), from_np_dtype(array.dtype), array)
               for name, array in tensors.items()]
    wanted = [RequestedOutput(name, {"binary_data": name in binary}) for name in tensors]
    server.model.response = InferResponse("42", "echo", outputs, requested_outputs=wanted)
    answer = server.post(b'{"inputs":[]}')
    assert answer.status_code == 200, answer.text
    return answer.content


def request(tensors, binary):
    inputs = []
    for name, array in tensors.items():
        inputs.append(InferInput(name, list(array.shape), from_np_dtype(array.dtype)))
        inputs[-1].set_data_from_numpy(array, binary_data=name in binary)
    body, length = InferRequest("echo", inputs, request_id="42", parameters={"binary_data_output": True}).to_rest()
    return body if length is not None else orjson.dumps(body)


def write(folder):
    server = Server()
    for name, (tensors, binary) in messages().items():
        (folder / f"{name}.response.kserve").write_bytes(response(server, tensors, binary))
        (folder / f"{name}.request.kserve").write_bytes(request(tensors, binary))


def damage(content):
    length = content.rindex(b"tensor") - 4
    content[length] += 1
    return f"a word of 6 bytes is said to have 7 at byte {length}"


samples.run(write, damage)
