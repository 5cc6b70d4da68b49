// @ts-check
/**
 * Schemas: which arguments of a tool the harness lets through. Their types are its matter, and their
 * values are not.
 */

import { hasExactly, isObject } from "./values.js";

/** @typedef {import("./values.js").JsonObject} JsonObject */

const text = { type: "string" };
const number = { type: "number" };
const localAt = {
  type: "object",
  properties: { date: text, time: text, time_zone: text },
  required: ["date", "time", "time_zone"],
  additionalProperties: false,
};

/**
 * What a model is told of the tools: JSON Schemas of their arguments, which {@link fitsSchema} checks.
 * @see TOOL-1
 */
export const definitions = [
  {
    name: "schedule_create",
    description: "Creates a reminder in this session, from a prompt and exactly one of after_seconds, at and every_seconds.",
    parameters: {
      type: "object",
      properties: { prompt: text, after_seconds: number, at: { anyOf: [text, localAt] }, every_seconds: number },
      required: ["prompt"],
    },
  },
  {
    name: "schedule_list",
    description: "Lists the active reminders of this session in creation order.",
    parameters: { type: "object", properties: {} },
  },
  {
    name: "schedule_delete",
    description: "Deletes an active reminder of this session by the exact id that a create or list showed.",
    parameters: { type: "object", properties: { id: text }, required: ["id"] },
  },
];

/**
 * Whether arguments fit the schema of a tool. Those that do not never reach Schedule.
 * @see TOOL-1
 * @param {string} tool
 * @param {unknown} args
 * @returns {args is JsonObject}
 */
export function fitsSchema(tool, args) {
  if (!isObject(args)) return false;
  switch (tool) {
    case "schedule_create":
      return fitsCreateSchema(args);
    case "schedule_delete":
      return typeof args.id === "string";
    default:
      return tool === "schedule_list";
  }
}

/**
 * The wrong type of an argument is a matter of the schema, its value is not.
 * @see TOOL-1
 * @param {JsonObject} args
 */
function fitsCreateSchema(args) {
  const isNumberOrAbsent = (/** @type {string} */ name) => !Object.hasOwn(args, name) || typeof args[name] === "number";
  return (
    typeof args.prompt === "string" &&
    isNumberOrAbsent("after_seconds") &&
    isNumberOrAbsent("every_seconds") &&
    (!Object.hasOwn(args, "at") || fitsAtSchema(args.at))
  );
}

/** @param {unknown} at */
function fitsAtSchema(at) {
  if (typeof at === "string") return true;
  const keys = ["date", "time", "time_zone"];
  return isObject(at) && hasExactly(at, keys) && keys.every((key) => typeof at[key] === "string");
}
