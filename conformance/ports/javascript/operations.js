// @ts-check
/**
 * Operations: the protocol over the port, message by message. It neither reads nor writes, so that
 * it serves a process as well as a page.
 */

import { decodeChange } from "./changes.js";
import { decide } from "./delivery.js";
import { corrupt, ScheduleError } from "./errors.js";
import { catchUp } from "./every.js";
import { allocateId, fold } from "./fold.js";
import { frameBatch, frameOneShot } from "./framing.js";
import { checkInput, makeRecord } from "./input.js";
import { decodeRecord } from "./records.js";
import { definitions } from "./schemas.js";
import { runScenario } from "./session.js";
import { formatInstant, parseClock, parseInstant, parseJson } from "./values.js";
import { view } from "./views.js";

/** @typedef {{seq: number, op: string, args: any}} Request */
/**
 * @typedef {{seq: number, value: unknown}
 *   | {seq: number, error: {code: string, rule?: string, message?: string}}
 *   | {seq: number, unsupported: string}} Answer
 */

/** The version of the protocol. */
export const PROTOCOL = 1;

/** What of scenarios beyond the plain ones it can play. @type {readonly string[]} */
export const FEATURES = [
  "barriers",
  "cancel",
  "clock-range",
  "no-persistence",
  "other-agent",
  "turn-failure",
  "waits",
  "whole-log",
];

/** Each operation, from its arguments to its value. @type {Readonly<Record<string, (args: any) => unknown>>} */
export const operations = {
  decode: (args) => decodeChange(Object.hasOwn(args, "text") ? parseJson(args.text) : args.change),

  fold({ events, seedLength }) {
    const { active, seen } = fold(events, seedLength);
    return { active: [...active.values()], seenIds: [...seen] };
  },

  occurrence({ record: data, acceptedAt }) {
    const record = decodeRecord(data);
    const decision = parseInstant(acceptedAt);
    if (record.kind !== "every") throw corrupt("FOLD-6", "only an every has occurrences");
    if (decision === undefined) throw corrupt("CHG-6", "acceptedAt is a canonical instant");
    const { occurrence, next } = catchUp(record, decision);
    const value = { occurrenceAt: formatInstant(occurrence) };
    return next === undefined ? value : { ...value, nextScheduledAt: formatInstant(next) };
  },

  create: ({ id, now, input }) => makeRecord(id, parseClock(now), checkInput(input)),

  allocate: ({ seenIds }) => allocateId(seenIds),

  view: ({ record, now }) => view(decodeRecord(record), parseClock(now)),

  due({ active, now }) {
    const decision = decide(active.map(decodeRecord), parseClock(now));
    switch (decision.kind) {
      case "one-shot":
        return { kind: "one-shot", id: decision.record.id };
      case "every":
        return { ...decision, reminders: decision.reminders.map(nameReminder) };
      case "wait":
        return decision.until === undefined ? { kind: "wait" } : { kind: "wait", until: formatInstant(decision.until) };
    }
  },

  frame({ reminder, batch }) {
    if (batch !== undefined) return frameBatch(batch.map(decodeReminder));
    const record = decodeRecord(reminder);
    if (record.kind === "every") throw corrupt("FRAME-6", "an every is framed as a batch");
    return frameOneShot(record);
  },

  session: (args) => runScenario(args),

  tools: () => definitions,
};

/**
 * Answers one request.
 * @param {Request} request
 * @param {{tz?: string | null}} [about] what only the runtime knows
 * @returns {Answer}
 */
export function answer({ seq, op, args }, about = {}) {
  if (op === "hello") return { seq, ...greet(args, about) };
  if (!Object.hasOwn(operations, op)) return { seq, unsupported: `no operation ${op} in this port` };
  try {
    return { seq, value: operations[op](args) };
  } catch (error) {
    return { seq, error: describe(error) };
  }
}

/**
 * @param {{protocol: unknown}} args
 * @param {{tz?: string | null}} about
 */
function greet({ protocol }, { tz = null }) {
  if (protocol !== PROTOCOL) return { unsupported: `this port speaks version ${PROTOCOL} of the protocol` };
  const ops = Object.keys(operations);
  const about = { name: "javascript", version: "1.0.0", language: "JavaScript", tz };
  return { value: { protocol: PROTOCOL, ...about, ops, features: FEATURES } };
}

/** @param {import("./framing.js").Reminder} reminder */
function nameReminder({ record, occurrenceAt }) {
  return { id: record.id, occurrenceAt };
}

/** @param {{record: unknown, occurrenceAt: string}} reminder */
function decodeReminder({ record, occurrenceAt }) {
  return { record: decodeRecord(record), occurrenceAt };
}

/** @param {unknown} error */
function describe(error) {
  if (error instanceof ScheduleError) return { code: error.code, rule: error.rule, message: error.message };
  return { code: "internal_error", message: String(error) };
}
