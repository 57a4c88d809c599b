import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { DeckImported, DeckPreview } from '#modes/recall/sets/protocol.ts';

import { openServer } from './open-server.ts';
import { shown } from './shown.ts';
import { reasonOf } from './walk-folder.ts';

/** Imports a file of cards as the page does. Says on stderr what is left out, and on stdout what was added. */
export async function importDeck(environment: NodeJS.ProcessEnv, file: string, set: string | undefined): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Error(`${shown(file)}: ${reasonOf(error)}`, { cause: error });
  });
  const query = new URLSearchParams({ name: path.basename(file), ...(set !== undefined && { title: set }) }).toString();
  const server = await openServer(environment, new AbortController().signal);
  const { client } = server;
  try {
    const { kind, left, leftCount } = await client.upload<DeckPreview>(`/api/recall/decks/preview?${query}`, bytes);
    const unit = kind === 'json' ? 'Card' : 'Line';
    for (const { line, text, message } of left) process.stderr.write(`${unit} ${line}: ${message} ${shown(text)}\n`);
    if (leftCount > left.length) process.stderr.write(`And ${leftCount - left.length} more.\n`);
    const { added, known, left: others, sets } = await client.upload<DeckImported>(`/api/recall/decks?${query}`, bytes);
    const into =
      sets.length === 0
        ? ''
        : ` into ${sets.length === 1 ? `“${shown(sets[0]?.title ?? '')}”` : `${sets.length} sets`}`;
    const further = [...(known > 0 ? [`${known} there already`] : []), ...(others > 0 ? [`${others} left out`] : [])];
    process.stdout.write(`${[`${added} ${added === 1 ? 'point' : 'points'} added${into}`, ...further].join(', ')}\n`);
  } finally {
    await server.close();
  }
}
