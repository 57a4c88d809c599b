/**
 * Rewrites the recorded chats of the real CLI, `fixtures/claude/chat/recorded`: the bytes of its terminal, its hooks
 * and its transcripts with their times, played against a double of the provider. Run it when the version of the CLI
 * changes:
 *
 *     npm run warren -- -x node tools/record-claude-chats.ts [SCENE...]
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { ChatAnswers } from '../fixtures/claude/chat/chat-answers.ts';
import { CHAT_SCENES, type ChatScene } from '../fixtures/claude/chat/chat-scenes.ts';
import { CHATS_FOLDER, type RecordedLines } from '../fixtures/claude/chat/recorded-chat.ts';
import { claudeHome } from '../fixtures/claude/claude-home.ts';
import { ClaudeWindow } from '../fixtures/claude/claude-window.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { HEARD_HOOKS } from '../src/modes/terminal/hooks/domain/read-hook.ts';
import { findClaude, installClaude } from './claude.ts';

const SIZE = { cols: 100, rows: 40 };
/** Shown on the screen, so the path must reveal nothing about the machine or a person. */
const HOME = path.join(tmpdir(), 'person');
const LOOK_EVERY_MS = 20;
/** Wait for the last writes after a scene, in ms. */
const SETTLED_MS = 500;
/** Lists of what the CLI offers. They carry no conversation, but other lines refer to them as parents. */
const NOISE =
  /"(?:skill_listing|agent_listing_delta|deferred_tools_delta|mcp_instructions_delta)"|"file-history-snapshot"/u;

const only = process.argv.slice(2);
await installClaude();
const file = findClaude();
if (file === undefined) throw new Error('The CLI was not found.');
mkdirSync(CHATS_FOLDER, { recursive: true });
for (const scene of CHAT_SCENES.filter(({ name }) => only.length === 0 || only.includes(name)))
  await record(file, scene);

async function record(claude: string, scene: ChatScene): Promise<void> {
  const double = await createProviderDouble({ answer: new ChatAnswers().answer });
  const home = claudeHome({
    provider: double.url,
    folder: HOME,
    settings: { permissions: { allow: ['Bash'] }, ...scene.settings },
  });
  const start = Date.now();
  const hooks: { at: number; hook: unknown }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      hooks.push({ at: Date.now() - start, hook: JSON.parse(Buffer.concat(pieces).toString()) });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = path.join(HOME, 'hooks.json');
  const entries = HEARD_HOOKS.map((event) => [event, [{ hooks: [{ type: 'http', url, timeout: 5 }] }]]);
  writeFileSync(settings, JSON.stringify({ hooks: Object.fromEntries(entries) }));
  const window = new ClaudeWindow({ file: claude, args: ['--settings', settings], home, size: SIZE });
  const transcript: RecordedLines[] = [];
  const seen = new Map<string, number>();
  const look = () =>
    readNew(path.join(HOME, '.claude/projects'), {
      seen,
      take: (lines) => transcript.push({ at: Date.now() - start, ...lines }),
    });
  const watch = setInterval(look, LOOK_EVERY_MS);
  try {
    await scene.play(window);
    await wait(SETTLED_MS);
    look();
    const { bytes, cuts, times } = window;
    const notes = { ...SIZE, cuts, times: times.map((at) => at - start), hooks, transcript };
    writeFileSync(path.join(CHATS_FOLDER, `${scene.name}.pty`), bytes);
    writeFileSync(path.join(CHATS_FOLDER, `${scene.name}.json`), `${JSON.stringify(notes, null, 1)}\n`);
    console.log(
      `${scene.name}: ${bytes.length} bytes, ${hooks.length} hooks, ${transcript.length} pieces of transcripts`,
    );
  } finally {
    clearInterval(watch);
    await window.end();
    await double.close();
    server.closeAllConnections();
    server.close();
    rmSync(HOME, { recursive: true, force: true });
  }
}

interface Watched {
  readonly seen: Map<string, number>;
  readonly take: (lines: Omit<RecordedLines, 'at'>) => void;
}

/** The complete lines added to the transcripts since the last call. */
function readNew(folder: string, { seen, take }: Watched): void {
  if (!existsSync(folder)) return;
  for (const each of readdirSync(folder, { recursive: true }) as string[]) {
    if (!each.endsWith('.jsonl')) continue;
    const text = readFileSync(path.join(folder, each), 'utf8');
    const from = seen.get(each) ?? 0;
    const end = text.lastIndexOf('\n') + 1;
    if (end <= from) continue;
    seen.set(each, end);
    const lines = text.slice(from, end).trimEnd().split('\n').map(withoutNoise);
    const name = path.basename(each, '.jsonl');
    const isAgent = each.includes('subagents');
    if (lines.length > 0) take({ name: isAgent ? name.replace(/^agent-/u, '') : name, isAgent, lines });
  }
}

function withoutNoise(line: string): string {
  if (!NOISE.test(line)) return line;
  const { type, uuid, parentUuid, isSidechain } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  return JSON.stringify({ type, uuid, parentUuid, isSidechain });
}
