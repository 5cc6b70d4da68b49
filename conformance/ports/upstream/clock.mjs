// A wall clock under control: what Date.now, setTimeout and clearTimeout are while upstream runs.

const REAL = {
  now: Date.now,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

/** A stack in which Schedule is the one that called Date.now. */
const READ_BY_SCHEDULE = /^.*\n.*\.read .*\n.*Date\.now .*\n.*[/]dsh-schedule[/]/;

export class Clock {
  /** Schedule cannot read the clock; the logger and the session store, which stamp, still can. */
  fails = false;
  /** Told of each wait that is asked for. */
  onWait = () => {};

  /** @param {string} instant canonical text of the instant at which the clock stands */
  constructor(instant) {
    this.now = Date.parse(instant);
    this.timers = new Set();
  }

  read() {
    if (this.fails && READ_BY_SCHEDULE.test(new Error().stack)) throw new Error('the clock fails');
    return this.now;
  }

  /** Run with this clock in place of the real one, whose timers wait in the meantime. */
  async during(run) {
    Date.now = () => this.read();
    globalThis.setTimeout = (callback, delay) => {
      this.onWait(delay);
      const timer = { callback, remaining: delay };
      this.timers.add(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => this.timers.delete(timer);
    try {
      return await run();
    } finally {
      Date.now = REAL.now;
      globalThis.setTimeout = REAL.setTimeout;
      globalThis.clearTimeout = REAL.clearTimeout;
    }
  }

  /**
   * Set the clock, forward or back, and fire the timers that are due by then, once each.
   * Timers wait for elapsed time, which only a step forward brings. A `now` of null is a clock that
   * cannot be read.
   */
  set(now) {
    this.turn(now);
    for (const timer of [...this.timers]) {
      if (timer.remaining <= 0 && this.timers.delete(timer)) timer.callback();
    }
  }

  /** Set the clock, and let no timer fire yet. */
  turn(now) {
    this.fails = now === null;
    if (this.fails) return;
    const elapsed = Math.max(0, now - this.now);
    this.now = now;
    for (const timer of this.timers) timer.remaining -= elapsed;
  }

  /** What the next timer still waits, in milliseconds; undefined if there is none. */
  get wait() {
    if (this.timers.size === 0) return undefined;
    return Math.min(...[...this.timers].map((timer) => timer.remaining));
  }

  /** Drop all timers, as the end of their process would. */
  clear() {
    this.timers.clear();
  }
}
