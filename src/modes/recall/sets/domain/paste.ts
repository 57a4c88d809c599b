import { cleanText, isBlank } from '#kernel/clean-text.ts';

import { type BrokenLine, MAX_CONTEXT_CHARACTERS, MAX_POINT_CHARACTERS } from '../protocol.ts';

/** Maximum length of the marks before a point; longer lines are rejected without parsing. */
const MAX_MARKS = 50;
const SHOWN_CHARACTERS = 80;

interface PastedPoint {
  readonly text: string;
  readonly context: string;
  /** Line number, from 1. */
  readonly line: number;
}
export interface Paste {
  readonly points: readonly PastedPoint[];
  readonly broken: readonly BrokenLine[];
}

const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/u;
const BULLET = /^\s*(?:[-*+•–]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const LONE_BULLET = /^\s*(?:[-*+•–]|\d{1,4}[.)])(?:\s+\[[ xX]\])?\s*$/u;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/u;

/**
 * Reads points from text: one per line, with or without a bullet or number. Markdown headings become the context of
 * what follows, as a path from the top level. Every line that cannot become a point is reported.
 */
export function readPaste(text: string): Paste {
  const points: PastedPoint[] = [];
  const broken: BrokenLine[] = [];
  const seen = new Map<string, number>();
  const headings: string[] = [];
  text.split(/\r\n?|\n/u).forEach((raw, index) => {
    const line = index + 1;
    const report = (message: string) => broken.push({ line, text: shorten(raw), message });
    if (raw.trim() === '' || RULE.test(raw)) return;
    if (hasUnreadable(raw)) return void report('It holds characters that cannot be read. Was the file saved as UTF-8?');
    if (raw.length > MAX_POINT_CHARACTERS + MAX_MARKS) return void report(tooLong(raw.trim()));
    const heading = HEADING.exec(raw);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      headings.length = Math.min(headings.length, marks.length - 1);
      headings[marks.length - 1] = withoutClosingMarks(title);
      if (contextOf(headings).length > MAX_CONTEXT_CHARACTERS)
        report(`A heading has at most ${MAX_CONTEXT_CHARACTERS} characters.`);
      return;
    }
    if (LONE_BULLET.test(raw)) return void report('Nothing stands after the bullet.');
    const point = cleanText(raw).replace(BULLET, '').trim();
    if (isBlank(point)) return void report('There is nothing to read in this line.');
    if (point.length > MAX_POINT_CHARACTERS) return void report(tooLong(point));
    const context = contextOf(headings).slice(0, MAX_CONTEXT_CHARACTERS);
    const earlier = seen.get(`${context}\n${point}`);
    if (earlier !== undefined) return void report(`It says the same as line ${earlier}.`);
    seen.set(`${context}\n${point}`, line);
    points.push({ text: point, context, line });
  });
  return { points, broken };
}

function contextOf(headings: readonly (string | undefined)[]): string {
  return headings.filter((heading) => heading !== undefined).join(' › ');
}

function tooLong(point: string): string {
  return `A point has at most ${MAX_POINT_CHARACTERS} characters; this one has ${point.length}.`;
}

/** Removes the optional closing marks of `## Title ##`. */
function withoutClosingMarks(title: string): string {
  const trimmed = title.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  return end > 0 ? trimmed.slice(0, end).trimEnd() : trimmed;
}

function hasUnreadable(line: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what a broken file is known by
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/u.test(line) || !line.isWellFormed();
}

function shorten(line: string): string {
  const clean = cleanText(line).trim();
  return clean.length > SHOWN_CHARACTERS ? `${clean.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : clean;
}
