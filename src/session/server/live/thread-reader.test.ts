import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import { inConversationOrder } from '../../domain/conversation-order.ts';
import { LATEST_MESSAGES } from '../../domain/messages.ts';
import { NO_MESSAGES } from '../../domain/mode-messages.ts';
import { TRUNK } from '../../domain/thread.ts';
import type { ThreadTail } from '../../protocol.ts';
import { readMessages } from '../log/read-messages.ts';
import type { SessionTables } from '../tables.ts';

const world = await openEchoWorld();
afterAll(() => world.close());

test('each reply of a long session reads the end of its thread, across edits and dropped messages', async () => {
  const room = { maxCharacters: 4_000, maxMessageLength: 100 };
  const person = await world.addPerson();
  let tail: ThreadTail = { messages: [], earlier: 0 };
  const running = closedAtEnd(
    world.start({
      async *reply(said, _session, { readThread, signal }) {
        const own = await readThread(TRUNK, room);
        // A reply that an edit has stopped can report late.
        if (!signal.aborted) tail = own;
        yield `heard ${said}`;
      },
    }),
  );
  const { read } = tablesOf<SessionTables>(world.database);
  const session = await world.begin(running, person);
  const owned = { person, session };
  const live = await running.sessions.get(owned);
  const lengths: number[] = [];
  for (let n = 0; n < 1.6 * LATEST_MESSAGES; n += 1) {
    const id = newId();
    await live.execute({ type: 'user_message', id, session, content: `said ${n}` });
    if (n % 7 === 0)
      await live.execute({ type: 'edit_message', id: newId(), session, messageId: id, content: `anew ${n}` });
    await until(() => live.isSettled, 'it is answered');
    const { messages, earlier } = tail;
    lengths.push(messages.length);
    if (earlier === 0 ? n % 40 !== 0 : n % 3 !== 0) continue;
    const whole = inConversationOrder(
      (await readMessages(read, owned, NO_MESSAGES)).filter(({ thread }) => thread === TRUNK),
    );
    // The last message is the reply itself.
    expect(inConversationOrder(messages).slice(0, -1)).toEqual(whole.slice(-messages.length, -1));
    if (earlier === 0) expect(messages).toHaveLength(whole.length);
  }
  // The tail came from the state, then from the state with older messages, and was read again after the state dropped
  // more.
  const drops = lengths.filter((length, index) => length < (lengths[index - 1] ?? 0) - 10);
  expect(drops.length).toBeGreaterThan(0);
  expect(tail.earlier).toBeGreaterThan(0);
});
