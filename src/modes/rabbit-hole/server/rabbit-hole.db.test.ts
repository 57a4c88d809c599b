import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { POINTS } from '../../../../fixtures/spine/world.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];
const LIZARDS = 'do lizards have that too?';
const detect = (content: string) => (/lizard|tea|birds/.test(content) ? content.replace('?', '') : null);

onDatabase('rabbit holes', (open) => {
  async function start(script: Parameters<typeof scriptRabbithole>[0] = {}) {
    const scripted = scriptRabbithole({ detect, ...script });
    const hole = await openRabbitholeWorld(await open(), { rabbithole: scripted.agents });
    return { ...hole, scripted };
  }

  test('detection starts with the third message, and invites once', async () => {
    const { say, holes, rows, scripted, frames } = await start();
    await say(LIZARDS);
    await say('and birds?');
    expect(scripted.looked).toEqual([]);
    await say(LIZARDS);
    expect(holes().prompt).toEqual({ topic: 'do lizards have that too', eventId: expect.any(String) as string });
    expect(await rows()).toMatchObject([
      { topic: 'do lizards have that too', status: 'detected', origin: 'detected', depth: 2, conversation: null },
    ]);
    const detected = frames.filter(({ type }) => type === 'rabbithole_detected');
    expect(detected.map((frame) => Object.keys(frame).toSorted())).toEqual([
      ['at', 'rabbitholeEventId', 'seq', 'session', 'topic', 'type'],
    ]);
  });

  test('after declining, three messages cause no invitation, and the fourth is examined again', async () => {
    const { say, ask, holes, rows, scripted } = await start();
    for (const content of ['one', 'two', LIZARDS]) await say(content);
    expect(await ask({ type: 'decline_rabbithole' })).toBe('accepted');
    expect(await ask({ type: 'decline_rabbithole' })).toBe('no-prompt');
    expect(await rows()).toMatchObject([{ status: 'declined' }]);
    for (const content of ['what of tea', 'what of tea', 'what of tea']) await say(content);
    expect(scripted.looked).toEqual([LIZARDS]);
    await say('what of birds');
    expect(scripted.looked).toEqual([LIZARDS, 'what of birds']);
    expect(holes().prompt?.topic).toBe('what of birds');
  });

  test('ignoring an invitation declines it, and the ignoring message is not one of the three', async () => {
    const { say, holes, rows, scripted } = await start();
    for (const content of ['one', 'two', LIZARDS, 'on with it, and tea?']) await say(content);
    expect(holes().prompt).toBe(null);
    expect(await rows()).toMatchObject([{ status: 'declined' }]);
    for (const content of ['tea 1', 'tea 2', 'tea 3']) await say(content);
    expect(scripted.looked).toEqual([LIZARDS]);
    await say('tea 4');
    expect(scripted.looked).toEqual([LIZARDS, 'tea 4']);
  });

  test('a hole is entered by choice, speaks first, takes messages, and is left to its place of entry', async () => {
    const { say, ask, exit, settled, holes, rows, onThread, frames, scripted, live } = await start();
    for (const content of ['one', 'two', LIZARDS]) await say(content);
    const { eventId, topic } = holes().prompt ?? { eventId: '', topic: '' };
    const trunk = onThread('trunk');
    expect(await ask({ type: 'enter_rabbithole', rabbitholeEventId: eventId, topic })).toBe('accepted');
    await settled();
    expect(holes()).toMatchObject({ prompt: null, openId: eventId });
    expect(onThread(eventId).map(({ author, content }) => [author, content])).toEqual([
      ['assistant', 'There is much to tell. This is message 1.'],
    ]);
    expect(scripted.made).toEqual([{ topic, setName: 'Caffeine', setDescription: '' }]);
    await say('tell me of geckos');
    expect(onThread(eventId)).toHaveLength(3);
    expect(onThread('trunk')).toEqual(trunk);
    expect(scripted.histories.at(-1)?.map(({ author }) => author)).toEqual(['person', 'assistant', 'person']);
    // Nothing is detected while a hole is open.
    await say('and what of tea?');
    expect(scripted.looked).toEqual([LIZARDS]);

    expect(await exit()).toBe('accepted');
    expect(onThread('trunk')).toEqual(trunk);
    expect(holes()).toMatchObject({ openId: null, holes: [{ id: eventId, topic, visits: [{ pointsRecalled: 0 }] }] });
    expect(live().state.stack).toHaveLength(1);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'returned', return_message_index: trunk.length, visits: 1 });
    const conversation = JSON.parse(row?.conversation ?? '') as { role: string; content: string }[];
    expect(conversation.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(conversation[0]?.content).toContain(topic);
    expect(frames.find(({ type }) => type === 'rabbithole_exited')).toEqual({
      type: 'rabbithole_exited',
      session: live().state.session,
      seq: expect.any(Number) as number,
      at: expect.any(Number) as number,
      label: topic,
      pointsRecalledDuring: 0,
      completionPending: false,
    });
    expect(JSON.stringify(frames)).not.toContain(conversation[0]?.content);
  });

  test('an invalid command is refused and changes nothing', async () => {
    const { say, ask, open: openHole, exit, holes, live, rows } = await start();
    for (const content of ['one', 'two', LIZARDS]) await say(content);
    const { eventId, topic } = holes().prompt ?? { eventId: '', topic: '' };
    const before = live().state;
    const message = before.messages[0]?.id ?? '';
    expect(await ask({ type: 'exit_rabbithole' })).toBe('no-rabbithole');
    expect(await ask({ type: 'enter_rabbithole', rabbitholeEventId: 'constructor', topic })).toBe('unknown-rabbithole');
    expect(await ask({ type: 'enter_rabbithole', rabbitholeEventId: eventId, topic: 'tea' })).toBe('topic-differs');
    expect(await ask({ type: 'open_rabbithole', topic: ' \u200B ', messageId: message })).toBe('empty-topic');
    expect(await ask({ type: 'open_rabbithole', topic: 'x'.repeat(201), messageId: message })).toBe('topic-too-long');
    expect(await ask({ type: 'open_rabbithole', topic: 'tea', messageId: 'nobody' })).toBe('unknown-message');
    expect(live().state).toEqual(before);
    expect(await openHole('tea')).toBe('accepted');
    const inside = live().state;
    expect(await ask({ type: 'enter_rabbithole', rabbitholeEventId: eventId, topic })).toBe('rabbithole-open');
    expect(await ask({ type: 'open_rabbithole', topic: 'tea', messageId: message })).toBe('rabbithole-open');
    expect(await ask({ type: 'request_help', kind: 'hint' })).toBe('not-here');
    expect(live().state).toEqual(inside);
    expect(await exit()).toBe('accepted');
    expect(
      (await rows())
        .map(({ origin, status }) => `${origin} ${status}`)
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['detected declined', 'selected returned']);
  });

  test('points are credited silently inside, and the tutor asks again only if its own point was', async () => {
    const { open: openHole, say, exit, recall, holes, onThread, frames } = await start();
    await openHole('tea');
    await say(HALF);
    expect(recall().recalledIds).toHaveLength(1);
    const before = onThread('trunk');
    await exit();
    expect(onThread('trunk')).toEqual(before);
    expect(frames.findLast(({ type }) => type === 'rabbithole_exited')).toMatchObject({
      pointsRecalledDuring: 1,
      completionPending: false,
    });
    // The point that the tutor asks for now.
    await openHole('coffee');
    await say(AWAKE);
    await exit();
    const after = onThread('trunk');
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ author: 'assistant', status: 'complete' });
    expect(after.at(-1)?.content).toContain('?');
    expect(holes().holes.map(({ topic, visits }) => [topic, visits.map((visit) => visit.pointsRecalled)])).toEqual([
      ['tea', [1]],
      ['coffee', [1]],
    ]);
  });

  test('a set completed inside is announced after the exit', async () => {
    const { open: openHole, say, exit, recall, frames } = await start();
    await openHole('tea');
    for (const point of POINTS) await say(point);
    expect(recall()).toMatchObject({ recalledIds: { length: 3 }, overlay: false });
    await exit();
    expect(recall()).toMatchObject({ overlay: true });
    expect(frames.findLast(({ type }) => type === 'rabbithole_exited')).toMatchObject({
      pointsRecalledDuring: 3,
      completionPending: true,
    });
  });

  test('a point told inside earns no passing review that day, unless it was recalled before', async () => {
    async function* tells() {
      yield `As it happens: ${BLOCKS}`;
    }
    const { open: openHole, say, exit, ask, world, recall } = await start({ reply: () => tells() });
    await openHole('tea');
    await say(HALF);
    await say(BLOCKS);
    expect(recall().recalledIds).toHaveLength(2);
    await exit();
    await ask({ type: 'end_session' });
    const reviews = await tablesOf<RecallTables>(world.database)
      .read.selectFrom('review_log')
      .innerJoin('recall_points', 'recall_points.id', 'review_log.point_id')
      .select(['text', 'how', 'rating'])
      .execute();
    expect(reviews).toEqual([{ text: HALF, how: 'unaided', rating: 3 }]);
  });

  test('a finished hole is entered again and continues in the same row', async () => {
    const { open: openHole, say, exit, ask, settled, holes, rows, onThread } = await start();
    await openHole('tea');
    await say('green tea');
    await exit();
    const { id = '', topic = '' } = holes().holes[0] ?? {};
    expect(await ask({ type: 'enter_rabbithole', rabbitholeEventId: id, topic })).toBe('accepted');
    await settled();
    expect(onThread(id)).toHaveLength(3);
    await say('black tea');
    await exit();
    expect(holes().holes).toMatchObject([{ id, visits: [{}, {}] }]);
    const all = await rows();
    expect(all).toHaveLength(1);
    expect(JSON.parse(all[0]?.conversation ?? '')).toHaveLength(6);
    expect(all[0]).toMatchObject({ visits: 2, status: 'returned' });
  });

  test('an open hole survives a restart with all its messages, and ends with its session', async () => {
    const { open: openHole, say, restart, holes, onThread, ask, rows, frames, live, settled } = await start();
    await openHole('tea');
    await say('green tea');
    const { openId } = holes();
    const said = onThread(openId ?? '');
    await restart();
    expect(holes().openId).toBe(openId);
    expect(onThread(openId ?? '')).toEqual(said);
    await say(AWAKE);
    await ask({ type: 'leave_session' });
    expect(holes().openId).toBe(openId);
    await ask({ type: 'resume_session' });
    await settled();
    await ask({ type: 'end_session' });
    expect(live().state).toMatchObject({ status: 'complete', stack: { length: 1 } });
    const types = frames.map(({ type }) => type);
    expect(types.lastIndexOf('rabbithole_exited')).toBeLessThan(types.lastIndexOf('session_complete'));
    expect(await rows()).toMatchObject([{ status: 'returned', points_recalled: 1 }]);
  });
});
