import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { aboutOf, chatLines, isShown } from '../../../../../fixtures/claude/chat/read-chat.ts';
import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import type { Hook } from '../../hooks/domain/read-hook.ts';
import { chatMessages } from '../domain/chat-messages.ts';
import { ChatMessageProcessor } from '../domain/chat-processor.ts';
import { readScreen } from '../domain/screen/read-screen.ts';
import { TranscriptFeed } from '../domain/transcript/transcript-feed.ts';

const RUNS = Number(process.env['WARREN_CHAT_RUNS'] ?? 6);
const COLS = 60;
const HEIGHT = 30;

const TEXTS: readonly string[] = [
  'Short.',
  'It says:\n\n● a row like a bullet\n❯ a row like a prompt\n  ⎿  a row like an output\n\nThat is all.',
  'שלום עולם, זה טקסט מימין לשמאל שארוך מספיק כדי להישבר בשורה.',
  `${'wide '.repeat(11)}👩‍👩‍👧 ✅ and more of it behind the edge of the window.`,
  '| a | b |\n|---|---|\n| one | two |',
  Array.from({ length: 400 }, (_, index) => `word${index}`).join(' '),
  '表の文字は二つの升を使うので、折り返しの位置が変わります。もう少し続けます。',
  '- one\n- two\n\n1. three\n\n```ts\nconst four = 4;\n```',
];
const PROMPTS = ['go on', 'go on', '❯ 1. Yes', '● Bash(ls)', 'something else'];

/** The events of a session, and the report of each feed. */
interface Story {
  readonly hooks: readonly Hook[];
  readonly transcript: readonly string[];
  /** The rows of the whole conversation after each step. */
  readonly screens: readonly (readonly string[])[];
  /** The expected lines of the chat. */
  readonly told: readonly string[];
}

function makeStory(random: () => number, turns: number): Story {
  const hooks: Hook[] = [];
  const transcript: string[] = [];
  const screens: (readonly string[])[] = [];
  const told: string[] = [];
  let rows: readonly string[] = [];
  let uuid: string | null = null;
  let count = 0;
  const next = (prefix: string) => `${prefix}${(count += 1)}`;
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
  const write = (fields: object) => {
    const parentUuid = uuid;
    uuid = next('line-');
    transcript.push(
      JSON.stringify({
        uuid,
        parentUuid,
        sessionId: 's',
        version: '9.9.9',
        timestamp: '2026-11-24T00:00:00Z',
        ...fields,
      }),
    );
  };
  const paint = (text: string, mark = '● ') => {
    rows = [...rows, ...wrapped(text).map((row, index) => (index === 0 ? mark : '  ') + row), ''];
    screens.push(rows);
  };
  const say = (text: string, stopReason: string | null) => {
    // The screen paints it word by word.
    const before = rows;
    for (const share of [0.3, 0.7]) {
      rows = before;
      paint(text.slice(0, Math.floor(text.length * share)) || text);
    }
    rows = before;
    paint(text);
    write({
      type: 'assistant',
      message: { id: next('msg_'), stop_reason: stopReason, content: [{ type: 'text', text }] },
    });
    told.push(`assistant: ${text.trim()}`);
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const prompt = pick(PROMPTS);
    const base = { session_id: 's', prompt_id: `prompt-${turn}` };
    hooks.push({ hook_event_name: 'UserPromptSubmit', ...base, prompt });
    paint(prompt, '❯ ');
    write({
      type: 'user',
      promptId: base.prompt_id,
      promptSource: 'typed',
      message: { role: 'user', content: prompt },
    });
    told.push(`person: ${prompt}`);
    for (let step = Math.floor(random() * 3); step > 0; step -= 1) {
      if (random() < 0.6) say(pick(TEXTS), 'tool_use');
      const ids = Array.from({ length: 1 + Math.floor(random() * 3) }, () => next('toolu_'));
      for (const id of ids) {
        const call = { tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id };
        hooks.push({ hook_event_name: 'PreToolUse', ...base, ...call });
        paint(`Bash(${id})`);
        rows = [...rows.slice(0, -1), '  ⎿  printed', ''];
        write({
          type: 'assistant',
          message: {
            id: next('msg_'),
            stop_reason: 'tool_use',
            content: [{ type: 'tool_use', id, name: 'Bash', input: call.tool_input }],
          },
        });
        told.push(`  Bash -> out ${id}`);
      }
      // The calls end in another order.
      for (const id of ids.toReversed()) {
        const call = { tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id };
        hooks.push({ hook_event_name: 'PostToolUse', ...base, ...call, tool_response: { stdout: `out ${id}` } });
        write({
          type: 'user',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `out ${id}` }] },
        });
      }
    }
    const last = random() < 0.1 ? '' : pick(TEXTS);
    if (last === '') write({ type: 'assistant', message: { id: next('msg_'), stop_reason: 'end_turn', content: [] } });
    else say(last, 'end_turn');
    hooks.push({ hook_event_name: 'Stop', ...base, last_assistant_message: last });
  }
  return { hooks, transcript, screens, told };
}

