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
 * Control characters inside a sequence were carried out when they came, and must not be again. Inside a text they were
 * not.
 */
const withoutControls = (bytes: Uint8Array) => bytes.filter((byte) => byte > LAST_CONTROL || byte === ESCAPE);
const isText = (introducer: number) => introducer !== CSI;

/**
 * Keeps back the bytes of a character that is not complete, until the rest of it comes. xterm.js 6.0.0 loses a
 * character that a write ends inside of where the bytes of it that came end with 0x80: dashes, ellipses and quotation
 * marks do. What is taken, decoded piece by piece, is the text that it is in one piece, also of invalid bytes.
 */
export class WholeCharacters {
  /** The bytes that are kept back. */
  held: Uint8Array = new Uint8Array();

  /** The bytes to write now. */
  take(bytes: Uint8Array): Uint8Array {
    const all = joined(this.held, bytes);
    const end = all.length - unfinishedLength(all);
    // A copy: the caller may use its bytes again. `slice` of a Node buffer would not be one.
    this.held = new Uint8Array(all.subarray(end));
    return all.subarray(0, end);
  }
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** As xterm.js reads them, which takes bytes for leads that begin no character. */
function lengthOf(lead: number): number {
  if (lead >= 0xf8) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

const CONTINUES = 0x80;
const LEADS = 0xc0;

function unfinishedLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= LEADS) return lengthOf(byte) > back ? back : 0;
    if (byte < CONTINUES) return 0;
  }
  return 0;
}

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

/** The beginning of the last sequence in bytes that may be in the middle of one; negative if there is none. */
export function lastIntroducer(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === ESCAPE) return at;
    if (bytes[at] === C1_LEAD && INTRODUCERS.has(bytes[at + 1] ?? 0)) return at;
  }
  return -1;
}
