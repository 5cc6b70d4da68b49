// Opens or creates sessions with the published packages, one a line of standard input, takes the
// steps that the line asks for, and answers a line with what the tools returned.
//
// -> {"root", "cwd", "id", "now", "steps": [{"call", "args"} | {"clock"} | {"fork"}]}
// <- {"results": [...]} or {"error"}

import './shims.mjs';
import { clock, setClock } from './clock.mjs';
import { createInterface } from 'node:readline';

const { Context } = await import('@deepseek-ai/cordis');
const { AgentRegistry } = await import('@deepseek-ai/dsh-agent');
const schedule = await import('@deepseek-ai/dsh-schedule');
const { SessionStore } = await import('@deepseek-ai/dsh-session');
const { JsonlSessionPersistence } = await import('@deepseek-ai/dsh-session-persistence-jsonl');
const { SystemPrompt } = await import('@deepseek-ai/dsh-system-prompt');
const { ToolRuntime } = await import('@deepseek-ai/dsh-tools');
const { QuickAgent } = await import('./agent.mjs');

const STEPS = {
  call: async (life, name, { args }) => {
    const { isError, value, error } = await life.host.tools.execute({
      name, callId: name, arguments: args, agent: life.agent, signal: new AbortController().signal,
    });
    if (isError) throw new Error(error.message);
    return value;
  },
  clock: async (_life, now) => setClock(now),
  fork: async (life, id) => {
    const child = life.host.sessions.fork(life.session, undefined, id);
    await life.host.parallel('session/flush', child);
    return child.header;
  },
};

/** One life of a session: from its opening to its disposal. */
class Life {
  root = new Context();

  async open({ root, cwd, id }) {
    for (const plugin of [SystemPrompt, ToolRuntime, SessionStore, AgentRegistry]) {
      await this.root.plugin(plugin);
    }
    await this.root.plugin(JsonlSessionPersistence, { root, compression: 'none' });
    await this.root.plugin(schedule);
    await this.root.inject(['agents', 'sessions', 'tools', 'sessionPersistence'], (host) => {
      this.host = host;
    });
    const { sessions, agents, sessionPersistence } = this.host;
    const stored = (await sessionPersistence.list()).some((header) => header.id === id);
    this.session = stored
      ? (await sessionPersistence.prepare(id)).session
      : sessions.prepare(id, { meta: { cwd, delegationDepth: 0 } });
    this.agent = new QuickAgent(this.host, this.session);
    sessions.enter(this.session);
    agents.enter(this.agent, undefined);
    sessions.announce(this.session);
    agents.announce(this.agent);
    await this.#settle();
  }

  async take(step) {
    const kind = Object.keys(STEPS).find((name) => Object.hasOwn(step, name));
    if (kind === undefined) throw new Error(`not a step: ${JSON.stringify(step)}`);
    const result = await STEPS[kind](this, step[kind], step);
    await this.#settle();
    return result ?? null;
  }

  async close() {
    clock.timers.clear();
    await this.root.fiber.dispose();
  }

  /** Wait until the log has been on the disk, and the same, for a while. */
  async #settle() {
    let before;
    let quiet = 0;
    while (quiet < 3) {
      before = this.session.events.length;
      await this.host.parallel('session/flush', this.session);
      await new Promise((resolve) => { setImmediate(resolve); });
      quiet = this.session.events.length === before ? quiet + 1 : 0;
    }
  }
}

async function answer({ steps, now, ...where }) {
  clock.now = now;
  const life = new Life();
  try {
    await life.open(where);
    const results = [];
    for (const step of steps) results.push(await life.take(step));
    await life.close();
    return { results };
  } catch (error) {
    // What else fails while the life ends only follows from this.
    await life.close().catch(() => {});
    return { error: error.errors?.map(({ message }) => message).join() ?? error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
