// The `due` op, answered by watching upstream's live owner: its decision is not exported.
//
// The owner is started over a log that creates the records, with a stub agent that is always idle.
// What it delivers at that clock is the decision. If it delivers nothing, the clock is moved to the
// end of each timer it sets (none may be longer than 2147483647 ms) until it does.

import './shims.mjs';
import { apply } from '@deepseek-ai/dsh-schedule';
import { Clock } from './clock.mjs';

const BATCH = 'reminders_json: ';

/** Decide what is due among active records, given in creation order. */
export async function due({ active, now }) {
  const clock = new Clock(now);
  return clock.during(async () => {
    const owner = new WatchedOwner(active);
    await owner.look();
    if (owner.text !== undefined) return owner.decision();
    if (clock.wait === undefined) return { kind: 'wait' };
    do {
      clock.set(clock.now + clock.wait);
      await owner.look();
    } while (owner.text === undefined && clock.wait !== undefined);
    return { kind: 'wait', until: new Date(clock.now).toISOString() };
  });
}

class WatchedOwner {
  text = undefined;
  dispatches = [];
  warning = undefined;

  constructor(active) {
    const events = active.map((schedule) => ({
      type: 'schedule/change',
      data: { version: 1, operation: 'create', schedule },
    }));
    const on = () => () => {};
    const effect = (start) => start();
    const agent = {
      session: { header: {}, events, append: (_type, change) => this.dispatches.push(change) },
      ctx: { on, effect, tools: { register: () => () => {} } },
      runMaintenance: (task) => task(),
      followup: (message) => { this.text = message.content[0].text; },
    };
    apply({
      effect,
      on: (_name, created) => { this.publish = () => created({ agent }); },
      agents: {
        roots: () => [agent],
        get: () => agent,
        withoutInitiator: (run) => (this.run = run()),
      },
      // The first delivery is the decision: its barrier fails, so that the owner looks no further.
      sessions: { flush: async () => this.text === undefined },
      logger: { warn: (message) => { this.warning = message; } },
    });
    this.publish();
  }

  /** Wait until the owner has looked at its log and clock, as it does at its start and wakes. */
  async look() {
    await this.run;
    if (this.text === undefined && this.warning !== undefined) throw new Error(this.warning);
  }

  /** What it delivered, in the terms of the protocol. */
  decision() {
    const [{ id, acceptedAt }] = this.dispatches;
    if (acceptedAt === undefined) return { kind: 'one-shot', id };
    const batch = JSON.parse(this.text.slice(this.text.indexOf(BATCH) + BATCH.length));
    const reminders = batch.map((reminder) => ({
      id: reminder.schedule_id,
      occurrenceAt: reminder.occurrence_at,
    }));
    return { kind: 'every', acceptedAt, reminders };
  }
}
