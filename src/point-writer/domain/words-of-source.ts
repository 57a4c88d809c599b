/** Minimum letters of a significant stretch. */
const MIN_LETTERS = 4;

/**
 * Finds a sentence in the source's texts and returns it as written there, with white space folded; null if absent.
 * Quotation marks are compared in plain form; a final full stop, surrounding quotation marks and ellipses are
 * ignored.
 */
export function wordsOfSource(texts: readonly string[]): (sentence: string) => string | null {
  const said = texts.map((text) => text.replace(/\s+/gu, ' ').trim());
  const plain = said.map(plainMarks);
  return (sentence) => {
    const whole = plainMarks(sentence.replace(/\s+/gu, ' ').trim());
    const bare = whole.replace(/^["'.…\s]+|["'.…\s]+$/gu, '');
    for (const wanted of [whole, bare]) {
      if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_LETTERS) continue;
      for (const [index, text] of plain.entries()) {
        const at = wholeWordsAt(text, wanted);
        if (at >= 0) return said[index]?.slice(at, at + wanted.length) ?? null;
      }
    }
    return null;
  };
}

/** Replaces marks one for one, so that positions are kept. */
function plainMarks(text: string): string {
  return text.replace(/[‘’]/gu, "'").replace(/[“”„]/gu, '"');
}

/** The position of a match at word boundaries; scripts without spaces have none. */
function wholeWordsAt(text: string, wanted: string): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const cutsBefore = SPACED.test(text[at - 1] ?? '') && SPACED.test(wanted[0] ?? '');
    const cutsBehind = SPACED.test(text[at + wanted.length] ?? '') && SPACED.test(wanted.at(-1) ?? '');
    if (!cutsBefore && !cutsBehind) return at;
  }
  return -1;
}

const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;
