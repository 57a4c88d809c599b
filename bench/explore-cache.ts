import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';
import type { MessagePart } from '#session/protocol.ts';

import { roleOf } from '../fixtures/provider/by-role.ts';
import { createPromptCache } from '../fixtures/provider/prompt-cache.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { say } from '../fixtures/provider/script.ts';
import { startChildServer } from '../fixtures/server/child-server.ts';
import { atLeast, type Row } from './row.ts';
import { openExplore } from './support/explore-turns.ts';
import { bucketId, seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SOURCES = 200;
const BUCKETS = 10;
const TURNS = 10;
const FROM_TURN = 3;

/**
 * The share of input tokens from the provider's cache, over ten turns. The double computes it from the requests: the
 * longest prefix up to a mark that an earlier request also had.
 */
export function exploreCache(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const person = await withStore(home, async (store) => {
      const seeded = await seedFirstPerson(store, home);
      const words = createWordSearch(store, (message, cause) => console.error(message, cause));
      const library = {
        person: seeded.id,
        sources: SOURCES,
        passagesPerSource: 3,
        buckets: BUCKETS,
        models: [],
        words,
      };
      await seedLibrary(store, library);
      await words.close();
      return seeded;
    });
    const usageOf = createPromptCache();
    const double = await createProviderDouble({
      answer: (request) =>
        roleOf(request) === 'titler'
          ? say('Ten turns of talk')
          : { ...say('That depends on what you make of it.'), usage: usageOf(request.body) },
    });
    const environment = { ANTHROPIC_API_KEY: 'sk-ant-bench', ANTHROPIC_BASE_URL: double.url };
    const server = await startChildServer({ home, program: 'launcher', environment });
    try {
      const turns = await openExplore(server, { bucketId: bucketId(person.id, 0) });
      const shares: number[] = [];
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const { parts = [] } = await turns.say(
          `Turn ${turn}: what follows from the last point, and what speaks against it?`,
        );
        shares.push(shareOf(parts));
      }
      await turns.close();
      const least = Math.min(...shares.slice(FROM_TURN - 1));
      const what = `input tokens from the cache over ${TURNS} turns of explore, the least share from turn ${FROM_TURN} on (${shares.map((share) => Math.round(share * 100)).join(', ')} %)`;
      return [atLeast(80, { name: 'explore-cache', what, value: least * 100, unit: '%' })];
    } finally {
      await server.stop();
      await double.close();
    }
  });
}

interface Usage extends MessagePart {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

function shareOf(parts: readonly MessagePart[]): number {
  const usage = parts.find(({ type }) => type === 'usage') as Usage | undefined;
  if (!usage) throw new Error('The reply says nothing of its usage.');
  return usage.cacheReadTokens / (usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens);
}
