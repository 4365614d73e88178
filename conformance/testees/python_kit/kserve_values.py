"""What testees of the KServe formats share: elements of tensors, numbers as lexemes, bodies without a header length."""
import decimal
import json
import struct

import numpy

from hallmark_testee import Unsupported, data, data_bytes

ELEMENTS = {"bool": "?", "i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u8": "u1", "u16": "<u2", "u32": "<u4",
            "u64": "<u8", "f16": "<f2", "f32": "<f4", "f64": "<f8", "bytes": object}


def lexemes(parsed, written=repr):
    """The value for what a parser of JSON gave: numbers become what `written` makes of them."""
    if isinstance(parsed, dict):
        return {name: lexemes(member, written) for name, member in parsed.items()}
    if isinstance(parsed, list):
        return [lexemes(member, written) for member in parsed]
    if isinstance(parsed, (int, float)) and not isinstance(parsed, bool):
        return {"number": written(parsed)}
    return parsed


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


def packed(array):
    """The bytes of an array. Elements of BYTES are bytes where they came as such, and strings where JSON held them; for
    an array of anything else there are none."""
    if array.dtype != object:
        return array.tobytes()
    flat = [each.encode(errors="surrogatepass") if isinstance(each, str) else each for each in array.flat]
    if not all(isinstance(each, bytes) for each in flat):
        return None
    return b"".join(struct.pack("<I", len(raw)) + raw for raw in flat)


def tensor_of(name, array, encoding, parameters, types):
    """A tensor of a value. types: the names of the types by those of numpy."""
    raw = packed(array)
    return {"name": name, "dtype": types.get(array.dtype, str(array.dtype)), "shape": list(array.shape),
            "data": None if raw is None else data(raw), "encoding": encoding, "parameters": parameters}


def _elements_of_bytes(raw):
    offset, flat = 0, []
    while offset < len(raw):
        (length,) = struct.unpack_from("<I", raw, offset)
        flat.append(raw[offset + 4 : offset + 4 + length])
        offset += 4 + length
    array = numpy.empty(len(flat), object)
    array[:] = flat
    return array


def array_of(tensor, elements=ELEMENTS):
    """A tensor of a value as an array of numpy."""
    if tensor["dtype"] not in elements:
        raise Unsupported(f"no elements of the type {tensor['dtype']}")
    raw = data_bytes(tensor["data"])
    flat = _elements_of_bytes(raw) if tensor["dtype"] == "bytes" else numpy.frombuffer(raw, elements[tensor["dtype"]])
    try:
        return flat.reshape([int(size) for size in tensor["shape"]])
    except (ValueError, OverflowError) as error:
        raise Unsupported(f"no array of numpy: {error}") from None


def is_error(raw):
    """Whether a body is a JSON object with an error and nothing else."""
    try:
        return set(json.loads(raw)) == {"error"}
    except (ValueError, RecursionError, TypeError):
        return False


def declares_binary_data(raw, tensors):
    """Whether the JSON at the start of a body, wherever it ends, has a tensor with data behind it."""
    try:
        header, _ = json.JSONDecoder().raw_decode(raw.decode("latin-1").lstrip(" \t\r\n"))
        return any((tensor.get("parameters") or {}).get("binary_data_size") for tensor in header[tensors])
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return False  # what is wrong is for the implementation to say
