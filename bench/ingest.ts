import { setTimeout as delay } from 'node:timers/promises';

import type { AddedSources, LibraryOverview } from '#library/sources/protocol.ts';

import { makePdf } from '../fixtures/documents/make-pdf.ts';
import { atMost, type Row } from './row.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { createRandom } from './support/random.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { createVocabulary } from './support/vocabulary.ts';

const NOTES = 1_000;
const NOTES_AT_ONCE = 200;
const WORDS_PER_NOTE = 150;
const PDF_BYTES = 5_000_000;
const LINES_PER_PAGE = 45;
const WORDS_PER_LINE = 11;
const WORDS = 5_000;
const NOTES_BUDGET_S = 10;
const PDF_BUDGET_S = 20;

/** From the first request until everything is read and found by words. Embedding follows in the background. */
export function ingest(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token } = await withStore(home, (store) => seedFirstPerson(store, home));
    const server = await launchServer('bin/warren start', home);
    try {
      const notes = await secondsFor(() => addNotes(server, token));
      const bytes = pdfOf(PDF_BYTES);
      const pdf = await secondsFor(() => addPdf(server, token, bytes));
      const size = `${(bytes.length / 1_000_000).toFixed(1)} MB`;
      return [
        atMost(NOTES_BUDGET_S, { name: 'ingest-notes', what: `adding ${NOTES} notes`, value: notes, unit: 's' }),
        atMost(PDF_BUDGET_S, { name: 'ingest-pdf', what: `reading a PDF of ${size}`, value: pdf, unit: 's' }),
      ];
    } finally {
      await server.stop();
    }
  });
}

async function secondsFor(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function addNotes({ url }: LaunchedServer, token: string): Promise<void> {
  const text = textMaker();
  for (let added = 0; added < NOTES; added += NOTES_AT_ONCE) {
    const sources = Array.from({ length: NOTES_AT_ONCE }, () => ({ content: text(WORDS_PER_NOTE) }));
    const { results } = await ask<AddedSources>(`${url}/api/library/sources`, token, JSON.stringify({ sources }));
    if (results.some(({ outcome }) => outcome !== 'added')) throw new Error('notes were not added');
  }
}

async function addPdf({ url }: LaunchedServer, token: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await ask<AddedSources>(`${url}/api/library/files?name=long.pdf`, token, bytes);
  for (;;) {
    const { reading, failed } = await ask<LibraryOverview>(`${url}/api/library`, token);
    if (failed > 0) throw new Error('the PDF could not be read');
    if (reading === 0) return;
    await delay(50);
  }
}

async function ask<Answer>(url: string, token: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Generates the same words in every run. */
function textMaker(): (words: number) => string {
  const vocabulary = createVocabulary();
  const random = createRandom(1);
  return (words) => Array.from({ length: words }, () => vocabulary.word(Math.floor(random() * WORDS))).join(' ');
}

function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const text = textMaker();
  const page = () => Array.from({ length: LINES_PER_PAGE }, () => `${text(WORDS_PER_LINE)}.`);
  const bytesPerPage = page().join('\n').length + 400;
  const pages = Array.from({ length: Math.ceil(size / bytesPerPage) }, page);
  return Uint8Array.from(makePdf(pages, 'A long document'));
}
