import { expect, test } from 'vitest';

import { echoMode } from '../../../../fixtures/echo/echo-mode.ts';
import type { Message, SessionState } from '../../protocol.ts';
import { receiveOlder, emptyReplica } from '../../web/client/replica.ts';
import type { Command } from '../command.ts';
import { decide } from '../decide.ts';
import type { SessionEvent } from '../event.ts';
import { createFold } from '../fold.ts';
import { NO_MESSAGES } from '../mode-messages.ts';
import { anyMode } from '../mode.ts';
import { NOTHING_SHOWN, type ShownReply } from '../parts.ts';
import { isBranch, TRUNK } from '../thread.ts';
import { record } from './decision-context.ts';

const strict = anyMode({ fold: (state: object | undefined) => state ?? {} });
const fold = createFold({ echo: echoMode, strict });
const started = { type: 'session_started', mode: 'echo', title: 'Echo', agent: 'Echo' } as const;

/** A session that remembers its log. */
class Played {
  readonly log: SessionEvent[] = [record(started, { session: 's', head: 0 }, 1)];
  state: SessionState = fold(null, this.log[0] as SessionEvent);
  /** The text shown of the reply under way. */
  shown: ShownReply = NOTHING_SHOWN;
  #ids = 0;

  do(command: Command, shown: ShownReply = NOTHING_SHOWN) {
    this.#ids += 1;
    const decision = decide(this.state, command, {
      modes: { echo: anyMode(echoMode), strict },
      fold,
      now: 1_000 + this.#ids,
      newId: `n${this.#ids}`,
      shown,
    });
    if (decision.ok)
      for (const body of decision.events) {
        const event = record(body, this.state, 1_000);
        this.log.push(event);
        this.state = fold(this.state, event);
      }
    return decision.ok ? null : decision.reason;
  }
  say = (id: string) => this.do({ type: 'user_message', id, session: 's', content: `said ${id}` });
  answer() {
    const messageId = this.state.turn?.replyId ?? '';
    return this.do({ type: 'complete_reply', messageId, content: `answer to ${this.state.turn?.messageId}` });
  }
  edit = (messageId: string, id: string, content = `said ${id}`) =>
    this.do({ type: 'edit_message', id, session: 's', messageId, content }, this.shown);
  on = (thread: string) =>
    this.state.messages.filter((message) => message.thread === thread).map(({ content }) => content);
  message = (id: string): Message => {
    const found = this.state.messages.find((message) => message.id === id);
    if (!found) throw new Error(`There is no message ${id}.`);
    return found;
  };
}

function conversation(...ids: readonly string[]): Played {
  const played = new Played();
  for (const id of ids) {
    played.say(id);
    played.answer();
  }
  return played;
}

test('an edited message moves to a branch with all that follows, and the new words are answered', () => {
  const played = conversation('a', 'b', 'c');
  expect(played.edit('b', 'b2')).toBeNull();
  expect(played.on(TRUNK)).toEqual(['said a', 'answer to a', 'said b2', '']);
  const { earlier } = played.message('b2');
  expect(earlier).toMatchObject({ answers: 2, fromSeq: played.message('b').seq });
  expect(played.on(earlier?.thread ?? '')).toEqual(['said b', 'answer to b', 'said c', 'answer to c']);
  expect(played.state.turn).toMatchObject({ messageId: 'b2', thread: TRUNK });
});

test('a message that was edited twice leaves a branch that leads to the branch before', () => {
  const played = conversation('a', 'b');
  played.edit('b', 'b2');
  played.answer();
  played.edit('b2', 'b3');
  const second = played.message('b3').earlier?.thread ?? '';
  expect(played.on(second)).toEqual(['said b2', 'answer to b2']);
  expect(played.on(played.message('b2').earlier?.thread ?? '')).toEqual(['said b', 'answer to b']);
  played.answer();
  played.edit('a', 'a2');
  expect(played.on(played.message('a2').earlier?.thread ?? '')).toEqual([
    'said a',
    'answer to a',
    'said b3',
    'answer to b3',
  ]);
  expect(played.on(TRUNK)).toEqual(['said a2', '']);
});

