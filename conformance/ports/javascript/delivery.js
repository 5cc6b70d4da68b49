// @ts-check
/**
 * Delivery: the live owner, which brings due reminders back as ordinary later turns.
 */

import { dispatchChange } from "./changes.js";
import { append, barrier, claim, followUp, release } from "./effects.js";
import { ScheduleError } from "./errors.js";
import { catchUp } from "./every.js";
import { frameBatch, frameOneShot } from "./framing.js";
import { targetOf } from "./records.js";
import { formatInstant, isWritable } from "./values.js";
import { isDue } from "./views.js";

/** @typedef {import("./records.js").ScheduleRecord} ScheduleRecord */
/** @typedef {import("./records.js").OneShotRecord} OneShotRecord */
/** @typedef {import("./records.js").EveryRecord} EveryRecord */
/** @typedef {import("./framing.js").Reminder} Reminder */
/** @typedef {import("./fold.js").State} State */
/** @template T @typedef {import("./effects.js").Transaction<T>} Transaction */

/**
 * What is to be done at a time of the clock. `until` is absent where there is nothing to wait for.
 * @typedef {{kind: "one-shot", record: OneShotRecord}} OneShotDecision
 * @typedef {{kind: "every", acceptedAt: string, reminders: Reminder[]}} BatchDecision
 * @typedef {{kind: "wait", until?: number}} WaitDecision
 * @typedef {OneShotDecision | BatchDecision | WaitDecision} Decision
 */

/**
 * The session, as its owner sees it.
 * @typedef {object} Host
 * @property {() => number} now reads the wall clock
 * @property {() => State} fold reads the log; throws where it is corrupt
 * @property {(transaction: Transaction<void>) => void} enqueue adds work to the queue of the session
 * @property {(wait: number | undefined) => void} setTimer replaces the only timer, by none where the
 *   wait is undefined; when it ends, the host calls {@link Owner.trigger}
 * @property {() => void} awaitIdle calls {@link Owner.trigger} as soon as the agent is idle: at once,
 *   if it is idle already
 * @property {(reason: "corrupt" | "append") => void} stopped is told that the owner will do no more
 */

/** The longest single wait in milliseconds; after each the clock is read anew. @see DUE-7 @see DUE-28 */
export const MAX_WAIT = 2147483647;

/**
 * Decides what is due: one one-shot, or else all due `every` records, or else nothing.
 * @see DUE-2
 * @see DUE-3
 * @see DUE-4
 * @see DUE-6
 * @see DUE-19
 * @param {Iterable<ScheduleRecord>} active records in creation order
 * @param {number} now
 * @returns {Decision}
 */
export function decide(active, now) {
  const records = [...active].sort((one, other) => targetOf(one) - targetOf(other));
  const due = records.filter((record) => isDue(record, now));
  const oneShot = due.find((record) => record.kind !== "every");
  if (oneShot) return { kind: "one-shot", record: oneShot };
  if (due.length > 0) return isWritable(now) ? decideBatch(/** @type {EveryRecord[]} */ (due), now) : { kind: "wait" };
  return records.length > 0 ? { kind: "wait", until: targetOf(records[0]) } : { kind: "wait" };
}

/**
 * One decision time for all, one occurrence for each.
 * @see DUE-5
 * @param {EveryRecord[]} due in the order of their targets
 * @param {number} now
 * @returns {BatchDecision}
 */
function decideBatch(due, now) {
  const reminders = due.map((record) => ({ record, occurrenceAt: formatInstant(catchUp(record, now).occurrence) }));
  return { kind: "every", acceptedAt: formatInstant(now), reminders };
}

/**
 * The message of a decision.
 * @see FRAME-6
 * @param {OneShotDecision | BatchDecision} decision
 */
function frame(decision) {
  return decision.kind === "one-shot" ? frameOneShot(decision.record) : frameBatch(decision.reminders);
}

/**
 * The dispatches of a decision.
 * @see DUE-14
 * @param {OneShotDecision | BatchDecision} decision
 */
function dispatches(decision) {
  if (decision.kind === "one-shot") return [dispatchChange(decision.record.id)];
  return decision.reminders.map(({ record }) => dispatchChange(record.id, decision.acceptedAt));
}

/**
 * The live owner of one open session. It keeps nothing but what it derives from the log, and may
 * be thrown away at any time.
 * @see DUE-1
 * @see DUE-25
 */
export class Owner {
  /** @type {Host} */
  #host;
  /** A look is under way: it waits in the queue, or runs. */
  #looking = false;
  /** A trigger came meanwhile. */
  #again = false;
  /** Stopped or disposed of. */
  #ended = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Asks for a look at the log: after the opening, the end of the timer, a turn, or a barrier of a
   * tool. Triggers during a look lead to one more look after it. The timer ends here.
   * @see DUE-10
   * @see DUE-20
   */
  trigger() {
    if (this.#ended) return;
    this.#again = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    this.#host.setTimer(undefined);
    this.#host.enqueue(this.#work());
  }

  /**
   * Ends the owner in good order. Work that waits for a barrier does nothing more after it.
   * @see DUE-23
   */
  dispose() {
    this.#ended = true;
    this.#host.setTimer(undefined);
  }

  /**
   * One look, in its turn in the queue.
   * @see TOOL-4
   * @returns {Transaction<void>}
   */
  *#work() {
    if (!this.#ended) yield* this.#look();
    this.#looking = false;
    if (this.#again) this.trigger();
  }

  /**
   * Looks at the log, and delivers what is due.
   * @see DUE-10
   * @see DUE-11
   * @see DUE-15
   * @see DUE-29
   * @see DUE-30
   * @returns {Transaction<void>}
   */
  *#look() {
    if (!(yield barrier()) || this.#ended) return;
    if (!this.#nextDelivery()) return;
    if (!(yield claim())) return this.#host.awaitIdle();
    const delivered = yield* this.#deliver();
    yield release();
    if (delivered && (yield barrier())) this.trigger();
  }

  /**
   * Inside the claim: decides anew, follows up, dispatches.
   * @see DUE-12
   * @see DUE-13
   * @see DUE-16
   * @see DUE-17
   * @see DUE-34
   * @see DUE-35
   * @returns {Transaction<boolean>} whether something was delivered and its dispatch appended
   */
  *#deliver() {
    const decision = this.#nextDelivery();
    if (!decision) return false;
    if (!(yield followUp(frame(decision)))) return false;
    for (const change of dispatches(decision)) {
      if (!(yield append(change))) {
        this.#stop("append");
        return false;
      }
    }
    return true;
  }

  /**
   * What is to be delivered now. Where there is nothing, the timer is set; where the log is
   * corrupt, the owner stops.
   * @see DUE-6
   * @see DUE-8
   * @see DUE-9
   * @see DUE-18
   * @returns {OneShotDecision | BatchDecision | undefined}
   */
  #nextDelivery() {
    const active = this.#activeRecords();
    if (!active) return undefined;
    const now = this.#host.now();
    const decision = decide(active, now);
    if (decision.kind !== "wait") return decision;
    this.#host.setTimer(decision.until === undefined ? undefined : Math.min(decision.until - now, MAX_WAIT));
    return undefined;
  }

  /** @returns {Iterable<ScheduleRecord> | undefined} */
  #activeRecords() {
    try {
      return this.#host.fold().active.values();
    } catch (error) {
      if (!(error instanceof ScheduleError)) throw error;
      this.#stop("corrupt");
      return undefined;
    }
  }

  /** @param {"corrupt" | "append"} reason */
  #stop(reason) {
    this.#ended = true;
    this.#host.setTimer(undefined);
    this.#host.stopped(reason);
  }
}
