import type { Settings } from '#composition/server/settings.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { deckExportRoutes } from '#modes/recall/sets/server/exporting/routes.ts';
import { exportRoutes } from '#person-data/server/export-routes.ts';
import { RunningExports } from '#person-data/server/running-exports.ts';
import { failureIn } from '#platform/database/backup/backup-writer-of.ts';
import { runProgram } from '#platform/database/backup/run-program.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

const CHILD = programBeside(import.meta, 'export-child');

/** The download of people's own data, each made by a process of its own. */
export function exportsContribution({ home, databaseUrl }: Pick<Settings, 'home' | 'databaseUrl'>): ServerContribution {
  return {
    create: ({ log }) => ({
      surface() {
        const exportsOf = () =>
          new RunningExports({
            home,
            async write({ person, of, target, signal }) {
              // No keys of models. PostgreSQL may have its password there.
              const ofPostgres = Object.entries(process.env).filter(([name]) => name.startsWith('PG'));
              const environment = { ...Object.fromEntries(ofPostgres), WARREN_DATABASE_URL: databaseUrl };
              const ended = await runProgram(process.execPath, [CHILD, home, person, target, of], {
                environment,
                signal,
              });
              if (!ended.isDone) throw failureIn(ended.errors, 'The export');
            },
            logError: (message, cause) => log.error(message, cause),
          });
        const [everything, decks] = [exportsOf(), exportsOf()];
        return {
          routes: [...exportRoutes(everything), ...deckExportRoutes(decks)],
          recover: () => everything.removeOld(),
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
