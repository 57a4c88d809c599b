import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { chatMessages } from '../domain/chat-messages.ts';
import { ChatReaders } from './chat-readers.ts';

const FAULTY = path.resolve(import.meta.dirname, '../../../../../fixtures/claude/chat/faulty-chat-worker.ts');
const SESSION = '11111111-1111-4111-8111-111111111111';

let count = 0;
const line = (fields: object) =>
  `${JSON.stringify({ uuid: `line-${(count += 1)}`, sessionId: SESSION, timestamp: '2026-11-24T00:00:00Z', ...fields })}\n`;
const prompt = (id: string, content: string) =>
  line({ type: 'user', promptId: id, message: { role: 'user', content } });
const answer = (text: string) =>
  line({
    type: 'assistant',
    message: { id: `msg-${text}`, stop_reason: 'end_turn', content: [{ type: 'text', text }] },
  });
const submitted = (id: string, words: string): Hook => ({
  hook_event_name: 'UserPromptSubmit',
  session_id: SESSION,
  prompt_id: id,
  prompt: words,
});

function openReaders(options: { readonly worker?: string; readonly maxSilenceMs?: number } = {}) {
  const problems: string[] = [];
  const readers = new ChatReaders({ ...options, onError: (message) => problems.push(message) });
  onTestFinished(() => readers.close());
  return {
    problems,
    /** Opens a chat whose changes are folded like a log. */
    open() {
      const file = path.join(temporaryFolder(), `${SESSION}.jsonl`);
      let messages: readonly Message[] = [];
      let seq = 0;
      const chat = readers.open({
        readKnown: () => Promise.resolve({ messages, hasEarlier: false }),
        onChanges: ({ events }) => {
          for (const event of events)
            messages = chatMessages.fold(messages, { ...event, session: 's', seq: (seq += 1), at: 0 } as SessionEvent);
        },
      });
      chat.follow(file);
      return { chat, file, said: () => messages.flatMap(({ content }) => (content === '' ? [] : [content])) };
    },
  };
}

test('a chat follows its transcript: before the file exists, as it grows, truncated, and rewritten', async () => {
  const { chat, file, said } = openReaders().open();
  chat.hear(submitted('one', 'first'), 1);
  await expect.poll(said).toEqual(['first']);
  writeFileSync(file, prompt('one', 'first') + answer('one').slice(0, 40));
  appendFileSync(file, '');
  await expect.poll(said).toEqual(['first']);
  writeFileSync(file, prompt('one', 'first') + answer('first answer') + prompt('two', 'second'));
  await expect.poll(said).toEqual(['first', 'first answer', 'second']);
  appendFileSync(file, answer('second answer'));
  await expect.poll(said).toEqual(['first', 'first answer', 'second', 'second answer']);
});

test.each(['hang', 'throw'])('a thread that is made to %s is restarted, and every chat is complete', async (fault) => {
  const opened = openReaders({ worker: FAULTY, maxSilenceMs: 3_000 });
  const [faulty, other] = [opened.open(), opened.open()];
  writeFileSync(faulty.file, prompt('one', 'first') + answer('first answer'));
  writeFileSync(other.file, prompt('three', 'elsewhere'));
  await expect.poll(faulty.said).toEqual(['first', 'first answer']);
  faulty.chat.hear(submitted('two', fault), 2);
  await expect.poll(() => opened.problems).toContain('The thread that reads chats begins anew');
  appendFileSync(faulty.file, prompt('two', fault) + answer('after the fault'));
  appendFileSync(other.file, answer('elsewhere too'));
  await expect.poll(faulty.said).toEqual(['first', 'first answer', fault, 'after the fault']);
  await expect.poll(other.said).toEqual(['elsewhere', 'elsewhere too']);
});

test('images and outputs are looked up in the transcript, and unknown ones give null', async () => {
  const { chat, file } = openReaders().open();
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'a whole output' };
  writeFileSync(
    file,
    prompt('one', 'first') +
      line({ type: 'assistant', message: { id: 'msg-1', stop_reason: 'tool_use', content: [call] } }) +
      line({ type: 'user', message: { role: 'user', content: [result] } }),
  );
  await chat.finish();
  expect(await chat.find({ kind: 'output', toolUseId: 'toolu_1' })).toBe('a whole output');
  expect(await chat.find({ kind: 'output', toolUseId: 'toolu_2' })).toBeNull();
  expect(await chat.find({ kind: 'image', key: 'toolu_1', index: 0 })).toBeNull();
});

test('an output that was too long for the transcript is read from the file that has all of it', async () => {
  const { chat, file } = openReaders().open();
  const results = path.join(file.replace(/\.jsonl$/u, ''), 'tool-results');
  mkdirSync(results, { recursive: true });
  writeFileSync(path.join(results, 'whole.txt'), 'all of it');
  symlinkSync('/etc/passwd', path.join(results, 'link.txt'));
  const steps = ['whole', 'link', 'gone'].map((name) => {
    const call = { type: 'tool_use', id: `toolu_${name}`, name: 'Bash', input: { command: 'ls' } };
    const content =
      '<persisted-output>\nOutput too large (86.8KB).\n\nPreview (first 2KB):\nall\n...\n</persisted-output>';
    const toolUseResult = { persistedOutputPath: `/any/where/tool-results/${name}.txt`, persistedOutputSize: 9 };
    const result = { type: 'tool_result', tool_use_id: call.id, content };
    return (
      line({ type: 'assistant', message: { id: `msg-${name}`, stop_reason: 'tool_use', content: [call] } }) +
      line({ type: 'user', message: { role: 'user', content: [result] }, toolUseResult })
    );
  });
  writeFileSync(file, prompt('one', 'first') + steps.join(''));
  await chat.finish();
  expect(await chat.find({ kind: 'output', toolUseId: 'toolu_whole' })).toBe('all of it');
  expect(await chat.find({ kind: 'output', toolUseId: 'toolu_link' })).toBeNull();
  expect(await chat.find({ kind: 'output', toolUseId: 'toolu_gone' })).toBeNull();
});
