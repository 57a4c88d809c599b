import { timingSafeEqual, randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { endSession } from '#modes/terminal/running/server/processes.ts';

import { frameHead, FrameReader } from './frames.ts';
import { folderPlace, removeHostAddress, writeHostAddress } from './host-file.ts';
import { type ServerLink, TerminalInHost } from './hosted-terminal.ts';
import { type FromHost, type Hello, HOST_PROTOCOL, type HostOrder, type HostRequest, type ToHost } from './messages.ts';

/**
 * The host: a process that holds the pseudoterminals of one data folder while servers come and go. All its code is
 * loaded at its start, because an upgrade can remove its files.
 */
export interface HostStart {
  readonly home: string;
  /** The folder of its socket, which only this account can open. */
  readonly sockets: string;
  /** The version of the server that started it. */
  readonly version: string;
  /** Time without a server after which it ends its programs and itself. */
  readonly waitMs: number;
}

const HELLO_WITHIN_MS = 5_000;
/** Time that a host without terminals waits for the next one, and a new host for its server. */
const LINGER_MS = 10_000;
/** Interval of checks whether the data folder was removed. */
const LOOK_EVERY_MS = 2_000;
/** Maximum wait after the processes have ended. */
const MAX_END_MS = 1_000;
/** Maximum of a timer: longer ones fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const LOG_NAME = 'pty-host.log';

const { home, sockets, version, waitMs: firstWaitMs } = JSON.parse(process.argv[2] ?? '') as HostStart;
const secret = randomBytes(32).toString('base64url');
const folder = await folderPlace(home);
const socketFile = path.join(sockets, `host-${process.pid}`);
const terminals = new Map<string, TerminalInHost>();
let waitMs = firstWaitMs;
/** The current server: the newest one. */
let server: Connection | null = null;
let opened = 0;
let timer: NodeJS.Timeout | undefined;
let isEnding = false;

class Connection implements ServerLink {
  readonly #socket: Socket;
  readonly #reader = new FrameReader<ToHost>();
  #role: Hello['role'] | null = null;
  /** When the server of this connection started. */
  #startedAt = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    const late = setTimeout(() => socket.destroy(), HELLO_WITHIN_MS);
    socket.on('data', (chunk) => {
      try {
        for (const { message, bytes } of this.#reader.take(chunk)) {
          if (socket.destroyed) return;
          if (this.#role !== null) this.#hear(message, bytes);
          else if (!this.#greet(message)) socket.destroy();
          else clearTimeout(late);
        }
      } catch (error) {
        note(error);
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(late);
      if (server === this) take(null);
    });
  }

  send(message: FromHost, bytes?: Uint8Array): void {
    if (this.#socket.destroyed) return;
    this.#socket.cork();
    this.#socket.write(frameHead(message, bytes));
    if (bytes && bytes.length > 0) this.#socket.write(bytes);
    this.#socket.uncork();
  }

  /** Ends the connection. Messages that were not read yet are ignored. */
  fence(): void {
    this.send({ type: 'fenced' });
    this.#socket.end();
    this.#socket.destroySoon();
    this.#socket.removeAllListeners('data').resume();
  }

  #greet(message: ToHost): boolean {
    if (message.type !== 'hello' || !isSecret(message.secret) || message.folder !== folder) return false;
    this.#role = message.role;
    if (message.role === 'server') {
      this.#startedAt = message.startedAt ?? 0;
      if (server && this.#startedAt < server.#startedAt) {
        this.fence();
        return true;
      }
      waitMs = message.waitMs ?? waitMs;
      take(this);
    }
    this.send({ type: 'hello', protocol: HOST_PROTOCOL, version, pid: process.pid });
    return true;
  }

  #hear(message: ToHost, bytes: Buffer): void {
    if ('request' in message) {
      const { request } = message;
      this.#answer(message).catch((error: unknown) => {
        this.send({ type: 'failed', request, message: error instanceof Error ? error.message : String(error) });
      });
    } else if (message.type !== 'hello' && this.#role === 'server') {
      try {
        obey(message, bytes);
      } catch (error) {
        // The connection stays open for the server's other terminals.
        note(error);
      }
    }
  }

  async #answer(message: HostRequest & { readonly request: number }): Promise<void> {
    const { request } = message;
    const answered = (answer: unknown, bytes?: Uint8Array) => this.send({ type: 'answered', request, answer }, bytes);
    if (message.type === 'list') return answered([...terminals.values()].map(({ listed }) => listed));
    if (message.type === 'end-all') {
      answered(null);
      return void end();
    }
    if (message.type === 'end') {
      await endProgram(terminals.get(message.id));
      return answered(null);
    }
    if (this.#role !== 'server') throw new Error('an observer may not do this');
    // The server then starts another host.
    if (message.type === 'open' && isEnding) return void this.#socket.destroy();
    const terminal = message.type === 'open' ? open(message) : terminals.get(message.id);
    if (!terminal) throw new Error(`there is no terminal ${'id' in message ? message.id : ''}`);
    if (message.type === 'flush') {
      await terminal.flush();
      return answered(null);
    }
    await terminal.settle();
    if (server === this) terminal.attach(this, answered);
  }
}

