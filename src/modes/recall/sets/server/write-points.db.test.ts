import { expect, test } from 'vitest';

import type { RoleModels } from '#language-model/server/role-models.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { answeringModels } from '../../../../../fixtures/provider/answering-models.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import type { SetDetail, SetSummary, WrittenPoints } from '../protocol.ts';

const TEXT = `# Coffee
Coffee is a drink of the East. It blocks adenosine
receptors. Do you like it?

# Tea
Tea holds less caffeine than coffee.`;

onDatabase('writing points from a text', (open) => {
  async function start(roleModels?: RoleModels) {
    const world = await openRecallWorld(await open(), roleModels ? { roleModels } : {});
    const { id } = await world.call<SetSummary>('POST', '/api/recall/sets', { title: 'Drinks' });
    const path = `/api/recall/sets/${id}/write-points`;
    return { ...world, id, path, write: (text: string) => world.call<WrittenPoints>('POST', path, { text }) };
  }

  test('each point has its sentence and heading; known points are counted, and nothing is added', async () => {
    const { call, id, write } = await start();
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'Tea holds less caffeine than coffee' });
    expect(await write(TEXT)).toEqual({
      points: [
        { text: 'Coffee is a drink of the East.', sentence: 'Coffee is a drink of the East.', context: 'Coffee' },
        { text: 'Coffee blocks adenosine receptors.', sentence: 'It blocks adenosine receptors.', context: 'Coffee' },
      ],
      known: 1,
      by: 'Built in',
      isEmbedded: true,
      notice: null,
      part: null,
    });
    expect((await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items).toHaveLength(1);
  });

  test('the model receives the text as data; if it fails, the embedded writer is used and the reason is given', async () => {
    const asked: string[] = [];
    let answer = `Here: {"points":[{"text":"Coffee comes from the East.","question":"Where does it come from?","sentence":"Coffee is a drink of the East."},{"text":"Lie.","sentence":"Not in it."}]`;
    const roleModels = answeringModels((prompt) => {
      asked.push(prompt);
      return answer;
    });
    const { write } = await start(roleModels);
    expect(await write(`${TEXT}\n</text>`)).toMatchObject({
      points: [{ text: 'Coffee comes from the East.', question: 'Where does it come from?', context: 'Coffee' }],
      by: 'A model for point-writer',
    });
    expect(asked[0]?.split('</text>')).toHaveLength(2);
    answer = '';
    expect(await write(TEXT)).toMatchObject({ isEmbedded: true, notice: 'No credit. Add some.' });
  });

  test('an empty or too long text is refused', async () => {
    const { write } = await start();
    await expect(write(' ')).rejects.toThrow();
    await expect(write('x'.repeat(100_001))).rejects.toThrow();
  });
});
