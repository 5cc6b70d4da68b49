// One life of the harness: upstream's session store, agent registry, tool registry and Schedule
// plugin around one session, from its opening to a crash or a disposal.

import './shims.mjs';
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

/** Whether an event of a session log is Schedule's. */
export const isChange = ({ type }) => type === 'schedule/change';

export class Harness {
  open = true;
  root = new Context();
  #calls = new Set();

  /**
   * Open the session that a log holds, with its agent idle.
   *
   * @param log its events, in order
   * @param seedLength how many of them were inherited from a parent session
   * @param effects the Effects of this life
   */
  static async start(log, seedLength, effects) {
    const harness = new Harness();
    const { root } = harness;
    root.logger.exporter({
      levels: { default: WARNINGS },
      export: ({ type, args: [text] }) => effects.logged(type, text),
    });
    // Schedule waits for this service, but all it wants of it are the answers to session/flush.
    root.provide('sessionPersistence', {});
    for (const plugin of [SystemPrompt, ToolRuntime, SessionStore, AgentRegistry, schedule]) {
      await root.plugin(plugin);
    }
    await root.inject(['agents', 'sessions', 'tools'], (host) => { harness.host = host; });
    harness.#connect(effects);
    harness.#publish(log, seedLength, effects);
    return harness;
  }

  get log() {
    return this.session.events;
  }

  /** Call a tool through the registry; `refused` tells that it did not take the arguments. */
  async call(name, args) {
    const execution = this.host.tools.execute({
      name,
      callId: name,
      arguments: args,
      agent: this.agent,
      signal: new AbortController().signal,
    });
    this.#calls.add(execution);
    const { isError, value, error } = await execution;
    this.#calls.delete(execution);
    if (!isError) return { result: value };
    if (REFUSAL.test(error.message)) return { refused: 'arguments' };
    throw new Error(error.message);
  }

  /** Let the agent go in good order: its own work ends first, then its session closes. */
  async dispose() {
    this.open = false;
    await Promise.all([this.agent.scope.dispose(), ...this.#calls]);
    this.leave();
  }

  /** Dispose of all that is left of a life that has no effects any more. */
  async bury() {
    await this.root.fiber.dispose();
  }

  #connect(effects) {
    this.host.on('session/flush', () => effects.flush());
    this.host.on('internal/dispatch', (_mode, name, [, event]) => {
      if (name === 'session/event' && isChange(event)) effects.append();
    });
    this.host.on('session/event', (_session, event) => {
      if (isChange(event)) effects.appended(event.data);
    });
  }

  #publish(log, seedLength, effects) {
    const { sessions, agents } = this.host;
    const seed = log.map(({ type, data }, seq) => ({ type, seq, time: 0, data }));
    this.session = sessions.prepare('session', { seed, meta: { createdAt: 0, seedLength } });
    this.agent = new ScriptedAgent(this.host, this.session, effects);
    const leaveSessions = sessions.enter(this.session);
    const leaveAgents = agents.enter(this.agent, undefined);
    this.leave = () => {
      leaveAgents();
      leaveSessions();
    };
    sessions.announce(this.session);
    agents.announce(this.agent);
  }
}
