import { numberIn } from '#text/domain/numbers.ts';

const FIGURE = /\d+(?:[.,]\d+)*/g;
const QUOTATION = /[“„«"](?<words>[^“”„«»"\n]{2,500})[”“»"]/g;

/** The figures of a text in their canonical form: `1,000` and `1000` are one. */
export function figuresIn(text: string): ReadonlySet<string> {
  return new Set((text.match(FIGURE) ?? []).map((figure) => numberIn(figure) ?? figure));
}

/** The quotations of a text: at least two words between quotation marks. */
export function quotationsIn(text: string): readonly string[] {
  return [...text.matchAll(QUOTATION)]
    .map(({ groups }) => (groups?.words ?? '').trim())
    .filter((words) => /\s/.test(words));
}
