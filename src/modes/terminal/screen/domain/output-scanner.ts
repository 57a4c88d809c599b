import { characterAt, joined, unfinishedLength } from './whole-characters.ts';

/** The size of the screen that receives the output. */
interface Size {
  readonly cols: number;
  readonly rows: number;
}

/**
 * Maximum length of the string in a sequence, such as a title, a link or a notification. A palette of 256 colours fits.
 */
const MAX_STRING_BYTES = 8_192;
/** Maximum length of a control sequence. xterm.js reads at most 32 numbers of one. */
const MAX_CONTROL_BYTES = 1_024;
/** A dropped string without an end is considered ended after this length. */
const MAX_DROPPED_BYTES = 32 * 1024 * 1024;
/** Maximum of numbers that are not counts: positions, modes, colours. */
const MAX_NUMBER = 9_999;

const [BELL, CANCEL, SUBSTITUTE, ESCAPE, DELETE, C1_LEAD] = [0x07, 0x18, 0x1a, 0x1b, 0x7f, 0xc2];
const [SPACE, ZERO, NINE, SEMICOLON, FIRST_FINAL, FIRST_C1, FIRST_WIDE] = [0x20, 0x30, 0x39, 0x3b, 0x40, 0x80, 0xa0];
/** Difference between an 8-bit control character and its 7-bit form after ESC. */
const C1_OFFSET = 0x40;
const CONTROL = 0x5b;

/** Final characters of control sequences whose number is a repeat count or a distance. */
const COUNTS = new Set(Array.from('@ABCDEFILMPSTXZabe}~', (each) => each.charCodeAt(0)));

/** The states of the parser of xterm.js. */
type State = 'ground' | 'escape' | 'escape-rest' | 'control' | 'device' | 'device-text' | 'command' | 'ignored-text';

/** Characters after ESC, and the states they introduce: CSI, OSC, DCS, SOS, PM, APC. */
const INTRODUCED: ReadonlyMap<number, State> = new Map<number, State>([
  [CONTROL, 'control'],
  [0x5d, 'command'],
  [0x50, 'device'],
  [0x58, 'ignored-text'],
  [0x5e, 'ignored-text'],
  [0x5f, 'ignored-text'],
]);

const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array();

/**
 * Makes output harmless for an emulator, and passes everything else unchanged, byte for byte. Counts in control
 * sequences are limited to the size of the screen, because xterm.js repeats an action as often as the count says.
 * Strings and lists of numbers have a maximum length. Only whole characters and whole sequences are returned; the rest
 * is held until more arrives. If a write ends inside a character, and the last byte so far is 0x80, xterm.js 6.0.0
 * loses that character.
 *
 * The screens of the server and the page process the same bytes with it. The output does not depend on how the bytes
 * are cut. Sequences are parsed as in xterm.js, even where that differs from other terminals.
 */
export class OutputScanner {
  #state: State = 'ground';
  /** Bytes of an incomplete character. */
  #character = NOTHING;
  readonly #sequence = new Uint8Array(MAX_STRING_BYTES);
  #length = 0;
  /** Number of bytes dropped from the current sequence because it is too long; 0 if it is not. */
  dropped = 0;
  /** The last character of the current sequence's introducer. */
  #introducer = 0;
  /** Position within the numbers of a control sequence. */
  #place: 'entry' | 'numbers' | 'intermediate' | 'ignored' = 'entry';
  #number = 0;
  #largest = 0;
  /** Maximum count in a control sequence. */
  #most = 0;
  #given = NOTHING;
  #givenLength = 0;

