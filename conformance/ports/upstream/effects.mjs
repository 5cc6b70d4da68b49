// What one session does to the world outside while it is open: barriers, claims, follow-ups, appends
// and reads, each of which may be struck by a fault. A dead session has no effects any more.

import { callInProgress } from './harness.mjs';

const STOPS = {
  'corrupt schedule log': 'corrupt',
  'dispatch append failed': 'append',
  'runtime failed': 'failed',
};
const BREAKDOWN = /could not start runtime|idle wait failed/;

/** A later turn of the event loop, such as any input or output takes. */
export const laterTurn = () => new Promise((resolve) => { setImmediate(resolve); });

export class Effects {
  alive = true;
  #idleFails = false;

  /**
   * @param world the scenario: arms faults, keeps what is observed, and buries the dead
   * @param mark members of each observation, which tell the session
   */
  constructor(world, mark = {}) {
    this.world = world;
    this.mark = mark;
    /** Faults, and what happens meanwhile, are of the first session alone. */
    this.isFirst = Object.keys(mark).length === 0;
  }

  observe(observation) {
    this.world.observe({ ...observation, ...this.mark });
  }

  async flush() {
    const call = callInProgress();
    this.world.activity += 1;
    await laterTurn();
    try {
      const fault = this.#strike('flush');
      if (fault?.kind === 'hold') await this.world.hold();
      if (this.isFirst) this.world.unconfirmed = 0;
      this.#barrier('ok', call);
      this.#survive(fault);
    } catch (error) {
      if (this.alive) this.#barrier('fail', call);
      throw error;
    }
  }

  /** The agent is asked for its idle phase, and may be busy. */
  ask() {
    if (this.isFirst && this.alive && this.world.takeFault('claim', 'throw')) {
      throw new Error('the claim throws');
    }
  }

  claim() {
    this.#survive(this.#strike('claim'));
  }

  /** The idle phase is claimed, and nothing is decided in it yet. */
  claimed() {
    if (this.isFirst) this.world.happen();
  }

  awaitIdle() {
    this.#idleFails = true;
    this.#strike('idle');
    this.#idleFails = false;
  }

  /** Run the job of a claim, in which the first text that is made of a value may fail. */
  framing(job) {
    const { stringify } = JSON;
    JSON.stringify = (...args) => {
      JSON.stringify = stringify;
      this.#strike('frame');
      return stringify(...args);
    };
    try {
      return job();
    } finally {
      JSON.stringify = stringify;
    }
  }

  followUp(text) {
    const fault = this.#strike('followup');
    this.observe({ followup: text });
    this.#survive(fault);
  }

  /** Schedule reads the log. */
  read() {
    this.#strike('read');
  }

  /** A change is about to enter the log. */
  append() {
    this.appending = this.#strike('append');
  }

  /** The change has entered the log. */
  appended(change) {
    if (this.isFirst) this.world.unconfirmed += 1;
    this.observe({ append: change });
    this.#survive(this.appending);
  }

  /** A call of a tool has ended. */
  returned(outcome) {
    if (this.alive) this.observe(outcome);
  }

  /** Upstream tells only its logger that an owner has stopped. */
  logged(type, text) {
    if (!this.alive) return;
    for (const [sign, reason] of Object.entries(STOPS)) {
      if (String(text).includes(sign)) this.observe({ stopped: reason });
    }
    const meant = this.#idleFails && /idle wait failed/.test(text);
    if (type === 'error' || (BREAKDOWN.test(text) && !meant)) this.brokeDown(new Error(text));
    if (meant) this.#idleFails = false;
  }

  /** Something happened that has no place in a scenario, and no answer but a failure. */
  brokeDown(error) {
    if (this.alive) this.world.breakdown = error;
  }

  #barrier(outcome, call) {
    if (this.world.watched.includes('barriers') && call?.cancelled === false) {
      this.observe({ barrier: outcome, call: call.number });
    }
  }

  /** Begin an effect: throw if it cannot take place, else return the fault that strikes it later. */
  #strike(at) {
    if (!this.alive) throw new Error('the process is dead');
    this.world.activity += 1;
    const fault = this.isFirst ? this.world.takeFault(at) : undefined;
    if (fault?.kind === 'fail') throw new Error(`the ${at} fails`);
    if (fault?.kind === 'crash-before') this.#die(fault);
    return fault;
  }

  #survive(fault) {
    if (fault?.kind === 'crash-after') this.#die(fault);
  }

  #die({ lost }) {
    this.world.crash(lost);
    throw new Error('the process dies');
  }
}
