import { expect, test } from 'vitest';

import { buildExplorerRequest } from '#modes/rabbit-hole/domain/model-explorer/prompt.ts';
import { createEmbeddedExplorer, type RabbitholeAgent } from '#modes/rabbit-hole/server/agents/agents.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { scriptedEmbedders } from '../../../../fixtures/embedding/scripted-embedders.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { newId, POINTS, until } from '../../../../fixtures/spine/world.ts';

const HOUSES = 'Coffee houses of London sold newspapers to merchants.';
const TELLING = 'Coffee houses knew long ago that adenosine receptors are blocked by it.';
const NUMBERS = 'In coffee houses a half-life of five hours was a common joke.';
/** It shares only function words with an open point; the scripted embedder compares these too. */
const PARAPHRASE = 'The coffee houses of the city: the end of the night is the end of the houses.';
const QUOTE = 'sold newspapers to merchants';

onDatabase('rabbit holes in a recall session', (open) => {
  async function start(withModel: boolean, adapters?: Parameters<typeof openLibraryWorld>[1]) {
    const prompts: string[] = [];
    const model: RabbitholeAgent = {
      name: 'A model',
      isEmbedded: false,
      room: { contextTokens: 100_000, maxTokens: 4_000 },
      // oxlint-disable-next-line typescript/require-await -- what it says is there at once
      async *reply(history, call) {
        prompts.push(JSON.stringify(buildExplorerRequest([], history, call)));
        yield 'They did. ';
        yield { type: 'citation', documentIndex: 0, citedText: QUOTE };
      },
    };
    const world = await openLibraryWorld(await open(), adapters, {
      rabbithole: {
        ...scriptRabbithole().agents,
        createAgent: (surroundings, passages) =>
          withModel ? model : createEmbeddedExplorer(surroundings, passages, { paceMs: 0 }),
      },
    });
    const { person, running } = world;
    const sourceId = await world.addOne({ content: HOUSES, title: 'London', kind: 'note' });
    await world.add(
      { content: TELLING, title: 'Houses', kind: 'note' },
      { content: NUMBERS, title: 'Jokes', kind: 'note' },
      { content: 'Coffee houses closed at dusk.', title: 'Adenosine and its receptors', kind: 'note' },
    );
    if (adapters) await world.add({ content: PARAPHRASE, title: 'City', kind: 'note' });
    if (adapters?.embedders)
      await until(async () => {
        const { meaning } = await world.overview();
        // One passage per source.
        return meaning.done === 5;
      }, 'everything is indexed');
    const session = await world.world.begin(running, person);
    const live = await running.sessions.get({ person, session });
    const ask = async (command: object) => {
      const answer = await live.execute({ id: newId(), session, ...command } as never);
      await until(() => live.state.turn === null && live.isSettled, 'everything is answered');
      return answer.type;
    };
    const say = (content: string) => ask({ type: 'user_message', content });
    await say('one moment');
    const messageId = live.state.messages[0]?.id;
    const inside = () => live.state.messages.filter(({ thread }) => thread !== 'trunk');
    return {
      say,
      ask,
      prompts,
      inside,
      sourceId,
      enter: (topic: string) => ask({ type: 'open_rabbithole', topic, messageId }),
    };
  }

  test('give a model passages of the library without open points, and check its citations', async () => {
    const { say, enter, prompts, inside, sourceId } = await start(true);
    expect(await enter('Coffee houses')).toBe('accepted');
    await say(`and coffee houses? ${String(POINTS[1])}`);
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).toContain(HOUSES);
    for (const prompt of prompts) expect(prompt).not.toMatch(/blocked|joke|dusk|its receptors/);
    const [told] = inside();
    expect(told?.parts).toMatchObject([
      {
        type: 'source-citation',
        at: 'They did. '.length,
        isVerified: true,
        source: { id: sourceId, title: 'London' },
        range: { start: HOUSES.indexOf(QUOTE), end: HOUSES.indexOf(QUOTE) + QUOTE.length },
      },
    ]);
  });

  test('quote the library without a model, and name the source', async () => {
    const { say, enter, inside } = await start(false);
    await enter('Coffee houses');
    await say('What happened in coffee houses at dusk?');
    await say('Tell me more of coffee houses');
    const told = inside()
      .filter(({ author }) => author === 'assistant')
      .map(({ content }) => content)
      .join('\n');
    expect(told).toContain('sold newspapers to merchants (“London”).');
    expect(told).toContain('“Caffeine” and your library');
    expect(told).not.toMatch(/blocked|joke|dusk/);
  });

  test('judge passages by their words without vectors', async () => {
    const byWords = await start(true, {});
    await byWords.enter('Coffee houses');
    expect(byWords.prompts[0]).toContain(PARAPHRASE);
  });

  test('get nothing near an open point with vectors', async () => {
    const embedders = scriptedEmbedders();
    embedders.use({ threshold: 0.25 });
    const { enter, prompts } = await start(true, { embedders });
    await enter('Coffee houses');
    expect(prompts[0]).toContain(HOUSES);
    expect(prompts[0]).not.toContain(PARAPHRASE);
  });

  test('can quote what has been recalled', async () => {
    const { say, enter, prompts } = await start(true);
    await say(String(POINTS[2]));
    await enter('Coffee houses');
    expect(prompts[0]).toContain('joke');
    expect(prompts[0]).not.toContain('blocked');
  });
});
