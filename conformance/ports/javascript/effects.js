// @ts-check
/**
 * Effects: what tools and owner ask of the world around them.
 *
 * A transaction is a generator. It yields an effect, and is resumed with `true` when the effect has
 * taken place and with `false` when it has not; reading the log and the clock costs nothing and is
 * a plain call. So the order of the effects, which is most of what the chapters TOOL and DUE
 * say, can be read off the code, and one and the same code runs against real promises or against a
 * simulation that stops, fails and dies wherever it likes.
 */

/** @typedef {import("./changes.js").Change} Change */

/**
 * @typedef {{at: "flush"}} Barrier wait until all that was appended is durable
 * @typedef {{at: "append", change: Change}} Append add a change to the log
 * @typedef {{at: "claim"}} Claim take the agent's idle phase; refused while it is busy
 * @typedef {{at: "followup", text: string}} FollowUp queue a message for the agent's next turn
 * @typedef {{at: "release"}} Release give the idle phase back; never fails
 * @typedef {Barrier | Append | Claim | FollowUp | Release} Effect
 */

/**
 * Work that runs alone from its first effect to its last.
 * @see TOOL-4
 * @template T
 * @typedef {Generator<Effect, T, boolean>} Transaction
 */

/** @returns {Barrier} */
export const barrier = () => ({ at: "flush" });

/** @param {Change} change @returns {Append} */
export const append = (change) => ({ at: "append", change });

/** @returns {Claim} */
export const claim = () => ({ at: "claim" });

/** @param {string} text @returns {FollowUp} */
export const followUp = (text) => ({ at: "followup", text });

/** @returns {Release} */
export const release = () => ({ at: "release" });
