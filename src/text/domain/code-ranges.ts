import type { TextRange } from './text-range.ts';

export interface CodeRange extends TextRange {
  readonly isFenced: boolean;
}

const OPENING = /^[ \t>]*(?:(?<ticks>`{3,})[^`]*|(?<tildes>~{3,})(?:[^~][^]*)?)$/;
const CLOSING = /^[ \t>]*(?<signs>`{3,}|~{3,})[ \t\r]*$/;

/** The fence characters that a line of Markdown opens with; null if it opens no fence. */
export function openedFence(line: string): string | null {
  const opening = OPENING.exec(line)?.groups;
  return opening?.ticks ?? opening?.tildes ?? null;
}

/** Reports whether a line closes the fence that was opened with these characters. */
export function closesFence(line: string, signs: string): boolean {
  return CLOSING.exec(line)?.groups?.signs?.startsWith(signs) ?? false;
}

/** The fenced and the inline code of a Markdown text, in order. A fence excludes its last line break. */
export function codeRangesOf(text: string): readonly CodeRange[] {
  if (!/[`~]/.test(text)) return [];
  const ranges: CodeRange[] = [];
  let fence: { readonly signs: string; readonly start: number } | null = null;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (fence) {
      if (closesFence(line, fence.signs)) {
        ranges.push({ start: fence.start, end, isFenced: true });
        fence = null;
      }
    } else {
      const signs = openedFence(line);
      if (signs === null) addInlineCode(ranges, line, start);
      else fence = { signs, start };
    }
    start = end + 1;
  }
  if (fence) ranges.push({ start: fence.start, end: text.length, isFenced: true });
  return ranges;
}

/** From a run of backticks to the next one of the same length. */
function addInlineCode(ranges: CodeRange[], line: string, offset: number): void {
  if (!line.includes('`')) return;
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: { length } }) => ({ start: index, length }));
  const closers: (number | undefined)[] = [];
  const nextOf = new Map<number, number>();
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const length = runs[run]?.length ?? 0;
    closers[run] = nextOf.get(length);
    nextOf.set(length, run);
  }
  for (let run = 0; run < runs.length; run += 1) {
    const [opener, closer] = [runs[run], runs[closers[run] ?? -1]];
    if (!opener || !closer) continue;
    ranges.push({ start: offset + opener.start, end: offset + closer.start + closer.length, isFenced: false });
    run = closers[run] ?? run;
  }
}

/** The text with each piece of code replaced. */
export function replaceCode(text: string, written: (code: string, isFenced: boolean) => string): string {
  let replaced = '';
  let from = 0;
  for (const { start, end, isFenced } of codeRangesOf(text)) {
    replaced += text.slice(from, start) + written(text.slice(start, end), isFenced);
    from = end;
  }
  return replaced + text.slice(from);
}
