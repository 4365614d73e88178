// SPDX-License-Identifier: Apache-2.0
// Testee for @huggingface/gguf: testee.mjs FOLDER, where `npm install --prefix FOLDER` put it. gguf() gives the header; the data are
// taken from where it says.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data, serve, Unsupported } from "../javascript_kit/hallmark_testee.mjs";

const folder = path.resolve(process.argv[2]);
const { gguf, GGMLQuantizationType } = createRequire(path.join(folder, "package.json"))("@huggingface/gguf");
const { version } = JSON.parse(readFileSync(path.join(folder, "node_modules/@huggingface/gguf/package.json")));
const TYPES = "u8 i8 u16 i16 u32 i32 f32 bool string array u64 i64 f64".split(" ");  // by their numbers in a file
const HEADER = ["version", "tensor_count", "kv_count"];  // which stand before the pairs, but not before keys that are numbers

// Elements and bytes of a block: the package names types and knows no sizes.
const BLOCKS = { F32: [1, 4], F16: [1, 2], BF16: [1, 2], F64: [1, 8], I8: [1, 1], I16: [1, 2], I32: [1, 4], I64: [1, 8],
  Q4_0: [32, 18], Q4_1: [32, 20], Q5_0: [32, 22], Q5_1: [32, 24], Q8_0: [32, 34], Q8_1: [32, 36], IQ4_NL: [32, 18], MXFP4: [32, 17],
  NVFP4: [64, 36], Q2_0: [64, 18], Q1_0: [128, 18], Q2_K: [256, 84], Q3_K: [256, 110], Q4_K: [256, 144], Q5_K: [256, 176],
  Q6_K: [256, 210], Q8_K: [256, 292], IQ2_XXS: [256, 66], IQ2_XS: [256, 74], IQ3_XXS: [256, 98], IQ1_S: [256, 50], IQ3_S: [256, 110],
  IQ2_S: [256, 82], IQ4_XS: [256, 136], IQ1_M: [256, 56], TQ1_0: [256, 54], TQ2_0: [256, 66] };
const WIDTHS = { F16: 2, BF16: 2, I16: 2, F32: 4, I32: 4, F64: 8, I64: 8 };

// An element as a little-endian file holds it.
function bytes(type, value) {
  if (type === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([bytes("u64", BigInt(text.length)), text]);
  }
  const made = Buffer.alloc(8), view = new DataView(made.buffer, made.byteOffset);
  const [kind, bits] = type === "bool" ? ["u", 8] : [type[0], Number(type.slice(1))];
  if (kind === "f") view[`setFloat${bits}`](0, value, true);
  else if (bits === 64) view.setBigUint64(0, BigInt.asUintN(64, value), true);
  else view.setUint32(0, Number(value), true);
  return made.subarray(0, bits / 8);
}

function value(type, inner, given) {
  if (type === "array") {
    if (inner === "array" && given.length) throw new Unsupported("arrays in arrays come without their types");
    return { type: inner, length: given.length, data: data(Buffer.concat(given.map((each) => bytes(inner, each)))) };
  }
  return type[0] === "f" ? data(bytes(type, given)) : type === "i64" && given < -Number.MAX_SAFE_INTEGER ? given.toString() : given;
}

// The data of a tensor, plain ones little-endian.
function sliced(raw, start, { shape, dtype, offset }, littleEndian) {
  if (!(GGMLQuantizationType[dtype] in BLOCKS)) throw new Error("a type of tensors without a name");
  const [elements, size] = BLOCKS[GGMLQuantizationType[dtype]];
  const from = start + offset, to = from + shape.reduce((all, each) => all * each, 1n) / BigInt(elements) * BigInt(size);
  if (to > raw.length) throw new Error("the data that the header names are not in the file");
  const made = Buffer.from(raw.subarray(Number(from), Number(to)));
  if (!littleEndian) made[`swap${WIDTHS[GGMLQuantizationType[dtype]] * 8}`]?.();
  return data(made);
}

async function decode(raw) {
  const to = mkdtempSync(path.join(tmpdir(), "gguf-"));
  let read;
  try {
    writeFileSync(path.join(to, "model.gguf"), raw);
    read = await gguf(path.join(to, "model.gguf"), { allowLocalFile: true, typedMetadata: true });
  } finally {
    rmSync(to, { recursive: true });
  }
  const pairs = Object.entries(read.typedMetadata);
  pairs.splice(pairs.findIndex(([key]) => key === HEADER[0]), HEADER.length);
  return {
    version: read.metadata.version, byte_order: read.littleEndian ? "little" : "big",
    metadata: pairs.map(([key, one]) => ({ key, type: TYPES[one.type], value: value(TYPES[one.type], TYPES[one.subType], one.value) })),
    tensors: read.tensorInfos.map((one) => ({
      name: one.name, dtype: GGMLQuantizationType[one.dtype]?.toLowerCase(), shape: one.shape.toReversed(),
      data: sliced(raw, read.tensorDataOffset, one, read.littleEndian) })),
  };
}

// A plain Error is meant; a RangeError is that of a view that ended.
const Documented = { [Symbol.hasInstance]: (error) => error.constructor === Error };

await serve({ name: "@huggingface/gguf", version, language: "javascript", homepage: "https://github.com/huggingface/huggingface.js" },
            { gguf: { decode, features: ["big-endian", "version-2"] } }, [Documented]);
