import { expect, test } from 'vitest';

import type { EventBody } from '#session/domain/event.ts';
import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { AboutPart } from '../protocol.ts';
import { chatMessages } from './chat-messages.ts';
import { ChatMessageProcessor } from './chat-processor.ts';
import type { Item, ScreenBlock, ScreenReading, TranscriptReading } from './items.ts';

const submit = (id: string, prompt: string): Hook => ({
  hook_event_name: 'UserPromptSubmit',
  session_id: 's',
  prompt_id: id,
  prompt,
});
const stop = (id: string, last_assistant_message: string): Hook => ({
  hook_event_name: 'Stop',
  session_id: 's',
  prompt_id: id,
  last_assistant_message,
});
const called = (id: string, tool: string): Hook => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  prompt_id: id,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: tool,
});
const prompted = (id: string, text: string): Item => ({
  type: 'prompt',
  key: id,
  promptId: id,
  at: 1,
  text,
  said: 'prompt',
});
const said = (key: string, text: string): Item => ({ type: 'text', key, at: 1, text });
const reading = (items: readonly Item[], isTurnOver = true): TranscriptReading => ({
  items,
  isTurnOver,
});
const screen = (...blocks: readonly ScreenBlock[]): ScreenReading => ({
  blocks,
  isCut: false,
  isWorking: true,
  hasField: false,
  hasDialog: false,
});
const shown = (text: string): ScreenBlock => ({ type: 'text', text, isCut: false });
const asked = (text: string): ScreenBlock => ({ type: 'prompt', text });

/** Folds reported changes like a log. */
function logOf() {
  let messages: readonly Message[] = [];
  let seq = 0;
  return {
    messages: () => messages,
    take(events: readonly EventBody[]) {
      for (const event of events)
        messages = chatMessages.fold(messages, { ...event, session: 's', seq: (seq += 1), at: 0 } as SessionEvent);
    },
    said: () =>
      messages.flatMap(({ content, parts = [] }) => {
        const about = parts.find(({ type }) => type === 'about') as AboutPart | undefined;
        return content === '' ? [] : [`${about?.standing}: ${content}`];
      }),
  };
}

const linesOf = (processor: ChatMessageProcessor, now: number) =>
  processor.views(now).map(({ author, content, about }) => `${author} ${about.standing}: ${content}`);

test('a prompt opens a waiting answer, which shows prose while it is painted', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 1);
  expect(processor.views(1).map(({ isOpen }) => isOpen)).toEqual([false, true]);
  processor.seeScreen(screen(asked('hello'), shown('A beginning of')), 2);
  expect(linesOf(processor, 2)).toEqual(['person live: hello', 'assistant live: A beginning of']);
  processor.readTranscript(reading([prompted('one', 'hello'), said('m', 'A **beginning** of it.')]));
  expect(linesOf(processor, 3)).toEqual(['person verified: hello', 'assistant verified: A **beginning** of it.']);
});

test('a screen that still shows the previous turn adds nothing to the new one', () => {
  const processor = new ChatMessageProcessor();
  processor.readTranscript(reading([prompted('one', 'hello'), said('m', 'It was said.')]));
  processor.hearHook(submit('two', 'and now'), 1);
  processor.seeScreen(screen(asked('hello'), shown('It was said.')), 2);
  expect(linesOf(processor, 2).slice(2)).toEqual(['person live: and now', 'assistant live: ']);
});

test('without a transcript the chat continues from hooks and screen', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 1);
  processor.seeScreen(screen(asked('hello'), shown('I look.'), { type: 'tool' }), 2);
  processor.hearHook(called('one', 'toolu_1'), 3);
  processor.hearHook(stop('one', 'There it is.'), 4);
  const views = processor.views(5);
  expect(views.map(({ content, tools }) => [content, tools.length])).toEqual([
    ['hello', 0],
    ['I look.', 1],
    ['There it is.', 0],
  ]);
});

test('Claude Code’s own words at a resume are not an answer, unless a model wrote them', () => {
  const words = 'No response requested.';
  const processor = new ChatMessageProcessor();
  processor.readTranscript(reading([prompted('one', 'hello')]));
  processor.seeScreen(screen(asked('hello'), shown(words)), 1);
  processor.hearHook(stop('one', words), 2);
  processor.end();
  expect(linesOf(processor, 3)).toEqual(['person verified: hello']);
  processor.readTranscript(reading([prompted('one', 'hello'), said('m', words)]));
  expect(linesOf(processor, 4)).toEqual(['person verified: hello', `assistant verified: ${words}`]);
});

