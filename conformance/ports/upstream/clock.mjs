// A wall clock under control: what Date.now, setTimeout and clearTimeout are while upstream runs.

const REAL = {
  now: Date.now,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

export class Clock {
  /** @param {string} instant canonical text of the instant at which the clock stands */
  constructor(instant) {
    this.now = Date.parse(instant);
    this.timers = new Set();
  }

  /** Run with this clock in place of the real one, whose timers wait in the meantime. */
  async during(run) {
    Date.now = () => this.now;
    globalThis.setTimeout = (callback, delay) => {
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
   * Timers wait for elapsed time, which only a step forward brings.
   */
  set(now) {
    const elapsed = Math.max(0, now - this.now);
    this.now = now;
    for (const timer of this.timers) timer.remaining -= elapsed;
    for (const timer of [...this.timers]) {
      if (timer.remaining <= 0 && this.timers.delete(timer)) timer.callback();
    }
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
