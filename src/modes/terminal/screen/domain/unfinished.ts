const ESCAPE = 0x1b;
/** In UTF-8, the control characters U+0080 to U+009F are this byte and their own. */
const C1_LEAD = 0xc2;
/** DCS, SOS, CSI, OSC, PM and APC as one character each. */
const CSI = 0x9b;
const LAST_CONTROL = 0x1f;
/** The characters that follow ESC for DCS, SOS, OSC, PM and APC. */
const OF_TEXTS = new Set(Array.from('PX]^_', (each) => each.charCodeAt(0)));
const INTRODUCERS = new Set([0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f]);

/**
 * The bytes at the end of what was written inside a sequence that a fresh emulator needs to stand where this one
 * stands. ESC and the introducers begin a sequence from anywhere, so nothing before the last one matters.
 */
export function unfinishedEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.subarray(Math.max(0, lastIntroducer(bytes)));
  if (end[0] !== ESCAPE) return isText(end[1] ?? 0) ? end : withoutControls(end);
  // `ESC TAB ]` begins a text too.
  const kind = end.findIndex((byte) => byte > LAST_CONTROL);
  if (kind < 0) return end.subarray(0, 1);
  if (!OF_TEXTS.has(end[kind] ?? 0)) return withoutControls(end);
  return kind === 1 ? end : Uint8Array.of(ESCAPE, ...end.subarray(kind));
}

/**
 * Control characters inside a sequence were carried out when they came, and must not be again. Inside a text they were
 * not.
 */
const withoutControls = (bytes: Uint8Array) => bytes.filter((byte) => byte > LAST_CONTROL || byte === ESCAPE);
const isText = (introducer: number) => introducer !== CSI;

/** The beginning of the last sequence in bytes that may be in the middle of one; negative if there is none. */
export function lastIntroducer(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === ESCAPE) return at;
    if (bytes[at] === C1_LEAD && INTRODUCERS.has(bytes[at + 1] ?? 0)) return at;
  }
  return -1;
}