test('reported messages are not reported again, also by a chat that is reread from the log', () => {
  const processor = new ChatMessageProcessor();
  const items = [prompted('one', 'hello'), said('m', 'It is said.')];
  processor.readTranscript(reading(items));
  const first = processor.changes(1).events;
  expect(first.map(({ type }) => type)).toEqual(['chat_message', 'chat_message']);
  expect(processor.changes(2).events).toEqual([]);
  const known = first.flatMap((event) =>
    event.type === 'chat_message' ? [{ ...event.message, status: 'complete' as const, seq: 1, at: 1 }] : [],
  );
  const again = new ChatMessageProcessor({ known });
  again.readTranscript(reading(items));
  expect(again.changes(3).events).toEqual([]);
});

test('an unchanged screen adds nothing to the log', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 0);
  processor.changes(0);
  processor.seeScreen(screen(asked('hello'), shown('A beginning')), 100);
  expect(processor.changes(100).events).toHaveLength(1);
  processor.seeScreen(screen(asked('hello'), shown('A beginning of a text')), 200);
  const { events, texts } = processor.changes(200);
  expect(events).toEqual([]);
  expect(texts).toHaveLength(1);
});

test('a call that is open when the program ends counts as interrupted', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 0);
  processor.hearHook(called('one', 'toolu_1'), 1);
  processor.readTranscript(reading([prompted('one', 'hello')], false));
  processor.end();
  const [call] = processor.views(3).flatMap(({ tools }) => tools);
  expect(call).toMatchObject({ id: 'toolu_1', isComplete: true, ending: 'interrupted' });
});

test('a turn whose end a hook of the person prevents continues while the spinner turns', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 0);
  processor.hearHook(stop('one', 'Done.'), 1_000);
  processor.seeScreen(screen(asked('hello'), shown('Done.')), 1_100);
  expect(processor.views(1_100) && processor.isUnderWay).toBe(false);
  processor.seeScreen(screen(asked('hello'), shown('Done.')), 2_000);
  expect(processor.views(2_000) && processor.isUnderWay).toBe(true);
  expect(processor.views(9_000) && processor.isUnderWay).toBe(false);
});

test('a misread screen changes nothing that the transcript says', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'hello'), 0);
  processor.seeScreen(screen(asked('hello'), shown('A misroad answor')), 1);
  expect(linesOf(processor, 1)).toEqual(['person live: hello', 'assistant live: A misroad answor']);
  processor.hearHook(stop('one', 'A misread answer'), 2);
  processor.readTranscript(reading([prompted('one', 'hello'), said('m', 'A misread answer')]));
  expect(linesOf(processor, 3)).toEqual(['person verified: hello', 'assistant verified: A misread answer']);
});

test('a chat that failed repeatedly reports that once, and continues from the transcript', () => {
  const log = logOf();
  const processor = new ChatMessageProcessor();
  processor.readTranscriptAlone(1);
  processor.hearHook(submit('one', 'not from the transcript'), 2);
  processor.readTranscript(reading([prompted('one', 'hello')], false));
  log.take(processor.changes(3).events);
  processor.readTranscript(reading([prompted('one', 'hello'), said('m', 'Done.')]));
  log.take(processor.changes(4).events);
  const notices = log.said().filter((line) => line.includes('goes on from the transcript alone'));
  expect(notices).toHaveLength(1);
  expect(log.said().filter((line) => !notices.includes(line))).toEqual(['verified: hello', 'verified: Done.']);
});

test('a prompt that the conversation continued without keeps its place', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'take it back'), 1);
  processor.hearHook(submit('two', 'go on'), 2);
  processor.hearHook(stop('two', 'Gone on.'), 3);
  processor.readTranscript(reading([prompted('two', 'go on'), said('m', 'Gone on.')]));
  const views = processor.views(4);
  expect(views.map(({ content }) => content)).toEqual(['take it back', 'go on', 'Gone on.']);
  expect(views[0]?.about.queue).toBe('taken-back');
});

test('queued prompts are matched by their words: the transcript gives all of them the id of the last', () => {
  const processor = new ChatMessageProcessor();
  processor.hearHook(submit('one', 'first'), 1);
  processor.hearHook(submit('two', 'second'), 2);
  const first: Item = { type: 'prompt', key: 'line-1', promptId: null, at: 1, text: 'first', said: 'prompt' };
  processor.readTranscript(reading([first, prompted('two', 'second'), said('m', 'Both.')]));
  expect(linesOf(processor, 3)).toEqual([
    'person verified: first',
    'person verified: second',
    'assistant verified: Both.',
  ]);
});
