import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedders } from '#embedding/server/embedder.ts';
import { captureRoutes } from '#library/capture/server/routes.ts';
import { keptSourcesRoutes } from '#library/from-conversations/server/routes.ts';
import { highlightUndoHandlers } from '#library/highlights/server/change-highlights.ts';
import { highlightRoutes } from '#library/highlights/server/routes.ts';
import { ImportThread } from '#library/importing/server/import-thread.ts';
import { importRoutes } from '#library/importing/server/routes.ts';
import { importUndoHandlers } from '#library/importing/server/undo.ts';
import { createIndexing } from '#library/indexing/server/create-indexing.ts';
import type { FetchLink } from '#library/ingestion/server/fetch-link.ts';
import { Ingestion } from '#library/ingestion/server/ingestion.ts';
import type { DocumentReader } from '#library/ingestion/server/read-document.ts';
import { ingestionRoutes } from '#library/ingestion/server/routes.ts';
import { createEmbedQueries } from '#library/search/server/embed-query.ts';
import type { VectorIndex, WordSearch } from '#library/search/server/passage-search.ts';
import { searchRoutes } from '#library/search/server/routes.ts';
import { createSearchTurns } from '#library/search/server/search-turns.ts';
import { createLibrarySearch } from '#library/server/library.ts';
import { addAndAnswer } from '#library/sources/server/adding/answer-added.ts';
import { LongTexts } from '#library/sources/server/long-texts/long-texts.ts';
import { TextThread } from '#library/sources/server/long-texts/text-thread.ts';
import { sourcesRoutes, sourcesUndoHandlers } from '#library/sources/server/sources-on-server.ts';
import type { LibraryDependencies } from '#library/storage/server/dependencies.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { libraryTools } from '#library/tools/server/library-tools.ts';
import { QuoteThread } from '#library/tools/server/quote-thread.ts';
import { sourceResources } from '#library/tools/server/source-resources.ts';

export interface LibraryAdapters {
  readonly embedders: Embedders;
  readonly words: WordSearch;
  readonly vectors: VectorIndex;
  readonly fetchLink: FetchLink;
  readonly reader: DocumentReader;
  readonly texts?: TextThread;
}

export function libraryContribution(adapters: LibraryAdapters): ServerContribution {
  const { embedders, words, vectors, fetchLink, reader, texts = new TextThread() } = adapters;
  return {
    create: ({ database, undo, now, settledNow, newId, served, log }) => ({
      surface({ people }) {
        const logError = (message: string, cause: unknown) => log.error(message, cause);
        const notify = (person: string, sources: readonly string[]) =>
          people.notify(person, { type: 'library_changed', sources: [...sources] });
        const indexing = createIndexing({
          database: tablesOf<LibraryTables>(database),
          served,
          embedders,
          notify: (person) => notify(person, []),
          onVectors: (person) => vectors.changed(person),
          logError,
        });
        // Another server may have written newer data than the vectors in memory.
        served.onTaken((person) => vectors.changed(person));
        const shared: Omit<LibraryDependencies, 'wakeIngestion' | 'progressOf'> & { readonly texts: TextThread } = {
          database: tablesOf<LibraryTables>(database),
          undo,
          now,
          settledNow,
          newId,
          texts,
          onTextWritten: words.onTextWritten,
          notify(person, sources) {
            notify(person, sources);
            // The source may have new passages.
            vectors.changed(person);
            indexing.wake(person);
            longTexts.wake();
          },
        };
        // Another server may change the person's library from now on.
        served.onLost((person) => vectors.changed(person));
        const importThread = new ImportThread();
        const quotes = new QuoteThread();
        const longTexts = new LongTexts({ ...shared, served, words, logError });
        const ingestion = new Ingestion({
          ...shared,
          served,
          fetchLink,
          reader,
          logError,
          onAllRead(person, { sources, failed, tookMs }) {
            // A single source read late is not an import.
            if (sources < 2) return;
            const name = failed === 0 ? `${sources} sources` : `${failed} of ${sources} sources could not be read`;
            const hasFailed = failed > 0 && (failed === sources || 'in-part');
            people.workEnded(person, { name, path: '/library', tookMs, hasFailed });
          },
        });
        const dependencies: LibraryDependencies = {
          ...shared,
          wakeIngestion: ingestion.wake,
          progressOf: (id, state) => (state === 'waiting' ? ingestion : longTexts).progressOf(id),
        };
        const search = {
          database: dependencies.database,
          words,
          meaning: { vectors, servingOf: indexing.servingOf },
          embedQueries: createEmbedQueries(),
          log,
          inTurn: createSearchTurns(),
        };
        return {
          library: {
            ...createLibrarySearch(search),
            add: (person, sources, how) => addAndAnswer(dependencies, { person, sources, isOwn: how?.isOwn ?? false }),
          },
          routes: [
            ...sourcesRoutes({
              ...dependencies,
              meaningOf: indexing.progressOf,
              freeLeft: indexing.freeLeft,
              words,
              meaning: search.meaning,
            }),
            ...searchRoutes({ ...search, progressOf: dependencies.progressOf }),
            ...importRoutes({ ...dependencies, importThread }),
            ...ingestionRoutes(dependencies, ingestion),
            ...captureRoutes(dependencies),
            ...keptSourcesRoutes(dependencies),
            ...highlightRoutes(dependencies),
          ],
          tools: libraryTools({ ...dependencies, search, quotes }),
          resources: [sourceResources({ ...dependencies, search, quotes })],
          undoHandlers: {
            ...sourcesUndoHandlers(dependencies),
            ...importUndoHandlers(dependencies),
            ...highlightUndoHandlers(dependencies),
          },
          async recover() {
            await words.recover();
            longTexts.wake();
            void words.caughtUp().then(longTexts.wake);
            ingestion.wake();
            await indexing.recover();
          },
          keeping: () => ({ work: ingestion.working }),
          lookForLeft() {
            longTexts.wake();
            ingestion.wake();
            indexing.lookForLeft();
          },
          async close() {
            await ingestion.close();
            await longTexts.close();
            await importThread.end();
            await quotes.end();
            await indexing.close();
            await embedders.close();
            await words.close();
            await vectors.close();
          },
        };
      },
    }),
  };
}
