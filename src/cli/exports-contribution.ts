import { readOwner } from '#backups/server/choice.ts';
import type { BackupTables } from '#backups/server/tables.ts';
import type { Settings } from '#composition/server/settings.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import { ankiRoutes } from '#modes/recall/sets/server/exporting/anki-routes.ts';
import { deckExportRoutes } from '#modes/recall/sets/server/exporting/routes.ts';
import { exportRoutes } from '#person-data/server/export-routes.ts';
import { RunningExports } from '#person-data/server/running-exports.ts';
import { createAnkiConnect } from '#platform/anki-connect/create-anki-connect.ts';
import { failureIn } from '#platform/database/backup/backup-writer-of.ts';
import { runProgram } from '#platform/database/backup/run-program.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

const CHILD = programBeside(import.meta, 'export-child');

/** The download of people's own data, each created by a separate process, and the exchange with Anki. */
export function exportsContribution({
  home,
  databaseUrl,
  ankiConnect,
}: Pick<Settings, 'home' | 'databaseUrl' | 'ankiConnect'>): ServerContribution {
  return {
    create: ({ database, newId, log }) => ({
      surface() {
        const exportsOf = () =>
          new RunningExports({
            home,
            async write({ person, of, target, signal }) {
              // Contains no keys of models. PostgreSQL's variables may hold its password.
              const ofPostgres = Object.entries(process.env).filter(([name]) => name.startsWith('PG'));
              const environment = { ...Object.fromEntries(ofPostgres), WARREN_DATABASE_URL: databaseUrl };
              const ended = await runProgram(process.execPath, [CHILD, home, person, target], {
                environment,
                signal,
                // Sent on stdin, because an argument is limited to 128 KB.
                input: of,
              });
              if (!ended.isDone) throw failureIn(ended.errors, 'The export');
            },
            logError: (message, cause) => log.error(message, cause),
          });
        const [everything, decks] = [exportsOf(), exportsOf()];
        const anki = ankiConnect ? createAnkiConnect({ ...ankiConnect, newId }) : null;
        const { read } = tablesOf<BackupTables>(database);
        const isOwner = async (person: string) => (await readOwner(read))?.id === person;
        return {
          routes: [
            ...exportRoutes(everything),
            ...deckExportRoutes(decks),
            ...ankiRoutes({ anki, isOwner, exports: decks }),
          ],
          recover: () => everything.removeOld(),
          keeping: () => ({ work: [...everything.waiting, ...decks.waiting] }),
          async onLeaving(person) {
            await Promise.all([everything.remove(person), decks.remove(person)]);
          },
          async close() {
            await Promise.all([everything.close(), decks.close()]);
          },
        };
      },
    }),
  };
}
