import { createRequire } from 'node:module';

import type * as NodePty from '@lydell/node-pty';

import type { OpenPty } from '#modes/terminal/running/server/pty.ts';

import { WriteWithoutWaiting } from './write-without-waiting.ts';

/** Loaded with the first terminal: it is native code. */
const load = createRequire(import.meta.url);

/** A pseudoterminal of the system. The file is run as it is, never through a shell. */
export const openPty: OpenPty = ({ file, args, cwd, env, size }) => {
  const { spawn } = load('@lydell/node-pty') as typeof NodePty;
  // Without an encoding the output comes as bytes, so that a character that is split over two chunks stays whole.
  const pty = spawn(file, [...args], { ...size, cwd, env: { ...env }, name: 'xterm-256color', encoding: null });
  // The types know neither the descriptor nor the end of its stream.
  const { fd, _socket: stream } = pty as unknown as {
    readonly fd: number;
    readonly _socket: { prependListener(event: 'end' | 'error' | 'close', listener: () => void): void };
  };
  const input = new WriteWithoutWaiting(fd);
  for (const event of ['end', 'error', 'close'] as const) stream.prependListener(event, () => input.close());
  pty.onExit(() => input.close());
  return {
    pid: pty.pid,
    // The types know strings alone.
    onData: (listener) => void pty.onData(listener as unknown as (data: string) => void),
    onExit: (listener) =>
      void pty.onExit(({ exitCode, signal }) =>
        listener({ exitCode, signal: signal === undefined || signal === 0 ? null : signal }),
      ),
    write: (bytes) => input.write(bytes),
    resize: ({ cols, rows }) => pty.resize(cols, rows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  };
};
