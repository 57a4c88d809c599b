import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import { newId, until } from '../../../../../fixtures/spine/world.ts';
import type { SourceKind } from '../../../storage/protocol.ts';

onDatabase('a source kept from a session', (open) => {
  async function start() {
    const world = await openLibraryWorld(await open());
    const session = await world.world.begin(world.running, world.person);
    const live = await world.running.sessions.get({ person: world.person, session });
    await world.say(live, 'My own words about caffeine.');
    const messages = () => live.state.messages;
    const by = (author: string) => messages().find((message) => message.author === author)?.id ?? '';
    const enterHole = async () => {
      await live.execute({
        type: 'open_rabbithole',
        id: newId(),
        session,
        topic: 'tea',
        messageId: messages()[0]?.id,
      } as never);
      await until(() => live.state.turn === null && live.state.stack.length === 2, 'the hole has spoken');
      return live.state.stack.at(-1)?.thread ?? '';
    };
    return { ...world, session, live, messages, by, enterHole };
  }

  test('is the person’s own if they said it and never if an agent did, regardless of the request', async () => {
    const { add, session, by, detail, live } = await start();
    const kind: SourceKind = 'note';
    const [own, agents, opening] = await add(
      { content: 'My own words about caffeine.', from: { session, messageId: by('person') } },
      { content: 'What the tutor said.', kind, from: { session, messageId: live.state.messages.at(-1)?.id } },
      { content: 'The beginning.', from: { session, messageId: live.state.messages[0]?.id } },
    );
    expect(own?.source).toMatchObject({ kind: 'note', origin: 'person' });
    expect(agents?.source).toMatchObject({ kind: 'article_clip', origin: 'agent' });
    expect(opening?.source).toMatchObject({ kind: 'article_clip', origin: 'agent' });
    expect((await detail(own?.source.id ?? '')).keptFrom).toEqual({
      session,
      messageId: by('person'),
      title: live.state.title,
    });
    await live.execute({ type: 'end_session', id: newId(), session });
  });

  test('cannot become the person’s own later', async () => {
    const { addOne, session, change, call, detail, list } = await start();
    const id = await addOne({ content: 'All that was said.', from: { session } });
    const refused = { kind: 'refused', detail: { reason: 'not-own' } };
    await expect(change(id, { version: 1, kind: 'note' })).rejects.toMatchObject(refused);
    await expect(call('POST', '/api/library/sources/change', { ids: [id], kind: 'voice_memo' })).rejects.toMatchObject(
      refused,
    );
    expect(await change(id, { version: 1, kind: 'podcast_note' })).toMatchObject({ origin: 'agent' });
    expect(await detail(id)).toMatchObject({ kind: 'podcast_note' });
    expect((await list('?whose=own')).total).toBe(0);
  });

  test('can be a rabbit hole or a message in one', async () => {
    const { add, session, enterHole, messages } = await start();
    const holeId = await enterHole();
    const messageId = messages().find(({ thread }) => thread === holeId)?.id;
    const results = await add(
      { content: 'The whole hole.', from: { session, holeId } },
      { content: 'One message.', from: { session, holeId, messageId } },
    );
    expect(results).toMatchObject([{ source: { origin: 'agent' } }, { source: { origin: 'agent' } }]);
  });

  test('must refer to a conversation that exists and is the person’s', async () => {
    const { add, session, by, messages, as, world, person, running, list } = await start();
    const other = await world.begin(running, person);
    const stranger = as(await world.addPerson());
    const messageId = by('person');
    const refused = { kind: 'not-found' };
    for (const from of [
      { session: 'none' },
      { session, messageId: 'none' },
      { session: other, messageId },
      { session, holeId: 'none' },
      { session, holeId: messageId },
      { session, messageId: messageId.slice(0, -1) + '_' },
    ])
      await expect(add({ content: 'x', from }), JSON.stringify(from)).rejects.toMatchObject(refused);
    await expect(stranger.add({ content: 'x', from: { session, messageId } })).rejects.toMatchObject(refused);
    expect((await list()).total).toBe(0);
    expect(messages().length).toBeGreaterThan(0);
  });
});
