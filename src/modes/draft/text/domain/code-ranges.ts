import type { TextRange } from '#text/domain/text-range.ts';

import { LineAhead } from './blocks/line-ahead.ts';

export interface CodeRange extends TextRange {
  readonly isFenced: boolean;
}

const OPENING = /^[ \t>]*(?:(?<ticks>`{3,})[^`]*|(?<tildes>~{3,}).*)$/;
const CLOSING = /^[ \t>]*(?<signs>`{3,}|~{3,})[ \t\r]*$/;

/** The fenced and the inline code of a Markdown text, in order. A fence without its line break. */
export function codeRangesOf(text: string): readonly CodeRange[] {
  const ranges: CodeRange[] = [];
  let fence: { readonly signs: string; readonly start: number } | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (fence) {
      const signs = CLOSING.exec(line)?.groups?.signs ?? '';
      if (signs.startsWith(fence.signs)) {
        ranges.push({ start: fence.start, end, isFenced: true });
        fence = null;
      }
    } else {
      const opening = OPENING.exec(line)?.groups;
      const signs = opening?.ticks ?? opening?.tildes;
      if (signs === undefined) ranges.push(...inlineCode(line, start));
      else fence = { signs, start };
    }
    start = end + 1;
  }
  if (fence) ranges.push({ start: fence.start, end: text.length, isFenced: true });
  return ranges;
}

function inlineCode(line: string, offset: number): readonly CodeRange[] {
  const ranges: CodeRange[] = [];
  const ahead = new LineAhead();
  const runs = /`+/g;
  for (let run = runs.exec(line); run; run = runs.exec(line)) {
    const from = run.index + run[0].length;
    const closer = ahead.closer(line, { length: run[0].length, from, isOver: true });
    if (typeof closer !== 'number') continue;
    ranges.push({ start: offset + run.index, end: offset + closer, isFenced: false });
    runs.lastIndex = closer;
  }
  return ranges;
}
