// @ts-check
/**
 * Values: integers, text, instants, raw JSON.
 *
 * ECMAScript's own value model is what the chapter describes, so most of it is one call each.
 * Inside the port a moment is a number of milliseconds since 1970 in UTC; outside it is text.
 */

import { corrupt } from "./errors.js";

/** @typedef {Record<string, unknown>} JsonObject */

/** 0001-01-01T00:00:00.000Z, the first instant that can be written. */
export const FIRST_INSTANT = -62135596800000;

/** 9999-12-31T23:59:59.999Z, the last instant that can be written. */
export const LAST_INSTANT = 253402300799999;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Whether a value is a JSON object: no array, no `null`.
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether an object has exactly these keys, in any order.
 * @param {JsonObject} object
 * @param {readonly string[]} keys
 */
export function hasExactly(object, keys) {
  return Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
}

/**
 * Whether a value is an integer that a double holds exactly, however it was spelled.
 * @see VAL-1
 * @see VAL-2
 * @see VAL-3
 * @see VAL-10
 * @see VAL-11
 * @param {unknown} value
 * @returns {value is number}
 */
export function isInteger(value) {
  return Number.isSafeInteger(value);
}

/**
 * A text without ECMAScript white space at its ends.
 * @see VAL-4
 * @param {string} text
 */
export function trim(text) {
  return text.trim();
}

/**
 * Whether a value is a text that is not empty and its own trimmed form.
 * @see REC-3
 * @see REC-4
 * @param {unknown} value
 * @returns {value is string}
 */
export function isTrimmedText(value) {
  return typeof value === "string" && value !== "" && trim(value) === value;
}

/**
 * Reads a canonical instant.
 *
 * A parser may roll 30 February over to March, but it does not write it back as 30 February:
 * an instant is real if it survives the round trip.
 *
 * @see VAL-7
 * @see VAL-8
 * @param {unknown} value
 * @returns {number | undefined} milliseconds, or undefined where the value is no such instant
 */
export function parseInstant(value) {
  if (typeof value !== "string" || !INSTANT.test(value)) return undefined;
  const moment = Date.parse(value);
  return isWritable(moment) && formatInstant(moment) === value ? moment : undefined;
}

/**
 * Whether a moment lies in the years 0001 to 9999, so that it has a canonical form.
 * @see VAL-8
 * @param {number} moment
 */
export function isWritable(moment) {
  return moment >= FIRST_INSTANT && moment <= LAST_INSTANT;
}

/**
 * Writes a moment as canonical text.
 * @see VAL-7
 * @param {number} moment a writable one
 */
export function formatInstant(moment) {
  return new Date(moment).toISOString();
}

/**
 * Reads the wall clock of a request. Other than a durable instant it may lie outside the calendar
 * ({@link isWritable}), in ECMAScript's form with a sign and six digits of the year.
 * @see DUE-19
 * @param {string} text
 */
export function parseClock(text) {
  const moment = parseInstant(text) ?? Date.parse(text);
  if (Number.isNaN(moment)) throw new TypeError(`no instant: ${text}`);
  return moment;
}

/**
 * Reads raw text as one JSON value. Of duplicate keys the last one wins.
 * @see VAL-6
 * @see VAL-9
 * @see VAL-12
 * @param {string} text
 * @returns {unknown}
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw corrupt("VAL-9", "the text is not one JSON value");
  }
}
