/** So many words in a row that two texts share are no coincidence. */
const WORDS_IN_A_ROW = 4;
/** The same for letters, whatever stands between them: words may be cut, joined or escaped. */
const LETTERS_IN_A_ROW = 18;

/** A letter of a script that sets no spaces is a word of its own. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]|[\p{L}\p{N}\p{M}]+/gu;

/**
 * Whether words that came back repeat a part of what was sent. What was sent holds what the person must not read; a
 * short text is an echo only as a whole.
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
  // As JSON or a page would write it: an escape is no part of a word.
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, ' ')
    .replace(/&(#\d+|#x[0-9a-f]+|[a-z]+);/gi, ' ');
  return plain.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}
