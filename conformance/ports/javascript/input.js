// @ts-check
/**
 * Input: what `schedule_create` accepts.
 *
 * It is judged in two halves: {@link checkInput} needs neither clock nor log and costs nothing,
 * {@link makeRecord} decides with the clock of creation. One after the other they answer the errors
 * in the order of IN-4.
 */

import { ScheduleError } from "./errors.js";
import { MIN_EVERY_SECONDS } from "./records.js";
import { formatInstant, isInteger, isObject, isWritable, parseInstant, trim } from "./values.js";
import { milliseconds, resolveLocalAt } from "./zones.js";

/** @typedef {import("./records.js").ScheduleRecord} ScheduleRecord */
/** @typedef {import("./values.js").JsonObject} JsonObject */

/**
 * Arguments that passed the first half.
 * @typedef {{prompt: string} & (
 *   {selector: "after_seconds" | "every_seconds", value: number} | {selector: "at", value: unknown}
 * )} Checked
 */

const SELECTORS = ["after_seconds", "at", "every_seconds"];
const ARGUMENTS = ["prompt", ...SELECTORS];

const OFFSET_DATE_TIME =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Judges all that needs no clock: selectors, prompt, delay and interval.
 * @see IN-1
 * @see IN-2
 * @see IN-3
 * @see IN-4
 * @see TOOL-2
 * @param {unknown} input
 * @returns {Checked}
 */
export function checkInput(input) {
  if (!isObject(input)) throw new ScheduleError("invalid_selector", "IN-1", "the arguments are an object");
  const selector = checkSelector(input);
  const prompt = checkPrompt(input.prompt);
  const value = input[selector];
  if (selector === "after_seconds") return { prompt, selector, value: checkDelay(value) };
  if (selector === "every_seconds") return { prompt, selector, value: checkInterval(value) };
  return { prompt, selector: "at", value };
}

/**
 * Makes the record, at the clock of creation.
 * @see IN-6
 * @see IN-9
 * @see IN-17
 * @see IN-18
 * @see IN-19
 * @param {string} id
 * @param {number} now
 * @param {Checked} input
 * @returns {ScheduleRecord}
 */
export function makeRecord(id, now, input) {
  const { prompt } = input;
  switch (input.selector) {
    case "after_seconds":
      return { id, kind: "after", prompt, afterSeconds: input.value, scheduledAt: target(now + input.value * 1000, now) };
    case "every_seconds":
      return { id, kind: "every", prompt, everySeconds: input.value, scheduledAt: target(now + input.value * 1000, now) };
    case "at":
      return { id, kind: "at", prompt, scheduledAt: target(resolveAt(input.value), now) };
  }
}

/**
 * @see IN-1
 * @see IN-2
 * @param {JsonObject} input
 */
function checkSelector(input) {
  const names = Object.keys(input);
  const unknown = names.find((name) => !ARGUMENTS.includes(name));
  if (unknown !== undefined) throw new ScheduleError("invalid_selector", "IN-2", `there is no argument ${unknown}`);
  const selectors = names.filter((name) => SELECTORS.includes(name));
  if (selectors.length !== 1) {
    throw new ScheduleError("invalid_selector", "IN-1", `exactly one of ${SELECTORS.join(", ")} is given`);
  }
  return selectors[0];
}

/**
 * @see IN-3
 * @see IN-20
 * @param {unknown} prompt
 */
function checkPrompt(prompt) {
  if (typeof prompt !== "string") throw new ScheduleError("invalid_prompt", "IN-20", "the prompt is a text");
  const trimmed = trim(prompt);
  if (trimmed === "") throw new ScheduleError("invalid_prompt", "IN-3", "the prompt is not blank");
  return trimmed;
}

/**
 * @see IN-5
 * @param {unknown} seconds
 */
function checkDelay(seconds) {
  if (!isInteger(seconds) || seconds < 1) {
    throw new ScheduleError("invalid_rule", "IN-5", "after_seconds is a positive safe integer");
  }
  return seconds;
}

/**
 * @see IN-7
 * @see IN-8
 * @param {unknown} seconds
 */
function checkInterval(seconds) {
  if (!isInteger(seconds)) throw new ScheduleError("invalid_rule", "IN-7", "every_seconds is a safe integer");
  if (seconds < MIN_EVERY_SECONDS) {
    throw new ScheduleError("frequency_too_high", "IN-8", `every_seconds is at least ${MIN_EVERY_SECONDS}`);
  }
  return seconds;
}

/**
 * The moment that an `at` means, in either of its forms.
 * @see IN-12
 * @param {unknown} at
 */
function resolveAt(at) {
  if (typeof at === "string") return resolveOffsetDateTime(at);
  if (isObject(at)) return resolveLocalAt(at);
  throw new ScheduleError("invalid_rule", "IN-12", "at is a string or an object");
}

/**
 * @see IN-13
 * @see IN-14
 * @see IN-15
 * @param {string} text
 */
function resolveOffsetDateTime(text) {
  const parts = OFFSET_DATE_TIME.exec(text);
  if (!parts) {
    throw new ScheduleError("invalid_rule", "IN-13", "at is YYYY-MM-DDTHH:MM:SS, perhaps a fraction, then Z or an offset");
  }
  const [, fields, fraction, sign, hours, minutes] = parts;
  const local = parseInstant(`${fields}.${milliseconds(fraction)}Z`);
  if (local === undefined) throw new ScheduleError("invalid_rule", "IN-15", "there is no such date or time of day");
  return sign === undefined ? local : local - resolveOffset(sign, Number(hours), Number(minutes));
}

/**
 * @see IN-16
 * @param {string} sign
 * @param {number} hours
 * @param {number} minutes
 */
function resolveOffset(sign, hours, minutes) {
  const unknown = sign === "-" && hours === 0 && minutes === 0;
  if (hours > 23 || minutes > 59 || unknown) {
    throw new ScheduleError("invalid_rule", "IN-16", "an offset is at most 23:59 and never -00:00");
  }
  return (sign === "-" ? -1 : 1) * (hours * 60 + minutes) * 60000;
}

/**
 * Writes a target that lies in the calendar and in the future.
 * @see IN-10
 * @see IN-11
 * @param {number} moment
 * @param {number} now
 */
function target(moment, now) {
  if (!isWritable(moment)) {
    throw new ScheduleError("time_out_of_range", "IN-10", "the target lies outside the years 0001 to 9999");
  }
  if (moment <= now) throw new ScheduleError("not_future", "IN-11", "the target is not in the future");
  return formatInstant(moment);
}
