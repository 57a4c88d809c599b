import { createRequire } from 'node:module';
import type { ReadStream, WriteStream } from 'node:tty';
import { inflateSync } from 'node:zlib';

import type { ITerminalAddon } from '@xterm/headless';
import { WebSocket } from 'ws';

import type { TerminalDown, TerminalRow, TerminalsAnswer } from '#modes/terminal/protocol.ts';
import { decodeDownFrame, unpackScreen } from '#modes/terminal/screen/domain/frames.ts';
import type { KeyboardStacks } from '#modes/terminal/screen/domain/keyboard-flags.ts';
import { restoreScreen } from '#modes/terminal/screen/domain/restore-screen.ts';
import type { ScreenState } from '#modes/terminal/screen/domain/screen-state.ts';
import { Emulator } from '#modes/terminal/screen/server/emulator.ts';

import { findServer } from '../adding/open-server.ts';
import type { CommandCall } from '../command.ts';

/** Ctrl-\, as a byte and as the kitty keyboard protocol sends it. */
// oxlint-disable-next-line no-control-regex
const LEAVES = /\u001C|\u001B\[92;5u/u;

/**
 * Answers of the person's own terminal to queries of programs: device attributes, mode reports, colours, cursor
 * positions and sizes. The server's screen has answered these queries already. `ESC [ 1 ; 2 R` and the like are F3 with
 * a modifier, not a position.
 */
const ANSWERS =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[(?:[?>][\d;]*\$?[cnuyR]|0n|(?!1;[2-8]R)\d+;\d+R|[4689];\d+;\d+t)|\u001B\](?:4|1[0-2]|52);[^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001BP[^\u001B]*\u001B\\/gu;

/**
 * An incomplete terminal answer. Among keys, only Alt with `[`, `]` or `P` ends like this, and waits for the next
 * input.
 */
// oxlint-disable-next-line no-control-regex
const UNFINISHED = /\u001B(?:\[[?>\d;$]*|\]\d{0,2}(?:;[^\u0007\u001B]*\u001B?)?|P(?:[>01!][^\u001B]*\u001B?)?)$/u;

/** Passes on the person's input and drops answers that their terminal sends automatically. */
export class InputFilter {
  #held = '';

  /** `leaves`: the person pressed the leave key; `text` is the input before it. Each character is a byte. */
  take(bytes: string): { readonly text: string; readonly leaves: boolean } {
    const all = (this.#held + bytes).replaceAll(ANSWERS, '');
    const leaving = LEAVES.exec(all);
    if (leaving) return { text: all.slice(0, leaving.index), leaves: true };
    const end = UNFINISHED.exec(all)?.index ?? all.length;
    this.#held = all.slice(end);
    return { text: all.slice(0, end), leaves: false };
  }
}

// Not an import, because its types would include the DOM's.
const { SerializeAddon } = createRequire(import.meta.url)('@xterm/addon-serialize') as {
  SerializeAddon: new () => ITerminalAddon & { serialize(): string };
};

const MODES_OFF = [1, 1000, 1002, 1003, 1004, 1005, 1006, 1049, 2004, 2026];

/** Restores the person's terminal to the state that a shell expects. */
const LEAVE = `\u001B[<u\u001B[!p${MODES_OFF.map((mode) => `\u001B[?${mode}l`).join('')}\u001B[?25h\u001B[0m\r\n`;

const CLEAR = `${LEAVE.trimEnd()}\u001B[H\u001B[2J\u001B[3J`;

/** The server's close code for a terminal in which nothing runs. */
const NOTHING_RUNS = 1013;

/** Shows a running terminal in this one and passes on input. Without an argument, lists the running terminals. */
export async function run({ positionals: [wanted], environment }: CommandCall): Promise<void> {
  const server = await findServer(environment, new AbortController().signal);
  if (!server) throw new Error('Warren does not run here. Start it with: warren start');
  const { terminals } = await server.client.get<TerminalsAnswer>('/api/terminals');
  const running = terminals.filter(({ status }) => status !== 'ended' && status !== 'lost');
  if (wanted === undefined) {
    process.stdout.write(running.length === 0 ? 'Nothing runs.\n' : listOf(running));
    return;
  }
  const { session } = choose(running, wanted);
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new Error('warren attach needs a terminal of its own.');
  process.stderr.write('Ctrl-\\ leaves the terminal and lets it run.\n');
  process.stderr.write(`${await attachTo({ ...server, session, input: process.stdin, output: process.stdout })}\n`);
}

/** Characters in a folder's name that could control the terminal in which it is listed. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;

function listOf(terminals: readonly TerminalRow[]): string {
  return terminals
    .map(({ session, title, folder, status }) => `${session}  ${title}  ${folder}  ${status}`.replaceAll(HIDDEN, ''))
    .map((line) => `${line}\n`)
    .join('');
}

/** The terminal with this id or the beginning of it, or the only one with this name. */
function choose(terminals: readonly TerminalRow[], wanted: string): TerminalRow {
  const exact = terminals.filter(({ session, title }) => session === wanted || title === wanted);
  const named =
    exact.length > 0 ? exact : terminals.filter(({ session }) => wanted !== '' && session.startsWith(wanted));
  const [found] = named;
  if (found && named.length === 1) return found;
  const problem = found ? `Several terminals are named "${wanted}"; give the id` : `No terminal "${wanted}" runs here`;
  throw new Error(`${problem}.${terminals.length === 0 ? '' : `\n${listOf(terminals).trimEnd()}`}`);
}

interface Attachment {
  readonly url: string;
  readonly token: string;
  readonly session: string;
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** Connects this terminal to one of the server until either ends. Resolves with the reason as a sentence. */
async function attachTo({ url, token, session, input, output }: Attachment): Promise<string> {
  const socket = new WebSocket(`${url.replace(/^http/u, 'ws')}/ws/terminal/${session}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const filter = new InputFilter();
  let handled = 0;
  let drawing: Promise<void> = Promise.resolve();
  const write = (bytes: string | Uint8Array) => new Promise<void>((done) => void output.write(bytes, () => done()));
  const tell = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  async function draw(frame: Uint8Array): Promise<void> {
    const decoded = decodeDownFrame(frame);
    await write(decoded.type === 'output' ? decoded.bytes : await sequencesOf(inflateSync(decoded.packed)));
    handled += frame.length;
    tell({ type: 'confirm', bytes: handled });
  }
  const claimSize = () => tell({ type: 'size', cols: output.columns, rows: output.rows, isClaim: true });
  const end = (why: string) => {
    resolve(why);
    socket.close();
  };
  const onInput = (bytes: Buffer) => {
    const { text, leaves } = filter.take(bytes.toString('latin1'));
    if (text !== '' && socket.readyState === WebSocket.OPEN) socket.send(Buffer.from(text, 'latin1'));
    if (leaves) end('Left. It goes on running.');
  };
  socket.on('open', () => {
    input.setRawMode(true);
    input.on('data', onInput);
    output.on('resize', claimSize);
    claimSize();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) drawing = drawing.then(() => draw(data));
    else {
      const news = JSON.parse(data.toString()) as TerminalDown;
      if (news.type === 'running' && !news.isRunning) void drawing.then(() => end('It has ended.'));
    }
  });
  socket.on('error', (error) => reject(new Error(`The terminal cannot be reached: ${error.message}`)));
  socket.on('close', (code) =>
    code === NOTHING_RUNS
      ? reject(new Error('Nothing runs in this terminal. Start it again on its page.'))
      : reject(new Error('The connection to Warren was lost. What runs goes on; attach again.')),
  );
  try {
    return await promise;
  } finally {
    input.off('data', onInput);
    output.off('resize', claimSize);
    await drawing.catch(() => undefined);
    if (input.isRaw) {
      input.setRawMode(false);
      await write(LEAVE);
    }
    input.pause();
  }
}

/**
 * Converts a packed screen to sequences that draw it on another terminal: its lines, and the modes that decide how keys
 * and the mouse are sent. A lossless restore would need an emulator of Warren's own.
 */
async function sequencesOf(packed: Uint8Array): Promise<string> {
  const { json, unfinished, cells } = unpackScreen(packed);
  const state = JSON.parse(new TextDecoder().decode(json)) as ScreenState & { readonly keyboard: KeyboardStacks };
  const emulator = new Emulator(state);
  const serialize = new SerializeAddon();
  emulator.terminal.loadAddon(serialize);
  restoreScreen(emulator.core, { state, cells });
  const drawn = serialize.serialize();
  const keyboardFlags = state.keyboard[state.alternate ? 'alternate' : 'normal'].at(-1) ?? 0;
  emulator.terminal.dispose();
  return [
    CLEAR,
    drawn,
    state.isCursorHidden ? '\u001B[?25l' : '',
    state.mouseEncoding === 'SGR' ? '\u001B[?1006h' : '',
    keyboardFlags === 0 ? '' : `\u001B[>${keyboardFlags}u`,
    new TextDecoder().decode(unfinished),
  ].join('');
}
