"use strict";
/** The panel of a fixed rate, with the grid on which its targets lie. */
(() => {
  const { figure, refusal, svg, verdict, width } = Playground;
  const MOST = 12;

  function picture(target, interval, { occurrence, next }, decision) {
    const wide = width();
    const missed = Math.round((occurrence - target) / interval);
    // A long backlog is drawn with a break: its first and its last targets.
    const left = missed <= MOST ? missed : MOST;
    const points = Array.from({ length: left + 2 }, (_, index) => occurrence + (index - left) * interval);
    const [from, to] = [points[0] - interval / 2, points[left + 1] + interval / 2];
    const x = (time) => 20 + ((time - from) / (to - from)) * (wide - 40);
    const image = svg("svg", { width: wide, viewBox: `0 0 ${wide} 120`, role: "img", "aria-label": `${missed} missed, then the latest, then the next` });
    image.append(svg("path", { class: "axis", d: `M10 60H${wide - 10}` }));
    points.forEach((point, index) => {
      const kind = point > occurrence ? "" : point === occurrence ? "latest" : "missed";
      if (point > occurrence && next === undefined) return;
      image.append(svg("circle", { class: `dot ${kind}`, cx: x(point), cy: 60, r: 6 }));
      const name = kind === "latest" ? "latest" : kind === "" ? "next" : index === 0 && missed <= MOST ? "target" : "";
      if (name) image.append(svg("text", { x: x(point), y: 42, "text-anchor": "middle" }, name));
    });
    image.append(svg("path", { class: "mark", d: `M${x(decision)} 50V92` }));
    image.append(svg("text", { x: x(decision), y: 108, "text-anchor": "middle" }, "decision"));
    return image;
  }

  function judge({ scheduledAt, everySeconds, acceptedAt }) {
    try {
      const record = Schedule.decodeRecord({ id: "schedule-1", kind: "every", prompt: "water", everySeconds: Number(everySeconds), scheduledAt });
      const decision = Schedule.parseInstant(acceptedAt);
      if (decision === undefined) throw new Error("the decision is no canonical instant");
      const result = Schedule.catchUp(record, decision);
      const target = Schedule.targetOf(record);
      const missed = Math.round((result.occurrence - target) / (record.everySeconds * 1000));
      const next = result.next === undefined ? "none: the record ends (FOLD-9)" : Schedule.formatInstant(result.next);
      return [
        verdict("good", `Delivers ${Schedule.formatInstant(result.occurrence)}`, `Next target: ${next}`, `Missed and not replayed: ${missed}`),
        figure(picture(target, record.everySeconds * 1000, result, decision), `Red: missed${missed > MOST ? `, the last ${MOST} of ${missed}` : ""}. Green: delivered. White: next.`),
      ];
    } catch (error) {
      return [refusal(error)];
    }
  }

  const field = (name, value, label) => ({ name, value, label });
  Playground.panels.push({
    name: "A fixed rate",
    about: "Which occurrence of an every record a decision delivers, and which target comes next.",
    fields: [
      field("scheduledAt", "2026-03-01T10:00:00.000Z", "target"),
      field("everySeconds", "300", "every … seconds"),
      field("acceptedAt", "2026-03-01T10:27:20.000Z", "decision"),
    ],
    judge,
  });
})();
