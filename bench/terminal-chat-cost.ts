import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { ChatMessageProcessor } from '#modes/terminal/chat/domain/chat-processor.ts';
import { readScreen } from '#modes/terminal/chat/domain/screen/read-screen.ts';
import { TranscriptFeed } from '#modes/terminal/chat/domain/transcript/transcript-feed.ts';
import type { Hook } from '#modes/terminal/hooks/domain/read-hook.ts';

import { atMost, type Row } from './row.ts';
import { ChatListener } from './support/chat-listener.ts';
import { type ClaudeStage, withClaudeStage } from './support/claude-stage.ts';
import { claudeTurn, lastLineOf, messagesOf, transcriptOf } from './support/claude-transcript.ts';
import { processorMs } from './support/processor-time.ts';
import { residentMb } from './support/resident.ts';
import { TerminalViewer } from './support/terminal-viewer.ts';

const SESSIONS = 20;
const MESSAGES = 200;
const SIZE = { calls: 6, output: 3_600, answer: 800 };
const BUDGET_MB_A_SESSION = 8;
const SETTLE_MS = 8_000;
const IDLE_SECONDS = 20;
const BUDGET_IDLE_PERCENT = 1;
/** The unit of times in `/proc/PID/stat`. */
const TICKS_A_SECOND = 100;
const MANY_MESSAGES = 5_000;
const EVENTS_TURNS = 30;
const BUDGET_EVENT_MS = 10;
const BUDGET_OPEN_MS = 1_000;

/** The cost of chats: many idle ones, and a very long one. */
export async function terminalChatCost(): Promise<readonly Row[]> {
  return [...longChat(), ...(await withClaudeStage(idleChats))];
}

async function idleChats(stage: ClaudeStage): Promise<readonly Row[]> {
  const { pid = 0 } = stage.server.process;
  const turns = MESSAGES / (SIZE.calls + 2);
  // The first one starts the threads.
  const viewers = [await openTold(stage, 1)];
  await delay(SETTLE_MS);
  const before = await residentMb(pid);
  for (let session = 0; session < SESSIONS; session += 1) viewers.push(await openTold(stage, turns));
  await delay(SETTLE_MS);
  const value = ((await residentMb(pid)) - before) / SESSIONS;
  const spent = processorSeconds(pid);
  await delay(IDLE_SECONDS * 1_000);
  const percent = ((processorSeconds(pid) - spent) / IDLE_SECONDS) * 100;
  await Promise.all(viewers.map((viewer) => viewer.close()));
  return [
    atMost(BUDGET_MB_A_SESSION, {
      name: 'chat-memory',
      what: `resident memory for each of ${SESSIONS} further terminals whose chat has ${MESSAGES} messages`,
      value,
      unit: 'MB',
    }),
    atMost(BUDGET_IDLE_PERCENT, {
      name: 'chat-idle',
      what: `processor time of the server with these chats open, where nothing happens for ${IDLE_SECONDS} s`,
      value: percent,
      unit: '% of a core',
    }),
  ];
}

async function openTold(stage: ClaudeStage, turns: number): Promise<TerminalViewer> {
  const session = await stage.open();
  const viewer = await TerminalViewer.open(stage.server, session);
  const listener = await ChatListener.open(stage.server, session);
  const told = await stage.order(session, viewer, { type: 'tell', turns, size: SIZE });
  await listener.until(`Answer ${told}. `);
  await listener.close();
  return viewer;
}

/** User and system time of a process with all its threads. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** The cost of reading a long transcript and of each later event, in processor time of this process. */
function longChat(): readonly Row[] {
  const session = '28d0071e-cace-4745-915e-6712c4979732';
  const lines: string[] = [];
  let after: string | null = null;
  let number = 0;
  const nextTurn = () => {
    const turn = claudeTurn(session, (number += 1), SIZE);
    const told = transcriptOf(turn, { session, cwd: '/', after, at: number * 60_000 });
    after = lastLineOf(turn);
    return { turn, told };
  };
  let messages = 0;
  while (messages < MANY_MESSAGES) {
    const { turn, told } = nextTurn();
    lines.push(...told);
    messages += messagesOf(turn);
  }
  const megabytes = lines.reduce((sum, { length }) => sum + length, 0) / 1_000_000;
  const feed = new TranscriptFeed();
  const processor = new ChatMessageProcessor();
  let at = number * 60_000;
  const opening = processorMs(() => {
    feed.addLines(session, lines);
    processor.readTranscript(feed.reading());
    processor.changes(at);
  });
  const spent = new Map<string, number[]>();
  const take = (kind: string, work: () => void) => {
    at += 120;
    const ms = processorMs(() => {
      work();
      processor.changes(at);
    });
    spent.set(kind, [...(spent.get(kind) ?? []), ms]);
  };
  for (let turn = 0; turn < EVENTS_TURNS; turn += 1) {
    const { turn: said, told } = nextTurn();
    const hook = (fields: object) =>
      take('hook', () => processor.hearHook({ session_id: session, prompt_id: said.promptId, ...fields } as Hook, at));
    hook({ hook_event_name: 'UserPromptSubmit', prompt: said.prompt });
    for (let shown = 5; shown < 40; shown += 5)
      take('screen', () => processor.seeScreen(readScreen(screenOf(said.prompt, said.answer.slice(0, shown))), at));
    for (const { toolUseId } of said.steps)
      hook({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {}, tool_use_id: toolUseId });
    for (const line of told)
      take('line', () => {
        feed.addLines(session, [line]);
        processor.readTranscript(feed.reading());
      });
    hook({ hook_event_name: 'Stop', last_assistant_message: said.answer });
  }
  const means = [...spent].map(([kind, times]) => ({
    kind,
    mean: times.reduce((sum, each) => sum + each, 0) / times.length,
  }));
  const what = `in a chat of ${messages.toLocaleString('en')} messages and ${megabytes.toFixed(0)} MB`;
  return [
    atMost(BUDGET_OPEN_MS, {
      name: 'chat-long-open',
      what: `processor time to read its transcript ${what}`,
      value: opening,
      unit: 'ms',
    }),
    atMost(BUDGET_EVENT_MS, {
      name: 'chat-long-event',
      what: `processor time of what comes ${what}: ${means.map(({ kind, mean }) => `a ${kind} ${mean.toFixed(2)}`).join(', ')}; the largest mean`,
      value: Math.max(...means.map(({ mean }) => mean)),
      unit: 'ms',
    }),
  ];
}

function screenOf(prompt: string, text: string): Parameters<typeof readScreen>[0] {
  const rule = '─'.repeat(100);
  const rows = [`❯ ${prompt}`, '', `● ${text}`, '', '✻ Baking… (3s · ↓ 81 tokens)', '', rule, '❯ ', rule];
  const above = Array.from({ length: 400 }, (_, row) => `  row ${row} of an answer that stands above the window`);
  return { rows, above, cursor: { x: 2, y: 7 }, title: '⠂ Claude Code', cols: 100 };
}
