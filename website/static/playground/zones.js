"use strict";
/** The panel of a local time, with a picture of the gap or overlap beside it. */
(() => {
  const { figure, refusal, svg, verdict, width: available } = Playground;
  const MINUTE = 60000;
  const DAY = 1440 * MINUTE;

  /** How far a zone's clocks are ahead of UTC, as the browser shows them. */
  function offsets(timeZone) {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23", era: "short",
      year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
    });
    return (moment) => {
      const whole = Math.floor(moment / 1000) * 1000;
      const part = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, value]));
      const year = part.era.startsWith("B") ? 1 - Number(part.year) : Number(part.year);
      const shown = new Date(0);
      shown.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
      shown.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
      return shown.getTime() - whole;
    };
  }

  /** The change of the offset that is nearest to a local time, within two days of it. */
  function transitionNear(local, offset) {
    let nearest;
    for (let from = local - 2 * DAY; from < local + 2 * DAY; from += 15 * MINUTE) {
      let [low, high] = [from, from + 15 * MINUTE];
      const [before, after] = [offset(low), offset(high)];
      if (before === after) continue;
      while (high - low > 1000) {
        const middle = low + Math.floor((high - low) / 2000) * 1000;
        if (offset(middle) === before) low = middle;
        else high = middle;
      }
      const distance = Math.abs(high + before - local);
      if (!nearest || distance < nearest.distance) nearest = { at: high, before, after, distance };
    }
    return nearest;
  }

  const clock = (moment) => new Date(moment).toISOString().slice(11, 19).replace(/:00$/, "");
  const day = (moment) => new Date(moment).toISOString().slice(0, 10);

  /** Two lines, the zone's clock over UTC, with what the clock leaves out or shows twice. */
  function picture(local, { at, before, after }, moment) {
    const width = Math.abs(after - before);
    const [first, last] = [Math.min(at + before, at + after), Math.max(at + before, at + after)];
    const margin = Math.max(width * 0.8, Math.min(Math.abs(local - first), 2 * DAY) * 1.15, 30 * MINUTE);
    const [from, to] = [first - margin, last + margin];
    const wide = available();
    const x = (time) => 20 + ((time - from) / (to - from)) * (wide - 40);
    // The line of UTC is drawn so that the hours before the change stand below their local ones.
    const u = (time) => x(time + before);
    const kind = after > before ? "gap" : "overlap";
    const image = svg("svg", { width: wide, viewBox: `0 0 ${wide} 150`, role: "img", "aria-label": `${kind} from ${clock(first)} to ${clock(last)}` });
    const text = (place, y, words, anchor = "middle") => svg("text", { x: place, y, "text-anchor": anchor }, words);
    image.append(
      svg("path", { class: "axis", d: `M10 50H${wide - 10} M10 110H${wide - 10}` }),
      svg("rect", { class: kind, x: x(first), width: x(last) - x(first), y: 38, height: 24 }),
      text(x(first), 30, clock(first)), text(x(last), 30, clock(last)),
      text(10, 14, `local, ${day(first)}`, "start"), text(10, 145, "UTC", "start"),
      svg("path", { class: "axis", d: `M${u(at)} 102v16` }), text(u(at), 135, clock(at)),
      text(wide - 10, 14, kind === "gap" ? "coloured: does not occur" : "coloured: occurs twice", "end"),
      svg("circle", { class: "mark", cx: x(local), cy: 50, r: 5 }),
    );
    const marks = moment === undefined ? [] : kind === "overlap" && local >= first && local < last ? [moment, moment + width] : [moment];
    marks.forEach((each, index) => {
      const place = Math.min(Math.max(u(each), 8), wide - 8);
      image.append(svg("path", { class: index ? "mark late" : "mark", d: `M${x(local)} 50L${place} 110` }));
      image.append(svg("circle", { class: index ? "dot" : "mark", cx: place, cy: 110, r: 4 }));
    });
    return image;
  }

  function caption({ before, after }, moment) {
    const minutes = (after - before) / MINUTE;
    const change = `The clocks go ${minutes > 0 ? "forward" : "back"} by ${Math.abs(minutes)} minutes.`;
    return moment === undefined ? `${change} The time asked for lies in what they leave out.` : `${change} Solid: the instant that is meant.`;
  }

  function judge({ date, time, time_zone, now }) {
    const shown = [];
    let moment;
    try {
      const at = { date, time, time_zone };
      const made = Schedule.makeRecord("schedule-1", Schedule.parseClock(now), Schedule.checkInput({ prompt: "tea", at }));
      moment = Date.parse(made.scheduledAt);
      shown.push(verdict("good", made.scheduledAt, "The instant that the record holds."));
    } catch (error) {
      shown.push(refusal(error));
      if (error.code === "not_future") moment = Schedule.resolveLocalAt({ date, time, time_zone });
      else if (error.rule !== "ZONE-7") return shown;
    }
    const local = Date.parse(`${date}T${time}Z`);
    const near = transitionNear(local, offsets(time_zone));
    if (near) shown.push(figure(picture(local, near, moment), caption(near, moment)));
    return shown;
  }

  const field = (name, value) => ({ name, value });
  Playground.panels.push({
    name: "A local time",
    about: "What schedule_create makes of a date and time in a zone. Try 2026-11-01 01:30:00, which occurs twice.",
    fields: [field("date", "2026-03-08"), field("time", "02:30:00"), field("time_zone", "America/New_York"), field("now", "2026-01-01T00:00:00.000Z")],
    judge,
  });
})();
