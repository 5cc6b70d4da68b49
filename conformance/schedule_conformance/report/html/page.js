"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const failures = [...document.querySelectorAll(".failure")];
  const search = document.getElementById("search");
  const names = ["chapter", "rule", "op", "verdict", "cause"];
  const choices = names.map((name) => [name, document.getElementById(`by-${name}`)]);
  const texts = new Map();

  const textOf = (failure) => {
    if (!texts.has(failure)) texts.set(failure, failure.textContent.toLowerCase());
    return texts.get(failure);
  };

  const fits = (failure, words) =>
    choices.every(([name, choice]) => {
      const has = failure.dataset[name];
      return !choice.value || (name === "rule" ? has.split(" ") : [has]).includes(choice.value);
    }) && words.every((word) => textOf(failure).includes(word));

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const failure of failures) {
      failure.hidden = !fits(failure, words);
      shown += !failure.hidden;
    }
    document.getElementById("count").textContent = `${shown} of ${failures.length} shown`;
  };

  const move = (by) => {
    const summaries = failures.filter((each) => !each.hidden).map((each) => each.firstElementChild);
    const current = document.activeElement?.closest?.(".failure")?.firstElementChild;
    const place = summaries.indexOf(current);
    const next = summaries[place < 0 ? (by > 0 ? 0 : summaries.length - 1) : place + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };

  const copy = async (button) => {
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  };

  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.matches(".copy")) copy(button);
    if (button?.matches(".only")) {
      form.reset();
      document.getElementById("by-cause").value = button.dataset.cause;
      filter();
      document.getElementById("failures").focus();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "/") search.focus();
    else if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else return;
    event.preventDefault();
  });

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")].filter((each) => !each.hidden);
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => opened.forEach((each) => (each.open = false)));
  filter();
})();
