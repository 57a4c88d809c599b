import { replaceCode } from '#text/domain/code-ranges.ts';
import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

/** Some browsers end what takes longer than a quarter of a minute. */
const MAX_PIECE = 220;

/** A message as it is read aloud: its sentences, without markup and without blocks of code. */
export function spokenPieces(markdown: string): readonly string[] {
  const words = plainText(replaceCode(markdown, (code, isFenced) => (isFenced ? '\n' : code)));
  return sentencesOf(words).flatMap(({ text }) => (/[\p{L}\p{N}]/u.test(text) ? shortened(text.trim()) : []));
}

/** At the last space that fits, or within a word that does not. */
function shortened(sentence: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < sentence.length;) {
    const next = sentence.slice(from, from + MAX_PIECE + 1);
    const space = next.length > MAX_PIECE ? next.lastIndexOf(' ') : -1;
    const length = space > 0 ? space : Math.min(next.length, MAX_PIECE);
    pieces.push(next.slice(0, length).trim().toWellFormed());
    from += length;
  }
  return pieces.filter((piece) => piece !== '');
}
