// SPDX-License-Identifier: Apache-2.0
// Testee for @huggingface/hub: testee.mjs FOLDER, where `npm install --prefix FOLDER` put it. parseSafetensorsMetadata gives the
// header, as from the hub: requests for ranges are answered from the input. The data are taken from where the header says.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { data, serve } from "../javascript_kit/hallmark_testee.mjs";

const folder = path.resolve(process.argv[2]);
const { parseSafetensorsMetadata, SafetensorParseError } = createRequire(path.join(folder, "package.json"))("@huggingface/hub");
const { version } = JSON.parse(readFileSync(path.join(folder, "node_modules/@huggingface/hub/package.json")));
const FILE = "model.safetensors";

// A hub that has one file.
const hubOf = (bytes) => async (url, { headers } = {}) => {
  if (!String(url).endsWith(FILE)) return new Response("", { status: 404 });
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(headers).get("range")) ?? [];
  if (from === undefined) return new Response(bytes, { headers: { ETag: '"a"', "Content-Length": String(bytes.length) } });
  const part = bytes.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
  return new Response(part, { status: 206, headers: { ETag: '"a"', "Content-Range": range, "Content-Length": String(part.length) } });
};

async function decode(bytes) {
  const hub = { repo: { type: "model", name: "a/b" }, path: FILE, hubUrl: "http://localhost", fetch: hubOf(bytes) };
  const { __metadata__: metadata = null, ...tensors } = (await parseSafetensorsMetadata(hub)).header;
  const start = 8 + Number(bytes.readBigUInt64LE());
  return { metadata, tensors: Object.entries(tensors).map(([name, { dtype, shape, data_offsets: [begin, end] }]) => {
    if (start + end > bytes.length) throw new RangeError("the data that the header names are not in the file");
    return { name, dtype: dtype.toLowerCase(), shape, data: data(bytes.subarray(start + begin, start + end)) };
  }) };
}

await serve({ name: "@huggingface/hub", version, language: "javascript", homepage: "https://github.com/huggingface/huggingface.js" },
            { safetensors: { decode, features: ["f8", "sub-byte", "c64", "fnuz"] } }, [SafetensorParseError]);
