// @ts-check
/**
 * Fold: from the events of a session to its active records and the ids it has seen.
 */

import { CHANGE_TYPE, decodeChange } from "./changes.js";
import { corrupt } from "./errors.js";
import { catchUp } from "./every.js";
import { formatInstant, isInteger } from "./values.js";

/** @typedef {import("./records.js").ScheduleRecord} ScheduleRecord */
/** @typedef {import("./changes.js").DispatchChange} DispatchChange */

/** @typedef {{type: string, data?: unknown}} Event one event of a session's log */

/**
 * What a log says. A map keeps the place of a key whose value is replaced, and a set the order of
 * its members: they are the orders that the rules ask for.
 * @see FOLD-2
 * @see FOLD-8
 * @see FOLD-10
 * @typedef {{active: Map<string, ScheduleRecord>, seen: Set<string>}} State
 */

/**
 * Folds a whole log.
 * @see FOLD-11
 * @see FOLD-12
 * @see FOLD-13
 * @see FOLD-15
 * @param {readonly Event[]} events
 * @param {unknown} [seedLength] how many of them belong to the parent of a fork
 * @returns {State}
 */
export function fold(events, seedLength = 0) {
  if (!isInteger(seedLength) || seedLength < 0 || seedLength > events.length) {
    throw corrupt("FOLD-13", "seedLength is a number of events of the log");
  }
  const state = { active: new Map(), seen: new Set() };
  for (let place = seedLength; place < events.length; place += 1) foldEvent(state, events[place]);
  return state;
}

/**
 * Folds one more event into a state that is kept. A corrupt one throws before it changes anything.
 * @see FOLD-1
 * @see FOLD-16
 * @param {State} state
 * @param {Event} event
 */
export function foldEvent(state, event) {
  if (event.type !== CHANGE_TYPE) return;
  const change = decodeChange(event.data);
  switch (change.operation) {
    case "create":
      return create(state, change.schedule);
    case "delete":
      return remove(state, change.id);
    case "dispatch":
      return dispatch(state, change);
  }
}

/**
 * The id of the next record.
 * @see FOLD-14
 * @param {Iterable<string>} seenIds
 */
export function allocateId(seenIds) {
  const seen = new Set(seenIds);
  let number = seen.size + 1;
  while (seen.has(`schedule-${number}`)) number += 1;
  return `schedule-${number}`;
}

/**
 * @see FOLD-2
 * @see FOLD-3
 * @param {State} state
 * @param {ScheduleRecord} record
 */
function create(state, record) {
  if (state.seen.has(record.id)) throw corrupt("FOLD-3", `${record.id} was created before`);
  state.seen.add(record.id);
  state.active.set(record.id, record);
}

/**
 * @see FOLD-4
 * @param {State} state
 * @param {string} id
 */
function remove(state, id) {
  if (!state.active.delete(id)) throw corrupt("FOLD-4", `${id} is not active and cannot be deleted`);
}

/**
 * @see FOLD-5
 * @see FOLD-6
 * @see FOLD-7
 * @see FOLD-9
 * @param {State} state
 * @param {DispatchChange} change
 */
function dispatch(state, { id, acceptedAt }) {
  const record = state.active.get(id);
  if (!record) throw corrupt("FOLD-5", `${id} is not active and cannot be dispatched`);
  if (record.kind !== "every") {
    if (acceptedAt !== undefined) throw corrupt("FOLD-6", "the dispatch of a one-shot has no acceptedAt");
    state.active.delete(id);
    return;
  }
  if (acceptedAt === undefined) throw corrupt("FOLD-7", "the dispatch of an every has an acceptedAt");
  const { next } = catchUp(record, Date.parse(acceptedAt));
  if (next === undefined) state.active.delete(id);
  else state.active.set(id, { ...record, scheduledAt: formatInstant(next) });
}
