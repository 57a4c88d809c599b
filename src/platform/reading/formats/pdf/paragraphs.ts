import { joinAtLineEnd } from './line-end-hyphens.ts';
import { type Fragment, isBetweenIdeographs } from './page-rows.ts';

/** A greater distance, in line heights, begins a paragraph. */
const PARAGRAPH_GAP = 1.7;
/** A line that ends a sentence and is shorter than this share of the longest one ends a paragraph. */
const SHORT_LINE = 0.75;
const HEADING_SIZE = 1.3;
/** Lines at the head or foot of at least this share of the pages are headers and footers. */
const RUNNING_SHARE = 0.6;
const MIN_PAGES = 4;

/** A line of a page in reading order. `y` grows upwards. */
export interface Line extends Pick<Fragment, 'text' | 'y' | 'height'> {
  /** Number of widely spaced parts, as in a table. */
  readonly cells: number;
}

/** Joins the fragments of one line, including cells. */
export function lineOf(fragments: readonly Fragment[]): Line {
  const [first] = fragments;
  return {
    text: fragments.map(({ text }) => text).join(' '),
    y: first?.y ?? 0,
    height: Math.max(0, ...fragments.map(({ height }) => height)),
    cells: fragments.length,
  };
}

/** The lines of a page as paragraphs, with words hyphenated at line ends joined: see `wordsOf`. */
export function paragraphsOf(lines: readonly Line[], words: ReadonlySet<string>): string {
  const longest = lines.reduce((most, { text }) => Math.max(most, text.length), 0);
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before && beginsParagraph(before, line, longest)) parts.push('\n\n');
    else if (before) {
      const join = joinAtLineEnd(before.text, line.text, words);
      if (join === '') parts.push((parts.pop() ?? '').slice(0, -1));
      else if (join === null && !isBetweenIdeographs(before.text, line.text)) parts.push(' ');
    }
    parts.push(line.text);
  }
  // A soft hyphen inside a line is invisible.
  return parts.join('').replaceAll('\u00ad', '').trim();
}

function beginsParagraph(before: Line, line: Line, longest: number): boolean {
  const distance = before.y - line.y;
  const height = Math.max(before.height, line.height, 1);
  const endsSentence = /[.!?:。！？：؟۔]["'”’)」』）]?$/u.test(before.text);
  // A line further up is in another column, and continues the sentence.
  if (distance > height * PARAGRAPH_GAP) return true;
  // A heading has larger letters. Below a large initial the sentence continues.
  const isOtherSize = height > Math.min(before.height, line.height) * HEADING_SIZE;
  if (isOtherSize && distance > 0 && !/^\p{Ll}/u.test(line.text)) return true;
  if (distance < -height && endsSentence) return true;
  // Rows of a table.
  if (before.cells > 1 && line.cells > 1) return true;
  if (/^(?:[•▪–-]|\d{1,3}[.)])\s/u.test(line.text)) return true;
  return before.text.length < longest * SHORT_LINE && endsSentence;
}

/** Removes lines that repeat at the head or foot of most pages, such as titles and page numbers. */
export function withoutRunningLines(pages: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
  if (pages.length < MIN_PAGES) return pages;
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: Line) => (counts.get(keyOf(line)) ?? 0) >= pages.length * RUNNING_SHARE;
  const without = pages.map((lines) => {
    const edges = new Set(edgesOf(lines));
    return lines.filter((line) => !edges.has(line) || !isRunning(line));
  });
  // If nothing else remains, the repeated lines are the content.
  return without.some((lines) => lines.length > 0) ? without : pages;
}

function edgesOf(lines: readonly Line[]): readonly Line[] {
  return [...lines.slice(0, 1), ...lines.slice(1).slice(-1)];
}

/** Page numbers count as equal. */
function keyOf({ text }: Line): string {
  return text.replace(/\d+/g, '#');
}