/** Rows of a terminal, without Markdown marks. */
function wrapped(text: string): readonly string[] {
  const width = COLS - 2;
  return text.split('\n').flatMap((line) => {
    const rows = [''];
    for (const word of line.split(' ')) {
      const row = rows.at(-1)!;
      if (row === '') rows[rows.length - 1] = word.slice(0, width);
      else if (row.length + 1 + word.length <= width) rows[rows.length - 1] = `${row} ${word}`;
      else rows.push(word.slice(0, width));
    }
    return rows;
  });
}

interface Faults {
  /** The share of hooks that are lost, and of those that arrive twice. */
  readonly lost?: number;
  readonly twice?: number;
  /** The share of steps after which the screen shows nothing new. */
  readonly screenStopsAt?: number;
  /** The transcript is rewritten now and then. */
  readonly isRewritten?: boolean;
  /** The chat is reread from the log now and then. */
  readonly isReadAnew?: boolean;
}

/** Plays a story with its feeds mixed, and folds the reported changes. */
function play(story: Story, random: () => number, faults: Faults) {
  const { lost = 0, twice = 0, screenStopsAt = 1, isRewritten = false, isReadAnew = false } = faults;
  let messages: readonly Message[] = [];
  let seq = 0;
  let now = 0;
  let processor = new ChatMessageProcessor();
  let feed = new TranscriptFeed();
  const verified = new Map<string, string>();
  const left = { hooks: 0, lines: 0, screens: 0 };
  const tell = () => {
    for (const event of processor.changes((now += 100)).events)
      messages = chatMessages.fold(messages, { ...event, session: 's', seq: (seq += 1), at: now } as SessionEvent);
    for (const { id, content, parts } of messages.filter(isShown))
      if (aboutOf(parts)?.standing === 'verified') verified.set(id, verified.get(id) ?? content);
  };
  const order: string[][] = [];
  while (
    left.hooks < story.hooks.length ||
    left.lines < story.transcript.length ||
    left.screens < story.screens.length
  ) {
    const choice = random();
    if (choice < 0.3 && left.hooks < story.hooks.length) {
      const hook = story.hooks[(left.hooks += 1) - 1]!;
      if (random() >= lost) processor.hearHook(hook, now);
      if (random() < twice) processor.hearHook(hook, now);
    } else if (choice < 0.6 && left.lines < story.transcript.length) {
      const isAnew = isRewritten && random() < 0.1;
      if (isAnew) feed.addLines('s', story.transcript.slice(0, left.lines), true);
      const lines = 1 + Math.floor(random() * 3);
      feed.addLines('s', story.transcript.slice(left.lines, left.lines + lines));
      left.lines = Math.min(left.lines + lines, story.transcript.length);
      processor.readTranscript(feed.reading());
    } else if (left.screens < story.screens.length) {
      const rows = story.screens[(left.screens += 1) - 1]!;
      if (left.screens <= story.screens.length * screenStopsAt) processor.seeScreen(screenOf(rows), now);
    }
    if (isReadAnew && random() < 0.05) {
      processor = new ChatMessageProcessor({ known: messages });
      feed = new TranscriptFeed();
      feed.addLines('s', story.transcript.slice(0, left.lines));
      processor.readTranscript(feed.reading());
    }
    tell();
    order.push(messages.filter((each) => verified.has(each.id) && isShown(each)).map(({ id }) => id));
  }
  now += 10_000;
  tell();
  return { messages: messages.filter(isShown), order };
}

function screenOf(rows: readonly string[]) {
  const line = '─'.repeat(COLS);
  const whole = [...rows, '', line, '❯ ', line, '  ? for shortcuts'];
  const window = whole.slice(-HEIGHT);
  const above = whole.slice(0, -HEIGHT).slice(-400);
  const cursor = { x: 2, y: window.length - 3 };
  return readScreen({ rows: window, above, cursor, title: '', cols: COLS });
}

test.each<readonly [string, Faults]>([
  ['mixed', {}],
  ['with hooks lost', { lost: 0.3 }],
  ['without hooks', { lost: 1 }],
  ['with hooks that come twice', { twice: 0.5 }],
  ['with a screen that stops', { screenStopsAt: 0.5 }],
  ['without a screen', { screenStopsAt: 0 }],
  ['with a transcript that is written anew', { isRewritten: true }],
  ['read anew from the log', { isReadAnew: true, lost: 0.1 }],
])('feeds %s lead to the transcript’s content, each message once, in order, under a stable id', (_, faults) => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = seededRandom(seed);
    const story = makeStory(random, 4);
    const { messages, order } = play(story, random, faults);
    expect({ seed, lines: chatLines(messages) }).toEqual({ seed, lines: story.told });
    expect(messages.every(({ parts }) => aboutOf(parts)?.standing === 'verified')).toBe(true);
    const ids = messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Verified messages keep their relative order.
    const places = new Map(ids.map((id, index) => [id, index]));
    for (const at of order) {
      const found = at.flatMap((id) => places.get(id) ?? []);
      expect({ seed, places: found }).toEqual({ seed, places: found.toSorted((one, other) => one - other) });
    }
  }
});
