"use strict";
/** The playground: a tab for each panel, which judges again whenever its input changes. */
(() => {
  const { element, panels } = Playground;
  const root = document.getElementById("playground");
  root.className = "pg";
  const tabs = element("div", { role: "tablist" });
  const place = element("div", { role: "tabpanel" });
  root.append(tabs, place);

  function open(index, values = {}) {
    const panel = panels[index];
    [...tabs.children].forEach((tab, each) => tab.setAttribute("aria-selected", String(each === index)));
    const inputs = panel.fields.map((field) => input(field, values[field.name] ?? field.value));
    const output = element("div", { className: "output" });
    output.setAttribute("aria-live", "polite");
    const judge = () => output.replaceChildren(...panel.judge(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))));
    const labels = inputs.map((each, number) => labelled(each, panel.fields[number]));
    const fields = element("div", { className: "fields" }, ...labels);
    fields.addEventListener("input", judge);
    place.replaceChildren(element("p", { textContent: panel.about }), fields, output);
    judge();
  }

  function input({ name, area }, value) {
    return element(area ? "textarea" : "input", { name, value, spellcheck: false, autocomplete: "off" });
  }

  /** An area fills its panel, whose sentence above says what it is for. */
  function labelled(each, { area, label, name }) {
    if (!area) return element("label", {}, label ?? name, each);
    each.setAttribute("aria-label", label ?? name);
    return each;
  }

  panels.forEach((panel, index) => {
    const tab = element("button", { type: "button", textContent: panel.name });
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => open(index));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step) tabs.children[(index + step + panels.length) % panels.length].focus();
    });
    tabs.append(tab);
  });

  /** `#case=ID` of the address opens the panel that has a use for it. */
  function read() {
    const [name, value] = decodeURIComponent(location.hash.slice(1)).split(/=(.*)/s);
    const index = name === "case" ? panels.findIndex((panel) => panel.fill) : 0;
    open(index, name === "case" ? panels[index].fill(value) ?? {} : {});
  }

  window.addEventListener("hashchange", read);
  read();
})();
