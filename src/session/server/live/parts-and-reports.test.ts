import { afterAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';

import type { EchoPart, EchoReport } from '../../../../fixtures/echo/echo-mode.ts';
import { type EchoWorld, foldEchoSession, openEchoWorld } from '../../../../fixtures/echo/echo-world.ts';
import { closedAtEnd } from '../../../../fixtures/spine/closed-at-end.ts';
import { gate } from '../../../../fixtures/spine/held-back.ts';
import { newId, until } from '../../../../fixtures/spine/world.ts';
import type { SessionEvent } from '../../domain/event.ts';
import { LATEST_MESSAGES } from '../../domain/messages.ts';
import type { MessagePart, SessionState } from '../../protocol.ts';
import type { Subscriber } from '../connection/subscriber.ts';
import { readEvents, readReplacements } from '../log/log.ts';
import { summaryColumns } from '../log/summary.ts';
import type { ModeReports } from '../mode-server.ts';
import type { SessionTables } from '../tables.ts';
import type { LiveSession } from './live-session.ts';

const world = await openEchoWorld();
afterAll(() => world.close());

const part = (id: string, characters: number): EchoPart => ({ id, type: 'length', characters });

/** Collects the chunks of a reply. */
class Reader implements Subscriber {
  text = '';
  parts: MessagePart[] = [];
  event(): void {}
  chunk(frame: string): void {
    const { offset, text, parts = [] } = JSON.parse(frame) as { offset: number; text: string; parts?: MessagePart[] };
    this.text = this.text.slice(0, offset) + text;
    this.parts.push(...parts);
  }
}

async function open(options: Parameters<EchoWorld['start']>[0] = {}) {
  const person = await world.addPerson();
  let reports: ModeReports<EchoReport> | undefined;
  const running = closedAtEnd(world.start({ ...options, onStart: (own) => (reports = own) }));
  const session = await world.begin(running, person);
  const live = await running.sessions.get({ person, session });
  const say = (content: string) => live.execute({ type: 'user_message', id: newId(), session, content });
  const report = (id: string, given: EchoReport) => reports?.report({ person, session }, { id, report: given });
  return { person, session, running, live, say, report };
}
const last = (live: LiveSession) => live.state.messages.findLast(({ author }) => author === 'assistant');
const tally = (live: LiveSession) => live.state.messages.filter(({ id }) => id === 'echo_tally');
const answered = (live: LiveSession, heard: number) =>
  until(() => live.state.turn === null && tally(live)[0]?.content === `${heard} heard`, 'it is answered and reported');

function eventsOf(person: string, session: string) {
  return readEvents(tablesOf<SessionTables>(world.database).read, { person, session }, { after: 0 });
}

test('a session without an opening message begins empty, and a reply keeps its parts', async () => {
  const { live, say, person, session } = await open();
  expect(live.state).toMatchObject({ messages: [], messageCount: 0 });
  await say('hello there');
  await answered(live, 1);
  expect(last(live)).toMatchObject({ content: 'hello there', status: 'complete', parts: [part('length', 11)] });
  const log = await eventsOf(person, session);
  expect(log.reduce<SessionState | null>(foldEchoSession, null)).toEqual(live.state);
});

test('a session with an opening message begins with it', async () => {
  const person = await world.addPerson();
  const running = closedAtEnd(world.start());
  const live = await running.sessions.get({ person, session: await world.begin(running, person, 'Say something.') });
  expect(live.state.messages).toMatchObject([{ author: 'assistant', content: 'Say something.' }]);
});

test('parts stream to subscribers, a late one gets all so far, and a part with a known id replaces it', async () => {
  const more = gate();
  const { live, say } = await open({
    async *reply() {
      yield 'one ';
      yield part('a', 1);
      yield part('b', 2);
      yield part('a', 3);
      await more.passed;
      yield 'two';
    },
  });
  const early = new Reader();
  await live.subscribe(early, undefined);
  await say('hello');
  await until(() => early.parts.length === 3, 'three parts have arrived');
  expect(early.parts).toEqual([part('a', 1), part('b', 2), part('a', 3)]);
  const late = new Reader();
  await live.subscribe(late, undefined);
  expect(late).toMatchObject({ text: 'one ', parts: [part('a', 3), part('b', 2)] });
  more.open();
  await until(() => live.state.turn === null, 'it is answered');
  expect([early.text, late.text]).toEqual(['one two', 'one two']);
  expect(last(live)).toMatchObject({ content: 'one two', parts: [part('a', 3), part('b', 2)] });
});

test('a reply may have parts and no text', async () => {
  const { live, say } = await open({
    async *reply() {
      yield await Promise.resolve(part('a', 1));
    },
  });
  await say('hello');
  await until(() => live.state.turn === null, 'it is answered');
  expect(last(live)).toMatchObject({ content: '', status: 'complete', parts: [part('a', 1)] });
});

test('stop keeps the parts that were shown', async () => {
  const { live, say, session } = await open({
    async *reply(_said, _session, { signal }) {
      yield part('a', 1);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  await say('hello');
  await until(() => live.textFrames().length > 0, 'the part is shown');
  await live.execute({ type: 'stop_reply', id: newId(), session });
  expect(last(live)).toMatchObject({ content: '', status: 'interrupted', parts: [part('a', 1)] });
});

test('a checkpoint keeps parts, and the next process shows them with the interrupted reply', async () => {
  const { live, say, person, session } = await open({
    async *reply(_said, _session, { signal }) {
      yield 'kept '.repeat(500);
      yield { ...part('a', 1), note: 'x'.repeat(2_000) };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  await say('hello');
  const { read } = tablesOf<SessionTables>(world.database);
  const kept = () => read.selectFrom('partial_replies').select('parts').where('session_id', '=', session).execute();
  await until(async () => (await kept())[0]?.parts.includes('"id":"a"') ?? false, 'the part is kept');
  expect(live.state.turn).not.toBeNull();
  // A killed process writes nothing more: this one starts from the checkpoint.
  const next = closedAtEnd(world.start());
  const again = await next.sessions.get({ person, session });
  expect(last(again)).toMatchObject({
    content: 'kept '.repeat(500),
    status: 'interrupted',
    reason: 'restarted',
    parts: [{ id: 'a', type: 'length' }],
  });
});

test('a mode adds a message, replaces it in place by its id, and closes it', async () => {
  const { live, say, report } = await open();
  await report('1', { id: 'echo_tool', content: 'running', isOpen: true });
  await say('hello');
  await answered(live, 1);
  const place = live.state.messages.findIndex(({ id }) => id === 'echo_tool');
  expect(live.state.messages[place]).toMatchObject({ author: 'notice', content: 'running', status: 'streaming' });
  await report('2', { id: 'echo_tool', content: 'done', isReplacement: true, parts: [part('out', 4)] });
  expect(live.state.messages[place]).toMatchObject({ content: 'done', status: 'complete', parts: [part('out', 4)] });
  expect(live.state.messages.filter(({ id }) => id === 'echo_tool')).toHaveLength(1);
});

test('a report is applied once, also after a restart, and gets the same answer', async () => {
  const { live, report, person, session, running } = await open();
  const first = await report('1', { id: 'echo_tool', content: 'one' });
  expect(first).toMatchObject({ type: 'accepted', id: '1', seq: live.state.head });
  expect(await report('1', { id: 'echo_tool', content: 'two' })).toEqual(first);
  await running.sessions.close();
  const next = closedAtEnd(world.start());
  const given = { id: '1', report: { id: 'echo_tool', content: 'three' } };
  expect(await next.sessions.report({ person, session }, 'echo', given)).toEqual(first);
  const events = await eventsOf(person, session);
  expect(events.filter(({ type }) => type === 'chat_message')).toHaveLength(1);
});

test('the same report id in another session is another report', async () => {
  const one = await open();
  const other = await open();
  await one.report('1', { id: 'echo_tool', content: 'one' });
  await other.report('1', { id: 'echo_tool', content: 'other' });
  expect(other.live.state.messages).toMatchObject([{ content: 'other' }]);
});

test('a report can end the session; later reports, and those of modes outside it, are refused', async () => {
  const { live, report, person, session, running } = await open();
  const stranger = await running.sessions.report({ person, session }, 'recall', { id: '1', report: {} });
  expect(stranger).toMatchObject({ type: 'error', reason: 'not-here' });
  await report('1', { ends: true });
  expect(live.state.status).toBe('complete');
  expect(await report('2', { id: 'echo_late', content: 'late' })).toMatchObject({
    type: 'error',
    reason: 'session-over',
  });
  await expect(
    running.sessions.report({ person: 'somebody-else', session }, 'echo', { id: '3', report: {} }),
  ).rejects.toMatchObject({ kind: 'not-found' });
});

test('replacing a message that the state no longer holds changes the log and not the state', async () => {
  const { live, report, person, session } = await open();
  await report('first', { id: 'echo_old', content: 'old' });
  for (let n = 0; n <= 2 * LATEST_MESSAGES; n += 1) await report(`fill-${n}`, { id: `echo_${n}`, content: `${n}` });
  expect(live.state.messages.some(({ id }) => id === 'echo_old')).toBe(false);
  const { head, messages, messageCount } = live.state;
  await report('replace', { id: 'echo_old', content: 'new', isReplacement: true });
  expect(live.state).toMatchObject({ head: head + 1, messageCount });
  expect(live.state.messages).toEqual(messages);
  const log = await eventsOf(person, session);
  expect(log.at(-1)).toMatchObject({ type: 'chat_message', message: { content: 'new' } });
  const { read } = tablesOf<SessionTables>(world.database);
  const page = log.slice(0, 5);
  const replacements = (of: readonly SessionEvent[]) =>
    readReplacements(read, { person, session }, { page: of, ofModes: chatMessages });
  expect(await replacements(page)).toEqual(log.slice(-1));
  expect(await replacements(log.slice(2))).toEqual([]);
});

test('parts count towards the size of the messages in the state', async () => {
  const { live, report } = await open();
  for (let n = 0; n < 30; n += 1) {
    const large = { ...part('out', n), output: 'x'.repeat(100_000) };
    await report(`${n}`, { id: `echo_${n}`, content: '', parts: [large] });
  }
  expect(live.state.messageCount).toBe(30);
  expect(JSON.stringify(live.state.messages).length).toBeLessThan(1_200_000);
});

test('a mode provides the list line of its sessions, and whether one needs the person', async () => {
  const { live, say, session } = await open();
  const { read } = tablesOf<SessionTables>(world.database);
  const row = () =>
    read.selectFrom('sessions').select(['last_line', 'needs_you']).where('id', '=', session).executeTakeFirst();
  expect(await row()).toEqual({ last_line: '', needs_you: 0 });
  await say('hello?');
  await answered(live, 1);
  expect(await row()).toEqual({ last_line: '1 heard', needs_you: 1 });
});

test('a summary line made from a message is its text without Markdown', async () => {
  const { live, say } = await open();
  await say('Best first.\n\n**The coal question**, in `code`');
  await answered(live, 1);
  expect(summaryColumns(live.state, {}).last_line).toBe('Best first. The coal question, in code');
});

test('a mode without a recap resumes without a message', async () => {
  const { live, session } = await open();
  await live.execute({ type: 'leave_session', id: newId(), session });
  await live.execute({ type: 'resume_session', id: newId(), session });
  expect(live.state).toMatchObject({ status: 'open', messages: [] });
});

const HOUR = 60 * 60_000;
test.each([
  ['by default after half an hour', {}, 'paused'],
  ['never where its mode says so', { idle: { pauseAfterMs: null } }, 'open'],
  ['later where its mode says so', { idle: { pauseAfterMs: 2 * HOUR } }, 'open'],
  ['and ended where its mode gives it up', { idle: { isAbandoned: () => Promise.resolve(true) } }, 'complete'],
])('an idle session is paused %s', async (_, options, status) => {
  const clock = { now: 1_000_000 };
  const { live, running } = await open({ ...options, now: () => clock.now });
  clock.now += HOUR;
  await running.idle.sweep();
  expect(live.state.status).toBe(status);
});
