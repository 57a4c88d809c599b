import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { HISTORY_ROOM } from '#language-model/domain/history.ts';
import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';

import { type EchoWorld, foldEchoSession, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import type { SessionEvent } from '../../domain/event.ts';
import { toClientState } from '../../domain/fold.ts';
import { LATEST_MESSAGES } from '../../domain/messages.ts';
import { spokenMessages } from '../../domain/spoken.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { Message, SessionState } from '../../protocol.ts';
import { emptyReplica, firstSeq, receiveEvent, receiveOlder, receiveSnapshot } from '../../web/client/replica.ts';
import { readEvents, readEventsBefore, readReplacements } from '../log/log.ts';
import type { SessionTables } from '../tables.ts';

const world = await openEchoWorld();
afterAll(() => world.close());

async function open(options: Parameters<EchoWorld['start']>[0] = {}) {
  const person = await world.addPerson();
  const running = closedAtEnd(world.start(options));
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const settled = () => until(() => live.isSettled, 'all is answered');
  const say = async (id: string) => {
    await live.execute({ type: 'user_message', id, session, content: `said ${id}` });
    await settled();
  };
  const edit = (messageId: string, content: string, id = newId()) =>
    live.execute({ type: 'edit_message', id, session, messageId, content });
  return { person, session, running, live, say, edit, settled };
}

const onTrunk = (messages: readonly Message[]) =>
  spokenMessages(messages.filter(({ thread }) => thread === TRUNK)).map(({ content }) => content);

test('an agent reads the conversation without the earlier version, from the state and from the log', async () => {
  const read: (readonly string[])[] = [];
  const { say, edit, settled, live } = await open({
    async *reply(said, _session, { readThread }) {
      read.push(onTrunk((await readThread(TRUNK, HISTORY_ROOM)).messages));
      yield `heard ${said}`;
    },
  });
  await say('one');
  await say('two');
  await edit('two', 'said other');
  await settled();
  expect(read.at(-1)).toEqual(['said one', 'heard said one', 'said other']);
  // Now the state holds only the latest messages.
  for (let n = 0; n < LATEST_MESSAGES + 10; n += 1) await say(`more-${n}`);
  expect(live.state.messages.length).toBeLessThan(live.state.messageCount);
  expect(read.at(-1)?.slice(0, 4)).toEqual(['said one', 'heard said one', 'said other', 'heard said other']);
});

test('an edit that is sent again has no second effect, also in another process', async () => {
  const { say, edit, settled, running, live, person, session } = await open();
  await say('only');
  const id = newId();
  const first = await edit('only', 'other words', id);
  expect(await edit('only', 'other words', id)).toEqual(first);
  await settled();
  const { state } = live;
  await running.sessions.close();
  const after = closedAtEnd(world.start());
  const again = await after.sessions.get({ person, session });
  expect(again.state).toEqual(state);
  expect(await again.execute({ type: 'edit_message', id, session, messageId: 'only', content: 'x' })).toEqual(first);
});

test('a page that scrolls up, follows live, or reconnects shows the same threads as the log', async () => {
  const { say, edit, settled, live, person, session } = await open();
  const { read } = tablesOf<SessionTables>(world.database);
  const owned = { person, session };
  for (let n = 0; n < 30; n += 1) await say(`a-${n}`);
  const before = live.state;
  await edit('a-5', 'said anew');
  await settled();
  await say('last');
  const log = await readEvents(read, owned, { after: 0 });
  const threadsOf = (messages: readonly Message[]) => messages.map(({ id, thread }) => `${id} ${thread}`);
  const whole = threadsOf(live.state.messages);

  let follows = receiveSnapshot(emptyReplica, toClientState(before));
  for (const event of log.slice(before.head))
    follows = receiveEvent(follows, event, { fold: foldEchoSession, ofModes: chatMessages }).replica;
  expect(threadsOf([...follows.older, ...(follows.state?.messages ?? [])])).toEqual(whole);

  // A state that begins with its latest messages, after older ones that were read before the edit.
  const cut = (state: SessionState): SessionState => ({ ...state, messages: state.messages.slice(-3) });
  const held = { ...receiveSnapshot(emptyReplica, before), older: before.messages };
  const away = receiveSnapshot(held, cut(live.state));
  expect(away.older).toEqual([]);
  expect(away.hasOlder).toBe(true);

  for (const limit of [7, 20, 200]) {
    let scrolls = receiveSnapshot(emptyReplica, cut(live.state));
    for (let times = 0; scrolls.hasOlder && times < 100; times += 1) {
      const events = await readEventsBefore(read, owned, { before: firstSeq(scrolls), limit });
      const replacements: SessionEvent[] = await readReplacements(read, owned, { page: events, ofModes: chatMessages });
      scrolls = receiveOlder(scrolls, { events, replacements, hasMore: (events[0]?.seq ?? 1) > 1 }, chatMessages);
    }
    expect(onTrunk([...scrolls.older, ...(scrolls.state?.messages ?? [])])).toEqual(onTrunk(live.state.messages));
  }
});
