const ESCAPE = 0x1b;
/** In UTF-8, the control characters U+0080 to U+009F are this byte and their own. */
const C1_LEAD = 0xc2;
/** DCS, SOS, CSI, OSC, PM and APC as one character each. */
const INTRODUCERS = new Set([0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f]);

/**
 * The bytes at the end of what was written inside a sequence that a fresh emulator needs to stand where this one stands. ESC
 * and the introducers begin a sequence from anywhere, so nothing before the last one matters.
 */
export function unfinishedEnd(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(Math.max(0, lastIntroducer(bytes)));
}

/** Where the last sequence begins in bytes that may be in the middle of one; negative if none does. */
export function lastIntroducer(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === ESCAPE) return at;
    if (bytes[at] === C1_LEAD && INTRODUCERS.has(bytes[at + 1] ?? 0)) return at;
  }
  return -1;
}
