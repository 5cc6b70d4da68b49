// @ts-check
/**
 * Views: what a tool shows of an active record.
 */

import { targetOf } from "./records.js";

/** @typedef {import("./records.js").ScheduleRecord} ScheduleRecord */
/** @typedef {ScheduleRecord & {state: "scheduled" | "overdue", deliveryMode: "session-local"}} View */

/**
 * Whether a record is due: from the very millisecond of its target on.
 * @see VIEW-2
 * @see DUE-2
 * @param {ScheduleRecord} record
 * @param {number} now
 */
export function isDue(record, now) {
  return targetOf(record) <= now;
}

/**
 * The view of a record at a time of the clock.
 * @see VIEW-1
 * @see VIEW-2
 * @param {ScheduleRecord} record
 * @param {number} now
 * @returns {View}
 */
export function view(record, now) {
  return { ...record, state: isDue(record, now) ? "overdue" : "scheduled", deliveryMode: "session-local" };
}
