import { codeRangesOf } from '#text/domain/code-ranges.ts';
import { formulasIn } from '#text/domain/formulas.ts';

import type { ExportedPoint } from './exported-point.ts';

const GAP = /____(?: \(([^()\n]{1,200})\))?/u;
const ALL_GAPS = new RegExp(GAP, 'gu');

interface Deletion {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly hint: string;
}

/**
 * Text of the cloze note that asks the same as these siblings. Null if there is none: all siblings must have the same
 * text, and each question must be that text with gaps.
 */
export function clozeText(siblings: readonly ExportedPoint[]): string | null {
  const [first] = siblings;
  if (!first || siblings.some(({ text }) => text !== first.text)) return null;
  const deletions: Deletion[] = [];
  for (const point of siblings) {
    const number = clozeNumber(point);
    const gaps = number === null ? null : gapsOf(point.question ?? '', first.text);
    if (number === null || gaps === null) return null;
    for (const gap of gaps) deletions.push({ ...gap, number });
  }
  const kept = [...codeRangesOf(first.text), ...formulasIn(first.text)];
  let text = first.text;
  let next = Infinity;
  for (const { start, end, number, hint } of deletions.toSorted((one, other) => other.start - one.start)) {
    const words = first.text.slice(start, end);
    const isWhole = kept.every(
      (range) => end <= range.start || start >= range.end || (start <= range.start && end >= range.end),
    );
    if (end > next || !isWhole || /\{\{|\}\}|::/u.test(words)) return null;
    next = start;
    text = `${text.slice(0, start)}{{c${number}::${words}${hint === '' ? '' : `::${hint}`}}}${text.slice(end)}`;
  }
  return text.includes('}}}') ? null : text;
}

/** Number of the deletion that a point asks for, from 1; null if it asks for none. */
export function clozeNumber({ noteCard }: Pick<ExportedPoint, 'noteCard'>): number | null {
  const number = /^c(\d{1,3})$/u.exec(noteCard ?? '')?.[1];
  return number === undefined || Number(number) === 0 ? null : Number(number);
}

/** Ranges of a question's gaps in `words`, the text without gaps; null if the two differ elsewhere. */
function gapsOf(question: string, words: string): readonly Omit<Deletion, 'number'>[] | null {
  const hints = Array.from(question.matchAll(ALL_GAPS), ([, hint = '']) => hint);
  const between = question.split(new RegExp(GAP.source.replace('([^', '(?:[^'), 'u'));
  const [head = '', ...rest] = between;
  if (rest.length === 0 || !words.startsWith(head)) return null;
  const gaps: Omit<Deletion, 'number'>[] = [];
  let start = head.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? words.length - part.length : words.indexOf(part, start + 1);
    if (end <= start || !words.endsWith(isLast ? part : '')) return null;
    gaps.push({ start, end, hint: hints[index] ?? '' });
    start = end + part.length;
  }
  return gaps;
}
