import { expect, onTestFinished, test } from 'vitest';

import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openContextWorld } from '../../../../../fixtures/explore/context-world.ts';
import { conversations, library } from '../../../../../fixtures/explore/conversations.ts';
import { MAX_ELSEWHERE } from './retrieve-context.ts';

const ENOUGH = 11;
/** Runs with the embedded embedder, which embeds three passages per second. */
const IS_LONG = process.env['WARREN_EMBED_QUESTIONS'] !== undefined;

onDatabase('sources for messages in the middle of a conversation', (open) => {
  for (const arm of ['words alone', 'words and meaning'] as const)
    test.runIf(IS_LONG || arm === 'words alone')(
      `follow-ups without content and changes of subject find their sources, by ${arm}`,
      async () => {
        const embedder = arm === 'words alone' ? null : createEmbeddedEmbedder();
        const world = await openContextWorld(await open(), embedder);
        onTestFinished(async () => {
          await embedder?.close();
          await world.close();
        });
        await world.write(library.map(({ id, text }) => ({ id, passages: [text] })));
        await world.embed();
        for (const message of ['Thanks!', 'ok, and now?', 'Why?', 'danke'])
          expect((await world.retrieve({ message, history: [] })).sources).toEqual([]);
        for (const kind of ['follow-up', 'pivot'] as const) {
          const missed: string[] = [];
          const asked = conversations.filter((conversation) => conversation.kind === kind);
          for (const { history, message, wanted } of asked) {
            const { sources } = await world.retrieve({ message, history });
            const found = sources.map(({ entry }) => entry.id);
            expect(found.length).toBeLessThanOrEqual(MAX_ELSEWHERE);
            if (!found.includes(wanted)) missed.push(`${message} → ${wanted}, not in ${found.join(', ')}`);
          }
          expect(asked).toHaveLength(12);
          expect(asked.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(ENOUGH);
        }
      },
    );
});