  /** Bytes that bring a fresh scanner into the same state. `dropped` must be set in it as well. */
  get held(): Uint8Array<ArrayBuffer> {
    return joined(this.#sequence.subarray(0, this.#length), this.#character);
  }

  /** Returns the bytes to write to the emulator now. Takes linear time. */
  take(bytes: Uint8Array, size: Size): Uint8Array<ArrayBuffer> {
    const all = this.#character.length === 0 ? bytes : joined(this.#character, bytes);
    const end = all.length - unfinishedLength(all);
    this.#most = Math.max(size.cols, size.rows);
    this.#given = new Uint8Array(this.#length + end);
    this.#givenLength = 0;
    for (let at = 0; at < end;) {
      let next = at;
      if (this.#state === 'ground') next = nextSequence(all, at, { end, most: this.#most });
      else if (this.#isText()) next = nextControl(all, at, end);
      if (next > at) {
        const many = all.subarray(at, next);
        if (this.#state === 'ground') this.#give(many);
        else this.#add(many);
        at = next;
        continue;
      }
      const { code, length } = characterAt(all, at, end);
      this.#read(code, all.subarray(at, at + length));
      at += length;
    }
    this.#character = all.slice(end);
    const given = this.#given.subarray(0, this.#givenLength);
    this.#given = NOTHING;
    return given;
  }

  /** `code` is -1 for bytes that are no valid character; xterm.js skips them. */
  #read(code: number, bytes: Uint8Array): void {
    const introduced = code >= FIRST_C1 && code < FIRST_WIDE ? INTRODUCED.get(code - C1_OFFSET) : undefined;
    if (code === ESCAPE || introduced) {
      this.#giveSequence();
      this.#state = introduced ?? 'escape';
      this.#introducer = introduced ? code - C1_OFFSET : 0;
      this.#add(bytes);
    } else if (code === CANCEL || code === SUBSTITUTE || (code >= FIRST_C1 && code < FIRST_WIDE)) {
      this.#giveSequence();
      this.#give(bytes);
    } else if (code < 0 || !this.#isLast(code)) this.#add(bytes);
    else if (this.dropped > 0) this.#forget();
    else this.#finish(code, bytes);
  }

  /** Whether the current sequence contains a string, in which most characters need no inspection. */
  #isText(): boolean {
    return this.#state === 'command' || this.#state === 'device-text' || this.#state === 'ignored-text';
  }

  /** Whether a character ends the current sequence. */
  #isLast(code: number): boolean {
    switch (this.#state) {
      case 'escape': {
        const introduced = INTRODUCED.get(code);
        if (introduced) {
          this.#state = introduced;
          this.#introducer = code;
          return false;
        }
        if (code >= SPACE && code < ZERO) this.#state = 'escape-rest';
        return code >= ZERO && code !== DELETE;
      }
      case 'escape-rest':
        return code >= ZERO && code !== DELETE;
      case 'control':
        return this.#isLastOfNumbers(code);
      case 'device':
        if (!this.#isLastOfNumbers(code)) return false;
        if (code >= FIRST_WIDE) return true;
        this.#state = 'device-text';
        return false;
      case 'command':
        return code === BELL;
      case 'ignored-text':
        return code >= FIRST_WIDE;
      default:
        return false;
    }
  }

  #isLastOfNumbers(code: number): boolean {
    if (code < SPACE || code === DELETE) return false;
    if (code >= FIRST_WIDE) return this.#place !== 'ignored';
    if (code >= FIRST_FINAL) return true;
    // Dropped numbers are not parsed.
    if (this.dropped > 0 || this.#place === 'ignored') return false;
    if (code < ZERO) this.#place = 'intermediate';
    else if (this.#place === 'intermediate') this.#place = 'ignored';
    else if (code > SEMICOLON) this.#place = this.#place === 'entry' ? 'numbers' : 'ignored';
    else {
      this.#place = 'numbers';
      this.#number = code <= NINE ? Math.min(this.#number * 10 + code - ZERO, MAX_NUMBER + 1) : 0;
      this.#largest = Math.max(this.#largest, this.#number);
    }
    return false;
  }

  #finish(code: number, bytes: Uint8Array): void {
    const most = COUNTS.has(code) ? this.#most : MAX_NUMBER;
    const isDone = this.#state === 'control' && this.#place !== 'ignored' && code < FIRST_WIDE;
    if (isDone && this.#largest > most) {
      const whole = joined(this.#sequence.subarray(0, this.#length), bytes);
      this.#forget();
      this.#give(withNumbersUpTo(most, whole));
    } else {
      this.#giveSequence();
      this.#give(bytes);
    }
  }

  #add(bytes: Uint8Array): void {
    if (this.dropped > 0) {
      this.dropped += bytes.length;
      if (this.dropped > MAX_DROPPED_BYTES) this.#forget();
      return;
    }
    if (this.#length + bytes.length <= (this.#isText() ? MAX_STRING_BYTES : MAX_CONTROL_BYTES)) {
      this.#sequence.set(bytes, this.#length);
      this.#length += bytes.length;
      return;
    }
    if (this.#introducer === 0) {
      this.#forget();
      return;
    }
    this.dropped = this.#length + bytes.length;
    // CAN changes nothing on the screen, but keeps half a character before the sequence from joining the bytes after
    // it.
    this.#give(Uint8Array.of(CANCEL));
    // These bytes make another scanner drop the rest as well.
    const isDevice = this.#state === 'device' || this.#state === 'device-text';
    if (isDevice) this.#state = 'device-text';
    this.#place = 'entry';
    const beginning = [ESCAPE, this.#introducer, ...(isDevice ? [FIRST_FINAL] : [])];
    this.#sequence.set(beginning);
    this.#length = beginning.length;
  }

  #giveSequence(): void {
    if (this.dropped === 0) this.#give(this.#sequence.subarray(0, this.#length));
    this.#forget();
  }

  #forget(): void {
    this.#state = 'ground';
    this.#length = 0;
    this.dropped = 0;
    this.#introducer = 0;
    this.#place = 'entry';
    this.#number = 0;
    this.#largest = 0;
  }

  #give(bytes: Uint8Array): void {
    this.#given.set(bytes, this.#givenLength);
    this.#givenLength += bytes.length;
  }
}

/**
 * Returns the place of the next sequence that must be inspected. Skips short, complete, harmless sequences. None of
 * these bytes occurs inside a character.
 */
function nextSequence(bytes: Uint8Array, from: number, { end, most }: { readonly end: number; readonly most: number }) {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte === ESCAPE) {
      const length = harmlessLength(bytes, at, { end, most });
      if (length === 0) return at;
      at += length;
    } else if (byte === C1_LEAD && INTRODUCED.has((bytes[at + 1] ?? 0) - C1_OFFSET)) return at;
    else at += 1;
  }
  return end;
}

