# SPDX-License-Identifier: Apache-2.0
"""What a user sends with tritonclient."""
import dataclasses

import ml_dtypes
import numpy as np
from samples import every_type
from tritonclient.http import InferInput, InferRequestedOutput
from tritonclient.utils import np_to_triton_dtype

FLOATS = [np.float16, np.float32, np.float64, ml_dtypes.bfloat16]
WORDS = [b"", b"tensor", "naïve 名前".encode(), b"\xff\xfe\0", b"x" * 300]


@dataclasses.dataclass
class Call:
    """One call of InferenceServerClient.infer. json: the arrays that travel as JSON. answered: the outputs that are asked
    for by name, and whether in binary; where there are none, all are, in binary."""
    arrays: dict
    json: tuple = ()
    answered: dict = dataclasses.field(default_factory=dict)
    compressed: dict = dataclasses.field(default_factory=dict)
    options: dict = dataclasses.field(default_factory=dict)

    def body(self):
        """The arguments of generate_request_body."""
        inputs = [InferInput(name, list(array.shape), np_to_triton_dtype(array.dtype)).set_data_from_numpy(
            array, binary_data=name not in self.json) for name, array in self.arrays.items()]
        outputs = [InferRequestedOutput(name, binary_data=binary) for name, binary in self.answered.items()]
        return {"inputs": inputs, "outputs": outputs or None, **self.options}


def calls():
    image = np.random.default_rng(9).normal(0, 1, (1, 3, 32, 32)).astype(np.float32)
    words = np.array(WORDS, object)
    in_json = every_type([np.float32, np.float64], [1e30, -1e-30, 1e-40])  # the protocol has no NaN and no FP16 in JSON
    small = {"a": np.arange(6, dtype="i4").reshape(2, 3), "image": image, "b": np.float64([0.1, -0.0])}
    return {
        "image": Call({"image": image}),
        "types": Call(every_type(FLOATS)),
        "types_json": Call(in_json, json=tuple(in_json), answered=dict.fromkeys(in_json, False)),
        "mixed": Call(small, json=("a", "b"), answered={"b": True, "image": True, "a": False}),
        "words": Call({"words": words, "text": words[:3].reshape(3, 1)}, json=("text",),
                      answered={"words": True, "text": False}),
        "scalars": Call({"half": np.array(0.1, np.float16), "count": np.array(7, "u8")}, json=("count",)),
        "empty": Call({"none": np.zeros((3, 0), np.float32), "no_words": np.zeros((0,), object)}, json=("no_words",)),
        "options": Call({"image": image}, options={
            "request_id": "42", "sequence_id": 7, "sequence_start": True, "priority": 1, "timeout": 500,
            "parameters": {"who": "naïve", "scale": 0.5, "dry": False}}),
        "gzip": Call(small, compressed={"request_compression_algorithm": "gzip",
                                        "response_compression_algorithm": "gzip"}),
        "deflate": Call(small, compressed={"request_compression_algorithm": "deflate",
                                           "response_compression_algorithm": "deflate"}),
    }
