/** A line of a page. `y` is from the foot of the page, in points, as is the height of its letters. */
export interface Line {
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

/** A greater distance than this, in heights of a line, begins a paragraph. */
const PARAGRAPH_GAP = 1.7;
/** A line ends a paragraph if it is so much shorter than the longest one, and ends a sentence. */
const SHORT_LINE = 0.75;
/** Lines at the head or foot that stand on this share of the pages are no text. */
const RUNNING_SHARE = 0.6;
const MIN_PAGES = 4;

/** The lines of a page as paragraphs, with words that were divided at the end of a line joined again. */
export function paragraphsOf(lines: readonly Line[]): string {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length));
  let text = '';
  for (const [index, line] of lines.entries()) {
    if (line.text === '') {
      if (text !== '' && !text.endsWith('\n\n')) text += '\n\n';
      continue;
    }
    const before = lines[index - 1];
    if (text !== '' && before && !text.endsWith('\n\n'))
      text = joined(text, line, beginsParagraph(before, line, longest));
    text += line.text;
  }
  return text.trim();
}

function joined(text: string, line: Line, isNew: boolean): string {
  if (isNew) return `${text}\n\n`;
  const isDivided = /\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line.text);
  return isDivided ? text.slice(0, -1) : `${text} `;
}

function beginsParagraph(before: Line, line: Line, longest: number): boolean {
  const distance = before.y - line.y;
  const height = Math.max(before.height, line.height, 1);
  // Backwards is another column, which goes on with the sentence.
  if (distance > height * PARAGRAPH_GAP) return true;
  if (distance < -height && /[.!?:]["'”’)]?$/u.test(before.text)) return true;
  if (/^(?:[•▪–-]|\d{1,3}[.)])\s/u.test(line.text)) return true;
  return before.text.length < longest * SHORT_LINE && /[.!?:]["'”’)]?$/u.test(before.text);
}

/** The pages without the lines that stand at the head or foot of most of them, such as titles and page numbers. */
export function dropRunningLines(pages: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
  if (pages.length < MIN_PAGES) return pages;
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const key of new Set(edgesOf(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: Line) => (counts.get(keyOf(line)) ?? 0) >= pages.length * RUNNING_SHARE;
  return pages.map((lines) => {
    const edges = new Set(edgesOf(lines));
    return lines.filter((line) => !edges.has(line) || !isRunning(line));
  });
}

function edgesOf(lines: readonly Line[]): readonly Line[] {
  const visible = lines.filter(({ text }) => text !== '');
  return [...visible.slice(0, 1), ...visible.slice(1).slice(-1)];
}

/** Page numbers count as equal. */
function keyOf({ text }: Line): string {
  return text.replace(/\d+/g, '#');
}
