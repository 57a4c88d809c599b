import { expect, test } from 'vitest';

import type { FoundSummary, HoleReading, RabbitholeView } from '#modes/rabbit-hole/protocol.ts';
import { createEmbeddedExplorer } from '#modes/rabbit-hole/server/agents/agents.ts';
import { embeddedPointWriter } from '#point-writer/server/point-writer.ts';
import { beginSession } from '#session/server/live/begin-session.ts';
import type { LiveSession } from '#session/server/live/live-session.ts';
import type { LastAction, RecentActions } from '#undo/protocol.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { exploreState } from '../asking/server/turn-context.ts';
import { exploreContribution } from './explore-contribution.ts';

const TEA = 'Tea was carried along the Horse Road from Yunnan to Tibet.';
const SALT = 'Salt taxes paid for the canals of the north.';
const BUTTER = 'Butter tea keeps herders warm on the high passes.';

onDatabase('rabbit holes in an exploration', (open) => {
  async function start(options: { includeAllBuckets?: boolean } = {}) {
    const script = scriptRabbithole({ detect: (content) => content });
    const world = await openLibraryWorld(
      await open(),
      {},
      {
        more: [exploreContribution()],
        rabbithole: {
          ...script.agents,
          pointWriter: embeddedPointWriter,
          createAgent: (surroundings, passages) => createEmbeddedExplorer(surroundings, passages, { paceMs: 0 }),
        },
      },
    );
    const { person, running } = world;
    const bucketId = newId();
    await world.call('POST', '/api/library/buckets', { id: bucketId, name: 'Trade routes' });
    await world.add(
      { content: TEA, title: 'Notes on tea', kind: 'note', bucketId },
      { content: SALT, title: 'Canals', kind: 'note', bucketId },
      { content: BUTTER, title: 'Herders', kind: 'note' },
    );
    const begun = { person, id: newId(), mode: 'explore', options: { bucketId, ...options } };
    const { session } = await beginSession(running.spine, begun);
    const live = await running.sessions.get({ person, session });
    const ask = async (command: object) => {
      const answer = await live.execute({ id: newId(), session, ...command } as never);
      await until(() => live.state.turn === null && live.isSettled, 'everything is answered');
      return answer.type === 'error' ? answer.reason : answer.type;
    };
    const say = (content: string) => ask({ type: 'user_message', content });
    const turnOff = (topic: string) =>
      ask({ type: 'open_rabbithole', topic, messageId: live.state.messages.at(-1)?.id ?? '' });
    return { ...world, bucketId, session, live, ask, say, turnOff, looked: script.looked };
  }
  const holesOf = (live: LiveSession) => live.state.modes['rabbit-hole'] as RabbitholeView;
  const saidInside = (live: LiveSession) => {
    const [hole] = holesOf(live).holes;
    return live.state.messages.filter(({ thread }) => thread === hole?.id).map(({ content }) => content);
  };

  test('are opened by hand only, and their explorer quotes the library and names the sources', async () => {
    const { live, say, turnOff, looked } = await start();
    for (const words of ['What about salt?', 'And the canals?', 'Something else entirely']) await say(words);
    expect(looked).toEqual([]);
    expect(holesOf(live).prompt).toBeNull();
    expect(await turnOff('the Horse Road')).toBe('accepted');
    expect(saidInside(live).at(-1)).toContain('from Yunnan to Tibet (“Notes on tea”).');
    expect(saidInside(live).at(-1)).toContain('I quote word for word from your library');
    await say('What is butter tea for?');
    expect(saidInside(live).at(-1)).toContain('on the high passes (“Herders”).');
  });

  test('use no source outside the limits of the exploration', async () => {
    const { say, turnOff, live } = await start({ includeAllBuckets: false });
    await say('What about salt?');
    await turnOff('butter tea');
    expect(saidInside(live).join('\n')).not.toContain('high passes');
  });

  test('leave the conversation exactly as it was, with no points recalled', async () => {
    const { live, say, turnOff, ask } = await start();
    await say('What about salt?');
    // The session is named in the background.
    await until(() => exploreState(live.state).isTitled, 'it has a title');
    const before = live.state;
    const trunk = () => live.state.messages.filter(({ thread }) => thread === 'trunk');
    const stood = trunk();
    await turnOff('the Horse Road');
    await say('Tell me more');
    expect(await ask({ type: 'exit_rabbithole' })).toBe('accepted');
    expect(trunk()).toEqual(stood);
    expect(live.state.modes['explore']).toEqual(before.modes['explore']);
    expect(live.state).toMatchObject({ stack: before.stack, turn: null, waiting: [] });
    expect(holesOf(live).holes[0]?.visits).toMatchObject([{ pointsRecalled: 0 }]);
  });

  test('belong to the bucket, or to the session without one, and only their person reads them', async () => {
    const { live, say, turnOff, ask, call, callAs, bucketId, session, world } = await start();
    await say('What about salt?');
    await turnOff('the Horse Road');
    await ask({ type: 'exit_rabbithole' });
    const subject = (id: string) => `/api/subjects/${id}/rabbitholes`;
    expect(await call('GET', subject(bucketId))).toMatchObject({
      subject: { name: 'Trade routes' },
      tangents: [{ topic: 'the Horse Road' }],
    });
    await ask({ type: 'set_sources', bucketId: null });
    await turnOff('salt taxes');
    await ask({ type: 'exit_rabbithole' });
    expect(await call('GET', subject(session))).toMatchObject({
      subject: { name: live.state.title },
      tangents: [{ topic: 'salt taxes' }],
    });
    const other = callAs(await world.addPerson());
    for (const id of [bucketId, session])
      await expect(other('GET', subject(id))).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('are kept as a source that is never the person’s own', async () => {
    const { live, say, turnOff, ask, session, add, list } = await start();
    await say('What about salt?');
    await turnOff('the Horse Road');
    await ask({ type: 'exit_rabbithole' });
    const holeId = holesOf(live).holes[0]?.id ?? '';
    const own = (await list('?whose=own')).total;
    const [kept] = await add({ content: saidInside(live).join('\n'), from: { session, holeId } });
    expect(kept?.source).toMatchObject({ kind: 'article_clip', origin: 'agent' });
    expect((await list('?whose=own')).total).toBe(own);
  });

  test('are cut from messages, readable like any other, and undo restores the messages', async () => {
    const { live, say, ask, add, call, undo, bucketId, world, person, session } = await start();
    await say('What about salt?');
    const trunk = () => live.state.messages.filter(({ thread }) => thread === 'trunk');
    const stood = trunk();
    await say('And who rode the Horse Road?');
    await say('What did the riders drink?');
    const whole = trunk();
    const context = exploreState(live.state).context;
    const [from = '', , to = ''] = whole.slice(stood.length).map(({ id }) => id);
    expect(await ask({ type: 'cut_tangent', from, to, topic: 'the Horse Road' })).toBe('accepted');
    expect(trunk()).toEqual(stood);
    const [hole] = holesOf(live).holes;
    const reading = await call<HoleReading>('GET', `/api/rabbitholes/${hole?.id}`);
    expect(reading).toMatchObject({ topic: 'the Horse Road', origin: 'cut', status: 'returned', visits: 1 });
    expect(reading.messages.map(({ content }) => content)).toEqual(saidInside(live));
    expect(reading.messages).toHaveLength(4);
    expect(await call('GET', `/api/subjects/${bucketId}/rabbitholes`)).toMatchObject({
      tangents: [{ topic: 'the Horse Road' }],
    });
    // Another process reads the same session.
    const elsewhere = await world.start().sessions.get({ person, session });
    expect(elsewhere.state.messages).toEqual(live.state.messages);

    expect(await undo()).toBe('Took “the Horse Road” out as a tangent');
    expect(trunk()).toEqual(whole);
    expect(holesOf(live).holes).toEqual([]);
    expect(exploreState(live.state).context).toEqual(context);
    await expect(call('GET', `/api/rabbitholes/${hole?.id}`)).rejects.toMatchObject({ kind: 'not-found' });
    // After a restore by its button, the undo is no longer offered.
    expect(await ask({ type: 'cut_tangent', from: to, to, topic: 'riders' })).toBe('accepted');
    const [again] = holesOf(live).holes;
    const [kept] = await add({ content: saidInside(live).join('\n'), from: { session, holeId: again?.id ?? '' } });
    expect(kept?.source).toMatchObject({ kind: 'article_clip', origin: 'agent' });
    expect(await ask({ type: 'restore_tangent', rabbitholeEventId: again?.id })).toBe('accepted');
    expect(trunk()).toEqual(whole);
    const { actions } = await call<RecentActions>('GET', '/api/undo/recent');
    expect(actions.map(({ label }) => label).join()).not.toContain('as a tangent');
  });

  test('send their findings to the trunk as a message of the person, on request', async () => {
    const { live, say, turnOff, ask, call } = await start();
    await say('What about salt?');
    await turnOff('the Horse Road');
    const [hole] = holesOf(live).holes;
    const found = await call<FoundSummary>('POST', `/api/rabbitholes/${hole?.id}/summary`);
    expect(found.text).toContain('from Yunnan to Tibet');
    expect(await ask({ type: 'exit_rabbithole', findings: 'Tea went by horse.' })).toBe('accepted');
    const [message, answer] = live.state.messages.filter(({ thread }) => thread === 'trunk').slice(2);
    expect(message).toMatchObject({
      author: 'person',
      content: 'Tea went by horse.',
      parts: [{ type: 'found-in-rabbithole', hole: hole?.id, topic: 'the Horse Road' }],
    });
    expect(answer).toMatchObject({ author: 'assistant', status: 'complete', replyTo: message?.id });
    expect(live.state).toMatchObject({ turn: null, waiting: [] });
    // An edited message comes from the same hole.
    expect(await ask({ type: 'edit_message', messageId: message?.id, content: 'Tea went on foot.' })).toBe('accepted');
    expect(live.state.messages.find(({ content }) => content === 'Tea went on foot.')?.parts).toEqual(message?.parts);
  });

  test('that were opened from an earlier version stay readable on its branch', async () => {
    const { live, say, turnOff, ask } = await start();
    await say('What about salt?');
    const messageId = live.state.messages.find(({ author }) => author === 'person')?.id ?? '';
    await turnOff('the Horse Road');
    expect(await ask({ type: 'edit_message', messageId, content: 'What about tea?' })).toBe('mode-inside');
    await ask({ type: 'exit_rabbithole' });
    const told = saidInside(live);
    expect(await ask({ type: 'edit_message', messageId, content: 'What about tea?' })).toBe('accepted');
    const branch = live.state.messages.find(({ earlier }) => earlier)?.earlier?.thread;
    expect(holesOf(live).holes[0]?.visits).toMatchObject([{ branch }]);
    expect(saidInside(live)).toEqual(told);
    expect(live.state.messages.filter(({ thread }) => thread === 'trunk').map(({ author }) => author)).toEqual([
      'person',
      'assistant',
    ]);
  });

  test('that were cut from an earlier version stay on its branch', async () => {
    const { live, say, ask, call, session } = await start();
    await say('What about salt?');
    await say('And who rode the Horse Road?');
    await say('And the canals?');
    const [first, , tangent, , last] = live.state.messages.map(({ id }) => id);
    expect(await ask({ type: 'cut_tangent', from: tangent, to: tangent, topic: 'riders' })).toBe('accepted');
    const around = { type: 'cut_tangent', id: newId(), session, from: first, to: last, topic: 'trade' };
    expect(await live.execute(around as never)).toMatchObject({
      reason: 'holds-rabbithole',
      message: expect.stringContaining('“riders” was taken out between these messages.') as string,
    });
    expect(await ask({ type: 'edit_message', messageId: first, content: 'What about tea?' })).toBe('accepted');
    const { messages } = live.state;
    const [hole] = holesOf(live).holes;
    expect(await ask({ type: 'restore_tangent', rabbitholeEventId: hole?.id })).toBe('earlier-version');
    const { last: action } = await call<LastAction>('GET', '/api/undo');
    await expect(call('POST', '/api/undo', { id: action?.id })).rejects.toMatchObject({
      detail: { reason: 'changed-since' },
    });
    expect(live.state.messages).toEqual(messages);
    expect(holesOf(live).holes).toEqual([hole]);
  });
});
