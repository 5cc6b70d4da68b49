// @ts-check
/**
 * Records: one durable reminder each, complete in itself.
 */

import { corrupt } from "./errors.js";
import { hasExactly, isInteger, isObject, isTrimmedText, parseInstant } from "./values.js";

/**
 * @typedef {{id: string, kind: "after", prompt: string, afterSeconds: number, scheduledAt: string}} AfterRecord
 * @typedef {{id: string, kind: "at", prompt: string, scheduledAt: string}} AtRecord
 * @typedef {{id: string, kind: "every", prompt: string, everySeconds: number, scheduledAt: string}} EveryRecord
 * @typedef {AfterRecord | AtRecord} OneShotRecord
 * @typedef {OneShotRecord | EveryRecord} ScheduleRecord
 */

/** The shortest interval of an `every`. */
export const MIN_EVERY_SECONDS = 300;

/** The longest interval of an `every` whose milliseconds are a safe integer. */
export const MAX_EVERY_SECONDS = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

/** The fields of each kind. @type {ReadonlyMap<unknown, readonly string[]>} */
const FIELDS = new Map([
  ["after", ["id", "kind", "prompt", "afterSeconds", "scheduledAt"]],
  ["at", ["id", "kind", "prompt", "scheduledAt"]],
  ["every", ["id", "kind", "prompt", "everySeconds", "scheduledAt"]],
]);

/**
 * Reads a durable record, strictly.
 * @see REC-1
 * @see REC-2
 * @see REC-6
 * @param {unknown} value
 * @returns {ScheduleRecord}
 */
export function decodeRecord(value) {
  if (!isObject(value)) throw corrupt("REC-1", "a record is an object");
  const fields = FIELDS.get(value.kind);
  if (!fields) throw corrupt("REC-1", "the kind of a record is after, at or every");
  if (!hasExactly(value, fields)) throw corrupt("REC-2", `the fields of this kind are ${fields.join(", ")}`);
  checkId(value.id);
  if (!isTrimmedText(value.prompt)) throw corrupt("REC-4", "a prompt is trimmed and not empty");
  if (value.kind === "after") checkAfterSeconds(value.afterSeconds);
  if (value.kind === "every") checkEverySeconds(value.everySeconds);
  if (parseInstant(value.scheduledAt) === undefined) throw corrupt("REC-9", "scheduledAt is a canonical instant");
  return /** @type {ScheduleRecord} */ (Object.fromEntries(fields.map((field) => [field, value[field]])));
}

/**
 * Refuses what is no id of a record, delete or dispatch.
 * @see REC-3
 * @param {unknown} id
 * @returns {asserts id is string}
 */
export function checkId(id) {
  if (!isTrimmedText(id)) throw corrupt("REC-3", "an id is trimmed and not empty");
}

/**
 * When a record is due next, in milliseconds.
 * @param {ScheduleRecord} record a valid one
 */
export function targetOf(record) {
  return Date.parse(record.scheduledAt);
}

/**
 * @see REC-5
 * @param {unknown} seconds
 */
function checkAfterSeconds(seconds) {
  if (!isInteger(seconds) || seconds < 1) throw corrupt("REC-5", "afterSeconds is a positive safe integer");
}

/**
 * @see REC-7
 * @see REC-8
 * @param {unknown} seconds
 */
function checkEverySeconds(seconds) {
  if (!isInteger(seconds) || seconds < MIN_EVERY_SECONDS) {
    throw corrupt("REC-7", `everySeconds is an integer of at least ${MIN_EVERY_SECONDS}`);
  }
  if (seconds > MAX_EVERY_SECONDS) throw corrupt("REC-8", `everySeconds is at most ${MAX_EVERY_SECONDS}`);
}
