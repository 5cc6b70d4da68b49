// One life of the harness: upstream's session store, agent registry, tool registry and Schedule
// plugin, around the sessions that are open, from the opening of the first to a crash or a disposal.

import './shims.mjs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Context } from '@deepseek-ai/cordis';
import { AgentRegistry } from '@deepseek-ai/dsh-agent';
import * as schedule from '@deepseek-ai/dsh-schedule';
import { SessionStore } from '@deepseek-ai/dsh-session';
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt';
import { ToolRuntime } from '@deepseek-ai/dsh-tools';
import { ScriptedAgent } from './agent.mjs';

const WARNINGS = 2;

/** How the registry says that it will not give arguments to a tool. */
const REFUSAL = /^(invalid arguments|tool execution arguments must be losslessly)/;

/** Which call is in progress, for whoever is called by it; the owner's own work is of none. */
const calls = new AsyncLocalStorage();
export const callInProgress = () => calls.getStore();
const { withoutInitiator } = AgentRegistry.prototype;
AgentRegistry.prototype.withoutInitiator = function ownWork(operation) {
  return calls.exit(() => withoutInitiator.call(this, operation));
};

/** Whether an event of a session log is Schedule's. */
export const isChange = ({ type }) => type === 'schedule/change';

/** One session that is open, with its agent. */
class LiveSession {
  open = true;
  /** Somebody else than Schedule appends. */
  foreign = false;
  #calls = new Set();

  constructor(host, id, { log, seedLength }, effects) {
    this.host = host;
    this.effects = effects;
    const { sessions, agents } = host;
    const seed = log.map(({ type, data }, seq) => ({ type, seq, time: 0, data }));
    this.session = sessions.prepare(id, { seed, meta: { createdAt: 0, seedLength } });
    this.agent = new ScriptedAgent(host, this.session, effects);
    const leaveSessions = sessions.enter(this.session);
    const leaveAgents = agents.enter(this.agent, undefined);
    this.leave = () => {
      leaveAgents();
      leaveSessions();
    };
  }

  publish() {
    this.host.sessions.announce(this.session);
    this.#watchReads();
    this.host.agents.announce(this.agent);
  }

  get log() {
    return this.events();
  }

  /** Append a change as somebody else than Schedule would. */
  write(change) {
    this.foreign = true;
    this.session.append('schedule/change', change);
    this.foreign = false;
  }

  /** Call a tool through the registry; `refused` tells that it did not take the arguments. */
  async call({ call: name, args, by }, progress) {
    if (by === 'other') return { result: await this.#callAsAnother(name, args) };
    const execution = calls.run(progress, () => this.host.tools.execute({
      name,
      callId: name,
      arguments: args,
      agent: this.agent,
      signal: progress.signal,
    }));
    this.#calls.add(execution);
    const { isError, value, error } = await execution;
    this.#calls.delete(execution);
    if (!isError) return { result: value };
    if (REFUSAL.test(error.message)) return { refused: 'arguments' };
    return { threw: error.message };
  }

  /** Let the agent go in good order: its own work ends first, then its session closes. */
  async dispose() {
    this.open = false;
    await Promise.all([this.agent.scope.dispose(), ...this.#calls]);
    this.leave();
  }

  /** Use a tool of this agent in the name of one that has none: the registry would not find it. */
  #callAsAnother(name, args) {
    const { signal } = new AbortController();
    return this.host.tools.get(name, this.agent).execute(args, { agent: { id: 'other' }, signal });
  }

  /** Let reads of the log be seen, those of the agent's status apart. */
  #watchReads() {
    const { session, effects } = this;
    const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(session), 'events');
    this.events = () => get.call(session);
    Object.defineProperty(session, 'events', {
      get: () => {
        if (!this.agent.changesStatus) effects.read();
        return this.events();
      },
    });
  }
}

export class Harness {
  root = new Context();
  #sessions = new Map();

  /** Start a harness in which no session is open; `persistent` tells whether it has barriers. */
  static async start(persistent) {
    const harness = new Harness();
    const { root } = harness;
    root.logger.exporter({
      levels: { default: WARNINGS },
      export: ({ type, args: [text] }) => harness.#logged(type, text),
    });
    // Schedule waits for this service, but all it wants of it are the answers to session/flush.
    root.provide('sessionPersistence', {});
    for (const plugin of [SystemPrompt, ToolRuntime, SessionStore, AgentRegistry, schedule]) {
      await root.plugin(plugin);
    }
    await root.inject(['agents', 'sessions', 'tools'], (host) => { harness.host = host; });
    harness.#connect(persistent);
    return harness;
  }

  /**
   * Open the session that a log holds, with its agent idle.
   *
   * @param id of the session
   * @param state its `log`, and the `seedLength` of events that it inherited
   * @param effects its Effects
   */
  open(id, state, effects) {
    const live = new LiveSession(this.host, id, state, effects);
    this.#sessions.set(id, live);
    live.publish();
    return live;
  }

  /** Dispose of all that is left of a life that has no effects any more. */
  async bury() {
    await this.root.fiber.dispose();
  }

  #connect(persistent) {
    const of = ({ id }) => this.#sessions.get(id);
    if (persistent) this.host.on('session/flush', (session) => of(session).effects.flush());
    this.host.on('internal/dispatch', (_mode, name, [session, event]) => {
      if (name !== 'session/event' || !isChange(event)) return;
      if (!of(session).foreign) of(session).effects.append();
    });
    this.host.on('session/event', (session, event) => {
      if (isChange(event) && !of(session).foreign) of(session).effects.appended(event.data);
    });
  }

  /** Upstream names the agent in what it tells its logger. */
  #logged(type, text) {
    const named = [...this.#sessions].find(([id]) => String(text).includes(`agent "${id}"`));
    const [[, first]] = this.#sessions;
    (named === undefined ? first : named[1]).effects.logged(type, text);
  }
}