function isSecret(given: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function open({ command, recording, meta }: Extract<HostRequest, { type: 'open' }>): TerminalInHost {
  const id = String((opened += 1));
  const terminal = new TerminalInHost({ id, command, recording, meta, startedAt: Date.now() });
  terminals.set(id, terminal);
  lookWhetherDone();
  return terminal;
}

function obey(order: HostOrder, bytes: Buffer): void {
  const terminal = terminals.get(order.id);
  if (!terminal) return;
  if (order.type !== 'release') terminal.carryOut(order, bytes);
  else if (terminal.listed.exit) {
    terminals.delete(order.id);
    lookWhetherDone();
  }
}

/** Sets the current server, or null when its connection has ended. */
function take(next: Connection | null): void {
  if (next) server?.fence();
  server = next;
  for (const terminal of terminals.values()) terminal.detach();
  lookWhetherDone();
}

function lookWhetherDone(): void {
  clearTimeout(timer);
  if (terminals.size > 0) {
    if (server === null) timer = setTimeout(() => void end(), Math.min(waitMs, MAX_TIMER_MS));
  } else if (server === null) void end();
  else timer = setTimeout(() => void end(), LINGER_MS);
}

/**
 * Ends a program. Resolves once the host knows the end, so that the terminal can be released. Does nothing after the
 * program has ended: another process can have its pid by then.
 */
async function endProgram(terminal: TerminalInHost | undefined, how?: { readonly killAfterMs: number }): Promise<void> {
  if (terminal?.listed.exit !== null) return;
  await endSession(terminal.pid, how);
  await Promise.race([terminal.ended, wait(MAX_END_MS)]);
}

/** Ends all programs as a closed window does, and then the host. */
async function end(how?: { readonly killAfterMs: number }): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  listening.close();
  await Promise.all(
    [...terminals.values()].map(async (terminal) => {
      await endProgram(terminal, how);
      await terminal.flush();
    }),
  ).catch(note);
  await removeHostAddress(home, secret).catch(note);
  process.exit();
}

/** Logs an error, so that a fault of one connection does not end all programs. */
function note(error: unknown): void {
  try {
    const text = error instanceof Error ? error.stack : String(error);
    appendFileSync(path.join(home, LOG_NAME), `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  } catch {
    // The disk is full, or the folder is gone.
  }
}

process.title = 'warren-terminals';
process.on('uncaughtException', note);
process.on('unhandledRejection', note);
for (const signal of ['SIGHUP', 'SIGINT', 'SIGPIPE'] as const) process.on(signal, () => undefined);
process.on('SIGTERM', () => void end());

const folderHandle = openSync(home, 'r');
setInterval(() => {
  if (fstatSync(folderHandle).nlink > 0 || isEnding) return;
  closeSync(folderHandle);
  // Output from now on could not be stored.
  void end({ killAfterMs: 500 });
}, LOOK_EVERY_MS);

const listening = createServer((socket) => void new Connection(socket));
timer = setTimeout(() => void end(), LINGER_MS);
try {
  await rm(socketFile, { force: true });
  await new Promise<void>((resolve, reject) => listening.once('error', reject).listen(socketFile, resolve));
  await writeHostAddress(home, { socket: socketFile, secret, folder, pid: process.pid });
} catch (error) {
  note(error);
  process.exit(1);
}
process.send?.('ready', () => process.disconnect());
