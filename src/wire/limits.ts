/** Limits on both ends of the wire. Free of schemas, because the page loads this file. */

/** Maximum size of an up message with its envelope, in bytes of UTF-8. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
/** Maximum gap replayed as events; a longer one is replaced by a snapshot. */
export const MAX_REPLAYED_EVENTS = 500;
/** A peer that is silent for this long counts as dead. */
export const DEAD_AFTER_MS = 30_000;
export const PING_EVERY_MS = 15_000;
