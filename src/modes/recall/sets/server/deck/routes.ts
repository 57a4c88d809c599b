import type { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { type FileBody, fileBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { deckImported, deckParameters, deckPreview } from '../../protocol.ts';
import { importDeck } from './import-deck.ts';
import { planImport, refuseArchive } from './plan-import.ts';

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_SHOWN = 20;
const MAX_LEFT_SHOWN = 100;

export interface DeckDependencies extends RecallDependencies {
  /** The text of a file and what should be known of it; refuses what is no text. */
  readonly decodeText: (bytes: Uint8Array) => { readonly text: string; readonly notes: readonly string[] };
}

export function deckRoutes(dependencies: DeckDependencies): Route[] {
  const { database, decodeText } = dependencies;
  /** People whose import is being written: twice at once would add everything twice. */
  const importing = new Set<string>();
  async function read(person: string, { name, title, ...choices }: z.output<typeof deckParameters>, body: FileBody) {
    refuseArchive(body.bytes);
    const { text, notes } = decodeText(body.bytes);
    return { notes, plan: await planImport(database.read, { person, text, name, title, choices }) };
  }
  return [
    route({
      method: 'POST',
      path: '/api/recall/decks/preview',
      summary: 'What a file of cards would add: text of Anki, CSV, Quizlet, Markdown, JSON. Nothing is added',
      query: deckParameters,
      body: fileBody,
      maxBytes: MAX_FILE_BYTES,
      answer: deckPreview,
      async handle({ person, query, body }) {
        const { notes, plan } = await read(person, query, body);
        const { kind, table, sets, left } = plan;
        const first = sets.flatMap(({ title, points }) =>
          points.slice(0, MAX_SHOWN).map(({ text, question, context, tags = [] }) => ({
            set: title,
            text,
            question,
            context,
            tags: [...tags],
          })),
        );
        return {
          kind,
          table,
          notes: [...notes],
          sets: sets.map(({ title, setId, points, known }) => ({
            title,
            isNew: setId === null,
            points: points.length,
            known,
          })),
          first: first.slice(0, MAX_SHOWN),
          left: left.slice(0, MAX_LEFT_SHOWN),
          leftCount: left.length,
        };
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/decks',
      summary: 'Adds the points of a file of cards, without those that the sets hold already; it can be undone',
      query: deckParameters,
      body: fileBody,
      maxBytes: MAX_FILE_BYTES,
      answer: deckImported,
      async handle({ person, query, body }) {
        if (importing.has(person))
          throw new AppError('refused', 'An import of yours is being written. Wait until it is done.', {
            reason: 'importing',
          });
        importing.add(person);
        try {
          const { plan } = await read(person, query, body);
          const known = plan.sets.reduce((sum, set) => sum + set.known, 0);
          return { ...(await importDeck(dependencies, person, plan.sets)), known, left: plan.left.length - known };
        } finally {
          importing.delete(person);
        }
      },
    }),
  ];
}
