import { readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

import type * as NodePty from '@lydell/node-pty';

import type { PtyCommand, PtyExit } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

/** A program in a pseudoterminal. It leads a session of processes of its own, which has its pid as its number. */
export interface OpenedPty {
  readonly pid: number;
  /** Nothing comes after `onExit`. */
  onData(listener: (bytes: Buffer) => void): void;
  onExit(listener: (exit: PtyExit) => void): void;
  write(bytes: Buffer | string): void;
  resize(size: ScreenSize): void;
  /** Output waits in the kernel, and the program with it. */
  pause(): void;
  resume(): void;
}

/** Maximum input that waits for a program that reads nothing, in bytes. More is dropped, as a terminal does. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const FIRST_RETRY_MS = 2;
const MAX_RETRY_MS = 100;

/**
 * Writes to a descriptor that does not block, in order. Node's own stream of a pseudoterminal waits until the program
 * has read everything, and the whole process with it.
 */
class WriteWithoutWaiting {
  readonly #descriptor: number;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isClosed = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(data: Buffer | string): void {
    const bytes = Buffer.from(data);
    if (this.#isClosed || this.#bytes + bytes.length > MAX_WAITING_BYTES) return;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#timer === undefined) this.#writeNow();
  }

  /** Call it before the descriptor is closed: its number may be given to another file. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #writeNow(): void {
    this.#timer = undefined;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const written = this.#writeSome(next);
      if (written === null) {
        this.#timer = setTimeout(() => this.#writeNow(), this.#retryMs).unref();
        this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
        return;
      }
      this.#retryMs = FIRST_RETRY_MS;
      this.#bytes -= written;
      if (written < next.length) this.#waiting[0] = next.subarray(written);
      else this.#waiting.shift();
    }
  }

  /** Null if the terminal takes nothing now. */
  #writeSome(bytes: Buffer): number | null {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
      // The program has ended.
      this.close();
      return bytes.length;
    }
  }
}

/** A stream has no call that ends its decoding. */
interface ReadableOfBytes extends Readable {
  readonly _readableState: { decoder: null; encoding: null };
}

/** Native code, which is found beside its own files. */
const { spawn } = createRequire(import.meta.url)('@lydell/node-pty') as typeof NodePty;

/** A pseudoterminal of the system. The file is run as it is, never through a shell. */
export function openPty({ file, args, cwd, env, size }: PtyCommand): OpenedPty {
  // This encoding alone lets the terminal delete whole characters while a program reads lines (`iutf8`).
  const pty = spawn(file, [...args], { ...size, cwd, env: { ...env }, name: 'xterm-256color', encoding: 'utf8' });
  // The types know neither the descriptor nor its stream.
  const { fd, _socket: stream } = pty as unknown as { readonly fd: number; readonly _socket: ReadableOfBytes };
  // The output comes as bytes all the same: a character that is split over two chunks stays whole, and what is no text too.
  stream._readableState.decoder = stream._readableState.encoding = null;
  const input = new WriteWithoutWaiting(fd);
  // The program may close its terminal and live on. The descriptor is closed then, and its number goes to another file.
  let isClosed = false;
  const close = () => {
    isClosed = true;
    input.close();
  };
  // The library destroys the stream 200 ms after the end, also while it is paused and has more to give.
  const destroy = stream.destroy.bind(stream);
  stream.destroy = (error) => {
    readRest(stream, fd);
    // The descriptor is closed before anybody hears of it.
    close();
    return destroy(error);
  };
  for (const event of ['end', 'error', 'close'] as const) stream.prependListener(event, close);
  pty.onExit(close);
  const whileOpen = (act: () => void) => {
    if (!isClosed) act();
  };
  return {
    pid: pty.pid,
    // The types know strings alone.
    onData: (listener) => void pty.onData(listener as unknown as (data: string) => void),
    onExit: (listener) =>
      void pty.onExit(({ exitCode, signal }) =>
        listener({ exitCode, signal: signal === undefined || signal === 0 ? null : signal }),
      ),
    write: (bytes) => input.write(bytes),
    resize: ({ cols, rows }) => whileOpen(() => pty.resize(cols, rows)),
    pause: () => whileOpen(() => pty.pause()),
    resume: () => whileOpen(() => pty.resume()),
  };
}

const READ_BYTES = 65_536;
/** Background processes of the program may go on writing. */
const MAX_READS = 64;

/** Gives out what a stream holds, and what waits in its terminal. */
function readRest(stream: Readable, descriptor: number): void {
  if (stream.destroyed) return;
  while (stream.read() !== null);
  try {
    for (let read = 0; read < MAX_READS; read += 1) {
      const bytes = Buffer.alloc(READ_BYTES);
      const length = readSync(descriptor, bytes);
      if (length === 0) return;
      stream.emit('data', bytes.subarray(0, length));
    }
  } catch {
    // There is no more.
  }
}
