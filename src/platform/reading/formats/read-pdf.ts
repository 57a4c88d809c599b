import { type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { dropRunningLines, type Line, paragraphsOf } from './pdf-lines.ts';

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
    return { ...(await factsOf(pdf)), content, site: null, language: null, tags: [] };
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
