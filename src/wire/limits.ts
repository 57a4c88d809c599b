/** Limits that both ends of the wire keep to. In a file without schemas, which the page does not load. */

/** The largest up message, in bytes of UTF-8, counted with its envelope. */
export const MAX_MESSAGE_BYTES = 256 * 1024;
/** The longest gap that is replayed event by event; over a longer one the client gets a snapshot. */
export const MAX_REPLAYED_EVENTS = 500;
/** Both sides give a peer up that has been silent for this long. */
export const DEAD_AFTER_MS = 30_000;
export const PING_EVERY_MS = 15_000;
