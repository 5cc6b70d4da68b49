// @ts-check
/**
 * Changes: the strict version-1 union of what may happen to a reminder.
 */

import { corrupt } from "./errors.js";
import { checkId, decodeRecord } from "./records.js";
import { hasExactly, isObject, parseInstant } from "./values.js";

/** @typedef {import("./records.js").ScheduleRecord} ScheduleRecord */
/** @typedef {import("./values.js").JsonObject} JsonObject */

/**
 * @typedef {{version: 1, operation: "create", schedule: ScheduleRecord}} CreateChange
 * @typedef {{version: 1, operation: "delete", id: string}} DeleteChange
 * @typedef {{version: 1, operation: "dispatch", id: string, acceptedAt?: string}} DispatchChange
 * @typedef {CreateChange | DeleteChange | DispatchChange} Change
 */

/** The type of the events that hold changes. @see FOLD-1 */
export const CHANGE_TYPE = "schedule/change";

/**
 * Reads the data of a `schedule/change` event, strictly, and gives it back in canonical form.
 * @see CHG-1
 * @see CHG-2
 * @param {unknown} value
 * @returns {Change}
 */
export function decodeChange(value) {
  if (!isObject(value)) throw corrupt("CHG-1", "a change is an object");
  if (value.version !== 1) throw corrupt("CHG-1", "the version of a change is the number 1");
  switch (value.operation) {
    case "create":
      return decodeCreate(value);
    case "delete":
      return decodeDelete(value);
    case "dispatch":
      return decodeDispatch(value);
    default:
      throw corrupt("CHG-2", "the operation of a change is create, delete or dispatch");
  }
}

/**
 * The change that creates a record.
 * @see CHG-3
 * @param {ScheduleRecord} schedule
 * @returns {CreateChange}
 */
export function createChange(schedule) {
  return { version: 1, operation: "create", schedule };
}

/**
 * The change that deletes a record.
 * @see CHG-4
 * @param {string} id
 * @returns {DeleteChange}
 */
export function deleteChange(id) {
  return { version: 1, operation: "delete", id };
}

/**
 * The change that says that a reminder was handed over: of an `every` with the time of the
 * decision, of a one-shot without.
 * @see CHG-5
 * @see DUE-14
 * @param {string} id
 * @param {string} [acceptedAt]
 * @returns {DispatchChange}
 */
export function dispatchChange(id, acceptedAt) {
  const change = /** @type {DispatchChange} */ ({ version: 1, operation: "dispatch", id });
  return acceptedAt === undefined ? change : { ...change, acceptedAt };
}

/** @param {JsonObject} value */
function decodeCreate(value) {
  checkKeys(value, "CHG-3", ["version", "operation", "schedule"]);
  return createChange(decodeRecord(value.schedule));
}

/** @param {JsonObject} value */
function decodeDelete(value) {
  checkKeys(value, "CHG-4", ["version", "operation", "id"]);
  checkId(value.id);
  return deleteChange(value.id);
}

/**
 * @see CHG-5
 * @see CHG-6
 * @param {JsonObject} value
 */
function decodeDispatch(value) {
  const decided = Object.hasOwn(value, "acceptedAt");
  checkKeys(value, "CHG-5", ["version", "operation", "id", ...(decided ? ["acceptedAt"] : [])]);
  checkId(value.id);
  if (!decided) return dispatchChange(value.id);
  if (parseInstant(value.acceptedAt) === undefined) throw corrupt("CHG-6", "acceptedAt is a canonical instant");
  return dispatchChange(value.id, /** @type {string} */ (value.acceptedAt));
}

/**
 * @param {JsonObject} value
 * @param {string} rule
 * @param {string[]} keys
 */
function checkKeys(value, rule, keys) {
  if (!hasExactly(value, keys)) throw corrupt(rule, `the keys of this change are ${keys.join(", ")}`);
}
