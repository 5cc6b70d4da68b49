"use strict";
/** The panel of a request: a case of the corpus, or one of your own. */
(() => {
  const { element, json, ruleLink, verdict } = Playground;

  /** JSON with the keys of objects in order, so that equal values have equal texts. */
  const canonical = (value) => JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each);

  /** Of an answer what is compared: of a result with a code not its message, of an error its code. */
  const compared = (outcome) => canonical(outcome.error !== undefined ? { error: outcome.error.code ?? outcome.error } : { value: withoutMessages(outcome.value) });

  function withoutMessages(value) {
    if (Array.isArray(value)) return value.map(withoutMessages);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => [key, withoutMessages(each)]);
    return Object.fromEntries(entries.filter(([key]) => key !== "message" || !Object.hasOwn(value, "code")));
  }

  function judge({ text }) {
    let asked;
    try {
      asked = JSON.parse(text);
    } catch (error) {
      return [verdict("bad", `This is not JSON: ${error.message}`)];
    }
    const lacking = (asked.features ?? []).filter((each) => !Schedule.FEATURES.includes(each));
    if (lacking.length > 0) return [verdict("open", `This port does not have: ${lacking.join(", ")}`)];
    const { seq, ...answer } = Schedule.answer({ seq: 0, op: asked.op, args: asked.args ?? {} });
    const rules = (asked.rules ?? []).filter((id) => window.RULES[id]).map((id) => element("p", {}, ruleLink(id)));
    if (answer.unsupported !== undefined) return [verdict("open", `Unsupported: ${answer.unsupported}`)];
    if (asked.expect === undefined) return [verdict("open", "The answer"), json(answer)];
    if (asked.op === "tools") return [verdict("open", "Only the runner compares definitions, by their structure"), json(answer)];
    const right = compared(asked.expect) === compared(answer);
    return [verdict(right ? "good" : "bad", right ? "As expected" : "Not as expected", asked.why ?? ""), json(answer), ...rules];
  }

  Playground.panels.push({
    name: "A case",
    about: "A request of the protocol, with or without what you expect; “Try it” beside a case or an example leads here.",
    fields: [{ name: "text", area: true, value: JSON.stringify({ op: "allocate", args: { seenIds: ["schedule-1", "schedule-3"] }, expect: { value: "schedule-4" } }, null, 1) }],
    judge,
    /** Shows the case that the address names. */
    fill(id) {
      const found = window.CASES?.find((each) => each.id === id);
      return found && { text: JSON.stringify(found, null, 1) };
    },
  });
})();
