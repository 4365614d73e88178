// SPDX-License-Identifier: Apache-2.0
// Testee for packages that read npy: testee.mjs PACKAGE FOLDER, where `npm ci` put it: npyjs, numpy-parser or tfjs-npy-node.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { data, dataBytes, serve, Unsupported } from "../javascript_kit/hallmark_testee.mjs";

const [name, folder] = [process.argv[2], path.resolve(process.argv[3])];
const load = createRequire(path.join(folder, "package.json"));
const read = (file) => JSON.parse(readFileSync(path.join(folder, "node_modules", name, file)));

const ARRAYS = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array, f2: Uint16Array, i4: Int32Array, u4: Uint32Array,
  f4: Float32Array, c8: Float32Array, f8: Float64Array, c16: Float64Array, i8: BigInt64Array, u8: BigUint64Array };
const product = (shape) => shape.reduce((all, size) => all * size, 1);
const described = (code) => (/^[biu]1$/.test(code) ? "|" : "<") + code;
const typed = (Type, raw) => new Type(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));

// The type that a header names, where it is one of the format; "[" is a structure.
function named(raw) {
  const found = /['"]descr['"]\s*:\s*(\[|['"]([^'"]*)['"])/.exec(raw.toString("latin1"));
  const plain = /^(\|b1|\|[iu]1|[<>][iuf][248]|[<>]c(8|16)|\|[SV]\d+|[<>]U\d+|[<>][mM]8(\[\w+\])?)$/;
  return found?.[1] === "[" ? "[" : plain.test(found?.[2]) ? found[2] : undefined;
}

// Elements in Fortran order, row by row.
function rowMajor(raw, shape) {
  const count = product(shape), size = raw.length / count;
  if (!raw.length || !Number.isInteger(size)) return raw;  // fewer or more elements than the shape says
  const made = Buffer.alloc(raw.length);
  for (let at = 0; at < count; ++at) {
    let place = 0;
    for (let axis = shape.length - 1, rest = at, stride = count; axis >= 0; --axis) {
      stride /= shape[axis];
      place += (rest % shape[axis]) * stride;
      rest = Math.floor(rest / shape[axis]);
    }
    raw.copy(made, at * size, place * size, (place + 1) * size);
  }
  return made;
}

const bytes = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

// Text, four bytes a character.
const wide = (strings, length) => bytes(Uint32Array.from(strings.flatMap((text) => {
  const points = [...text].map((each) => each.codePointAt(0));
  return [...points, ...Array(Math.max(0, length - points.length)).fill(0)];
})));
const strings = (raw, length) => Array.from({ length: length && raw.length / length / 4 }, (_, i) =>
  String.fromCodePoint(...typed(Uint32Array, raw.subarray(i * length * 4, (i + 1) * length * 4))).replace(/\0+$/, ""));

function npyjs() {
  const { parse, dump } = load("npyjs");
  return {
    features: ["fortran-order", "text"],
    lacks: /^(>|\[|\|[SV]|<[mM])/,
    decode(raw) {
      const { data: given, shape, dtype, fortranOrder } = parse(Uint8Array.from(raw).buffer, { convertFloat16: false });
      const flat = dtype[0] === "U" ? wide(given, Number(dtype.slice(1))) : bytes(Array.isArray(given) ? Uint8Array.from(given) : given);
      return { descr: described(dtype), fortran_order: fortranOrder, shape, data: data(fortranOrder ? rowMajor(flat, shape) : flat) };
    },
    encode({ descr, shape, fortran_order: fortran }, raw) {
      const code = descr.slice(1);
      if (fortran) throw new Unsupported("Fortran order is not written");
      const given = code[0] === "U" ? strings(raw, Number(code.slice(1))) : code === "b1" ? Array.from(raw, Boolean) : typed(ARRAYS[code], raw);
      return new Uint8Array(dump(given, shape, { dtype: code }));
    },
  };
}

function numpyParser() {
  const { fromArrayBuffer } = load("numpy-parser");
  return {
    features: [],
    lacks: /^(>|\[|\|[bSV]|<[cmMU]|<[iu]8|<f2)/,
    decode(raw) {
      const { data: given, shape } = fromArrayBuffer(Uint8Array.from(raw).buffer);
      const [code] = Object.entries(ARRAYS).find(([, Type]) => given instanceof Type);
      return { descr: described(code), shape, data: data(given) };
    },
  };
}

function tfjsNpy() {
  const tf = load("@tensorflow/tfjs-core");
  load("@tensorflow/tfjs-backend-cpu");
  const { npy } = load("tfjs-npy-node");
  const types = { float32: "<f4", int32: "<i4", bool: "|b1" };
  return {
    features: [],
    lacks: /^(?!<f4|<i4|\|b1)/,
    async decode(raw) {
      const to = mkdtempSync(path.join(tmpdir(), "npy-"));
      try {
        writeFileSync(path.join(to, "array.npy"), raw);
        const tensor = await npy.load(path.join(to, "array.npy"));
        return { descr: types[tensor.dtype], shape: tensor.shape, data: data(tensor.dataSync()) };
      } finally {
        rmSync(to, { recursive: true });
      }
    },
    async encode({ descr, shape }, raw) {
      const [dtype] = Object.entries(types).find(([, known]) => known === descr);
      return new Uint8Array(await npy.serialize(tf.tensor(typed(dtype === "bool" ? Uint8Array : ARRAYS[descr.slice(1)], raw), shape, dtype)));
    },
  };
}

const { decode, encode, features, lacks } = { npyjs, "numpy-parser": numpyParser, "tfjs-npy-node": tfjsNpy }[name]();
const offered = (type) => {
  if (type && lacks.test(type)) throw new Unsupported(`elements of the type ${type}`);
};

// A type that the package lacks, or makes another of, is no verdict.
const checked = (raw) => (offered(named(raw)), decode(raw));

const written = encode && ((value) => {
  offered(Array.isArray(value.descr) ? "[" : value.descr);
  if (value.fortran_order && !features.includes("fortran-order")) throw new Unsupported("Fortran order is not written");
  if (!value.shape.every(Number.isSafeInteger)) throw new Unsupported("sizes are numbers of JavaScript");
  return encode(value, dataBytes(value.data));
});

// A plain Error is meant; a RangeError is that of a view that ended.
const Documented = { [Symbol.hasInstance]: (error) => error.constructor === Error };
const { version, repository, homepage = repository.url.replace(/^git\+/, "") } = read("package.json");
await serve({ name, version, language: "javascript", homepage }, { npy: { decode: checked, encode: written, features } }, [Documented]);
