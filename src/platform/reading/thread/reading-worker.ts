import { parentPort } from 'node:worker_threads';

import { type GivenDocument, type ReadDocument, UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { documentKind } from '../document-kind.ts';
import { NotText } from '../formats/decode.ts';
import type { ReadingJob, ReadingNews } from './reading-thread.ts';

/** A worker thread that reads documents, each format with code that is loaded with the first of its kind. */

parentPort?.on('message', (job: ReadingJob) => void answer(job));

function say(news: ReadingNews): void {
  parentPort?.postMessage(news);
}

async function answer({ id, document }: ReadingJob): Promise<void> {
  try {
    say({ id, read: await read(document, (progress) => say({ id, progress })) });
  } catch (error) {
    if (error instanceof UnreadableDocument) say({ id, unreadable: { message: error.message, remedy: error.remedy } });
    else if (error instanceof NotText) say({ id, unreadable: NO_TEXT });
    else say({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const NO_TEXT = {
  message: 'This file is not text, and no kind of document that can be read.',
  remedy: 'Add it as PDF, HTML, Markdown, plain text or .docx.',
};

type Progress = (progress: { readonly words: string; readonly done: number | null }) => void;

async function read(document: GivenDocument, onProgress: Progress): Promise<ReadDocument> {
  const kind = documentKind(document);
  if (typeof kind === 'object')
    throw new UnreadableDocument(`This is ${kind.unreadable}, which cannot be read.`, { remedy: NO_TEXT.remedy });
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
  }
}
