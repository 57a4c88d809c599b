import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';

import type { ExploreDependencies } from '../asking/server/dependencies.ts';
import { createDraftHost } from '../asking/server/draft-host.ts';
import { createExploreServer, spoken } from '../asking/server/explore-server.ts';
import { exploreState } from '../asking/server/explore-state-of.ts';
import { createRabbitholeHost } from '../asking/server/rabbithole-host.ts';
import type { ExploreTables } from '../asking/server/tables.ts';
import { chooseStrategist, type StrategistOf } from '../strategist/server/choose-strategist.ts';
import { Titling } from '../titles/server/titling.ts';
import { exploreRoutes } from './routes.ts';

/** Explore on the server. A test may replace its strategist. */
export function exploreContribution(replacements: { readonly strategistOf?: StrategistOf } = {}): ServerContribution {
  return {
    data: exploreData,
    create({ database, roleModels, library, log, now, newId, paceMs, voicesOf }) {
      const dependencies: ExploreDependencies = {
        tables: tablesOf<ExploreTables>(database),
        context: { database: tablesOf<LibraryTables>(database), library, log },
        strategistOf: replacements.strategistOf ?? chooseStrategist({ roleModels, library, paceMs }),
        voicesOf,
      };
      let titling: Titling | undefined;
      const server = createExploreServer(dependencies, { onAnswered: () => titling?.wake() });
      return {
        mode: { id: 'explore', server },
        hosts: {
          'rabbit-hole': createRabbitholeHost({ ...dependencies, library }),
          draft: createDraftHost({ ...dependencies, roleModels }),
        },
        surface({ sessions }) {
          const sessionOf = async (person: string, session: string) => (await sessions.get({ person, session })).state;
          titling = new Titling({
            tables: dependencies.tables,
            roleModels,
            now,
            log,
            begunOf: async ({ person, session }) => begunIn(await sessionOf(person, session)),
            async name(owned, title) {
              await sessions.report(owned, 'explore', { id: `title-${newId()}`, report: { title } });
            },
          });
          return {
            routes: exploreRoutes({ ...dependencies, sessionOf }),
            recover: () => Promise.resolve(titling?.wake()),
            close: () => titling?.close() ?? Promise.resolve(),
          };
        },
      };
    },
  };
}

/** The first message of a session and its answer; null if it has a title or no answer. */
function begunIn(session: SessionState) {
  if (session.status === 'complete' || exploreState(session).isTitled) return null;
  const said = spoken(session.messages.filter(({ thread }) => thread === TRUNK));
  const message = said.find(({ author }) => author === 'person');
  const answer = said.find(({ author }) => author === 'assistant');
  return message && answer ? { message: message.content, answer: answer.content } : null;
}

const exploreData: PersonData = {
  tables: {
    explore_turns: { key: ['session_id', 'message_id'] },
    explore_citations: { key: ['session_id', 'message_id', 'source_id'] },
    explore_titles: { key: ['session_id'] },
  },
};
