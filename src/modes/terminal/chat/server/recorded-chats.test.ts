import { describe, expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { aboutOf, chatLines, isShown } from '../../../../../fixtures/claude/chat/read-chat.ts';
import { type RecordedChat, recordedChats } from '../../../../../fixtures/claude/chat/recorded-chat.ts';
import { blocksOfFiles, linesOfBlocks } from '../../../../../fixtures/claude/chat/transcript-lines.ts';
import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import { Emulator } from '../../screen/server/emulator.ts';
import { markedRows } from '../../screen/server/marked-rows.ts';
import { chatMessages } from '../domain/chat-messages.ts';
import { ChatMessageProcessor } from '../domain/chat-processor.ts';
import { likeness, plainOf } from '../domain/likeness.ts';
import { readScreen } from '../domain/screen/read-screen.ts';
import { TranscriptFeed } from '../domain/transcript/transcript-feed.ts';

const RUNS = Number(process.env['WARREN_CHAT_RUNS'] ?? 6);
/** Later than all recorded times, so that every delay has passed. */
const LATER_MS = 60_000;

/** Plays the feeds of a recorded chat into a processor whose changes are folded like a log. */
class Played {
  readonly #recorded: RecordedChat;
  readonly #processor: ChatMessageProcessor;
  readonly #transcript = new TranscriptFeed();
  readonly #emulator: Emulator;
  #bytes = 0;
  #hooks = 0;
  #lines = 0;
  #messages: readonly Message[] = [];
  #seq = 0;
  /** All texts that an open message showed, by its id. */
  readonly shown = new Map<string, string[]>();

  /** `known`: the log of an earlier reader. */
  constructor(recorded: RecordedChat, known: readonly Message[] = []) {
    this.#recorded = recorded;
    this.#messages = known;
    this.#processor = new ChatMessageProcessor({ known });
    this.#emulator = new Emulator(recorded);
  }

  get hasBytes(): boolean {
    return this.#bytes < this.#recorded.bytes.length;
  }

  get hasHooks(): boolean {
    return this.#hooks < this.#recorded.hooks.length;
  }

  get hasLines(): boolean {
    return this.#lines < this.#recorded.transcript.length;
  }

  get messages(): readonly Message[] {
    return this.#messages.filter(isShown);
  }

  paint(bytes: number, at: number): void {
    this.#emulator.write(new Uint8Array(this.#recorded.bytes.subarray(this.#bytes, this.#bytes + bytes)));
    this.#bytes += bytes;
    const { buffer, cols, rows } = this.#emulator.terminal;
    const { baseY, cursorX, cursorY } = buffer.active;
    const row = (index: number) => buffer.active.getLine(index)?.translateToString(true) ?? '';
    const text = {
      rows: Array.from({ length: rows }, (_, index) => row(baseY + index)),
      above: Array.from({ length: Math.min(baseY, 400) }, (_, index) => row(Math.max(0, baseY - 400) + index)),
      cursor: { x: cursorX, y: cursorY },
      title: this.#emulator.core._inputHandler._windowTitle,
      cols,
      marked: markedRows(this.#emulator, Math.max(0, baseY - 400)),
    };
    this.#processor.seeScreen(readScreen(text), at);
    this.tell(at);
  }

  hearHook(): void {
    const heard = this.#recorded.hooks[this.#hooks];
    this.#hooks += 1;
    if (!heard) return;
    this.#processor.hearHook(heard.hook, heard.at);
    this.tell(heard.at);
  }

  readLines(): void {
    const read = this.#recorded.transcript[this.#lines];
    this.#lines += 1;
    if (!read) return;
    if (read.isAgent) this.#transcript.addAgentLines(read.name, read.lines);
    else this.#transcript.addLines(read.name, read.lines);
    this.#processor.readTranscript(this.#transcript.reading());
    this.tell(read.at);
  }

  /** Reads all lines, as a new reader does. */
  readAllLines(): void {
    for (const { isAgent, name, lines } of this.#recorded.transcript)
      if (isAgent) this.#transcript.addAgentLines(name, lines);
      else this.#transcript.addLines(name, lines);
    this.#processor.readTranscript(this.#transcript.reading());
    this.finish();
  }

  tell(at: number): void {
    const { events, texts } = this.#processor.changes(at);
    for (const event of events)
      this.#messages = chatMessages.fold(this.#messages, {
        ...event,
        session: 's',
        seq: (this.#seq += 1),
        at,
      } as SessionEvent);
    for (const { messageId, content } of texts)
      this.shown.set(messageId, [...(this.shown.get(messageId) ?? []), content]);
  }

  finish(): void {
    const { times } = this.#recorded;
    const end = times.at(-1) ?? 0;
    this.tell(end);
    this.tell(end + LATER_MS);
  }
}

/** The transcripts of the chat's sessions, without those of subagents. */
function filesOf({ transcript }: RecordedChat): readonly string[] {
  const files = new Map<string, string[]>();
  for (const { name, isAgent, lines } of transcript)
    if (!isAgent) files.set(name, [...(files.get(name) ?? []), ...lines]);
  return [...files.values()].map((lines) => `${lines.join('\n')}\n`);
}

/** Plays each feed at its recorded times, and the screen ten times a second. */
function playInTime(recorded: RecordedChat): Played {
  const played = new Played(recorded);
  const { cuts, times, hooks, transcript } = recorded;
  const steps = [
    ...cuts.map((cut, index) => ({
      at: times[index] ?? 0,
      run: (at: number) => played.paint(cut - (cuts[index - 1] ?? 0), at),
    })),
    ...hooks.map(({ at }) => ({ at, run: () => played.hearHook() })),
    ...transcript.map(({ at }) => ({ at, run: () => played.readLines() })),
  ];
  for (const { at, run } of steps.toSorted((one, other) => one.at - other.at)) run(at);
  played.finish();
  return played;
}

/** Plays the feeds in random interleaving, each in its own order, with the bytes cut anywhere. */
function playMixed(recorded: RecordedChat, random: () => number): Played {
  const played = new Played(recorded);
  while (played.hasBytes || played.hasHooks || played.hasLines) {
    const choice = random();
    if (choice < 0.4) played.paint(1 + Math.floor(random() * 4_000), 0);
    else if (choice < 0.7) played.hearHook();
    else played.readLines();
  }
  played.finish();
  return played;
}

const CHATS = recordedChats().map((recorded) => ({ recorded, inTime: playInTime(recorded) }));
const chatNamed = (name: string) => CHATS.find(({ recorded }) => recorded.name === name)!;

describe.each(CHATS.map((chat) => [chat.recorded.name, chat] as const))('%s', (_, { recorded, inTime }) => {
  test('every message is verified in the end, and the chat reads as expected', async () => {
    expect(inTime.messages.map(({ parts, content }) => [aboutOf(parts)?.standing, content])).toEqual(
      inTime.messages.map(({ content }) => ['verified', content]),
    );
    await expect(`${chatLines(inTime.messages).join('\n')}\n`).toMatchFileSnapshot(
      `../../../../../fixtures/claude/chat/recorded/${recorded.name}.txt`,
    );
  });

  test('it has the content of the transcript, block by block, also when it is reread from there', () => {
    const written = linesOfBlocks(blocksOfFiles(filesOf(recorded)));
    expect(chatLines(inTime.messages)).toEqual(written);
    const reread = new Played(recorded, inTime.messages);
    reread.readAllLines();
    expect(reread.messages).toEqual(inTime.messages);
    const ofNothing = new Played(recorded);
    ofNothing.readAllLines();
    expect(chatLines(ofNothing.messages)).toEqual(written);
  });

  test('the order in which the feeds arrive does not change the messages', () => {
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const mixed = playMixed(recorded, seededRandom(seed));
      expect({ seed, lines: chatLines(mixed.messages) }).toEqual({ seed, lines: chatLines(inTime.messages) });
      expect(mixed.messages.map(({ id }) => id)).toEqual(inTime.messages.map(({ id }) => id));
    }
  });
});

test('a slow paragraph grows in the chat while it is written', () => {
  const { inTime: played } = chatNamed('interrupted-and-queued');
  const slow = played.messages.find(({ content }) => content.startsWith('slow0'))!;
  const texts = played.shown.get(slow.id) ?? [];
  expect(texts.length).toBeGreaterThanOrEqual(4);
  expect(texts.every((text) => slow.content.startsWith(text.trim()))).toBe(true);
});

test('prose grows behind thinking, before and between calls', () => {
  const { inTime: played } = chatNamed('thinking');
  for (const words of ['It took a while', 'Now it is clear']) {
    const said = played.messages.find(({ content }) => content.startsWith(words))!;
    expect((played.shown.get(said.id) ?? []).length).toBeGreaterThanOrEqual(3);
  }
});

test('text shown before the transcript reported it was right', () => {
  const shares = CHATS.flatMap(({ inTime: { messages, shown } }) =>
    messages.flatMap(({ id, content }) =>
      (shown.get(id) ?? []).map((text) => {
        const plain = plainOf(text);
        return likeness(plain, plainOf(content).slice(0, plain.length));
      }),
    ),
  );
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.98);
});

