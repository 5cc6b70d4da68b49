// The agent that upstream's owner sees: idle, in a turn, or in a maintenance phase, with the phases
// and their order of upstream's own agent loop, and turns that last until the scenario ends them.

import { emitAgentEvent } from '@deepseek-ai/dsh-agent';
import { createScope } from '@deepseek-ai/dsh-scope';

export class ScriptedAgent {
  phase = 'idle';
  wakeRequested = false;
  /** Others are being told that the status changes. */
  changesStatus = false;
  activity = Promise.resolve();

  /**
   * @param host the context in which the agent lives
   * @param session its session
   * @param effects decides on what the owner asks of the agent, by throwing if it does not succeed
   */
  constructor(host, session, effects) {
    this.host = host;
    this.session = session;
    this.effects = effects;
    this.scope = createScope(host, this);
    this.ctx = this.scope.ctx;
  }

  get id() {
    return this.session.id;
  }

  get status() {
    return this.phase === 'turn' ? 'running' : 'idle';
  }

  startTurn() {
    this.#begin('turn');
  }

  endTurn() {
    if (this.phase !== 'turn') throw new Error('no turn is in progress');
    this.#end();
  }

  runMaintenance(job) {
    this.effects.ask();
    if (this.phase !== 'idle') throw new Error('the agent is busy');
    this.effects.claim();
    this.#begin('maintenance');
    this.effects.claimed();
    return this.#maintain(job);
  }

  followup(message) {
    this.effects.followUp(message.content[0].text);
    this.wakeRequested = true;
  }

  async whenIdle() {
    this.effects.awaitIdle();
    let activity;
    do await (activity = this.activity);
    while (activity !== this.activity);
  }

  async #maintain(job) {
    try {
      return await this.effects.framing(() => job(new AbortController().signal));
    } finally {
      this.#end();
    }
  }

  #begin(phase) {
    if (this.phase !== 'idle') throw new Error('the agent is busy');
    const { promise, resolve } = Promise.withResolvers();
    this.activity = promise;
    this.finish = resolve;
    this.#enter(phase);
  }

  /** Become idle, or open the turn of a follow-up that was admitted in the meantime. */
  #end() {
    const { finish } = this;
    this.#enter('idle');
    if (this.wakeRequested) {
      this.wakeRequested = false;
      this.startTurn();
    }
    finish();
  }

  #enter(phase) {
    const { status } = this;
    this.phase = phase;
    if (this.status === status) return;
    this.changesStatus = true;
    emitAgentEvent(this.host, this, 'agent/status', { status: this.status });
    this.changesStatus = false;
  }
}
