// @ts-check
/**
 * Schemas: which arguments of a tool the harness lets through. Their types are its matter, and their
 * values are not.
 */

import { hasExactly, isObject } from "./values.js";

/** @typedef {import("./values.js").JsonObject} JsonObject */

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
