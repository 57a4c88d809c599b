import { type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

/** A greater distance than this, in heights of a line, begins a paragraph. */
const PARAGRAPH_GAP = 1.7;
/** A line ends a paragraph if it is so much shorter than the longest one, and ends a sentence. */
const SHORT_LINE = 0.75;
/** Lines at the head or foot that stand on this share of the pages are no text. */
const RUNNING_SHARE = 0.6;
const MIN_PAGES = 4;

const MAX_PAGES = 5_000;
/** A page with fewer letters is a picture, on average. */
const MIN_LETTERS_PER_PAGE = 20;

type Progress = (progress: { readonly words: string; readonly done: number | null }) => void;

/** Reads a PDF page by page. Its lines become paragraphs again. */
export async function readPdf(bytes: Uint8Array, onProgress: Progress): Promise<ReadDocument> {
  const { getDocumentProxy } = await import('unpdf');
  // The reader keeps the bytes for itself, so it gets a copy.
  const pdf = await getDocumentProxy(bytes.slice(), { stopAtErrors: false }).catch(explain);
  try {
    if (pdf.numPages > MAX_PAGES)
      throw new UnreadableDocument(`This PDF has ${pdf.numPages.toLocaleString('en')} pages. At most 5,000 are read.`, {
        remedy: 'Divide it and add the parts.',
      });
    const pages: Line[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      onProgress({ words: `page ${number} of ${pdf.numPages}`, done: (number - 1) / pdf.numPages });
      const page = await pdf.getPage(number);
      pages.push(linesOf((await page.getTextContent()).items as readonly TextItem[]));
      page.cleanup();
    }
    const content = dropRunningLines(pages).map(paragraphsOf).filter(Boolean).join('\n\n');
    requireLetters(content, pdf.numPages);
    return { ...(await factsOf(pdf)), content, site: null, language: null, tags: [], leftOut: [] };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

interface TextItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
  readonly height?: number;
  /** The last two are the position: x, and y from the foot of the page. */
  readonly transform?: readonly number[];
}

function linesOf(items: readonly TextItem[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  let y = 0;
  let height = 0;
  for (const item of items) {
    if (item.str === undefined) continue;
    if (text === '') y = item.transform?.[5] ?? 0;
    text += item.str;
    height = Math.max(height, item.height ?? 0);
    if (!item.hasEOL) continue;
    lines.push({ text: text.trim(), y, height });
    text = '';
    height = 0;
  }
  if (text.trim() !== '') lines.push({ text: text.trim(), y, height });
  return lines;
}

interface Described {
  getMetadata(): Promise<{ readonly info: object }>;
}

async function factsOf(pdf: Described): Promise<Pick<ReadDocument, 'title' | 'author' | 'createdAt'>> {
  const info = await pdf.getMetadata().then(
    ({ info: found }) => found as Readonly<Record<string, unknown>>,
    () => ({}) as Readonly<Record<string, unknown>>,
  );
  const text = (name: string) => {
    const value = info[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const title = text('Title');
  return {
    // Programs put the name of their file or of themselves there.
    title: title !== null && /^(?:microsoft word|untitled|.*\.(?:docx?|tex|dvi|indd|pdf)$)/i.test(title) ? null : title,
    author: text('Author'),
    createdAt: pdfDate(text('CreationDate')),
  };
}

/** `D:20240314120000+01'00'` in ms since the epoch. */
function pdfDate(value: string | null): number | null {
  const found = /^D?:?(\d{4})(\d{2})?(\d{2})?/.exec(value ?? '');
  if (!found) return null;
  const [, year, month = '01', day = '01'] = found;
  const time = Date.parse(`${year}-${month}-${day}T12:00:00Z`);
  return Number.isFinite(time) ? time : null;
}

function requireLetters(content: string, pages: number): void {
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= MIN_LETTERS_PER_PAGE * Math.min(pages, 10)) return;
  if (letters > 0 && pages < 3) return;
  throw new UnreadableDocument('This PDF has no text: its pages are pictures, as a scanner makes them.', {
    remedy: 'Add a version with recognised text.',
  });
}

function explain(error: unknown): never {
  if (error instanceof Error && error.name === 'PasswordException')
    throw new UnreadableDocument('This PDF is encrypted with a password.', {
      remedy: 'Remove the password and add it again.',
    });
  throw new UnreadableDocument('This PDF is damaged: it could not be read.', {
    remedy: 'Open it in another program, save it again, and add that.',
  });
}

/** A line of a page. `y` is from the foot of the page, in points, as is the height of its letters. */
interface Line {
  readonly text: string;
  readonly y: number;
  readonly height: number;
}

/** The lines of a page as paragraphs, with words that were divided at the end of a line joined again. */
function paragraphsOf(lines: readonly Line[]): string {
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
function dropRunningLines(pages: readonly (readonly Line[])[]): readonly (readonly Line[])[] {
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
