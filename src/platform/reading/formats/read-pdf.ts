import { type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { countOf } from '#library/storage/domain/left-out.ts';

import { addedTo, type Annotation } from './pdf/annotations.ts';
import { inReadingOrder } from './pdf/columns.ts';
import { wordsOf } from './pdf/line-end-hyphens.ts';
import { openPdf, type Pdf } from './pdf/open-pdf.ts';
import { type PageText, rowsOf } from './pdf/page-rows.ts';
import { countPictures } from './pdf/pages-without-text.ts';
import { type Line, lineOf, paragraphsOf, withoutRunningLines } from './pdf/paragraphs.ts';

const MAX_PAGES = 5_000;
/** A page with fewer letters may be a picture. */
const MIN_LETTERS = 20;

type Progress = (progress: { readonly words: string; readonly done: number | null }) => void;

/** Reads a PDF page by page, and rebuilds paragraphs from its lines. */
export async function readPdf(bytes: Uint8Array, onProgress: Progress): Promise<ReadDocument> {
  const pdf = await openPdf(bytes).catch(explain);
  try {
    const { lines, unknown, fields, comments } = await readPages(pdf, onProgress).catch(explain);
    const words = wordsOf(lines.flat());
    const pages = withoutRunningLines(lines).map((page) => paragraphsOf(page, words));
    const isUnknown = (index: number) => (unknown[index] ?? 0) > lettersIn(pages[index] ?? '');
    const without = pages.flatMap((text, index) =>
      lettersIn(text) < MIN_LETTERS && !isUnknown(index)
        ? [{ page: index + 1, hasLetters: (lines[index] ?? []).length > 0 }]
        : [],
    );
    const onPage = (page: number) => onProgress({ words: `what page ${page} shows`, done: null });
    const { pictures, drawings } = await countPictures({ pdf, bytes }, without, onPage);
    const content = pages
      .flatMap((text, index) => [text, fields[index] ?? ''])
      .filter(Boolean)
      .join('\n\n');
    const unreadable = pages.filter((_, index) => isUnknown(index)).length;
    requireText(content, { pictures, drawings, unreadable });
    const of = (count: number) => `${count.toLocaleString('en')} of ${countOf(pages.length, 'page').join('')}`;
    const leftOut = [
      ...(pictures === 0
        ? []
        : [`${of(pictures)} ${pictures === 1 ? 'is a picture and was' : 'are pictures and were'} not read.`]),
      ...(drawings === 0 ? [] : [`${of(drawings)} ${drawings === 1 ? 'has' : 'have'} drawings and no text.`]),
      ...(unreadable === 0
        ? []
        : [`${of(unreadable)} ${unreadable === 1 ? 'has' : 'have'} letters that could not be read.`]),
      ...countOf(comments, 'comment'),
    ];
    return { ...(await factsOf(pdf)), content, site: null, language: null, tags: [], leftOut };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

interface Pages {
  readonly lines: readonly (readonly Line[])[];
  /** The number of unknown characters per page. */
  readonly unknown: readonly number[];
  /** The filled-in form fields per page. */
  readonly fields: readonly string[];
  readonly comments: number;
}

async function readPages(pdf: Pdf, onProgress: Progress): Promise<Pages> {
  if (pdf.numPages > MAX_PAGES)
    throw new UnreadableDocument(`This PDF has ${pdf.numPages.toLocaleString('en')} pages. At most 5,000 are read.`, {
      remedy: 'Divide it and add the parts.',
    });
  const lines: (readonly Line[])[] = [];
  const unknown: number[] = [];
  const fields: string[] = [];
  let comments = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    onProgress({ words: `page ${number} of ${pdf.numPages}`, done: (number - 1) / pdf.numPages });
    const page = await pdf.getPage(number);
    const text = await page.getTextContent({ disableNormalization: true });
    const shown = rowsOf(text as PageText);
    lines.push(inReadingOrder(shown.rows, shown.isRtl).map(lineOf));
    unknown.push(shown.unknown);
    const added = addedTo((await page.getAnnotations().catch(() => [])) as readonly Annotation[]);
    fields.push(added.fields);
    comments += added.comments;
    page.cleanup();
  }
  return { lines, unknown, fields, comments };
}

async function factsOf(pdf: Pdf): Promise<Pick<ReadDocument, 'title' | 'author' | 'createdAt'>> {
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
    // Programs write the name of the file, their own name or an address there.
    title: title !== null && NO_TITLE.test(title) ? null : title,
    author: text('Author'),
    createdAt: pdfDate(text('CreationDate')),
  };
}

const NO_TITLE =
  /^(?:microsoft word|untitled|(?:about|file|data|blob|https?):|.*\.(?:docx?|odt|rtf|tex|dvi|indd|pdf|html?)$)/i;

/** `D:20240314120000+01'00'` in ms since the epoch. */
function pdfDate(value: string | null): number | null {
  const found = /^D?:?(\d{4})(\d{2})?(\d{2})?/.exec(value ?? '');
  if (!found) return null;
  const [, year, month = '01', day = '01'] = found;
  const time = Date.parse(`${year}-${month}-${day}T12:00:00Z`);
  return Number.isFinite(time) ? time : null;
}

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

interface Missing {
  readonly pictures: number;
  readonly drawings: number;
  readonly unreadable: number;
}

function requireText(content: string, { pictures, drawings, unreadable }: Missing): void {
  const letters = lettersIn(content);
  if (letters >= MIN_LETTERS || (letters > 0 && pictures + drawings + unreadable === 0)) return;
  if (pictures > 0)
    throw new UnreadableDocument('This PDF has no text: its pages are pictures, as a scanner makes them.', {
      remedy: 'Add a version with recognised text.',
    });
  if (unreadable > 0)
    throw new UnreadableDocument('This PDF does not say which letters its signs are.', {
      remedy: 'Add another version of it, or paste its text.',
    });
  if (drawings > 0)
    throw new UnreadableDocument('This PDF has no text: its pages are drawings.', {
      remedy: 'Add a version with text.',
    });
  throw new UnreadableDocument('This PDF has no text: its pages are blank.', {
    remedy: 'Check that it is the right file.',
  });
}

function explain(error: unknown): never {
  if (error instanceof UnreadableDocument) throw error;
  if (error instanceof Error && error.name === 'PasswordException')
    throw new UnreadableDocument('This PDF is encrypted with a password.', {
      remedy: 'Remove the password and add it again.',
    });
  throw new UnreadableDocument('This PDF is damaged: it could not be read.', {
    remedy: 'Open it in another program, save it again, and add that.',
  });
}
