// SPDX-License-Identifier: Apache-2.0
// A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place.
import { data, dataBytes, serve } from "../hallmark_testee.mjs";

const dtypes = { int8: 0x03, float32: 0x27, packed_bit: 0x10 };

class VectorError extends Error {}

// Throws for what the specification does not allow.
function check(dtype, padding, elements) {
  if (padding > 7 || (padding && (dtype !== "packed_bit" || !elements.length))) {
    throw new VectorError("padding out of range");
  }
  if (dtype === "float32" && elements.length % 4) throw new VectorError("float32 data is no multiple of 4 bytes");
  if (padding && elements.at(-1) & ((1 << padding) - 1)) throw new VectorError("ignored bits are not zero");
}

function decode(bytes) {
  if (bytes.length < 2) throw new VectorError("dtype and padding are missing");
  const [byte, padding] = bytes;
  const dtype = Object.keys(dtypes).find((name) => dtypes[name] === byte);
  if (!dtype) throw new VectorError(`unknown dtype ${byte}`);
  check(dtype, padding, bytes.subarray(2));
  return { dtype, padding, data: data(bytes.subarray(2)) };
}

function encode(value) {
  const elements = dataBytes(value.data);
  check(value.dtype, value.padding, elements);
  return Buffer.concat([Buffer.from([dtypes[value.dtype], value.padding]), elements]);
}

await serve({ name: "example", version: "1", language: "javascript" },
            { "bson-vector": { decode, encode } }, [VectorError]);
