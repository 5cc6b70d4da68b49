// @ts-check
/**
 * Zones: the local form of `at`.
 *
 * The tz database is the one of the runtime, asked through `Intl`. Only the day of the week and the
 * time of day are asked for: they give an offset of up to three days to the second, and no
 * runtime's opinion on dates before 1582 comes in.
 */

import { ScheduleError } from "./errors.js";
import { hasExactly, isWritable, parseInstant } from "./values.js";

/** @typedef {import("./values.js").JsonObject} JsonObject */
/** @typedef {(moment: number) => number} Offset from a moment to local time minus UTC, both in ms */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** The calendar dates of 1970 began with a Thursday. */
const WEEKDAYS = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/;
const ZONE_NAME = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)+$/;

/** Offsets by lower-case name: a formatter is dear to make and cheap to use. @type {Map<string, Offset>} */
const offsets = new Map();

/**
 * The moment that a local `at` means.
 * @see ZONE-1
 * @see ZONE-2
 * @see ZONE-11
 * @param {JsonObject} at
 */
export function resolveLocalAt(at) {
  if (!hasExactly(at, ["date", "time", "time_zone"])) {
    throw rule("ZONE-1", "a local at has exactly date, time and time_zone");
  }
  const { date, time, time_zone: zone } = at;
  if (typeof date !== "string" || typeof time !== "string") throw rule("ZONE-2", "date and time are strings");
  if (typeof zone !== "string") throw new ScheduleError("invalid_time_zone", "ZONE-2", "time_zone is a string");
  const local = readLocal(date, time);
  const moment = earliest(local, offsetOf(zone));
  if (moment === undefined) throw rule("ZONE-7", `there is no ${date} ${time} in ${zone}`);
  if (!isWritable(moment)) {
    throw new ScheduleError("time_out_of_range", "ZONE-10", "the instant lies outside the years 0001 to 9999");
  }
  return moment;
}

/**
 * Completes the digits of a fraction of a second to milliseconds.
 * @see IN-14
 * @param {string} [digits]
 */
export function milliseconds(digits = "") {
  return digits.padEnd(3, "0");
}

/**
 * A local date and time, as the moment at which UTC shows them.
 * @see ZONE-3
 * @see ZONE-4
 * @see ZONE-13
 * @param {string} date
 * @param {string} time
 */
function readLocal(date, time) {
  const parts = TIME.exec(time);
  if (!DATE.test(date)) throw rule("ZONE-3", "date is YYYY-MM-DD");
  if (!parts) throw rule("ZONE-3", "time is HH:MM:SS with at most three digits of a fraction");
  const local = parseInstant(`${date}T${parts[1]}.${milliseconds(parts[2])}Z`);
  if (local === undefined) throw rule("ZONE-4", "there is no such date or time of day");
  return local;
}

/**
 * The first moment at which a zone shows a local time, or undefined if it never does.
 *
 * Each offset in force around the local time is tried: if it is still in force at the moment that
 * it leads to, that moment is one of the answers.
 *
 * @see ZONE-7
 * @see ZONE-8
 * @see ZONE-9
 * @param {number} local
 * @param {Offset} offset
 * @returns {number | undefined}
 */
function earliest(local, offset) {
  const candidates = new Set([offset(local - DAY), offset(local), offset(local + DAY)]);
  let first;
  for (const candidate of candidates) {
    const moment = local - candidate;
    const actual = offset(moment);
    candidates.add(actual);
    if (actual === candidate && (first === undefined || moment < first)) first = moment;
  }
  return first;
}

/**
 * The offsets of a zone.
 * @see ZONE-5
 * @see ZONE-6
 * @see ZONE-14
 * @param {string} name
 * @returns {Offset}
 */
function offsetOf(name) {
  if (name === "UTC") return () => 0;
  if (!ZONE_NAME.test(name)) throw noZone();
  const key = name.toLowerCase();
  let offset = offsets.get(key);
  if (!offset) {
    offset = makeOffset(key);
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * @param {string} name a zone's name in lower case
 * @returns {Offset}
 */
function makeOffset(name) {
  const format = makeFormat(name);
  return (moment) => {
    const second = Math.floor(moment / SECOND) * SECOND;
    const distance = readWeek(format.format(second)) - second;
    return distance - WEEK * Math.round(distance / WEEK);
  };
}

/**
 * @see ZONE-12
 * @param {string} timeZone
 */
function makeFormat(timeZone) {
  if (timeZone === "etc/unknown") throw noZone();
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  } catch {
    throw noZone();
  }
}

/**
 * Reads `Thu 12:34:56` as milliseconds since the beginning of a Thursday.
 * @param {string} text
 */
function readWeek(text) {
  const time = text.length - 8;
  const day = WEEKDAYS.indexOf(text.slice(0, 3));
  const hours = Number(text.slice(time, time + 2));
  const minutes = Number(text.slice(time + 3, time + 5));
  const seconds = Number(text.slice(time + 6));
  return day * DAY + hours * HOUR + (minutes * 60 + seconds) * SECOND;
}

/**
 * @param {string} id
 * @param {string} message
 */
function rule(id, message) {
  return new ScheduleError("invalid_rule", id, message);
}

function noZone() {
  return new ScheduleError("invalid_time_zone", "ZONE-5", "time_zone is UTC or a tz database name with a slash");
}
