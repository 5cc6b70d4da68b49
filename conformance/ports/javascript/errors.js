// @ts-check
/**
 * The one class of errors that this port throws on purpose.
 */

/**
 * The ten stable codes.
 * @see TOOL-15
 * @typedef {"invalid_prompt" | "invalid_selector" | "invalid_rule" | "invalid_time_zone"
 *   | "not_future" | "time_out_of_range" | "frequency_too_high" | "corrupt_schedule_log"
 *   | "persistence_uncertain" | "internal_error"} Code
 */

/** A refusal: a stable code for programs, the rule that was broken, and a text for people. */
export class ScheduleError extends Error {
  /**
   * @param {Code} code
   * @param {string} rule the id of the rule that was broken, such as `"IN-5"`
   * @param {string} message
   */
  constructor(code, rule, message) {
    super(message);
    this.name = "ScheduleError";
    this.code = code;
    this.rule = rule;
  }
}

/**
 * Something in a log that no conforming writer has written.
 * @param {string} rule
 * @param {string} message
 */
export function corrupt(rule, message) {
  return new ScheduleError("corrupt_schedule_log", rule, message);
}
