"use strict";
/** The corpus browser: filters the cases of `cases.js`, and shows one whole when it is opened. */
(() => {
  const PAGE = 50;
  const { CASES, RULES } = window;
  const query = document.getElementById("query");
  const chapter = document.getElementById("chapter");
  const list = document.getElementById("cases");
  const count = document.getElementById("count");
  const more = document.getElementById("more");
  let found = CASES;

  const chapters = [...new Set(CASES.map(({ id }) => id.split("/")[0]))];
  for (const name of chapters) chapter.append(new Option(name));

  const texts = new Map();
  /** What the words of a query are looked for in. */
  function textOf(each) {
    if (!texts.has(each)) texts.set(each, JSON.stringify(each).toLowerCase());
    return texts.get(each);
  }

  /** A word is a rule, an operation, the one case meant, or a part of the text. */
  function matches(each, word) {
    if (Object.hasOwn(RULES, word.toUpperCase())) return each.rules.includes(word.toUpperCase());
    if (word.startsWith("op:")) return each.op === word.slice(3);
    if (word.startsWith("id:")) return each.id.toLowerCase() === word.slice(3);
    return textOf(each).includes(word);
  }

  function filter() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const inside = (each) => !chapter.value || each.id.startsWith(`${chapter.value}/`);
    found = CASES.filter((each) => inside(each) && words.every((word) => matches(each, word)));
    count.textContent = `${found.length} of ${CASES.length} cases`;
    list.replaceChildren();
    show();
    if (found.length === 1) list.querySelector("details").open = true;
  }

  function show() {
    const shown = list.children.length;
    list.append(...found.slice(shown, shown + PAGE).map(item));
    more.hidden = list.children.length >= found.length;
  }

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  const link = (href, text) => element("a", { href, textContent: text });

  function item(each) {
    const outcome = each.expect.error ?? "accepted";
    const summary = element("summary", {}, element("code", { textContent: each.id }), " ");
    summary.append(element("small", { textContent: `${each.op} · ${each.rules.join(", ")} · ${outcome}` }));
    const details = element("details", {}, summary);
    details.addEventListener("toggle", () => details.children.length > 1 || details.append(...whole(each)));
    return element("li", {}, details);
  }

  function whole(each) {
    const rules = each.rules.flatMap((rule) => [link(RULES[rule].page, rule), ` ${RULES[rule].title}. `]);
    const facts = [element("p", {}, ...rules), element("p", { textContent: each.why })];
    if (each.mistake) facts.push(element("p", {}, element("strong", { textContent: "Mistake: " }), each.mistake));
    const given = { op: each.op, args: each.args, expect: each.expect, ...(each.tz && { tz: each.tz }) };
    facts.push(element("pre", { textContent: JSON.stringify(given, null, 1) }));
    const command = `schedule-spec run ${each.id} -- CMD`;
    facts.push(element("p", {}, link(`playground.html#case=${each.id}`, "Try it"), " · ", element("code", { textContent: command })));
    return facts;
  }

  /** `#rule=FOLD-3`, `#case=ID` and `#q=words` of the address fill the query. */
  function read() {
    const [name, value = ""] = decodeURIComponent(location.hash.slice(1)).split(/=(.*)/s);
    if (name === "rule" || name === "q") query.value = value;
    if (name === "case") query.value = `id:${value}`;
    filter();
  }

  query.form.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("input", filter);
  chapter.addEventListener("change", filter);
  more.addEventListener("click", show);
  window.addEventListener("hashchange", read);
  read();
})();
