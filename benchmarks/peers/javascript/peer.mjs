// SPDX-License-Identifier: Apache-2.0
// BSON by the npm package bson: peer.mjs FOLDER WORK FILE, where `npm install --prefix FOLDER` put it. deserialize makes
// an object of each document; vectors become typed arrays. Speaks the protocol of ../README.md.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const [folder, work, file] = process.argv.slice(2);
const { Binary, deserialize } = createRequire(path.join(path.resolve(folder), "package.json"))("bson");
const { version } = JSON.parse(readFileSync(path.join(folder, "node_modules/bson/package.json")));
const bytes = readFileSync(file);

const said = (numbers) => Object.entries(numbers).map(([name, number]) => `${name}=${number}`).join(" ");
const sum = (part) => part.reduce((all, byte) => all + byte, 0);

// Calls `each` with every document; where it ends is for the users of the package to say.
function documents(each) {
  let count = 0;
  for (let at = 0; at < bytes.length; ++count) {
    const size = bytes.readInt32LE(at);
    each(deserialize(bytes.subarray(at, at + size)));
    at += size;
  }
  return count;
}

function* vectorsIn(value) {
  if (value instanceof Binary) {
    if (value.sub_type === Binary.SUBTYPE_VECTOR) yield value.value().subarray(2);
  } else if (value && typeof value === "object" && !value._bsontype) {
    for (const part of Object.values(value)) yield* vectorsIn(part);
  }
}

function documentsAnswer() {
  let vectors = 0, size = 0, total = 0;
  const count = documents((document) => {
    for (const vector of vectorsIn(document)) {
      ++vectors;
      size += vector.length;
      total += sum(vector);
    }
  });
  return said({ documents: count, vectors, vector_bytes: size, vector_sum: total });
}

const binary = new Binary(bytes, Binary.SUBTYPE_VECTOR);
const works = {
  bson: [() => documents(() => {}), documentsAnswer],
  "bson-vector": [() => binary.toFloat32Array().length,
                  () => said({ elements: binary.toFloat32Array().length, sum: sum(bytes.subarray(2)) })],
};
const [pass, answer] = works[work];

// Nanoseconds of so many passes, of the processor and by the clock.
let count;
function passes(number) {
  const cpu = process.cpuUsage();
  const start = process.hrtime.bigint();
  for (let i = 0; i < number; ++i) {
    const each = pass();
    count ??= each;
    if (each !== count) throw new Error("passes do not agree");
  }
  const wall = process.hrtime.bigint() - start;
  const used = process.cpuUsage(cpu);
  return `${(used.user + used.system) * 1000} ${wall}`;
}

console.log(`loaded ${version}, Node.js ${process.versions.node}`);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    if (line === "check") {
      console.log(answer());
    } else {
      console.log(passes(Number(line.replace("run ", ""))));
    }
  } catch (error) {
    console.log(`cannot ${error.name}: ${error.message.replace(/\s+/g, " ")}`);
    process.exit(2);
  }
}
