// @ts-check
/**
 * Session: one session with one agent, led through a scenario.
 *
 * Clock, log, agent and process are simulated, faults and crashes included. Nothing waits for real
 * time, and everything that can run has run when a step returns.
 */

import { parseClock } from "./values.js";
import { Agent, Faults, Log } from "./world.js";
import { Process } from "./process.js";

/** @typedef {import("./process.js").Call} Call */
/** @typedef {import("./world.js").Observation} Observation */
/** @typedef {{now: string, events: import("./fold.js").Event[], seedLength?: unknown, steps: any[],
 *   persistence?: boolean, observe?: string[]}} ScenarioArgs */

/**
 * Runs a scenario.
 * @param {ScenarioArgs} args
 * @returns {Observation[][]} the observations of the opening, and then of each step
 */
export function runScenario(args) {
  const scenario = new Scenario(args);
  return [scenario.open(), ...args.steps.map((step) => scenario.perform(step))];
}

/** A session, and the steps that are taken with it. */
class Scenario {
  #now;
  #log;
  #agent = new Agent();
  #faults = new Faults();
  /** @type {Process} */
  #process;
  #calls = 0;
  #persistent;
  #watched;
  /** @type {Observation[]} */
  #observations = [];

  /** @param {ScenarioArgs} args */
  constructor({ now, events, seedLength, persistence = true, observe = [] }) {
    this.#now = parseClock(now);
    this.#persistent = persistence;
    this.#watched = observe;
    this.#log = new Log(events, seedLength);
    this.#process = this.#newProcess();
  }

  /** Opens the session from its log. @see DUE-1 */
  open() {
    this.#agent = new Agent();
    this.#process = this.#newProcess();
    this.#process.trigger();
    return this.#settle();
  }

  /**
   * Performs a step, and tells what became visible.
   * @param {any} step
   */
  perform(step) {
    if ("open" in step) return this.open();
    if ("call" in step) this.#call([step]);
    else if ("calls" in step) this.#call(step.calls);
    else if ("clock" in step) this.#setClock(typeof step.clock === "number" ? step.clock : parseClock(step.clock));
    else if ("cancel" in step) this.#process.cancel(step.cancel);
    else if ("turn" in step) this.#turn(step.turn);
    else if ("fault" in step) this.#faults.arm(step.fault);
    else if ("release" in step) this.#process.release(step.release === "ok");
    else if ("crash" in step) this.#process.crash(step.crash.lost);
    else if ("dispose" in step) this.#process.dispose();
    else if ("inspect" in step) this.#inspect(step.inspect);
    return this.#settle();
  }

  /** @param {true | "all"} what */
  #inspect(what) {
    this.#observations.push({ log: what === "all" ? this.#log.all() : this.#log.changes() });
  }

  /** @param {Call[]} calls */
  #call(calls) {
    for (const call of calls) {
      this.#calls += 1;
      this.#process.call(call, this.#calls);
    }
  }

  /** @param {number} now */
  #setClock(now) {
    const elapsed = now - this.#now;
    this.#now = now;
    this.#process.elapse(elapsed);
  }

  /** @param {"start" | "end" | "fail"} turn */
  #turn(turn) {
    this.#agent.busy = turn === "start";
    if (turn !== "start") this.#process.idle();
  }

  /** Lets everything run that can, and hands over what was observed. */
  #settle() {
    this.#process.settle();
    const observations = this.#observations;
    this.#observations = [];
    return observations;
  }

  #newProcess() {
    return new Process({
      log: this.#log,
      agent: this.#agent,
      faults: this.#faults,
      persistent: this.#persistent,
      watched: this.#watched,
      now: () => this.#now,
      observe: (observation) => this.#observations.push(observation),
    });
  }
}
