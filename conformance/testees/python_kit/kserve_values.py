# SPDX-License-Identifier: Apache-2.0
"""What testees of the KServe formats share: elements of tensors, numbers as lexemes, bodies without a header length."""
import decimal
import json
import struct

import numpy

import numpy_values
from hallmark_testee import Unsupported, data, data_bytes

ELEMENTS = {**numpy_values.ELEMENTS, "bytes": object}
NAMES = {numpy.dtype(elements): name for name, elements in ELEMENTS.items()}


# What every testee of the formats offers.
OFFERED = {"features": ("header-framed", "seed-framed"), "options": ("header_length",)}
# And what those do that know the parameters of the extension.
EXTENDED = {**OFFERED, "features": (*OFFERED["features"], "binary-extension")}


def offered(condition, otherwise):
    """Unless the condition holds, the implementation does not offer what is asked for."""
    if not condition:
        raise Unsupported(otherwise)


def utf8(text):
    """Some parsers let surrogates without a partner pass, which no reply can hold."""
    return text.encode(errors="replace").decode() if isinstance(text, str) else text


def lexemes(parsed, written=repr):
    """The value for what a parser of JSON gave: numbers become what `written` makes of them."""
    if isinstance(parsed, dict):
        return {utf8(name): lexemes(member, written) for name, member in parsed.items()}
    if isinstance(parsed, list):
        return [lexemes(member, written) for member in parsed]
    if isinstance(parsed, (int, float)) and not isinstance(parsed, bool):
        return {"number": written(parsed)}
    return utf8(parsed)


def members(message, *names):
    """Those of the attributes of a message that are there, as members of the value."""
    return {name: lexemes(getattr(message, name)) for name in names if getattr(message, name) is not None}


def number_of(member, written=repr):
    """A parameter as Python has it, if Python can hold its value."""
    if isinstance(member, dict) and set(member) == {"number"}:
        number = json.loads(member["number"])
        offered(decimal.Decimal(written(number)) == decimal.Decimal(member["number"]),
                f"{written(number)} is written for {member['number']}")
        return number
    offered(not isinstance(member, (dict, list)) and member is not None, "a parameter is a string, a number or a boolean")
    return member


def text(member):
    """An id or a name as a caller gives it."""
    offered(isinstance(member, str), "ids and names are texts")
    return member


def parameters_of(members, written=repr):
    return {name: number_of(member, written) for name, member in members.items()}


def packed(array):
    """The bytes of an array. Elements of BYTES are bytes where they came as such, and strings where JSON held them; for
    an array of anything else there are none."""
    if array.dtype != object:
        return array.tobytes()
    flat = [each.encode(errors="surrogatepass") if isinstance(each, str) else each for each in array.flat]
    if not all(isinstance(each, bytes) for each in flat):
        return None
    return b"".join(struct.pack("<I", len(raw)) + raw for raw in flat)


def tensor_of(name, array, encoding, parameters, types=NAMES):
    """A tensor of a value. types: the names of the types by those of numpy."""
    raw = packed(array)
    return {"name": utf8(name), "dtype": types.get(array.dtype, str(array.dtype)), "shape": list(array.shape),
            "data": None if raw is None else data(raw), "encoding": encoding, "parameters": parameters}


def _elements_of_bytes(raw, _):
    offset, flat = 0, []
    while offset < len(raw):
        (length,) = struct.unpack_from("<I", raw, offset)
        flat.append(raw[offset + 4 : offset + 4 + length])
        offset += 4 + length
        if offset > len(raw):
            raise ValueError("an element is longer than what is left")
    array = numpy.empty(len(flat), object)
    array[:] = flat
    return array


def array_of(tensor, elements=ELEMENTS):
    """A tensor of a value as an array of numpy, where there is one: what cannot be an array cannot be said by a caller."""
    if tensor["dtype"] == "bool":
        offered(max(data_bytes(tensor["data"]), default=0) <= 1, "the booleans of an array are 0 and 1")
    return numpy_values.array_of(tensor, elements, _elements_of_bytes if tensor["dtype"] == "bytes" else numpy.frombuffer)


def is_error(raw):
    """Whether a body is a JSON object with an error and nothing else."""
    try:
        return set(json.loads(raw)) == {"error"}
    except (ValueError, RecursionError, TypeError):
        return False


def _header(raw):
    return json.JSONDecoder().raw_decode(raw.decode("latin-1").lstrip(" \t\r\n"))[0]


def binary_data_sizes(raw, tensors):
    """The parameters binary_data_size of the JSON at the start of a body, wherever it ends."""
    try:
        of_tensors = [tensor.get("parameters") or {} for tensor in _header(raw)[tensors]]
        return [parameters["binary_data_size"] for parameters in of_tensors if "binary_data_size" in parameters]
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return []  # what is wrong is for the implementation to say


def has_model_name(raw):
    """Whether the JSON of a response, wherever it ends, has a model_name; what is wrong is for the implementation to say."""
    try:
        return _header(raw).get("model_name") is not None
    except (ValueError, RecursionError, AttributeError):
        return True


def framed(raw, header_length, tensors):
    """Only a body with a header length can have binary data."""
    offered(header_length is not None or not any(binary_data_sizes(raw, tensors)),
            "without a header length a body is JSON from end to end")


def without_binary(raw, header_length, tensors):
    """For those without the binary extension a body is JSON from end to end; its header length is not looked at."""
    offered(header_length in (None, len(raw)) and not binary_data_sizes(raw, tensors), "binary data are not offered")
