// @ts-check
/**
 * Tools: `schedule_create`, `schedule_list` and `schedule_delete`.
 *
 * A call passes three gates: the schema of its arguments (`schemas.js`, the harness's own), the
 * checks that cost nothing, and the queue. {@link prepareCall} is the second gate, and what it returns
 * belongs into the queue.
 */

import { createChange, deleteChange } from "./changes.js";
import { append, barrier } from "./effects.js";
import { ScheduleError } from "./errors.js";
import { allocateId } from "./fold.js";
import { checkInput, makeRecord } from "./input.js";
import { isTrimmedText } from "./values.js";
import { view } from "./views.js";

/** @typedef {import("./fold.js").State} State */
/** @typedef {import("./input.js").Checked} Checked */
/** @typedef {import("./views.js").View} View */
/** @typedef {import("./values.js").JsonObject} JsonObject */

/** @typedef {"create" | "list" | "delete"} Operation */

/**
 * An answer that has a code. @see TOOL-15
 * @typedef {{code: import("./errors.js").Code, message: string, operation?: Operation, id?: string}} Failure
 */

/** @typedef {{id: string, deleted: true} | {id: string, deleted: false, code: "schedule_not_found"}} Deletion */
/** @typedef {View | View[] | Deletion | Failure} Result what a tool answers */

/**
 * The session, as the tools see it.
 * @typedef {object} Session
 * @property {() => number} now reads the wall clock
 * @property {() => State} fold reads the log; throws where it is corrupt
 * @property {() => void} wake makes the live owner look at the log again
 */

/**
 * Who calls, and whether the call still matters.
 * @typedef {object} Caller
 * @property {boolean} [foreign] the agent is not the owner of the session
 * @property {{readonly aborted: boolean}} [signal] says whether the call was cancelled
 */

/** @template T @typedef {import("./effects.js").Transaction<T>} Transaction */

/** The answer to a call that was cancelled; nobody sees it. */
const CANCELLED = failure("internal_error", "the call was cancelled");

/**
 * Judges what needs no clock and no log, and gives the transaction of what is left.
 * @see TOOL-2
 * @see TOOL-3
 * @see TOOL-16
 * @param {Session} session
 * @param {string} tool
 * @param {JsonObject} args arguments that fit the schema
 * @param {Caller} [caller]
 * @returns {{answer: Result} | {transaction: Transaction<Result>}}
 */
export function prepareCall(session, tool, args, caller = {}) {
  try {
    return { transaction: guarded(prepare(session, tool, args, caller)) };
  } catch (error) {
    return { answer: answerOf(error) };
  }
}

/**
 * @param {Session} session
 * @param {string} tool
 * @param {JsonObject} args
 * @param {Caller} caller
 * @returns {Transaction<Result>}
 */
function prepare(session, tool, args, caller) {
  if (tool === "schedule_delete") {
    const id = checkDeleteId(args.id);
    checkCaller(caller);
    return remove(session, id, caller);
  }
  checkCaller(caller);
  return tool === "schedule_list" ? list(session, caller) : create(session, checkInput(args), caller);
}

/**
 * Decides after the first barrier, and is confirmed by the second.
 * @see TOOL-7
 * @see TOOL-8
 * @see TOOL-9
 * @see TOOL-13
 * @param {Session} session
 * @param {Checked} input
 * @param {Caller} caller
 * @returns {Transaction<Result>}
 */
function* create(session, input, { signal }) {
  if (signal?.aborted) return CANCELLED;
  if (!(yield* confirm(session))) return uncertain("create");
  const id = allocateId(session.fold().seen);
  const record = makeRecord(id, session.now(), input);
  if (signal?.aborted) return CANCELLED;
  if (!(yield append(createChange(record)))) return notAppended();
  if (!(yield* confirm(session))) return uncertain("create", id);
  return view(record, session.now());
}

/**
 * @see TOOL-10
 * @param {Session} session
 * @param {Caller} caller
 * @returns {Transaction<Result>}
 */
function* list(session, { signal }) {
  if (signal?.aborted) return CANCELLED;
  if (!(yield* confirm(session))) return uncertain("list");
  const { active } = session.fold();
  const now = session.now();
  return Array.from(active.values(), (record) => view(record, now));
}

/**
 * @see TOOL-11
 * @see TOOL-12
 * @see TOOL-13
 * @param {Session} session
 * @param {string} id
 * @param {Caller} caller
 * @returns {Transaction<Result>}
 */
function* remove(session, id, { signal }) {
  if (signal?.aborted) return CANCELLED;
  if (!(yield* confirm(session))) return uncertain("delete", id);
  if (!session.fold().active.has(id)) return { id, deleted: false, code: "schedule_not_found" };
  if (signal?.aborted) return CANCELLED;
  if (!(yield append(deleteChange(id)))) return notAppended();
  if (!(yield* confirm(session))) return uncertain("delete", id);
  return { id, deleted: true };
}

/**
 * A barrier of a tool: one that succeeds wakes the owner.
 * @see TOOL-5
 * @see TOOL-14
 * @see TOOL-18
 * @param {Session} session
 * @returns {Transaction<boolean>}
 */
function* confirm(session) {
  const durable = yield barrier();
  if (durable) session.wake();
  return durable;
}

/**
 * Turns the errors of a transaction into its answer.
 * @see TOOL-6
 * @param {Transaction<Result>} transaction
 * @returns {Transaction<Result>}
 */
function* guarded(transaction) {
  try {
    return yield* transaction;
  } catch (error) {
    return answerOf(error);
  }
}

/**
 * @see TOOL-3
 * @param {unknown} id
 */
function checkDeleteId(id) {
  if (!isTrimmedText(id)) throw new ScheduleError("invalid_rule", "TOOL-3", "an id is trimmed and not empty");
  return id;
}

/**
 * @see TOOL-16
 * @param {Caller} caller
 */
function checkCaller(caller) {
  if (caller.foreign) throw new ScheduleError("internal_error", "TOOL-16", "the tools belong to another agent");
}

/**
 * @see TOOL-5
 * @param {Operation} operation
 * @param {string} [id]
 * @returns {Failure}
 */
function uncertain(operation, id) {
  const answer = { ...failure("persistence_uncertain", `whether the ${operation} is durable is not known`), operation };
  return id === undefined ? answer : { ...answer, id };
}

/** @see TOOL-13 */
function notAppended() {
  return failure("internal_error", "the session did not take the change");
}

/**
 * The answer for an error; of one that is not Schedule's own no text is shown.
 * @see TOOL-15
 * @param {unknown} error
 */
function answerOf(error) {
  if (error instanceof ScheduleError) return failure(error.code, error.message);
  return failure("internal_error", "an internal error");
}

/**
 * @param {import("./errors.js").Code} code
 * @param {string} message
 * @returns {Failure}
 */
function failure(code, message) {
  return { code, message };
}
