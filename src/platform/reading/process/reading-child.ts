import { type GivenDocument, type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';
import { type LeftOut, MAX_LEFT_OUT, MAX_LEFT_OUT_WORDS } from '#library/storage/domain/left-out.ts';
import { MAX_CONTENT, MAX_TAGS, MAX_TITLE } from '#library/storage/protocol.ts';

import { documentKind, type UnreadableKind } from '../document-kind.ts';
import { NotText } from '../formats/decode.ts';
import type { ReadingJob, ReadingOrder, ReadingReport } from './reading-process.ts';

/**
 * Process that reads documents and packages. The code of each format is loaded with the first document of that format.
 */

process.on('message', (order: ReadingOrder) => ('next' in order ? goOn() : void answer(order)));

/** Resolves the wait for the server to accept the last part. */
let goOn = () => {};

function report(news: ReadingReport): void {
  process.send?.(news);
}

async function answer({ id, ...job }: ReadingJob): Promise<void> {
  try {
    if ('document' in job)
      report({ id, read: limited(await read(job.document, (progress) => report({ id, progress }))) });
    else {
      const { readPackage } = await import('../formats/anki/read-package.ts');
      for await (const part of readPackage(job.package)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        goOn = resolve;
        report({ id, part });
        await promise;
      }
      report({ id, read: null });
    }
  } catch (error) {
    if (error instanceof UnreadableDocument)
      report({ id, unreadable: { message: error.message, remedy: error.remedy } });
    else if (error instanceof NotText) report({ id, unreadable: NO_TEXT });
    else report({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** Cuts a document to what the server stores. */
function limited(document: ReadDocument): ReadDocument {
  const { content, title, author, site, tags, leftOut } = document;
  if (content.length > MAX_CONTENT)
    throw new UnreadableDocument('This has more than 10 million characters.', { remedy: 'Add it in parts.' });
  const shown = (list: LeftOut) => list.slice(0, MAX_LEFT_OUT).map((each) => each.slice(0, MAX_LEFT_OUT_WORDS));
  const line = (text: string | null) => text?.slice(0, 4 * MAX_TITLE) ?? null;
  return {
    ...document,
    title: line(title),
    author: line(author),
    site: line(site),
    tags: tags.slice(0, MAX_TAGS),
    leftOut: shown(leftOut),
  };
}

const NO_TEXT = {
  message: 'This file is not text, and no kind of document that can be read.',
  remedy: 'Add it as PDF, HTML, Markdown, plain text or .docx.',
};

type Progress = (progress: { readonly words: string; readonly done: number | null }) => void;

async function read(document: GivenDocument, onProgress: Progress): Promise<ReadDocument> {
  const kind = documentKind(document);
  if (typeof kind === 'object') throw unreadable(kind);
  switch (kind) {
    case 'pdf':
      return (await import('../formats/read-pdf.ts')).readPdf(document.bytes, onProgress);
    case 'docx':
      return (await import('../formats/read-docx.ts')).readDocx(document.bytes);
    case 'html':
      return (await import('../formats/read-html.ts')).readHtml(document);
    case 'markdown':
    case 'text':
      return (await import('../formats/read-text.ts')).readText(document, kind);
    case 'picture':
      // Fetched pictures are not stored.
      if (document.url !== null) throw unreadable({ unreadable: 'a picture' });
      return pictureNamed(document.name);
  }
}

function unreadable({ unreadable: what, remedy = NO_TEXT.remedy }: UnreadableKind): UnreadableDocument {
  return new UnreadableDocument(`This is ${what}, which cannot be read.`, { remedy });
}

/** The picture is stored and shown. Its name can be searched, the words in it cannot. */
function pictureNamed(name: string): ReadDocument {
  return {
    content: `Picture: ${name}`.trim(),
    title: null,
    author: null,
    site: null,
    createdAt: null,
    language: null,
    tags: [],
    leftOut: ['This is a picture. The words in it are not searchable yet.'],
  };
}
