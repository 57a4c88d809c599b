import type { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { streamBody } from '#wire/file.ts';
import { route, type Route } from '#wire/route.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import { deckFile, deckImportParameters, deckParameters, deckPreview, deckProgress } from '../../protocol.ts';
import { createDeckFiles } from './deck-files.ts';
import type { DeckRuns } from './deck-runs.ts';
import { type DeckReaders, openDeck } from './open-deck.ts';
import { previewDeck } from './preview-deck.ts';

const MAX_FILE_BYTES = 512 * 1024 * 1024;

export interface DeckDependencies extends RecallDependencies, DeckReaders {
  readonly runs: DeckRuns;
  readonly temporary: string;
}

export function deckRoutes(dependencies: DeckDependencies) {
  const { database, preferencesOf, runs } = dependencies;
  const files = createDeckFiles(dependencies);
  /** A new preview aborts the person's earlier one. */
  const previewing = new Map<string, AbortController>();
  const opened = (person: string, { file, name, ...choices }: z.output<typeof deckParameters>) =>
    openDeck(dependencies, { path: files.pathOf(person, file), name, choices });
  const routes: Route[] = [
    route({
      method: 'POST',
      path: '/api/recall/decks/files',
      summary:
        'Keeps a file of cards for a preview and an import: a package or a text of Anki, CSV, Quizlet, Markdown, JSON',
      body: streamBody,
      maxBytes: MAX_FILE_BYTES,
      answer: deckFile,
      handle: async ({ person, body }) => ({ file: await files.keep(person, body.stream) }),
    }),
    route({
      method: 'GET',
      path: '/api/recall/decks/preview',
      summary: 'What a file of cards would add. Nothing is added',
      query: deckParameters,
      answer: deckPreview,
      async handle({ person, query }) {
        previewing
          .get(person)
          ?.abort(new AppError('refused', 'Another preview was asked for.', { reason: 'superseded' }));
        const reading = new AbortController();
        previewing.set(person, reading);
        try {
          return await previewDeck(database.read, {
            person,
            deck: await opened(person, query),
            name: query.name,
            title: query.title,
            preferences: await preferencesOf(database.read, person),
            signal: reading.signal,
          });
        } finally {
          if (previewing.get(person) === reading) previewing.delete(person);
        }
      },
    }),
    route({
      method: 'POST',
      path: '/api/recall/decks',
      summary: 'Begins to add the points of a file of cards, without those that are there already; it can be undone',
      query: deckImportParameters,
      answer: deckProgress,
      async handle({ person, query }) {
        const { file, name, title, schedule } = query;
        await runs.start(
          person,
          async () => ({ person, deck: await opened(person, query), name, title, isFresh: schedule === 'fresh' }),
          () => files.drop(person, file),
        );
        return runs.of(person);
      },
    }),
    route({
      method: 'GET',
      path: '/api/recall/decks/progress',
      summary: 'How far the latest import of cards is, or how it ended',
      answer: deckProgress,
      handle: ({ person }) => Promise.resolve(runs.of(person)),
    }),
    route({
      method: 'DELETE',
      path: '/api/recall/decks/progress',
      summary: 'Cancels an import of cards, of which nothing is kept, or dismisses how the latest one ended',
      answer: deckProgress,
      async handle({ person }) {
        await runs.cancel(person);
        return runs.of(person);
      },
    }),
  ];
  return {
    routes,
    waiting: files.waiting,
    async close() {
      for (const reading of previewing.values())
        reading.abort(new AppError('refused', 'Warren is closing.', { reason: 'closing' }));
      await files.close();
    },
  };
}
