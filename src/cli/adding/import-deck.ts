import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { DeckImported, DeckPreview, DeckProgress } from '#modes/recall/sets/protocol.ts';

import { openServer } from './open-server.ts';
import type { ServerClient } from './server-client.ts';
import { shown } from './shown.ts';
import { reasonOf } from './walk-folder.ts';

const ASK_EVERY_MS = 200;

interface Choices {
  /** The name of the set that gets all points; undefined to use the sets in the file. */
  readonly set: string | undefined;
  /** Whether to leave out due days and reviews of other programs. */
  readonly isFresh: boolean;
}

/** Imports a file of cards as the page does. Writes to stderr what is left out, and to stdout what was added. */
export async function importDeck(
  environment: NodeJS.ProcessEnv,
  file: string,
  { set, isFresh }: Choices,
): Promise<void> {
  // Checked first, because the error of `openAsBlob` has no reason.
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new Error(`${shown(file)}: ${reasonOf(error)}`, { cause: error });
  });
  const blob = await openAsBlob(file);
  const server = await openServer(environment, new AbortController().signal);
  const { client } = server;
  try {
    const kept = await client.upload<{ file: string }>('/api/recall/decks/files', blob);
    const query = new URLSearchParams({ ...kept, name: path.basename(file), ...(set !== undefined && { title: set }) });
    const { kind, notes, left, leftCount } = await client.get<DeckPreview>(
      `/api/recall/decks/preview?${query.toString()}`,
    );
    const unit = { package: 'Note', json: 'Card', anki: 'Line', table: 'Line', lines: 'Line' }[kind];
    for (const note of notes) process.stderr.write(`${note}\n`);
    for (const { line, text, message } of left)
      process.stderr.write(`${line === 0 ? 'A card' : `${unit} ${line}`}: ${message} ${shown(text)}\n`);
    if (leftCount > left.length) process.stderr.write(`And ${leftCount - left.length} more.\n`);
    query.set('schedule', isFresh ? 'fresh' : 'keep');
    process.stdout.write(`${inWords(await importKept(client, query.toString()))}\n`);
  } finally {
    await server.close();
  }
}

async function importKept(client: ServerClient, query: string): Promise<DeckImported> {
  let progress = await client.post<DeckProgress>(`/api/recall/decks?${query}`, {});
  while (progress.state === 'running') {
    await setTimeout(ASK_EVERY_MS);
    progress = await client.get<DeckProgress>('/api/recall/decks/progress');
  }
  await client.delete('/api/recall/decks/progress');
  if (progress.state === 'failed') throw new Error(progress.message);
  if (progress.state === 'none') throw new Error('The import was cancelled. Nothing was added.');
  return progress.imported;
}

function inWords({ added, changed, later, known, left, sets }: DeckImported): string {
  const into =
    sets.length === 0 ? '' : ` into ${sets.length === 1 ? `“${shown(sets[0]?.title ?? '')}”` : `${sets.length} sets`}`;
  return [
    `${added} ${added === 1 ? 'point' : 'points'} added${into}`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(later > 0 ? [`reviews of ${later} taken over`] : []),
    ...(known > changed ? [`${known - changed} there already`] : []),
    ...(left > 0 ? [`${left} left out`] : []),
  ].join(', ');
}
