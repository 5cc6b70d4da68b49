// The `create` op, answered by upstream's own schedule_create tool over a session that keeps
// nothing: the selector check in front of the record constructors is not exported by itself.

import { registerScheduleTools, ScheduleInputError } from '@deepseek-ai/dsh-schedule';
import { Clock } from './clock.mjs';

const agent = {
  session: {
    header: {},
    events: [],
    append(_type, change) {
      agent.created = change.schedule;
    },
  },
};

const definitions = {};
registerScheduleTools(
  { sessions: { flush: async () => true } },
  { tools: { register: (definition) => { definitions[definition.name] = definition; } } },
  agent,
  () => {},
);
const tool = definitions.schedule_create;

// The argument schema is the harness's to check, before Schedule runs; with its properties left
// open, what the schema would refuse reaches Schedule's own checks.
delete tool.parameters.properties;
delete tool.parameters.required;

/** Create a record, or throw the ScheduleInputError that tells why not. */
export async function create({ id, now, input }) {
  // The tool takes no -0, which JSON texts can spell and JSON values do not tell from 0.
  const args = JSON.parse(JSON.stringify(input));
  const { signal } = new AbortController();
  const answer = await new Clock(now).during(() => tool.execute(args, { agent, signal }));
  if (answer.code !== undefined) throw new ScheduleInputError(answer.code, answer.message);
  return { ...agent.created, id };
}
