// SPDX-License-Identifier: Apache-2.0
// Testee for the npm package bson: testee.mjs FOLDER, where `npm install --prefix FOLDER` put it.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { data, dataBytes, serve, Unsupported } from "../javascript_kit/hallmark_testee.mjs";

const folder = path.resolve(process.argv[2]);
const { Binary, BSONError, Code, DBRef, deserialize } = createRequire(path.join(folder, "package.json"))("bson");
const { version } = JSON.parse(readFileSync(path.join(folder, "node_modules/bson/package.json")));

const { Int8, Float32, PackedBit } = Binary.VECTOR_TYPE;

function vector(binary) {
  const [type, padding] = binary.buffer;
  if (type === Int8) return { dtype: "int8", padding, data: data(binary.toInt8Array()) };
  if (type === Float32) return { dtype: "float32", padding, data: data(binary.toFloat32Array()) };
  if (type === PackedBit) return { dtype: "packed_bit", padding, data: data(binary.toPackedBits()) };
  throw new BSONError(`unknown dtype ${type}`);  // the package leaves it to its users to look
}

const decodeVector = (bytes) => vector(new Binary(bytes, Binary.SUBTYPE_VECTOR));

function encodeVector(value) {
  const raw = Uint8Array.from(dataBytes(value.data));
  if (value.dtype === "packed_bit") return Binary.fromPackedBits(raw, value.padding).value();
  if (value.padding !== 0) throw new Unsupported("these two take no padding");
  return (value.dtype === "int8" ? Binary.fromInt8Array(new Int8Array(raw.buffer))
                                 : Binary.fromFloat32Array(new Float32Array(raw.buffer))).value();
}

// A key as Hallmark writes it in a path.
function step(key) {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return `.${key}`;
  const hex = (c) => "\\x" + c.charCodeAt(0).toString(16).padStart(2, "0");
  return `["${key.replace(/["\\]/g, "\\$&").replace(/[\x00-\x1f\x7f]/g, hex)}"]`;
}

// Every binary of subtype 9 at any depth, in order.
function* vectorsIn(value, at) {
  if (value instanceof Code) value = value.scope ?? {};
  if (value instanceof DBRef) value = value.toJSON();
  if (value instanceof Binary) {
    if (value.sub_type === Binary.SUBTYPE_VECTOR) yield { path: at, ...vector(value) };
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; ++i) yield* vectorsIn(value[i], `${at}[${i}]`);
  } else if (value && typeof value === "object" && !value._bsontype) {
    for (const [key, part] of Object.entries(value)) yield* vectorsIn(part, at + step(key));
  }
}

// The package reads one document at a time; where it ends is for its users to say.
function decodeDocuments(bytes) {
  const vectors = [];
  let documents = 0;
  for (let at = 0; at < bytes.length; ++documents) {
    const size = bytes.length - at < 4 ? 0 : bytes.readInt32LE(at);
    const document = deserialize(size < 5 ? bytes.subarray(at) : bytes.subarray(at, at + size),
                                 { promoteValues: false, promoteBuffers: false });
    for (const one of vectorsIn(document, `documents[${documents}]`)) vectors.push({ document: documents, ...one });
    at += size;
  }
  return { documents, vectors };
}

await serve({ name: "js-bson", version, language: "javascript", homepage: "https://github.com/mongodb/js-bson" },
            { "bson-vector": { decode: decodeVector, encode: encodeVector },
              bson: { decode: decodeDocuments, features: ["subtype-9"] } }, [BSONError]);
