/** A shared run of this many words is an echo. */
const WORDS_IN_A_ROW = 4;
/** A shared run of this many letters is an echo too, because words can be cut, joined or escaped. */
const LETTERS_IN_A_ROW = 18;

/** In scripts without spaces each letter counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]|[\p{L}\p{N}\p{M}]+/gu;

/**
 * Whether a provider's message repeats part of the request, which contains data that the person must not read. A short
 * text is an echo only if it is repeated completely.
 */
export function echoes(words: string, sent: readonly string[]): boolean {
  const said = wordsOf(words);
  if (said.length === 0) return false;
  const held = sent.map(wordsOf);
  const spaced = held.map((text) => ` ${text.join(' ')} `);
  const rows = Math.min(WORDS_IN_A_ROW, said.length);
  const runs = said.slice(rows - 1).map((_, at) => ` ${said.slice(at, at + rows).join(' ')} `);
  if (spaced.some((text) => runs.some((run) => text.includes(run)))) return true;
  const letters = said.join('');
  const joined = held.map((text) => text.join(''));
  for (let at = 0; at + LETTERS_IN_A_ROW <= letters.length; at++)
    if (joined.some((text) => text.includes(letters.slice(at, at + LETTERS_IN_A_ROW)))) return true;
  return false;
}

function wordsOf(text: string): string[] {
  // Escapes of JSON and HTML are not part of a word.
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, ' ')
    .replace(/&(#\d+|#x[0-9a-f]+|[a-z]+);/gi, ' ');
  return plain.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}
