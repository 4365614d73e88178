# SPDX-License-Identifier: Apache-2.0
"""Writes a real .gguf file with the Python package of llama.cpp, from arrays as a converter would.

write_samples.py FOLDER                 mlp.gguf, with a vocabulary and quantised weights
write_samples.py --damage FROM TO       a copy whose scores have the type of other values, which readers of vocabularies cast
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy as np
import samples
from gguf import GGMLQuantizationType, GGUFWriter, quantize


def write(folder):
    rng = np.random.default_rng(9)
    writer = GGUFWriter(folder / "mlp.gguf", "llama")
    writer.add_block_count(1)
    writer.add_quantization_version(2)
    writer.add_tokenizer_model("llama")
    writer.add_token_list([f"<{i}>" for i in range(256)])
    writer.add_token_scores([-float(i) for i in range(256)])
    writer.add_token_types([6] * 256)
    writer.add_tensor("token_embd.weight", rng.normal(0, 0.05, (256, 64)).astype(np.float16))
    for name in ("blk.0.ffn_up.weight", "blk.0.ffn_down.weight"):
        blocks = quantize(rng.normal(0, 0.05, (64, 64)).astype(np.float32), GGMLQuantizationType.Q8_0)
        writer.add_tensor(name, blocks, raw_dtype=GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def damage(content):
    at = content.index(b"tokenizer.ggml.scores") + len(b"tokenizer.ggml.scores") + 4
    content[at] = 5  # int32, where float32 was
    return f"the scores are int32, byte {at}"


samples.run(write, damage)
