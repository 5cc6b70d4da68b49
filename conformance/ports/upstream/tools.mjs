// The `tools` op: the definitions that upstream registers for an agent.

import { registerScheduleTools } from '@deepseek-ai/dsh-schedule';

/** The three definitions, as a model is given them. */
export function tools() {
  const found = [];
  const register = ({ name, description, parameters }) => found.push({ name, description, parameters });
  registerScheduleTools({}, { tools: { register } }, {}, () => {});
  return found;
}