/** The length of a complete, ordinary control sequence with acceptable numbers; 0 for any other. */
function harmlessLength(
  bytes: Uint8Array,
  start: number,
  { end, most }: { readonly end: number; readonly most: number },
) {
  if (bytes[start + 1] !== CONTROL) return 0;
  const before = Math.min(end, start + MAX_CONTROL_BYTES);
  let number = 0;
  let largest = 0;
  for (let at = start + 2; at < before; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ZERO && byte <= NINE) {
      number = number * 10 + byte - ZERO;
      if (number > largest) largest = number;
    } else if (byte >= FIRST_FINAL && byte < DELETE)
      return largest <= (COUNTS.has(byte) ? most : MAX_NUMBER) ? at + 1 - start : 0;
    else if (byte < SPACE || byte >= DELETE) return 0;
    else number = 0;
  }
  return 0;
}

/** The end of the printable ASCII characters from a place on. */
function nextControl(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] ?? 0) >= SPACE && (bytes[at] ?? 0) < DELETE) at += 1;
  return at;
}

/**
 * Limits the numbers of a control sequence. Control characters inside it are moved before it. Other bytes inside it are
 * dropped.
 */
function withNumbersUpTo(most: number, sequence: Uint8Array): Uint8Array {
  const isControl = (byte: number) => byte < SPACE && byte !== ESCAPE;
  const text = String.fromCharCode(...sequence.filter((byte) => byte >= SPACE && byte < DELETE));
  const numbers = (sequence[0] === ESCAPE ? text.slice(1) : text).replaceAll(/\d+/gu, (digits) =>
    String(Math.min(Number(digits), most)),
  );
  return joined(
    sequence.filter(isControl),
    Uint8Array.from(`\u001B[${numbers}`, (each) => each.charCodeAt(0)),
  );
}
