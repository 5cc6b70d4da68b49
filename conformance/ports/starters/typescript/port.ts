// The beginning of a port of Session-local Schedule: requests on stdin, answers on stdout, one JSON
// object on a line. Nothing else may go to stdout; stderr is free.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Args = { [key: string]: Json };
type Request = { seq: number; op: string; args: Args };
type Outcome = { value: Json } | { error: { code: string; message?: string } } | { unsupported: string };

/** Throw this where the rules refuse: `throw new Refusal("corrupt_schedule_log")`. */
class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Throw this for arguments that your port cannot take; the text says why. */
class Unsupported extends Error {}

/** The value of a JSON text. Every number is a double (VAL-10), every string is UTF-16 (VAL-5). */
export function readJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("corrupt_schedule_log");
  }
}

// A Map, since a plain object also has "constructor".
const operations = new Map<string, (args: Args) => Json>([
  // PORT: call your code here. What stands in this table is asked for, all else is `unsupported`.
  // ["decode", (args) => schedule.decode(typeof args.text === "string" ? readJson(args.text) : args.change)],
  // ["fold", (args) => schedule.fold(args.events, args.seedLength)],
  // ["occurrence", (args) => schedule.occurrence(args.record, args.acceptedAt)],
  // ["create", (args) => schedule.create(args.id, args.now, args.input)],
  // ["allocate", (args) => schedule.allocate(args.seenIds)],
  // ["view", (args) => schedule.view(args.record, args.now)],
  // ["due", (args) => schedule.due(args.active, args.now)],
  // ["frame", (args) => schedule.frame(args.reminder, args.batch)],
  // ["session", (args) => schedule.session(args)],
  // ["tools", () => schedule.tools()],
]);

function hello(): Json {
  const ops = [...operations.keys()];
  return { protocol: 1, name: "my-port", language: "typescript", ops, tz: process.versions.tz ?? null };
}

/** What follows the `seq` in the answer to a request. */
function outcome({ op, args }: Request): Outcome {
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

function read(chunk: string): void {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines.filter((each) => each.trim() !== "")) {
    const request: Request = JSON.parse(line);
    // `JSON.stringify` escapes lone surrogates; a write to a pipe is not held back.
    process.stdout.write(`${JSON.stringify({ seq: request.seq, ...outcome(request) })}\n`);
  }
}

process.stdin.setEncoding("utf8"); // decodes characters that two chunks share
process.stdin.on("data", read);
process.stdin.on("end", () => read("\n"));
