import type { SpokenMessage } from '#session/domain/spoken.ts';
import { plainWords } from '#text/domain/segments.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { trimEnd } from '#text/domain/trim-ends.ts';

/** `____`, or a first letter and strokes. */
const GAP = /[\p{L}\p{N}]?_{2,}/gu;

/**
 * The tutor's last line with gaps, with the person's words in them; null if the tutor showed none, or if the message is
 * not a word or a phrase for each gap, separated by commas, lines or spaces.
 */
export function filledGaps(messages: readonly SpokenMessage[]): string | null {
  const [before, last] = messages.slice(-2);
  if (before?.author !== 'assistant' || last?.author !== 'person') return null;
  const line = before.content.split('\n').findLast((each) => /_{2,}/u.test(each));
  const bare = line?.replace(/["“”„«»*>]/gu, '').trim() ?? '';
  const gaps = bare.match(GAP)?.length ?? 0;
  if (gaps === 0 || !/[\p{L}\p{N}]/u.test(bare.replace(GAP, ''))) return null;
  const fills = fillsIn(last.content, gaps);
  if (!fills) return null;
  const left = fills.values();
  return bare.replace(GAP, () => left.next().value ?? '');
}

function fillsIn(answer: string, gaps: number): readonly string[] | null {
  const plain = trimEnd(answer.trim(), /[.!]/u);
  const ways = [/(?<!\s)\s*[,;\n/]+\s*(?:and\s+)?/u, /[\s,;/]+(?:and\s+)?/u].map((way) => plain.split(way));
  const fills = ways.find((each) => each.length === gaps);
  if (!fills) return null;
  const stopWords = stopWordsFor(plain);
  const isTelling = (fill: string): boolean => plainWords(fill).some((word) => !stopWords.has(word));
  return fills.every(isTelling) && !/[?？_]/u.test(plain) ? fills : null;
}
