"use strict";
/** Panels of text: a log, a change, and any request of the protocol. */
(() => {
  const { element, json, refusal, verdict } = Playground;

  const record = (id, more) => ({ id, kind: "every", prompt: "water", everySeconds: 300, ...more });
  const event = (data) => JSON.stringify({ type: "schedule/change", data: { version: 1, ...data } });
  const LOG = [
    event({ operation: "create", schedule: record("schedule-1", { scheduledAt: "2026-08-05T12:05:00.000Z" }) }),
    event({ operation: "dispatch", id: "schedule-1", acceptedAt: "2026-08-05T12:17:00.000Z" }),
    event({ operation: "delete", id: "schedule-1" }),
    event({ operation: "dispatch", id: "schedule-1", acceptedAt: "2026-08-05T12:21:00.000Z" }),
  ].join("\n");

  /**
   * Reads pasted text as events: a list, an object with `events`, or lines of a session log.
   * @returns {{events: {type: string, data?: unknown}[], seedLength: number, lines?: number[]}}
   */
  function readLog(text) {
    const whole = tryJson(text);
    if (Array.isArray(whole)) return { events: whole.map(asEvent), seedLength: 0 };
    if (Array.isArray(whole?.events)) return { events: whole.events.map(asEvent), seedLength: whole.seedLength ?? 0 };
    const log = { events: [], seedLength: 0, lines: [] };
    text.split("\n").forEach((line, index) => {
      if (line.trim() === "") return;
      const value = tryJson(line);
      if (value === undefined) throw new Error(`line ${index + 1} is not JSON`);
      if (value?.type === "session") {
        log.seedLength = value.seedLength ?? 0;
      } else {
        log.events.push(asEvent(value));
        log.lines.push(index + 1);
      }
    });
    return log;
  }

  function tryJson(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** A change without its envelope is taken for one within. */
  function asEvent(value) {
    const bare = typeof value === "object" && value !== null && Object.hasOwn(value, "operation") && !Object.hasOwn(value, "type");
    if (bare) return { type: Schedule.CHANGE_TYPE, data: value };
    if (typeof value?.type !== "string") throw new Error("an event is an object with a type");
    return value;
  }

  function judgeLog({ text }) {
    let log;
    try {
      log = readLog(text);
    } catch (error) {
      return [refusal(error)];
    }
    const state = { active: new Map(), seen: new Set() };
    try {
      Schedule.fold(log.events.slice(0, log.seedLength), log.seedLength);
    } catch (error) {
      return [refusal(error, "The header: ")];
    }
    for (let place = log.seedLength; place < log.events.length; place += 1) {
      try {
        Schedule.foldEvent(state, log.events[place]);
      } catch (error) {
        const where = log.lines ? `line ${log.lines[place]}` : `event ${place}`;
        return [refusal(error, `Corrupt at ${where}: `), json(log.events[place]), ...stateAt(state, "Before it")];
      }
    }
    const headline = `The log folds: ${count(log.events.length, "event")}, ${state.active.size} active`;
    return [verdict("good", headline), ...stateAt(state, "At its end")];
  }

  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  function stateAt({ active, seen }, when) {
    const next = Schedule.allocateId(seen);
    const text = `${when}: active ${[...active.keys()].join(", ") || "none"}; next id ${next}`;
    return [element("p", { textContent: text }), ...(active.size > 0 ? [json([...active.values()])] : [])];
  }

  function judgeChange({ text }) {
    try {
      return [verdict("good", "A valid change"), json(Schedule.decodeChange(Schedule.parseJson(text)))];
    } catch (error) {
      return [refusal(error)];
    }
  }

  Playground.panels.push(
    { name: "A log", about: "Lines of a session log, a list of events, or changes alone, one a line.", fields: [{ name: "text", area: true, value: LOG }], judge: judgeLog },
    { name: "A change", about: "The data of one schedule/change event.", fields: [{ name: "text", area: true, value: '{"version":1.0,"operation":"dispatch","id":"schedule-1","acceptedAt":"2026-02-30T12:00:00.000Z"}' }], judge: judgeChange },
  );
})();
