"use strict";
/** What the parts of the playground share: elements, a verdict, and a rule as a link. */
window.Playground = { panels: [] };

Playground.element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== undefined));
  return made;
};

/** An element of a picture, from its attributes and its text or children. */
Playground.svg = (name, attributes = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** How wide a picture may be, so that its texts are read on a phone as on a desk. */
Playground.width = () => Math.max(300, Math.min(640, document.getElementById("playground").clientWidth));

Playground.figure = (picture, caption) =>
  Playground.element("figure", {}, picture, Playground.element("figcaption", { textContent: caption }));

/** A rule as a link with its title. */
Playground.ruleLink = (id) => {
  const rule = window.RULES[id];
  if (!rule) return document.createTextNode(id);
  return Playground.element("a", { href: rule.page, textContent: `${id} — ${rule.title}` });
};

/**
 * The outcome of what was tried.
 * @param {"good" | "bad" | "open"} kind
 * @param {string} headline
 * @param {...(string | Node)} details a paragraph each
 */
Playground.verdict = (kind, headline, ...details) => {
  const { element } = Playground;
  const lines = details.map((detail) => element("p", {}, detail));
  return element("div", { className: `verdict ${kind}` }, element("p", {}, element("strong", { textContent: headline })), ...lines);
};

/** The verdict over what the port refuses, wherever it did. */
Playground.refusal = (error, where = "") => {
  if (!(error instanceof Schedule.ScheduleError)) return Playground.verdict("bad", `${where}${error.message ?? error}`);
  return Playground.verdict("bad", `${where}${error.code}`, error.message, Playground.ruleLink(error.rule));
};

Playground.json = (value) => Playground.element("pre", { textContent: JSON.stringify(value, null, 1) });
