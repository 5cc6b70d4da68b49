// Answers the conformance protocol with the published @deepseek-ai/dsh-schedule: reads one request
// a line, asks upstream, writes one answer a line, in order.

import { once } from 'node:events';
import { createRequire } from 'node:module';
import {
  allocateScheduleId,
  decodeScheduleChange,
  foldScheduleEvents,
  renderEveryReminderBatchFraming,
  renderReminderFraming,
  resolveEveryOccurrence,
  ScheduleInputError,
  ScheduleLogError,
  scheduleView,
} from '@deepseek-ai/dsh-schedule';
import { create } from './create.mjs';
import { due } from './due.mjs';
import { FEATURES, session } from './session.mjs';
import { tools } from './tools.mjs';

const upstream = createRequire(import.meta.url)('@deepseek-ai/dsh-schedule/package.json');

const ops = {
  hello: () => ({
    protocol: 1,
    name: 'dsh-schedule',
    version: upstream.version,
    language: 'typescript',
    ops: Object.keys(ops).filter((op) => op !== 'hello'),
    features: FEATURES,
    tz: process.versions.tz,
  }),
  decode: ({ change, text }) => decodeScheduleChange(text === undefined ? change : parse(text)),
  fold: ({ events, seedLength }) => foldScheduleEvents(events, seedLength),
  occurrence: ({ record, acceptedAt }) => resolveEveryOccurrence(record, Date.parse(acceptedAt)),
  create,
  allocate: ({ seenIds }) => allocateScheduleId({ active: [], seenIds }),
  view: ({ record, now }) => scheduleView(record, Date.parse(now)),
  due,
  frame: ({ reminder, batch }) =>
    batch === undefined ? renderReminderFraming(reminder) : renderEveryReminderBatchFraming(batch),
  session,
  tools,
};

/** The JSON value of a raw text, as upstream's session log reads one line. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ScheduleLogError(error.message);
  }
}

async function answer({ seq, op, args = {} }) {
  if (!Object.hasOwn(ops, op)) return { seq, unsupported: `no op ${op}` };
  try {
    return { seq, value: await ops[op](args) };
  } catch (error) {
    if (error instanceof ScheduleInputError || error instanceof ScheduleLogError) {
      return { seq, error: { code: error.code, message: error.message } };
    }
    console.error(error);
    return { seq, error: { code: 'adapter_error', message: String(error) } };
  }
}

async function write(message) {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain');
}

// Lines are split by hand: node:readline also ends one at a raw U+2028, which JSON allows in text.
let unfinished = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const [first, ...others] = chunk.split('\n');
  unfinished += first;
  for (const next of others) {
    if (unfinished.trim() !== '') await write(await answer(JSON.parse(unfinished)));
    unfinished = next;
  }
}
if (unfinished.trim() !== '') await write(await answer(JSON.parse(unfinished)));
