// The `session` op: one scenario, run with upstream's live packages under a clock and faults of the
// scenario's own.

import { Clock } from './clock.mjs';
import { Effects, laterTurn } from './effects.mjs';
import { Harness, isChange } from './harness.mjs';

/** Run a scenario: what is observed at its opening and at each of its steps. */
export function session(args) {
  const scenario = new Scenario(args);
  return scenario.clock.during(() => scenario.run(args.steps));
}

const STEPS = {
  open: (scenario) => scenario.open(),
  call: (scenario, _name, step) => scenario.call(step),
  calls: (scenario, calls) => calls.forEach((call) => scenario.call(call)),
  clock: (scenario, instant) => scenario.clock.set(Date.parse(instant)),
  turn: ({ harness: { agent } }, edge) => (edge === 'start' ? agent.startTurn() : agent.endTurn()),
  fault: (scenario, fault) => scenario.faults.push({ nth: 1, lost: 0, ...fault }),
  release: (scenario, outcome) => scenario.release(outcome),
  crash: (scenario, { lost = 0 }) => scenario.crash(lost),
  inspect: (scenario) => scenario.observe({ log: scenario.changes() }),
  dispose: (scenario) => scenario.dispose(),
};

class Scenario {
  /** The life in progress, or the last one if it was disposed of; undefined after a crash. */
  harness = undefined;
  effects = undefined;
  faults = [];
  calls = 0;
  /** How many of the newest changes no barrier has confirmed. */
  unconfirmed = 0;
  barrier = undefined;
  observations = [];
  /** Counts the effects, to tell when no more of them come. */
  activity = 0;
  breakdown = undefined;

  constructor({ now, events = [], seedLength = 0 }) {
    this.clock = new Clock(now);
    this.log = events;
    this.seedLength = seedLength;
  }

  async run(steps) {
    const observed = [];
    try {
      for (const step of [{ open: {} }, ...steps]) observed.push(await this.#perform(step));
      return observed;
    } finally {
      this.#bury();
      await this.#settle();
    }
  }

  async #perform(step) {
    this.observations = [];
    const kind = Object.keys(STEPS).find((name) => Object.hasOwn(step, name));
    if (kind === undefined) throw new Error(`not a step: ${JSON.stringify(step)}`);
    await STEPS[kind](this, step[kind], step);
    await this.#settle();
    if (this.breakdown !== undefined) throw this.breakdown;
    return this.observations;
  }

  async open() {
    if (this.harness?.open) throw new Error('the session is open');
    this.#bury();
    this.effects = new Effects(this);
    this.harness = await Harness.start(this.log, this.seedLength, this.effects);
  }

  call({ call: name, args }) {
    const call = (this.calls += 1);
    const { effects } = this;
    this.harness.call(name, args).then(
      (outcome) => effects.returned({ ...outcome, call }),
      (error) => effects.brokeDown(error),
    );
  }

  dispose() {
    const { effects } = this;
    this.harness.dispose().catch((error) => effects.brokeDown(error));
  }

  crash(lost) {
    this.#bury();
    const changes = this.log.filter(isChange);
    const gone = changes.slice(changes.length - Math.min(lost, this.unconfirmed));
    this.log = this.log.filter((event) => !gone.includes(event));
    this.unconfirmed = 0;
  }

  /** A barrier that waits for `release`. */
  hold() {
    this.barrier = Promise.withResolvers();
    return this.barrier.promise;
  }

  release(outcome) {
    if (outcome === 'ok') this.barrier.resolve();
    else this.barrier.reject(new Error('the barrier fails'));
    this.barrier = undefined;
  }

  /** The fault that strikes the effect which begins now, if any. */
  takeFault(at) {
    const armed = this.faults.filter((fault) => fault.at === at);
    for (const fault of armed) fault.nth -= 1;
    const strikes = armed.find((fault) => fault.nth <= 0);
    this.faults = this.faults.filter((fault) => fault !== strikes);
    return strikes;
  }

  observe(observation) {
    this.observations.push(observation);
  }

  changes() {
    const log = this.harness === undefined ? this.log : this.harness.log;
    return log.filter(isChange).map(({ data }) => data);
  }

  /** End the life in progress, of which the log remains. */
  #bury() {
    if (this.harness === undefined) return;
    this.log = this.harness.log;
    this.effects.alive = false;
    this.barrier?.reject(new Error('the process is dead'));
    this.barrier = undefined;
    this.clock.clear();
    this.harness.bury();
    this.harness = undefined;
  }

  /** Wait until nothing more happens by itself; a barrier that is held does not count. */
  async #settle() {
    let before;
    do {
      before = this.activity;
      await laterTurn();
    } while (this.activity !== before);
  }
}
