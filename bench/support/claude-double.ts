import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { recordedChats } from '../../fixtures/claude/chat/recorded-chat.ts';
import { claudeTurn, lastLineOf, transcriptOf, type TurnSize } from './claude-transcript.ts';

/** A command to the double of the CLI: a line of JSON that is typed into its terminal. */
export type ClaudeOrder =
  /** Reports many turns at once. */
  | { readonly type: 'tell'; readonly turns: number; readonly size: TurnSize }
  /** Repeats the painted output of a recorded chat, while hooks and transcript report that chat. */
  | { readonly type: 'paint'; readonly chat: string; readonly file: string; readonly everyMs: number }
  /** Writes prose word by word. Each word is the time at which it was painted. */
  | { readonly type: 'write'; readonly words: number; readonly everyMs: number };

const WIDTH = 118;
const HEIGHT = 36;
const argument = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? '';
const session = process.argv.includes('--resume') ? argument('--resume') : argument('--session-id');
const settings = JSON.parse(readFileSync(argument('--settings'), 'utf8')) as {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly url: string }[] }[]>>;
};
const url = settings.hooks['Stop']?.[0]?.hooks[0]?.url ?? '';
const cwd = realpathSync(process.cwd());
const folder = path.join(process.env['CLAUDE_CONFIG_DIR'] ?? '', 'projects', cwd.replaceAll(/[^A-Za-z0-9]/gu, '-'));
const transcript = path.join(folder, `${session}.jsonl`);
let told = 0;
let lastLine: string | null = null;

mkdirSync(folder, { recursive: true });
process.stdin.setRawMode(true);
paint([], false);
for await (const line of createInterface({ input: process.stdin })) {
  // The terminal's answers to the painting precede the command.
  const order = JSON.parse(line.slice(line.indexOf('{'))) as ClaudeOrder;
  const answer = await carryOut(order).catch((error: unknown) => String(error));
  await fetch(`${process.env['CLAUDE_DOUBLE_STAGE']}/${path.basename(url)}`, { method: 'POST', body: String(answer) });
}

/** Carries out a command. Returns the number of turns reported so far. */
async function carryOut(order: ClaudeOrder): Promise<number> {
  if (order.type === 'tell') await tell(order);
  else if (order.type === 'paint') await paintRecorded(order);
  else await write(order);
  return told;
}

async function tell({ turns, size }: Extract<ClaudeOrder, { type: 'tell' }>): Promise<void> {
  for (let index = 0; index < turns; index += 1) {
    const turn = claudeTurn(session, (told += 1), size);
    if (index === turns - 1)
      await hook({ hook_event_name: 'UserPromptSubmit', prompt_id: turn.promptId, prompt: turn.prompt });
    append(transcriptOf(turn, { session, cwd, after: lastLine, at: Date.now() }));
    lastLine = lastLineOf(turn);
    if (index === turns - 1)
      await hook({ hook_event_name: 'Stop', prompt_id: turn.promptId, last_assistant_message: turn.answer });
  }
}

/** Reports the recorded chat repeatedly until the whole file is painted. */
async function paintRecorded({ chat: name, file, everyMs }: Extract<ClaudeOrder, { type: 'paint' }>): Promise<void> {
  const chat = recordedChats().find((each) => each.name === name);
  if (!chat) throw new Error(`There is no chat ${name}.`);
  const painter = spawn('/bin/cat', [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  const painted = once(painter, 'exit');
  do {
    told += 1;
    const renamed = <Value>(value: Value) => withNewIds(value, told);
    const feeds = [
      ...chat.hooks.map(({ at, hook: heard }) => ({ at, tell: () => hook(renamed(heard)) })),
      ...chat.transcript.map(({ at, lines }) => ({ at, tell: async () => append(renamed(lines)) })),
    ].toSorted((one, other) => one.at - other.at);
    const last = feeds.at(-1)?.at ?? 1;
    const began = performance.now();
    for (const { at, tell: tellNow } of feeds) {
      await delay(Math.max(0, (at / last) * everyMs - (performance.now() - began)));
      await tellNow();
    }
  } while (painter.exitCode === null);
  await painted;
}

/** Replaces the ids of a recorded chat with new ones for each round, so that repeated messages are distinct. */
function withNewIds<Value>(value: Value, round: number): Value {
  const json = JSON.stringify(value)
    .replaceAll(/\b(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4})-([\da-f]{12})\b/gu, (id: string) => `${id}-${round}`)
    .replaceAll(/\btoolu_[\da-f]+/gu, (id) => `${id}-${round}`);
  return JSON.parse(json) as Value;
}

async function write({ words, everyMs }: Extract<ClaudeOrder, { type: 'write' }>): Promise<void> {
  const turn = claudeTurn(session, (told += 1), { calls: 0, output: 0, answer: 0 });
  await hook({ hook_event_name: 'UserPromptSubmit', prompt_id: turn.promptId, prompt: turn.prompt });
  let answer = `Answer ${told}.`;
  for (let word = 0; word < words; word += 1) {
    answer += ` ${Date.now()}`;
    paint([`❯ ${turn.prompt}`, '', ...wrapped(answer)], true);
    await delay(everyMs);
  }
  append(transcriptOf({ ...turn, answer }, { session, cwd, after: lastLine, at: Date.now() }));
  lastLine = lastLineOf(turn);
  await hook({ hook_event_name: 'Stop', prompt_id: turn.promptId, last_assistant_message: answer });
  paint([`❯ ${turn.prompt}`, '', ...wrapped(answer)], false);
}

function wrapped(text: string): readonly string[] {
  const rows = ['●'];
  for (const word of text.split(' ')) {
    if ((rows.at(-1) ?? '').length + 1 + word.length > WIDTH) rows.push(' ');
    rows.push(`${rows.pop()} ${word}`);
  }
  return rows;
}

/** Paints one screen like the CLI: in a single write, with the input field below. */
function paint(conversation: readonly string[], isWorking: boolean): void {
  const rule = '─'.repeat(WIDTH);
  const spinner = isWorking ? ['', '✻ Baking… (3s · ↓ 81 tokens)'] : [];
  const rows = [...conversation, ...spinner, '', rule, '❯ ', rule, '  ? for shortcuts'].slice(-HEIGHT);
  const title = isWorking ? '⠂ Claude Code' : '✳ Claude Code';
  process.stdout.write(`\u001B[?2026h\u001B]0;${title}\u0007\u001B[H\u001B[2J${rows.join('\r\n')}\u001B[?2026l`);
}

function append(lines: readonly string[]): void {
  appendFileSync(transcript, lines.map((line) => `${line}\n`).join(''));
}

async function hook(fields: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env['WARREN_HOOK_SECRET'] ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...fields, session_id: session, transcript_path: transcript, cwd }),
  });
  if (!response.ok) throw new Error(`A hook was refused: ${response.status}`);
}
