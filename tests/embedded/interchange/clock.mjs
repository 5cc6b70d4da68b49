// The wall clock that the packages see: it stands still until a step sets it.

export const clock = { now: 0, timers: new Set() };

/** Set the clock and fire the timers that are due by then. */
export function setClock(now) {
  const elapsed = Math.max(0, now - clock.now);
  clock.now = now;
  for (const timer of clock.timers) timer.remaining -= elapsed;
  for (const timer of [...clock.timers]) {
    if (timer.remaining <= 0 && clock.timers.delete(timer)) timer.callback();
  }
}

Date.now = () => clock.now;
globalThis.setTimeout = (callback, remaining) => {
  const timer = { callback, remaining, ref: () => timer, unref: () => timer };
  clock.timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => clock.timers.delete(timer);