test('markdown is formatted while it is written, and no mark is wrong', () => {
  const texts = CHATS.flatMap(({ inTime: { messages, shown } }) =>
    messages.flatMap(({ id, content }) =>
      (shown.get(id) ?? []).map((text) => ({ text, content: content.replaceAll(/^#+ (.*)$/gmu, '**$1**') })),
    ),
  );
  const marks = texts.flatMap(({ text, content }) =>
    [...text.matchAll(/(\*\*|[*`])(?![*`\s])[^*`\n]+\1/gu)].map(([mark]) => ({
      mark,
      isRight: content.includes(mark),
    })),
  );
  expect(marks.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(new Set(marks.map(({ mark }) => mark))).toEqual(
    new Set(['**everything**', '`code`', '*rather*', '**A heading**']),
  );
  const all = texts.map(({ text }) => text).join('\n');
  expect(all).toContain('| name | count |\n| --- | --- |\n| apples | 3 |\n| pears | 14 |\n\n');
  expect(all).toContain('```\nconst answer = 42;\nif (answer > 41) {\n');
  expect(all).toContain('\n\n> Something');
});

test('a version that paints its conversation differently reads as its transcript says', () => {
  const { recorded, inTime } = chatNamed('prose-and-tools');
  // The person pauses between turns, and each block begins with another sign.
  const slowly = (at: number) => at * 100;
  const played = playInTime({
    ...recorded,
    bytes: Buffer.from(
      recorded.bytes.toString('latin1').replaceAll('\u00E2\u0097\u008F', '\u00E2\u0097\u0086'),
      'latin1',
    ),
    times: recorded.times.map(slowly),
    hooks: recorded.hooks.map((hook) => ({ ...hook, at: slowly(hook.at) })),
    transcript: recorded.transcript.map((lines) => ({ ...lines, at: slowly(lines.at) })),
  });
  expect(chatLines(played.messages)).toEqual(chatLines(inTime.messages));
});
