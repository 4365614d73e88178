"""What testees of the KServe formats share: elements of tensors, numbers as lexemes, bodies without a header length."""
import decimal
import json
import struct

import numpy

from hallmark_testee import Unsupported, data, data_bytes

ELEMENTS = {"bool": "?", "i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u8": "u1", "u16": "<u2", "u32": "<u4",
            "u64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8", "bytes": object}
NAMES = {numpy.dtype(elements): name for name, elements in ELEMENTS.items()}


# What every testee of the formats offers.
OFFERED = {"features": ("header-framed", "seed-framed"), "options": ("header_length",)}


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


def number_of(member, written=repr):
    """A parameter as Python has it, if Python can hold its value."""
    if isinstance(member, dict) and set(member) == {"number"}:
        number = json.loads(member["number"])
        if decimal.Decimal(written(number)) != decimal.Decimal(member["number"]):
            raise Unsupported(f"{written(number)} is written for {member['number']}")
        return number
    if isinstance(member, (dict, list)) or member is None:
        raise Unsupported("a parameter is a string, a number or a boolean")
    return member


def text(member):
    """An id or a name as a caller gives it."""
    if not isinstance(member, str):
        raise Unsupported("ids and names are texts")
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


def _elements_of_bytes(raw):
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
    if tensor["dtype"] not in elements:
        raise Unsupported(f"no elements of the type {tensor['dtype']}")
    raw = data_bytes(tensor["data"])
    try:
        flat = _elements_of_bytes(raw) if tensor["dtype"] == "bytes" else numpy.frombuffer(raw, elements[tensor["dtype"]])
        if tensor["dtype"] == "bool" and any(byte > 1 for byte in raw):
            raise ValueError("its booleans are 0 and 1")
        return flat.reshape([int(size) for size in tensor["shape"]])
    except (ValueError, OverflowError, struct.error) as error:
        raise Unsupported(f"no array of numpy: {error}") from None


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


def declares_binary_data(raw, tensors):
    return any(binary_data_sizes(raw, tensors))
