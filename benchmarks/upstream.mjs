// Times upstream: reads a line {task, ...}, does that task once, prints the seconds it took.
// Read from stdin by node, in the folder where the upstream port is installed.

import { readFileSync, createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createAtScheduleRecord, foldScheduleEvents } from '@deepseek-ai/dsh-schedule';

const tasks = {
  fold({ log }) {
    const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
    const [header, ...events] = lines.map((line) => JSON.parse(line));
    foldScheduleEvents(events, header.seedLength ?? 0);
  },
  local({ locals }) {
    locals.forEach((at) => createAtScheduleRecord('a', 'p', at, 0));
  },
};

for await (const line of createInterface({ input: createReadStream(null, { fd: 3 }) })) {
  const asked = JSON.parse(line);
  const start = performance.now();
  tasks[asked.task](asked);
  console.log((performance.now() - start) / 1000);
}
