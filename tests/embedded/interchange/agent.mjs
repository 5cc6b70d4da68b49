// An agent that is always idle, and whose turns are over at once: a turn records the message that
// opened it and an answer that streamed in, as upstream's agent loop does.

import { emitAgentEvent } from '@deepseek-ai/dsh-agent';
import { createScope } from '@deepseek-ai/dsh-scope';

const STREAMED = ['as ', 'you ', 'wished, ', 'é', '\u{1f600}'];

export class QuickAgent {
  status = 'idle';
  activity = Promise.resolve();
  messages = [];

  constructor(host, session) {
    this.host = host;
    this.session = session;
    this.scope = createScope(host, this);
    this.ctx = this.scope.ctx;
  }

  get id() {
    return this.session.id;
  }

  async whenIdle() {
    await this.activity;
  }

  runMaintenance(job) {
    this.activity = this.#maintain(job);
    return this.activity;
  }

  followup(message) {
    this.messages.push(message);
  }

  async #maintain(job) {
    await job(new AbortController().signal);
    if (this.messages.length === 0) return;
    this.messages.splice(0).forEach((message) => this.#takeTurn(message));
    this.#tell('running');
    this.#tell('idle');
  }

  #tell(status) {
    this.status = status;
    emitAgentEvent(this.host, this, 'agent/status', { status });
  }

  #takeTurn(message) {
    const { session } = this;
    const turn = session.events.filter(({ type }) => type === 'turn/start').length + 1;
    const place = { turn, step: 1 };
    session.append('turn/start', { turn });
    session.append('step/start', place);
    session.append('user/message', { role: 'user', id: `message-${turn}`, ...message }, {
      surfaceOp: 'append',
    });
    for (const text of STREAMED) {
      session.append('assistant/chunk', { ...place, chunk: { type: 'text-delta', index: 0, text } });
    }
    session.append('step/end', place);
    session.append('turn/end', { turn, reason: { kind: 'completed' } });
  }
}
