import { expect, onTestFinished, test } from 'vitest';

import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openContextWorld } from '../../../../../fixtures/explore/context-world.ts';
import { type Asked, askQuestions } from '../../../../../fixtures/found-when-meant/ask-questions.ts';

/** Runs with the embedded embedder, which embeds three passages per second. */
const IS_LONG = process.env['WARREN_EMBED_QUESTIONS'] !== undefined;

const missedBy = (asked: readonly Asked[]) =>
  asked.filter(({ isFound }) => !isFound).map(({ question }) => question.text);
const noiseOf = (asked: readonly Asked[]) => asked.map(({ noise }) => noise).toSorted((one, other) => one - other);

onDatabase('60 questions to 150 sources', (open) => {
  test('by words alone most questions find their source, with little noise', async () => {
    const world = await openContextWorld(await open(), null);
    onTestFinished(() => world.close());
    const asked = await askQuestions(world);
    expect(missedBy(asked).length, missedBy(asked).join('\n')).toBeLessThanOrEqual(8);
    expect(noiseOf(asked)[asked.length / 2]).toBeLessThanOrEqual(2);
  });

  test.runIf(IS_LONG)('by words and by meaning nearly all questions find their source', async () => {
    const embedder = createEmbeddedEmbedder();
    const world = await openContextWorld(await open(), embedder);
    onTestFinished(async () => {
      await world.close();
      await embedder.close();
    });
    const asked = await askQuestions(world);
    expect(missedBy(asked).length, missedBy(asked).join('\n')).toBeLessThanOrEqual(6);
    expect(noiseOf(asked)[asked.length / 2]).toBeLessThanOrEqual(2);
  });
});
