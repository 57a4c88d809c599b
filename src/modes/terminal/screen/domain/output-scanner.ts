import { characterAt, joined, unfinishedLength } from './whole-characters.ts';

/** Of the screen that the output goes to. */
interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** Of a title, a link, a notification and whatever else is a text in a sequence: a palette of 256 colours fits. */
const MAX_STRING_BYTES = 8_192;
/** Of a control sequence. xterm.js reads 32 numbers of one. */
const MAX_CONTROL_BYTES = 1_024;
/** A text whose end is lost ends here. */
const MAX_DROPPED_BYTES = 32 * 1024 * 1024;
/** For numbers that are no counts: places, modes, colours. */
const MAX_NUMBER = 9_999;

const [BELL, CANCEL, SUBSTITUTE, ESCAPE, DELETE, C1_LEAD] = [0x07, 0x18, 0x1a, 0x1b, 0x7f, 0xc2];
const [SPACE, ZERO, NINE, SEMICOLON, FIRST_FINAL, FIRST_C1, FIRST_WIDE] = [0x20, 0x30, 0x39, 0x3b, 0x40, 0x80, 0xa0];
/** A control character of eight bits is this much higher than what stands for it after ESC. */
const C1_OFFSET = 0x40;
const CONTROL = 0x5b;

/** The last characters of control sequences whose number says how often something is done, or how far it goes. */
const COUNTS = new Set(Array.from('@ABCDEFILMPSTXZabe}~', (each) => each.charCodeAt(0)));

/** As the parser of xterm.js has them. */
type State = 'ground' | 'escape' | 'escape-rest' | 'control' | 'device' | 'device-text' | 'command' | 'ignored-text';

/** What follows ESC, and the state that it introduces: CSI, OSC, DCS, SOS, PM, APC. */
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
 * Makes any output harmless for an emulator, and leaves all else as it is, byte for byte. Counts in control sequences
 * are at most the size of the screen, since xterm.js repeats things as often as they say, and texts and lists of numbers
 * have an end. It gives out whole characters and whole sequences and holds the rest until more comes: xterm.js 6.0.0
 * loses a character that a write ends inside of where the bytes of it that came end with 0x80.
 *
 * The server's screens and the page's use it on the same bytes. Wherever those are cut, the same is given out. It reads
 * sequences as the parser of xterm.js does, also where that differs from other terminals.
 */
export class OutputScanner {
  #state: State = 'ground';
  /** Bytes of a character that is not complete. */
  #character = NOTHING;
  readonly #sequence = new Uint8Array(MAX_STRING_BYTES);
  #length = 0;
  /** Bytes of the sequence under way that were left out, since it is too long; 0 if it is not. */
  dropped = 0;
  /** The last character of its introducer. */
  #introducer = 0;
  /** In its numbers. */
  #place: 'entry' | 'numbers' | 'intermediate' | 'ignored' = 'entry';
  #number = 0;
  #largest = 0;
  /** The count that a control sequence may have. */
  #most = 0;
  #given = NOTHING;
  #givenLength = 0;

  /** What a fresh scanner takes to stand where this one stands; `dropped` is to be set in it then. */
  get held(): Uint8Array<ArrayBuffer> {
    return joined(this.#sequence.subarray(0, this.#length), this.#character);
  }

  /** What to write to the emulator now. Linear in what it takes. */
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

  /** `code` is -1 for bytes that are no character: xterm.js skips them. */
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

  /** Most of what comes is taken as it is. */
  #isText(): boolean {
    return this.#state === 'command' || this.#state === 'device-text' || this.#state === 'ignored-text';
  }

  /** Whether a character ends the sequence under way. */
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
    // What is left out counts no further.
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
    // It changes nothing. Without it, half a character before the sequence would join what comes after it.
    this.#give(Uint8Array.of(CANCEL));
    // What makes another scanner drop the rest, too.
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
 * Where the next sequence begins that has to be looked at. Those that are short, whole and harmless are passed over.
 * None of these bytes stands inside a character.
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

/** The bytes of a control sequence of ordinary form, all of it there, with numbers of any use; 0 if it is another. */
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

/** Where the printable characters of seven bits end. */
function nextControl(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] ?? 0) >= SPACE && (bytes[at] ?? 0) < DELETE) at += 1;
  return at;
}

/**
 * A control sequence with smaller numbers. Control characters inside it are carried out before it, and what else is
 * inside counts for nothing.
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
