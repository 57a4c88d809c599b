import { appendFileSync, chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { chatLines, readChat } from '../../../../fixtures/claude/chat/read-chat.ts';
import { recordedChats } from '../../../../fixtures/claude/chat/recorded-chat.ts';
import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import type { ChildServer } from '../../../../fixtures/server/child-server.ts';
import { connect } from '../../../../fixtures/server/wire-client.ts';
import { startTerminals } from '../../../../fixtures/terminal/terminals-of.ts';
import { decodeDownFrame } from '../screen/domain/frames.ts';

const NAME = 'prose-and-tools';
const PAINTER = path.resolve(import.meta.dirname, '../../../../fixtures/claude/chat/painted-chat.ts');
const recorded = recordedChats().find(({ name }) => name === NAME)!;
const SIZE = { cols: recorded.cols, rows: recorded.rows };
/** The bytes as a pseudoterminal emits them, with a return before each line feed. */
const PAINTED = recorded.bytes.toString('latin1').replaceAll('\n', '\r\n');

/** A server with a double of Claude Code. */
async function start(script: string) {
  const home = realpathSync(temporaryFolder());
  const claude = path.join(home, 'claude');
  writeFileSync(claude, `#!/bin/sh\n${script}\n`);
  chmodSync(claude, 0o755);
  const environment = { HOME: home, CLAUDE_CONFIG_DIR: undefined, WARREN_CLAUDE: claude };
  return { ...(await startTerminals({ environment })), claudeHome: home };
}

type Started = Awaited<ReturnType<typeof start>>;

const openTerminal = ({ open, claudeHome }: Started, program: object) =>
  open([], { folder: claudeHome, program, size: SIZE });

/** The path at which the double of the CLI would write its transcript. */
async function transcriptOf({ call, claudeHome: home }: Started, session: string): Promise<string> {
  const events = `/api/sessions/${session}/events?before=1000`;
  const told = await call<{ events: readonly { readonly claudeSession?: string }[] }>('GET', events);
  const id = told.events.findLast(({ claudeSession }) => claudeSession !== undefined)?.claudeSession;
  const folder = path.join(home, '.claude', 'projects', home.replaceAll(/[^A-Za-z0-9]/gu, '-'));
  mkdirSync(folder, { recursive: true });
  return path.join(folder, `${id}.jsonl`);
}

/** Collects all bytes of output that a window receives. */
async function watch({ url, token }: ChildServer, session: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/terminal/${session}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => socket.close());
  const pieces: Uint8Array[] = [];
  let handled = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return;
    const frame = decodeDownFrame(data);
    if (frame.type === 'output') pieces.push(frame.bytes);
    socket.send(JSON.stringify({ type: 'confirm', bytes: (handled += data.length) }));
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return { type: (text: string) => socket.send(Buffer.from(text)), bytes: () => Buffer.concat(pieces) };
}

test('a terminal with an open chat shows the same bytes as one without, and nothing is typed into it', async () => {
  const typedInto = (file: string) => path.join(temporaryFolder(), file);
  const [withChat, without] = [typedInto('with'), typedInto('without')];
  const painter = `exec '${process.execPath}' '${PAINTER}' ${NAME}`;
  const started = await start(`${painter} '${withChat}'`);
  const { call, running, window } = started;
  const session = await openTerminal(started, { kind: 'claude' });
  const other = await openTerminal(started, {
    kind: 'command',
    command: [process.execPath, PAINTER, NAME, without],
  });
  const [one, two] = [await watch(running.server, session), await watch(running.server, other)];
  for (const each of [session, other]) await (await window(each)).shows(/Type go/u);
  const before = [one.bytes().length, two.bytes().length] as const;

  const client = await connect(running.server);
  onTestFinished(() => client.close());
  await client.ask({ type: 'subscribe', session });
  const transcript = await transcriptOf(started, session);
  one.type('go');
  two.type('go');
  for (const { lines } of recorded.transcript) {
    appendFileSync(transcript, `${lines.join('\n')}\n`);
    await call('GET', `/api/sessions/${session}/chat/completions?kind=command`);
    await call('GET', `/api/sessions/${session}/events?before=100000`);
  }
  const outputOf = (watched: typeof one, from: number) => watched.bytes().subarray(from).toString('latin1');
  await expect.poll(() => outputOf(one, before[0]).length).toBe(PAINTED.length);
  await expect.poll(() => outputOf(two, before[1]).length).toBe(PAINTED.length);
  expect(outputOf(one, before[0]) === PAINTED).toBe(true);
  expect(outputOf(two, before[1]) === PAINTED).toBe(true);
  await expect
    .poll(async () => chatLines(await readChat(running.server, session)).at(-1))
    .toMatch(/That is all\.\s*$/u);
  // The replies to the program's terminal queries, and `go`.
  await expect
    .poll(() => [withChat, without].map((file) => readFileSync(file, 'utf8')))
    .toSatisfy(([one, two]: readonly string[]) => one === two);
});

test("a chat outlives its transcript: the log's content stays, and the rest of a long output is reported missing", async () => {
  const started = await start('exec cat');
  const { claudeHome: home, call, running, killBoth, startAgain } = started;
  const session = await openTerminal(started, { kind: 'claude' });
  const output = 'a line of a long output\n'.repeat(8_000);
  let count = 0;
  const line = (fields: object) =>
    JSON.stringify({
      uuid: `line-${(count += 1)}`,
      sessionId: 's',
      version: '2.1.197',
      timestamp: '2026-11-24T00:00:00Z',
      ...fields,
    });
  const message = (id: string, content: object) => ({ id, stop_reason: 'tool_use', content: [content] });
  writeFileSync(
    await transcriptOf(started, session),
    `${[
      line({ type: 'user', promptId: 'one', message: { role: 'user', content: 'print it' } }),
      line({ type: 'assistant', message: message('m1', { type: 'text', text: 'I print it.' }) }),
      line({ type: 'assistant', message: message('m1', { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }) }),
      line({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: output }] },
      }),
      line({
        type: 'assistant',
        message: { id: 'm2', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Printed.' }] },
      }),
    ].join('\n')}\n`,
  );
  const chat = async () => chatLines(await readChat(running.server, session));
  await expect.poll(async () => (await chat()).at(-1)).toBe('assistant: Printed.');
  const kept = await chat();
  const head = kept.find((each) => each.startsWith('  Bash -> '))!.replace('  Bash -> ', '');
  expect(head).toBe(output.slice(0, 65_536));
  const rest = () => fetchText(running.server, `/api/sessions/${session}/chat/tools/toolu_1/output`);
  expect(await rest()).toEqual({ status: 200, text: output });

  rmSync(path.join(home, '.claude'), { recursive: true });
  expect(await rest()).toEqual({ status: 200, text: output });
  await call('POST', `/api/terminals/${session}/stop`, {});
  await killBoth();
  await startAgain();
  expect(await chat()).toEqual(kept);
  const gone = await rest();
  expect(gone.status).not.toBe(200);
  expect(gone.text).toContain('Claude Code does not keep this output any more.');
});

async function fetchText({ url, token }: ChildServer, route: string) {
  const response = await fetch(url + route, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
}
