// @ts-check
/**
 * Fixed rate: the grid on which the targets of an `every` record lie.
 *
 * All of it is integer arithmetic in milliseconds. A distance within the calendar is below 2^49 and
 * a remainder is exact, so nothing is ever rounded where it counts; only a next target far beyond
 * the calendar may be, and that one is thrown away.
 */

import { corrupt } from "./errors.js";
import { targetOf } from "./records.js";
import { LAST_INSTANT } from "./values.js";

/** @typedef {import("./records.js").EveryRecord} EveryRecord */

/**
 * The occurrence that a decision delivers, and the target after it, if one can be written.
 * @see EVERY-1
 * @see EVERY-2
 * @see EVERY-3
 * @see EVERY-4
 * @see EVERY-5
 * @see EVERY-6
 * @param {EveryRecord} record
 * @param {number} decision
 * @returns {{occurrence: number, next: number | undefined}}
 */
export function catchUp(record, decision) {
  const target = targetOf(record);
  const interval = record.everySeconds * 1000;
  if (decision < target) throw corrupt("EVERY-3", "the decision precedes the target");
  const occurrence = decision - ((decision - target) % interval);
  const next = occurrence + interval;
  return { occurrence, next: next <= LAST_INSTANT ? next : undefined };
}
