#!/usr/bin/env node
// @ts-check
/**
 * The port as a process: requests on stdin, answers on stdout, one JSON object on a line.
 */

import { answer } from "./operations.js";

const about = { tz: process.versions.tz };

/** The beginning of a line whose end has not been read. */
let rest = "";

/**
 * Answers the lines that are complete, all in one write.
 * @param {string} chunk
 */
function read(chunk) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  const answers = lines.filter((line) => line.trim() !== "").map(reply);
  if (answers.length > 0) process.stdout.write(answers.join(""));
}

/**
 * The answer to one line. What a request held may be nested so deeply that it can be read, but not
 * written.
 * @param {string} line
 */
function reply(line) {
  const request = JSON.parse(line);
  try {
    return `${JSON.stringify(answer(request, about))}\n`;
  } catch {
    return `${JSON.stringify({ seq: request.seq, unsupported: "the answer is nested too deeply" })}\n`;
  }
}

process.stdin.setEncoding("utf8");
process.stdin.on("data", read);
process.stdin.on("end", () => read("\n"));
