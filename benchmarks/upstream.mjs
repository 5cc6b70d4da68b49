// Times upstream on the inputs that measure.py names: prints one JSON object of seconds a run.
// Read from stdin by node, in the folder where the upstream port is installed.

import { readFileSync } from 'node:fs';
import { createAtScheduleRecord, foldScheduleEvents } from '@deepseek-ai/dsh-schedule';

const { log, locals, repeat } = JSON.parse(process.env.MEASURE);

function best(task) {
  let least = Infinity;
  for (let run = 0; run < repeat; run += 1) {
    const start = performance.now();
    task();
    least = Math.min(least, performance.now() - start);
  }
  return least / 1000;
}

const fold = best(() => {
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  const [header, ...events] = lines.map((line) => JSON.parse(line));
  return foldScheduleEvents(events, header.seedLength ?? 0);
});
const local = best(() => locals.forEach((at) => createAtScheduleRecord('a', 'p', at, 0)));
console.log(JSON.stringify({ fold, local }));
