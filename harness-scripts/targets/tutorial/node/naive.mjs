// Publishes one report over HTTP. Naive: each process makes an Idempotency-Key of its own.
//
// Killed after the publisher has committed and before anybody has saved that, it is started again, makes another key, and
// the report is published twice: the publisher cannot know that it is the same one.
import { randomUUID } from "node:crypto";
import { at } from "./crashpoint.mjs";

const key = randomUUID();

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
