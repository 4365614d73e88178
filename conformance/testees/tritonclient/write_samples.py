# SPDX-License-Identifier: Apache-2.0
"""Writes real requests of tritonclient: whole HTTP messages as they arrive at a server, and bodies alone.

write_samples.py FOLDER                 NAME.request.http for each of calls.py; NAME.kserve for what is not compressed
write_samples.py --damage FROM TO       a copy of image.request.http in which the image has one row more
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import samples
from calls import calls
from captured import serving
from tritonclient.http import InferenceServerClient


def nothing(body, headers):
    return b'{"model_name":"nothing","outputs":[]}', {}


def write(folder):
    with serving(nothing) as (address, take):
        client = InferenceServerClient(address)
        for name, call in calls().items():
            client.infer("nothing", **call.body(), **call.compressed)
            (folder / f"{name}.request.http").write_bytes(take()[0])
            if not call.compressed:
                (folder / f"{name}.kserve").write_bytes(client.generate_request_body(**call.body())[0])
        client.close()


def damage(content):
    rows = content.index(b"[1,3,32,32]") + 6
    content[rows] += 1
    return f"32 rows became 33 at byte {rows}"


samples.run(write, damage)
