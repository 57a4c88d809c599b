import { codeRangesOf } from '#text/domain/code-ranges.ts';

/** `{{c1::word::hint}}` */
const CLOZE = /\{\{c(\d{1,3})::([^{}]*)\}\}/gu;
/** `==word==`, but not a comparison in code. */
const HIGHLIGHT = /(?<![\p{L}\p{N}\p{S}])==(?=[^\s=])([^=\n]{1,300})(?<=[^\s=])==(?![\p{L}\p{N}\p{S}])/gu;
const GAP = '____';
/** A text with more deletions becomes one question with all of them as gaps. */
const MAX_DELETIONS = 20;

interface Side {
  readonly front: string;
  readonly back: string;
}

/** Makes one question per deletion number, with all other deletions shown. Null for a text without deletions. */
export function clozesIn(text: string): readonly Side[] | null {
  const numbers = new Set(Array.from(text.matchAll(CLOZE), ([, number]) => Number(number)));
  if (numbers.size === 0) return null;
  const back = text.replace(CLOZE, (_, _number, said: string) => shownOf(said));
  const asked = numbers.size > MAX_DELETIONS ? [null] : [...numbers].toSorted((one, other) => one - other);
  return asked.map((each) => ({
    front: text.replace(CLOZE, (_, number: string, said: string) =>
      each === null || Number(number) === each ? gapOf(said) : shownOf(said),
    ),
    back,
  }));
}

/** Makes one question per `==marked==` word. Null for a text without them. */
export function highlightsIn(text: string): readonly Side[] | null {
  if (!text.includes('==')) return null;
  const code = codeRangesOf(text);
  const isCode = (at: number) => code.some(({ start, end }) => at >= start && at < end);
  const marked = Array.from(text.matchAll(HIGHLIGHT)).filter(({ index }) => !isCode(index));
  if (marked.length === 0) return null;
  const asked = marked.length > MAX_DELETIONS ? [null] : marked.map(({ index }) => index);
  const fill = (gap: (at: number) => boolean) =>
    text.replace(HIGHLIGHT, (whole, words: string, at: number) => (isCode(at) ? whole : gap(at) ? GAP : words));
  const back = fill(() => false);
  return asked.map((each) => ({ front: fill((at) => each === null || at === each), back }));
}

function shownOf(said: string): string {
  return said.split('::')[0] ?? '';
}

/** The gap, with the hint if there is one. */
function gapOf(said: string): string {
  const hint = said.split('::')[1]?.trim() ?? '';
  return hint === '' ? GAP : `${GAP} (${hint})`;
}
