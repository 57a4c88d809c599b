import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';
import { createRabbitholeHost } from '#modes/recall/server/rabbithole-host.ts';
import { markSetDeleted } from '#modes/recall/sets/server/sets.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { sourceTexts } from '#point-writer/domain/point-source.ts';
import type { PointWriter } from '#point-writer/server/point-writer.ts';
import type { Route } from '#wire/route.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { POINTS, silentLog } from '../../../../fixtures/spine/world.ts';
import type { HoleReading, ProposedPoints, TangentHistory } from '../protocol.ts';
import { rabbitholeRoutes } from './routes.ts';
import type { RabbitholeTables } from './tables.ts';

const nothing = () => {
  throw new Error('nothing is asked of the library');
};

type Propose = PointWriter['propose'];

/** A point writer for tests: each message of the agent becomes a point. */
const embeddedPointWriter: PointWriter = {
  name: 'Built in',
  isEmbedded: true,
  propose: (source) => Promise.resolve(sourceTexts(source).map((content) => ({ text: content, sentence: content }))),
};

onDatabase('the routes of rabbit holes', (open) => {
  async function start(propose?: Propose) {
    const scripted = scriptRabbithole({ detect: (content) => (content.includes('whales') ? 'Sleep of whales' : null) });
    const pointWriter = propose ? { name: 'A model', isEmbedded: false, propose } : embeddedPointWriter;
    const agents = { ...scripted.agents, pointWriter };
    const session = await openRabbitholeWorld(await open(), { rabbithole: agents });
    const { world, person } = session;
    const recall = tablesOf<RecallTables>(world.database);
    const routes = rabbitholeRoutes({
      database: tablesOf<RabbitholeTables>(world.database),
      agentsOf: () => Promise.resolve(agents),
      embeddedPointWriter,
      hosts: { recall: createRabbitholeHost({ database: recall, library: nothing, log: silentLog }) },
    });
    const ask = async <Answer>(path: string, given: { as?: string; hole?: string; subject?: string }) => {
      const [method, route] = path.split(' ') as [Route['method'], string];
      const found = routes.find((each) => each.method === method && each.path === route)!;
      const { as = person, ...params } = given;
      return found.answer.parse(
        await found.handle({ person: as, params, query: undefined, body: undefined }),
      ) as Answer;
    };
    const subject = session.recall().setId;
    return {
      ...session,
      pastTheBeginning: () => session.pastTheBeginning(),
      subject,
      recallTables: recall,
      read: (hole: string, as = person) => ask<HoleReading>('GET /api/rabbitholes/:hole', { hole, as }),
      propose: (hole: string, as = person) =>
        ask<ProposedPoints>('POST /api/rabbitholes/:hole/proposals', { hole, as }),
      history: (as = person) => ask<TangentHistory>('GET /api/subjects/:subject/rabbitholes', { subject, as }),
    };
  }
  const holeOf = async (rows: () => Promise<{ id: string }[]>) => (await rows())[0]?.id ?? '';

  test('a hole is read without its synthetic first turn', async () => {
    const { open: openHole, say, exit, rows, read, session, subject } = await start();
    await openHole('caffeine in tea');
    await say('Is there less of it?');
    await exit();
    const id = await holeOf(rows);
    const hole = await read(id);
    expect(hole).toMatchObject({ id, topic: 'caffeine in tea', session, subjectId: subject, origin: 'selected' });
    expect(hole).toMatchObject({ status: 'returned', visits: 1, detectedAt: null, pointsRecalled: 0 });
    expect(hole.messages).toEqual([
      { author: 'assistant', content: 'There is much to tell. This is message 1.' },
      { author: 'person', content: 'Is there less of it?' },
      { author: 'assistant', content: 'There is much to tell. This is message 3.' },
    ]);
    expect((await rows())[0]?.conversation).toContain('caffeine in tea');
  });

  test('an open hole shows its conversation so far, even if it was entered again', async () => {
    const { open: openHole, say, exit, ask, settled, rows, read } = await start();
    await openHole('tea');
    await say('More?');
    const id = await holeOf(rows);
    expect(await read(id)).toMatchObject({ status: 'entered', returnedAt: null });
    expect((await read(id)).messages).toHaveLength(3);
    await exit();
    await ask({ type: 'enter_rabbithole', rabbitholeEventId: id, topic: 'tea' });
    await settled();
    await say('And once more?');
    const again = await read(id);
    expect(again).toMatchObject({ status: 'entered', visits: 2 });
    expect(again.messages.map(({ content }) => content).slice(-2)[0]).toBe('And once more?');
    const [first] = JSON.parse((await rows())[0]?.conversation ?? '[]') as { content: string }[];
    expect(again.messages.map(({ content }) => content)).not.toContain(first?.content);
    await exit();
    expect((await read(id)).messages).toEqual(again.messages);
  });

  test('a declined tangent has nothing to read or keep', async () => {
    const { pastTheBeginning, say, ask, rows, read, propose } = await start();
    await pastTheBeginning();
    await say('How do whales sleep?');
    await ask({ type: 'decline_rabbithole' });
    const id = await holeOf(rows);
    expect(await read(id)).toMatchObject({ status: 'declined', enteredAt: null, visits: 0, messages: [] });
    await expect(propose(id)).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'not-returned' } });
  });

  test('the history of a set has every tangent, and counts equal topics together', async () => {
    const { pastTheBeginning, say, ask, settled, open: openHole, exit, history, subject, session } = await start();
    expect(await history()).toEqual({ subject: { id: subject, name: 'Caffeine' }, tangents: [], topics: [] });
    await pastTheBeginning();
    await say('How do whales sleep?');
    await ask({ type: 'decline_rabbithole' });
    await openHole('The whale’s sleep');
    await exit();
    await openHole('tea');
    await exit();
    await ask({ type: 'enter_rabbithole', rabbitholeEventId: (await history()).tangents[0]?.id, topic: 'tea' });
    await settled();
    const { tangents, topics } = await history();
    expect(tangents.map(({ topic, status, visits }) => [topic, status, visits])).toEqual([
      ['tea', 'entered', 2],
      ['The whale’s sleep', 'returned', 1],
      ['Sleep of whales', 'declined', 0],
    ]);
    expect(tangents[0]).toMatchObject({ session, sessionTitle: 'Caffeine', origin: 'selected' });
    expect(topics.map(({ topic, times, letBe, sessions }) => [topic, times, letBe, sessions])).toEqual([
      ['tea', 2, 0, [session]],
      ['The whale’s sleep', 1, 1, [session]],
    ]);
  });

  test('the history is hidden with its set; a hole’s conversation stays readable at its address', async () => {
    const { open: openHole, exit, rows, read, history, propose, person, subject, recallTables } = await start();
    await openHole('tea');
    await exit();
    const id = await holeOf(rows);
    const mark = (at: number | null) =>
      recallTables.write((trx) => markSetDeleted(trx, { person, setId: subject }, at));
    await mark(1);
    await expect(history()).rejects.toMatchObject({ kind: 'not-found' });
    expect((await read(id)).messages).toHaveLength(1);
    await expect(propose(id)).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'subject-gone' } });
    await mark(null);
    expect((await history()).tangents).toHaveLength(1);
  });

  test('points are proposed from the whole conversation after the return, at most twelve', async () => {
    const asked: unknown[] = [];
    const many = Array.from({ length: 15 }, (_, index) => ({ text: `${index}`, sentence: 'There is much to tell.' }));
    const world = await start((source) => {
      asked.push(source);
      return Promise.resolve(many);
    });
    await world.open('tea');
    const id = await holeOf(world.rows);
    await expect(world.propose(id)).rejects.toMatchObject({
      kind: 'refused',
      message: 'This rabbit hole is still open. Return to the session first, then keep what you found.',
    });
    await world.exit();
    const proposed = await world.propose(id);
    expect(proposed).toEqual({ points: many.slice(0, 12), known: 0, by: 'A model', isEmbedded: false, notice: null });
    expect(asked).toMatchObject([
      {
        form: 'conversation',
        messages: [{ author: 'assistant', content: 'There is much to tell. This is message 1.' }],
        topic: 'tea',
        setName: 'Caffeine',
        setDescription: '',
      },
    ]);
  });

  test('points the set already has are counted and not proposed', async () => {
    const sentence = 'There is much to tell.';
    const texts = [POINTS[0] ?? '', 'caffeine  blocks adenosine receptors', 'Tea holds less caffeine.'];
    const world = await start(() => Promise.resolve(texts.map((text) => ({ text, sentence }))));
    await world.open('tea');
    await world.exit();
    const { points, known } = await world.propose(await holeOf(world.rows));
    expect({ points, known }).toEqual({ points: [{ text: 'Tea holds less caffeine.', sentence }], known: 2 });
  });

  test('a failing model is replaced, with the reason', async () => {
    const world = await start(() => {
      throw new ModelFailure('no-credit', { message: 'There is no credit left.', remedy: 'Add some.' });
    });
    await world.open('tea');
    await world.exit();
    const said = 'There is much to tell. This is message 1.';
    expect(await world.propose(await holeOf(world.rows))).toEqual({
      points: [{ text: said, sentence: said }],
      known: 0,
      by: 'Built in',
      isEmbedded: true,
      notice: 'There is no credit left. Add some.',
    });
  });

  test('a bug is not reported as a failure of the model', async () => {
    const world = await start(() => Promise.reject(new TypeError('a bug')));
    await world.open('tea');
    await world.exit();
    await expect(world.propose(await holeOf(world.rows))).rejects.toThrow('a bug');
  });
});
