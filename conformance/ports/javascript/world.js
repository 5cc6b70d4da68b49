// @ts-check
/**
 * World: what a process of a scenario lives in, and what outlives it: log, agent and faults.
 */

import { CHANGE_TYPE } from "./changes.js";
import { fold } from "./fold.js";

/** @typedef {import("./fold.js").Event} Event */

/** @typedef {Record<string, unknown>} Observation */
/**
 * @typedef {object} Fault
 * @property {string} at the sort of effect that it strikes
 * @property {"fail" | "hold" | "crash-before" | "crash-after"} kind
 * @property {number} [nth]
 * @property {number} [lost]
 */

/**
 * The world that a process lives in.
 * @typedef {object} World
 * @property {Log} log
 * @property {Agent} agent
 * @property {Faults} faults
 * @property {boolean} persistent whether there is anything that makes the log durable
 * @property {readonly string[]} watched what is observed beyond the rest: `barriers`, `waits`
 * @property {() => number} now
 * @property {(observation: Observation) => void} observe
 */

/** The session's log, and how much of it is durable. */
export class Log {
  /** @type {Event[]} */
  #events;
  #seedLength;
  #durable;

  /**
   * @param {Event[]} events
   * @param {unknown} [seedLength]
   */
  constructor(events, seedLength) {
    this.#events = [...events];
    this.#seedLength = seedLength;
    this.#durable = events.length;
  }

  /** @param {unknown} data */
  append(data) {
    this.#events.push({ type: CHANGE_TYPE, data });
  }

  /** All that is in the log is durable. */
  confirm() {
    this.#durable = this.#events.length;
  }

  /**
   * A crash: of what no barrier has confirmed, the newest is gone, and the rest stays for good.
   * @param {number} lost
   */
  lose(lost) {
    this.#events.length -= Math.min(lost, this.#events.length - this.#durable);
    this.confirm();
  }

  fold() {
    return fold(this.#events, this.#seedLength);
  }

  /** Every event, of all types, as it stands. */
  all() {
    return [...this.#events];
  }

  /** The data of every change, as it stands. */
  changes() {
    return this.#events.filter(({ type }) => type === CHANGE_TYPE).map(({ data }) => data);
  }
}

/** The agent: idle, in a turn, or claimed, perhaps with a message for its next turn. */
export class Agent {
  busy = false;
  #message = false;

  /** A message is admitted; its turn opens when the claim is released. @see DUE-21 */
  admit() {
    this.#message = true;
  }

  release() {
    if (this.#message) this.busy = true;
    this.#message = false;
  }
}

/** The faults that are armed. They count effects, whoever brings them about. */
export class Faults {
  /** @type {{fault: Fault, left: number}[]} */
  #armed = [];

  /** @param {Fault} fault */
  arm(fault) {
    this.#armed.push({ fault, left: fault.nth ?? 1 });
  }

  /**
   * Counts an effect, and tells which fault strikes it: at most one, the first that was armed. Where
   * several have come to their time, the others strike what comes next.
   * @param {string} at
   * @returns {Fault | undefined}
   */
  strike(at) {
    const counting = this.#armed.filter(({ fault }) => fault.at === at);
    for (const entry of counting) entry.left -= 1;
    const striking = counting.find(({ left }) => left <= 0);
    this.#armed = this.#armed.filter((entry) => entry !== striking);
    return striking?.fault;
  }
}
