import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { chatLines, readChat } from '../fixtures/claude/chat/read-chat.ts';
import { CHATS_FOLDER, recordedChats } from '../fixtures/claude/chat/recorded-chat.ts';
import { atLeast, atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { ChatListener } from './support/chat-listener.ts';
import { type ClaudeStage, withClaudeStage } from './support/claude-stage.ts';
import { openTerminal, TerminalViewer } from './support/terminal-viewer.ts';

const MB = 1_000_000;
const CHAT = 'prose-and-tools';
const OUTPUT_BYTES = 20 * MB;
const RUNS = 3;
/** Interval at which the double repeats the recorded chat (13 messages, 40 hooks) during the output, in ms. */
const TOLD_EVERY_MS = 5_000;
const BUDGET_MB_A_SECOND = 10;
const BUDGET_RATIO = 0.8;
const BUDGET_AGREES_MS = 2_000;
const WORDS = 120;
const WORD_EVERY_MS = 50;
const TURNS = 4;
const BUDGET_BUBBLE_MS = 400;

/** The chat of Claude Code while it paints as fast as the terminal accepts, and while it writes slowly. */
export function terminalChat(): Promise<readonly Row[]> {
  return withClaudeStage(async (stage) => [...(await extraction(stage)), ...(await bubbles(stage))]);
}

interface Painted {
  readonly perSecond: number;
  /** The time from the end of the output until the chat equals the transcript. */
  readonly agreesAfterMs: number;
}

async function extraction(stage: ClaudeStage): Promise<readonly Row[]> {
  const file = path.join(stage.home, 'painted');
  const { bytes } = recordedChats().find(({ name }) => name === CHAT) ?? { bytes: Buffer.alloc(0) };
  writeFileSync(file, Buffer.concat(Array.from({ length: Math.ceil(OUTPUT_BYTES / bytes.length) }, () => bytes)));
  const size = readFileSync(file).length;
  const withChat: Painted[] = [];
  const without: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    without.push(await paintedWithout(stage, file, size));
    withChat.push(await paintedWithChat(stage, file, size));
  }
  const perSecond = median(withChat.map((each) => each.perSecond));
  return [
    atLeast(BUDGET_MB_A_SECOND, {
      name: 'chat-extraction',
      what: `MB/s of Claude Code's painting that go through terminal and chat; ${size / MB} MB, median of ${RUNS}`,
      value: perSecond,
      unit: 'MB/s',
    }),
    atLeast(BUDGET_RATIO, {
      name: 'chat-beside-terminal',
      what: `the same to a window, over that of the same output without a chat (${median(without).toFixed(1)} MB/s)`,
      value: perSecond / median(without),
      unit: 'x',
    }),
    atMost(BUDGET_AGREES_MS, {
      name: 'chat-agrees',
      what: 'from the end of that output until the chat equals the transcript, the longest',
      value: Math.max(...withChat.map(({ agreesAfterMs }) => agreesAfterMs)),
      unit: 'ms',
    }),
  ];
}

async function paintedWithout(stage: ClaudeStage, file: string, size: number): Promise<number> {
  const command = ['/bin/sh', '-c', 'stty raw -echo; read go; cat "$0"; sleep 1', file];
  const viewer = await TerminalViewer.open(stage.server, await openTerminal(stage.server, command));
  await delay(300);
  const from = viewer.offset;
  const began = performance.now();
  viewer.type('\n');
  await viewer.until(() => viewer.offset >= from + size);
  const perSecond = size / MB / ((performance.now() - began) / 1_000);
  await viewer.close();
  return perSecond;
}

async function paintedWithChat(stage: ClaudeStage, file: string, size: number): Promise<Painted> {
  const session = await stage.open();
  const viewer = await TerminalViewer.open(stage.server, session);
  await viewer.until(() => viewer.offset > 0);
  const from = viewer.offset;
  const began = performance.now();
  const ordered = stage.order(session, viewer, { type: 'paint', chat: CHAT, file, everyMs: TOLD_EVERY_MS });
  await viewer.until(() => viewer.offset >= from + size);
  const perSecond = size / MB / ((performance.now() - began) / 1_000);
  const told = await ordered;
  const ended = performance.now();
  const once = readFileSync(path.join(CHATS_FOLDER, `${CHAT}.txt`), 'utf8').trim();
  const wanted = Array.from({ length: told }, () => once).join('\n');
  while ((await chatText(stage, session)) !== wanted) {
    if (performance.now() - ended > 30_000) throw new Error(await firstDifference(stage, session, wanted));
    await delay(100);
  }
  const agreesAfterMs = performance.now() - ended;
  await viewer.close();
  return { perSecond, agreesAfterMs };
}

const chatText = async ({ server }: ClaudeStage, session: string) =>
  chatLines(await readChat(server, session))
    .filter((line) => !line.startsWith('(feed-lost)'))
    .join('\n');

async function firstDifference(stage: ClaudeStage, session: string, wanted: string): Promise<string> {
  const [lines, told] = [(await chatText(stage, session)).split('\n'), wanted.split('\n')];
  const at = Array.from({ length: Math.max(lines.length, told.length) }).findIndex(
    (_, line) => lines[line] !== told[line],
  );
  return `The chat differs from the transcript in line ${at} of ${told.length}: ${lines[at]} instead of ${told[at]}.`;
}

/** Measures the delay from painting a word of growing prose to showing it in the chat. */
async function bubbles(stage: ClaudeStage): Promise<readonly Row[]> {
  const session = await stage.open();
  const viewer = await TerminalViewer.open(stage.server, session);
  const delays: number[] = [];
  const seen = new Set<string>();
  const listener = await ChatListener.open(stage.server, session, (text) => {
    for (const [time] of text.matchAll(/\b\d{13}\b/gu)) {
      if (seen.has(time)) continue;
      seen.add(time);
      delays.push(Date.now() - Number(time));
    }
  });
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const told = await stage.order(session, viewer, { type: 'write', words: WORDS, everyMs: WORD_EVERY_MS });
    await listener.until(`Answer ${told}. `);
  }
  await Promise.all([listener.close(), viewer.close()]);
  if (delays.length < (TURNS * WORDS) / 2) throw new Error(`Only ${delays.length} words came live.`);
  const p50 = percentile(delays, 0.5).toFixed(0);
  return [
    atMost(BUDGET_BUBBLE_MS, {
      name: 'chat-bubble',
      what: `from painting a word to its place in the chat of a window, p95 of ${delays.length} of ${TURNS * WORDS} words (p50 ${p50} ms)`,
      value: percentile(delays, 0.95),
      unit: 'ms',
    }),
  ];
}
