// The `session` op: one scenario, run with upstream's live packages under a clock and faults of the
// scenario's own.

import { Clock } from './clock.mjs';
import { Effects, laterTurn } from './effects.mjs';
import { Harness, isChange } from './harness.mjs';

/** What scenarios may make use of. */
export const FEATURES = [
  'barriers',
  'waits',
  'no-persistence',
  'cancel',
  'meanwhile',
  'clock-range',
  'clock-failure',
  'read-failure',
  'frame-failure',
  'idle-failure',
  'claim-throw',
  'turn-failure',
  'whole-log',
  'other-agent',
  'fork',
];

/** Run a scenario: what is observed at its opening and at each of its steps. */
export function session(args) {
  const scenario = new Scenario(args);
  return scenario.clock.during(() => scenario.run(args.steps));
}

const FIRST = 'session';
const CHILD = 'child';
/** What the session store itself appends at an opening. */
const END_SEED = 'session/end-seed';
const LONGEST_WAIT = 2147483647;

const STEPS = {
  open: (scenario) => scenario.open(),
  call: (scenario, _name, step) => scenario.call(step),
  calls: (scenario, calls) => calls.forEach((call) => scenario.call(call)),
  cancel: (scenario, number) => scenario.cancel(number),
  clock: (scenario, reading) => scenario.clock.set(instant(reading)),
  meanwhile: (scenario, happening) => { scenario.meanwhile = happening; },
  turn: (scenario, edge, step) => {
    const { agent } = scenario.addressed(step);
    if (edge === 'start') agent.startTurn();
    else agent.endTurn();
  },
  fault: (scenario, fault) => scenario.faults.push({ nth: 1, lost: 0, ...fault }),
  release: (scenario, outcome) => scenario.release(outcome),
  crash: (scenario, { lost = 0 }) => scenario.crash(lost),
  inspect: (scenario, extent, step) => scenario.inspect(extent, step),
  dispose: (scenario) => scenario.dispose(),
  fork: (scenario) => scenario.fork(),
};

/** Milliseconds since the epoch, or null for a clock that cannot be read. */
const instant = (reading) => (typeof reading === 'string' ? Date.parse(reading) : reading);

class Scenario {
  /** The life in progress, and in it the first session and its child; undefined after a crash. */
  harness = undefined;
  first = undefined;
  child = undefined;
  faults = [];
  meanwhile = undefined;
  calls = new Map();
  /** How many of the newest changes no barrier has confirmed. */
  unconfirmed = 0;
  barrier = undefined;
  observations = [];
  /** Counts the effects, to tell when no more of them come. */
  activity = 0;
  breakdown = undefined;

  constructor({ now, events = [], seedLength = 0, persistence = true, observe = [] }) {
    this.clock = new Clock(now);
    this.log = events;
    this.seedLength = seedLength;
    this.persistence = persistence;
    this.watched = observe;
    if (observe.includes('waits')) {
      this.clock.onWait = (wait) => { if (wait > LONGEST_WAIT) this.observe({ wait }); };
    }
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
    // Nothing orders what two sessions do.
    const ofChild = ({ session: of }) => of === CHILD;
    const child = this.observations.filter(ofChild);
    return [...this.observations.filter((seen) => !ofChild(seen)), ...child];
  }

  async open() {
    if (this.first?.open) throw new Error('the session is open');
    this.#bury();
    this.harness = await Harness.start(this.persistence);
    const state = { log: this.log, seedLength: this.seedLength };
    this.first = this.harness.open(FIRST, state, new Effects(this));
  }

  fork() {
    const state = { log: this.first.log, seedLength: this.first.log.length };
    this.child = this.harness.open(CHILD, state, new Effects(this, { session: CHILD }));
  }

  /** The session that a step, or a call of one, is about. */
  addressed({ session }) {
    return session === CHILD ? this.child : this.first;
  }

  call(step) {
    const call = this.calls.size + 1;
    const controller = new AbortController();
    const progress = { number: call, cancelled: false, signal: controller.signal, controller };
    this.calls.set(call, progress);
    const live = this.addressed(step);
    live.call(step, progress).then(
      (outcome) => { if (!progress.cancelled) live.effects.returned({ ...outcome, call }); },
      (error) => live.effects.brokeDown(error),
    );
  }

  cancel(number) {
    const progress = this.calls.get(number);
    progress.cancelled = true;
    progress.controller.abort();
  }

  inspect(extent, step) {
    const log = this.first === undefined ? this.log : this.addressed(step).log;
    const shown = extent === 'all'
      ? log.filter(({ type }) => type !== END_SEED).map(({ type, data }) => ({ type, data }))
      : log.filter(isChange).map(({ data }) => data);
    this.observe({ log: shown, ...(step.session && { session: step.session }) });
  }

  dispose() {
    const { first } = this;
    first.dispose().catch((error) => first.effects.brokeDown(error));
  }

  /** What is to happen in this claim, before its decision. */
  happen() {
    const { clock, append = [] } = this.meanwhile ?? {};
    this.meanwhile = undefined;
    for (const change of append) this.first.write(change);
    if (clock !== undefined) this.clock.turn(instant(clock));
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

  /** The fault that strikes the effect which begins now, if any; one that throws strikes apart. */
  takeFault(at, kind) {
    const fits = (fault) => fault.at === at && (fault.kind === 'throw') === (kind === 'throw');
    const armed = this.faults.filter(fits);
    for (const fault of armed) fault.nth -= 1;
    const strikes = armed.find((fault) => fault.nth <= 0);
    this.faults = this.faults.filter((fault) => fault !== strikes);
    return strikes;
  }

  observe(observation) {
    this.observations.push(observation);
  }

  /** End the life in progress, of which the log remains. */
  #bury() {
    if (this.harness === undefined) return;
    this.log = this.first.log;
    this.first.effects.alive = false;
    if (this.child !== undefined) this.child.effects.alive = false;
    this.barrier?.reject(new Error('the process is dead'));
    this.barrier = undefined;
    this.clock.clear();
    this.harness.bury();
    this.harness = undefined;
    this.first = undefined;
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
