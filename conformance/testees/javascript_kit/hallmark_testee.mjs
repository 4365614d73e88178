// SPDX-License-Identifier: Apache-2.0
// Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this file.
//
//   await serve({ name: "mylib", version: "1.2.3", language: "javascript" },
//               { "bson-vector": { decode, encode } }, [MyLibError]);
//
// decode(bytes, options) gives the value of the common model, encode(value, options) bytes, or {bytes, …} with further
// members of the reply; both may be async. Errors of other classes than `rejections` are rejections marked `unexpected`.
import { readFileSync } from "node:fs";

export class Unsupported extends Error {}  // throw it for what the implementation does not offer

// The member that holds tensor data in a value: the bytes of a Buffer or of any typed array or view.
export function data(view) {
  return { base64: Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64") };
}

// The bytes of such a member, or of an input: large ones come as a file.
export function dataBytes(member) {
  return "path" in member ? readFileSync(member.path) : Buffer.from(member.base64, "base64");
}

// Integers above 2^53-1 are decimal strings in a value. BigInts of a reply are written so.
const integer = (key, value) =>
  typeof value !== "bigint" ? value : value > Number.MAX_SAFE_INTEGER ? value.toString() : Number(value);

// JSON cannot hold half a surrogate pair, a string of JavaScript can; it is written as an escape.
const whole = (json) => json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd");

async function judge(request, formats, rejections) {
  const format = Object.hasOwn(formats, request.format) ? formats[request.format] : {};
  const work = ["decode", "encode"].includes(request.op) ? format[request.op] : undefined;
  const options = request.options ?? {};
  if (!work || !Object.keys(options).every((name) => (format.options ?? []).includes(name))) {
    return { result: "unsupported", reason: "format, operation or option not offered" };
  }
  const given = request.op === "encode" ? request.value : dataBytes(request.input);
  let made;
  try {
    made = await work(given, options);
  } catch (error) {
    if (error instanceof Unsupported) return { result: "unsupported", reason: error.message };
    const unexpected = rejections.some((known) => error instanceof known) ? {} : { unexpected: true };
    return { result: "rejected", error: { message: String(error), ...unexpected } };
  }
  if (request.op === "decode") return { result: "accepted", value: made };
  const { bytes, ...more } = ArrayBuffer.isView(made) ? { bytes: made } : made;
  return { result: "encoded", output: data(bytes), ...more };
}

// The lines of standard input. They end with LF alone; node:readline would also end them inside of strings.
async function* lines() {
  let rest = [];
  for await (const chunk of process.stdin) {
    let from = 0;
    for (let end; (end = chunk.indexOf(10, from)) >= 0; from = end + 1, rest = []) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
    }
    rest.push(chunk.subarray(from));
  }
}

export async function serve(implementation, formats, rejections = [Error]) {
  const ops = (format) => ["decode", "encode"].filter((op) => format[op]);
  const capabilities = Object.entries(formats).map(([name, format]) => (
    { format: name, ops: ops(format), features: format.features ?? [] }));
  for await (const line of lines()) {
    let request, reply;
    try {
      request = JSON.parse(line);
      if (request.cmd === "stop") return;
      if (typeof request.cmd !== "string") throw new Error("no JSON object with a command");
      if (request.cmd === "hello") reply = { protocol: 1, implementation, capabilities };
      else if (request.cmd === "run") reply = await judge(request, formats, rejections);
      else reply = { result: "unsupported", reason: "unknown command" };
      reply = JSON.stringify({ seq: request.seq, ...reply }, integer);
    } catch (error) {  // the line is no JSON object, or the testee itself broke
      reply = JSON.stringify({ seq: request?.seq, result: "failed", message: String(error) });
    }
    process.stdout.write(whole(reply) + "\n");
  }
}
