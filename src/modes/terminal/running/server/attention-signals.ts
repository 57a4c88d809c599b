/** The ways in which a program asks for attention: BEL, or a text in OSC 9 or OSC 777. */
export type AttentionSignal = { readonly kind: 'bell' } | { readonly kind: 'notification'; readonly text: string };

const [BELL, CANCEL, SUBSTITUTE, ESCAPE, STRING_END] = [0x07, 0x18, 0x1a, 0x1b, 0x5c];
/** Bytes after ESC that begin a string with a terminator: DCS, SOS, OSC, PM, APC. */
const BEGINS_TEXT = new Set(Array.from('PX]^_', (each) => each.charCodeAt(0)));
const OSC = 0x5d;
const MAX_TEXT_BYTES = 1_000;
const MAX_WORDS = 200;

/** Finds attention signals in a program's output, which can be split anywhere. A BEL that ends a string is no bell. */
export class AttentionSignals {
  #state: 'ground' | 'escape' | 'text' | 'text-escape' = 'ground';
  #isCommand = false;
  #text: number[] = [];

  take(bytes: Uint8Array): readonly AttentionSignal[] {
    const found: AttentionSignal[] = [];
    for (const byte of bytes) {
      if (this.#state === 'ground') {
        if (byte === BELL) found.push({ kind: 'bell' });
        else if (byte === ESCAPE) this.#state = 'escape';
      } else if (this.#state === 'escape') this.#introduce(byte);
      else if (byte === BELL || (this.#state === 'text-escape' && byte === STRING_END)) {
        const text = this.#isCommand ? notified(this.#text) : null;
        if (text !== null) found.push({ kind: 'notification', text });
        this.#state = 'ground';
      } else if (this.#state === 'text-escape') this.#introduce(byte);
      else if (byte === ESCAPE) this.#state = 'text-escape';
      else if (byte === CANCEL || byte === SUBSTITUTE) this.#state = 'ground';
      else if (this.#text.length < MAX_TEXT_BYTES) this.#text.push(byte);
    }
    return found;
  }

  #introduce(byte: number): void {
    this.#state = BEGINS_TEXT.has(byte) ? 'text' : byte === ESCAPE ? 'escape' : 'ground';
    this.#isCommand = byte === OSC;
    this.#text = [];
  }
}

/** Reads `9;words` and `777;notify;title;words`. `9;4;…` and other numbers report progress and locations. */
function notified(bytes: readonly number[]): string | null {
  const [, plain, titled] =
    /^(?:9;(?!\d+(?:;|$))([^]*)|777;notify;([^]*))$/u.exec(new TextDecoder().decode(Uint8Array.from(bytes))) ?? [];
  const words = (plain ?? titled?.replace(';', ': '))?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return words === undefined ? null : words.slice(0, MAX_WORDS).toWellFormed();
}
