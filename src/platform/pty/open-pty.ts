import { createRequire } from 'node:module';

import type * as NodePty from '@lydell/node-pty';

import type { OpenPty } from '#modes/terminal/running/server/pty.ts';

/** Loaded with the first terminal: it is native code. */
const load = createRequire(import.meta.url);

/** A pseudoterminal of the system. The file is run as it is, never through a shell. */
export const openPty: OpenPty = ({ file, args, cwd, env, size }) => {
  const { spawn } = load('@lydell/node-pty') as typeof NodePty;
  // Without an encoding the output comes as bytes, so that a character that is split over two chunks stays whole.
  const pty = spawn(file, [...args], { ...size, cwd, env: { ...env }, name: 'xterm-256color', encoding: null });
  return {
    pid: pty.pid,
    // The types know strings alone.
    onData: (listener) => void pty.onData(listener as unknown as (data: string) => void),
    onExit: (listener) =>
      void pty.onExit(({ exitCode, signal }) =>
        listener({ exitCode, signal: signal === undefined || signal === 0 ? null : signal }),
      ),
    write: (bytes) => pty.write(bytes as string),
    resize: ({ cols, rows }) => pty.resize(cols, rows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  };
};
