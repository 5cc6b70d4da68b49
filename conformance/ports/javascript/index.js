// @ts-check
/**
 * Session-local Schedule in plain JavaScript: the whole of protocol version 1, for Node and for browsers.
 */

export { CHANGE_TYPE, createChange, decodeChange, deleteChange, dispatchChange } from "./changes.js";
export { MAX_WAIT, Owner, decide } from "./delivery.js";
export { append, barrier, claim, followUp, release } from "./effects.js";
export { ScheduleError } from "./errors.js";
export { catchUp } from "./every.js";
export { allocateId, fold, foldEvent } from "./fold.js";
export { frameBatch, frameOneShot } from "./framing.js";
export { checkInput, makeRecord } from "./input.js";
export { FEATURES, PROTOCOL, answer, operations } from "./operations.js";
export { decodeRecord, targetOf } from "./records.js";
export { definitions, fitsSchema } from "./schemas.js";
export { runScenario } from "./session.js";
export { prepareCall } from "./tools.js";
export { formatInstant, parseClock, parseInstant, parseJson } from "./values.js";
export { isDue, view } from "./views.js";
export { resolveLocalAt } from "./zones.js";
