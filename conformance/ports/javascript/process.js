// @ts-check
/**
 * Process: what dies in a crash: the owner, the queue and the timer of an open session.
 *
 * What runs in it are the tools and the owner as they are. It performs their effects, unless a
 * fault strikes one: then it fails, is held, or takes the process with it.
 */

import { MAX_WAIT, Owner } from "./delivery.js";
import { fitsSchema } from "./schemas.js";
import { prepareCall } from "./tools.js";

/** @typedef {import("./effects.js").Effect} Effect */
/** @typedef {import("./world.js").World} World */
/** @template T @typedef {import("./effects.js").Transaction<T>} Transaction */

/** @typedef {{call: string, args: unknown, by?: "other"}} Call */
/**
 * @typedef {object} Work something in the queue
 * @property {Transaction<any>} transaction
 * @property {number} [call] the number of the call, if it is one
 * @property {{aborted: boolean}} [signal] whether that call was cancelled
 */

/** The effect has no outcome yet. */
const HELD = Symbol("held");

/** The process died of the effect. */
const DEAD = Symbol("dead");

/**
 * An open session: its owner, its queue and its timer.
 * @see TOOL-4
 */
export class Process {
  #world;
  /** @type {Work[]} */
  #queue = [];
  /** The first of the queue waits for a barrier that neither succeeds nor fails. */
  #held = false;
  /** How much time has still to elapse. @type {number | undefined} */
  #timer;
  /** A claim was refused because the agent was busy. */
  #idleAwaited = false;
  #owner;

  /** @param {World} world */
  constructor(world) {
    this.#world = world;
    this.#owner = new Owner({
      now: world.now,
      fold: () => world.log.fold(),
      enqueue: (transaction) => this.#queue.push({ transaction }),
      setTimer: (wait) => this.#setTimer(wait),
      awaitIdle: () => this.#awaitIdle(),
      stopped: (reason) => world.observe({ stopped: reason }),
    });
  }

  /** Something happened that can make work possible. @see DUE-20 */
  trigger() {
    this.#owner.trigger();
  }

  /**
   * Lets time elapse.
   * @see DUE-7
   * @param {number} elapsed
   */
  elapse(elapsed) {
    if (this.#timer === undefined || elapsed <= 0) return;
    this.#timer -= elapsed;
    if (this.#timer > 0) return;
    this.#timer = undefined;
    this.#owner.trigger();
  }

  /**
   * Calls a tool.
   * @param {Call} call
   * @param {number} number
   */
  call({ call: tool, args, by }, number) {
    if (!fitsSchema(tool, args)) return this.#world.observe({ refused: "arguments", call: number });
    const session = {
      now: this.#world.now,
      fold: () => this.#world.log.fold(),
      wake: () => this.#owner.trigger(),
    };
    const signal = { aborted: false };
    const prepared = prepareCall(session, tool, args, { foreign: by === "other", signal });
    if ("answer" in prepared) this.#world.observe({ result: prepared.answer, call: number });
    else this.#queue.push({ transaction: prepared.transaction, call: number, signal });
  }

  /**
   * Cancels a call that is in flight or in the queue: nobody waits for it any more.
   * @see TOOL-17
   * @see TOOL-21
   * @param {number} number
   */
  cancel(number) {
    const signal = this.#queue.find(({ call }) => call === number)?.signal;
    if (signal) signal.aborted = true;
  }

  /** @param {number | undefined} wait */
  #setTimer(wait) {
    this.#timer = wait;
    const { watched, observe } = this.#world;
    if (wait !== undefined && wait > MAX_WAIT && watched.includes("waits")) observe({ wait });
  }

  /** A claim was refused: by a busy agent, or by a fault. @see DUE-29 */
  #awaitIdle() {
    if (this.#world.agent.busy) this.#idleAwaited = true;
    else this.trigger();
  }

  /**
   * The agent became idle. It is a trigger by itself, and one more for an owner who waits for it.
   * @see DUE-29
   * @see DUE-20
   */
  idle() {
    this.trigger();
    if (this.#idleAwaited) this.trigger();
    this.#idleAwaited = false;
  }

  /** Runs the queue until it is empty, a barrier is held, or the process dies. */
  settle() {
    if (!this.#held) this.#run(true);
  }

  /**
   * Ends the barrier that is held.
   * @param {boolean} ok
   */
  release(ok) {
    if (!this.#held) return;
    this.#held = false;
    if (ok) this.#world.log.confirm();
    this.#barrierEnded(this.#queue[0], ok);
    this.#run(ok);
  }

  /** The agent goes away in good order; calls under way still end. @see DUE-23 */
  dispose() {
    this.#owner.dispose();
  }

  /** The process dies. @param {number} [lost] */
  crash(lost = 0) {
    this.#held = false;
    this.#queue = [];
    this.#timer = undefined;
    this.#world.log.lose(lost);
  }

  /** @param {boolean} answer what the first of the queue is resumed with, if it has begun */
  #run(answer) {
    while (this.#queue.length > 0) {
      const [work] = this.#queue;
      const end = this.#advance(work, answer);
      if (!end) return;
      this.#queue.shift();
      if (work.call !== undefined && !work.signal?.aborted) this.#world.observe({ result: end.value, call: work.call });
    }
  }

  /**
   * Runs one transaction as far as it goes.
   * @param {Work} work
   * @param {boolean} answer
   * @returns {{value: unknown} | undefined} its result, or undefined if it did not come to its end
   */
  #advance(work, answer) {
    const { transaction } = work;
    let state = transaction.next(answer);
    while (!state.done) {
      const outcome = this.#perform(state.value);
      if (outcome === HELD) this.#held = true;
      if (typeof outcome === "symbol") return undefined;
      if (state.value.at === "flush") this.#barrierEnded(work, outcome);
      state = transaction.next(outcome);
    }
    return { value: state.value };
  }

  /** @param {Work} work @param {boolean} ok */
  #barrierEnded({ call, signal }, ok) {
    const { watched, observe } = this.#world;
    if (call === undefined || signal?.aborted || !watched.includes("barriers")) return;
    observe({ barrier: ok ? "ok" : "fail", call });
  }

  /**
   * Performs an effect, unless a fault strikes it. A claim that a busy agent refuses is none, and
   * neither is a barrier where nothing is ever durable.
   * @param {Effect} effect
   * @returns {boolean | typeof HELD | typeof DEAD}
   */
  #perform(effect) {
    if (effect.at === "claim" && this.#world.agent.busy) return false;
    if (effect.at === "flush" && !this.#world.persistent) return false;
    const fault = this.#world.faults.strike(effect.at);
    switch (fault?.kind) {
      case "fail":
        return false;
      case "hold":
        return HELD;
      case "crash-before":
        this.crash(fault.lost);
        return DEAD;
      case "crash-after":
        this.#takeEffect(effect);
        this.crash(fault.lost);
        return DEAD;
      default:
        return this.#takeEffect(effect);
    }
  }

  /**
   * @param {Effect} effect
   * @returns {boolean}
   */
  #takeEffect(effect) {
    const { log, agent, observe } = this.#world;
    switch (effect.at) {
      case "flush":
        log.confirm();
        return true;
      case "claim":
        return true;
      case "followup":
        agent.admit();
        observe({ followup: effect.text });
        return true;
      case "append":
        log.append(effect.change);
        observe({ append: effect.change });
        return true;
      case "release":
        agent.release();
        return true;
    }
  }
}
