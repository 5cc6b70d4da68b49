// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.

/** Throw this where the rules refuse: `throw new Refusal("corrupt_schedule_log")`. */
class Refusal extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Throw this for arguments that your port cannot take; the text says why. */
class Unsupported extends Error {}

/** The value of a JSON text. Every number is a double (VAL-10), every string is UTF-16 (VAL-5). */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("corrupt_schedule_log");
  }
}

// A Map, since a plain object also has "constructor".
const operations = new Map([
  // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
  // ["decode", ({ change, text }) => schedule.decode(text === undefined ? change : readJson(text))],
  // ["fold", ({ events, seedLength }) => schedule.fold(events, seedLength)],
  // ["occurrence", ({ record, acceptedAt }) => schedule.occurrence(record, acceptedAt)],
  // ["create", ({ id, now, input }) => schedule.create(id, now, input)],
  // ["allocate", ({ seenIds }) => schedule.allocate(seenIds)],
  // ["view", ({ record, now }) => schedule.view(record, now)],
  // ["due", ({ active, now }) => schedule.due(active, now)],
  // ["frame", ({ reminder, batch }) => schedule.frame(reminder, batch)],
  // ["session", (scenario) => schedule.session(scenario)],
  // ["tools", () => schedule.tools()],
]);

function hello() {
  const ops = [...operations.keys()];
  return { protocol: 1, name: "my-port", language: "javascript", ops, tz: process.versions.tz };
}

/** What follows the `seq` in the answer to a request. */
function outcome({ op, args }) {
  const operation = op === "hello" ? hello : operations.get(op);
  if (operation === undefined) return { unsupported: `this port has no ${op}` };
  try {
    return { value: operation(args) };
  } catch (error) {
    if (error instanceof Refusal) return { error: { code: error.code } };
    if (error instanceof Unsupported) return { unsupported: error.message };
    console.error(error); // a defect of this port
    return { error: { code: "internal_error", message: String(error) } };
  }
}

// Split at "\n" alone: `node:readline` also splits at U+2028, which JSON strings may hold.
let rest = "";

function read(chunk) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines.filter((each) => each.trim() !== "")) {
    const request = JSON.parse(line);
    // `JSON.stringify` escapes lone surrogates; a write to a pipe is not held back.
    process.stdout.write(`${JSON.stringify({ seq: request.seq, ...outcome(request) })}\n`);
  }
}

process.stdin.setEncoding("utf8"); // decodes characters that two chunks share
process.stdin.on("data", read);
process.stdin.on("end", () => read("\n"));