test('a reply to a message that moves is stopped first and keeps its shown text', () => {
  const played = conversation('a');
  played.say('b');
  played.shown = { content: 'half', parts: [] };
  played.edit('b', 'b2');
  const branch = played.message('b2').earlier?.thread ?? '';
  expect(played.on(branch)).toEqual(['said b', 'half']);
  expect(played.state.messages.find(({ content }) => content === 'half')).toMatchObject({ reason: 'stopped' });
  expect(played.state.turn?.messageId).toBe('b2');
});

test('a reply to an earlier message continues, and messages after the edited one stop waiting', () => {
  const played = new Played();
  for (const id of ['a', 'b', 'c']) played.say(id);
  played.edit('b', 'b2');
  expect(played.state.turn?.messageId).toBe('a');
  expect(played.state.waiting.map(({ messageId }) => messageId)).toEqual(['b2']);
  played.answer();
  expect(played.state.turn?.messageId).toBe('b2');
  expect(played.on(TRUNK)).toEqual(['said a', 'answer to a', 'said b2', '']);
});

test('an edit resumes a paused session', () => {
  const played = conversation('a');
  played.do({ type: 'leave_session', id: 'leave', session: 's' });
  expect(played.edit('a', 'a2')).toBeNull();
  expect(played.state.status).toBe('open');
});

test('an edit that cannot be made is refused and changes nothing', () => {
  const played = conversation('a', 'b');
  const [, reply] = played.state.messages;
  played.edit('b', 'b2');
  played.answer();
  const before = played.state;
  expect(played.edit('nobody', 'x')).toBe('not-editable');
  expect(played.edit(reply?.id ?? '', 'x')).toBe('not-editable');
  expect(played.edit('b', 'x')).toBe('not-editable');
  expect(played.edit('a', 'x', ' \n')).toBe('empty-message');
  expect(played.edit('a', 'x', 'said a')).toBe('unchanged');
  expect(played.edit('a', 'b', 'other')).toBe('id-taken');
  expect(played.state).toBe(before);
  played.do({ type: 'end_session', id: 'end', session: 's' });
  expect(played.edit('a', 'x')).toBe('session-over');
});

test('an edit is refused in a mode that does not allow it, and while a mode inside is open', () => {
  const played = conversation('a');
  const open = played.state;
  const inside = { mode: 'strict', thread: 'hole' };
  played.state = { ...open, stack: [...open.stack, inside] };
  expect(played.edit('a', 'x')).toBe('mode-inside');
  played.state = { ...open, mode: 'strict', stack: [{ mode: 'strict', thread: TRUNK }] };
  expect(played.edit('a', 'x')).toBe('not-editable');
});

test('pages of older events, read one by one, show the same conversation and branches', () => {
  const played = conversation('a', 'b', 'c');
  played.edit('b', 'b2');
  played.answer();
  played.edit('b2', 'b3');
  played.answer();
  const threads = (messages: readonly Message[]) => messages.map(({ id, thread }) => [id, thread]);
  for (let size = 1; size <= played.log.length; size += 1) {
    let replica = emptyReplica;
    for (let end = played.log.length; end > 0; end -= size) {
      const events = played.log.slice(Math.max(0, end - size), end);
      const replacements = played.log.slice(end).filter(({ type }) => type === 'conversation_branched');
      replica = receiveOlder(replica, { events, replacements, hasMore: end > size }, NO_MESSAGES);
    }
    expect(threads(replica.older)).toEqual(threads(played.state.messages));
  }
});

test('a message on a branch that a mode replaces later stays on the branch', () => {
  const played = conversation('a');
  const note = { id: 'echo_1', thread: TRUNK, author: 'notice', content: 'one', status: 'complete' } as const;
  const add = (content: string) => {
    const event = record({ type: 'chat_message', message: { ...note, content } }, played.state, 1_000);
    played.state = fold(played.state, event);
  };
  add('one');
  played.edit('a', 'a2');
  add('two');
  expect(isBranch(played.message('echo_1').thread)).toBe(true);
  expect(played.message('echo_1').content).toBe('two');
});
