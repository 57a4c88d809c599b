import { readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

import type * as NodePty from '@lydell/node-pty';

import type { PtyCommand, PtyExit } from '#modes/terminal/running/server/pty.ts';
import type { ScreenSize } from '#modes/terminal/screen/server/emulator.ts';

/** A program in a pseudoterminal. It leads a session of processes, whose id is its pid. */
export interface OpenedPty {
  readonly pid: number;
  /** No data follows `onExit`. */
  onData(listener: (bytes: Buffer) => void): void;
  onExit(listener: (exit: PtyExit) => void): void;
  write(bytes: Buffer | string): void;
  resize(size: ScreenSize): void;
  /** Output then waits in the kernel, which blocks the program. */
  pause(): void;
  resume(): void;
}

/** Maximum input that waits for a program that reads nothing, in bytes. More is dropped, as a terminal does. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const FIRST_RETRY_MS = 2;
const MAX_RETRY_MS = 100;

/**
 * Writes to a non-blocking descriptor, in order. Node's own stream of a pseudoterminal blocks the whole process until
 * the program has read everything.
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

  /** Call it before the descriptor is closed, because another file can get its number. */
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

  /** Returns null if the terminal accepts nothing at the moment. */
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

/** Private state of a stream, which has no method to disable decoding. */
interface ReadableOfBytes extends Readable {
  readonly _readableState: { decoder: null; encoding: null };
}

/** Loaded with `require`, because native code is found relative to its own files. */
const { spawn } = createRequire(import.meta.url)('@lydell/node-pty') as typeof NodePty;

/** Opens a pseudoterminal of the system. The file is executed directly, never through a shell. */
export function openPty({ file, args, cwd, env, size }: PtyCommand): OpenedPty {
  // With this encoding alone, the terminal deletes whole characters while a program reads lines (`iutf8`).
  const pty = spawn(file, [...args], { ...size, cwd, env: { ...env }, name: 'xterm-256color', encoding: 'utf8' });
  // The types lack the descriptor and its stream.
  const { fd, _socket: stream } = pty as unknown as { readonly fd: number; readonly _socket: ReadableOfBytes };
  // Output still arrives as bytes, so that split characters and invalid text stay intact.
  stream._readableState.decoder = stream._readableState.encoding = null;
  const input = new WriteWithoutWaiting(fd);
  // If the program closes its terminal and lives on, the descriptor is closed and another file can get its number.
  let isClosed = false;
  const close = () => {
    isClosed = true;
    input.close();
  };
  // The library destroys the stream 200 ms after the end, even if it is paused and has more data.
  const destroy = stream.destroy.bind(stream);
  stream.destroy = (error) => {
    readRest(stream, fd);
    // Done before any listener hears that the descriptor is closed.
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
    // The types only allow strings.
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
/** Limited, because background processes of the program can continue to write. */
const MAX_READS = 64;

/** Emits the data that is left in a stream and in its terminal. */
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
    // No more data.
  }
}
