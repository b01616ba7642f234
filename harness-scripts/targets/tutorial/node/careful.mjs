// Publishes one report over HTTP. Careful: the Idempotency-Key is made once, durable before the first send, and read back
// by whoever is started after a crash. The publisher then answers with the original receipt instead of a second effect.
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { at } from "./crashpoint.mjs";

function storedKey() {
  if (!existsSync("report.key")) {
    writeFileSync("report.key.new", randomUUID());
    sync("report.key.new"); // the content, before it gets its name
    renameSync("report.key.new", "report.key"); // whole, or not there
    sync("."); // the name
  }
  return readFileSync("report.key", "utf8");
}

function sync(path) {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

const key = storedKey();

await at("before_send");
const response = await fetch(process.env.CRASH_HARNESS_PUBLISHER_URL + "/effects", {
  method: "POST",
  headers: { "Idempotency-Key": key },
  body: "the quarterly report",
  signal: AbortSignal.timeout(10_000),
});
const receipt = await response.text();
if (!response.ok) throw new Error(`${response.status} ${receipt}`);
await at("after_effect");
console.log(receipt);
