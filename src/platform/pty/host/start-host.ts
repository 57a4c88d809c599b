import { spawn } from 'node:child_process';

import { programBeside } from '#worker-thread/server/program-beside.ts';

import { type HostAddress, readHostAddress } from './host-file.ts';
import type { HostStart } from './pty-host.ts';

const PROGRAM = programBeside(import.meta, 'pty-host');
const START_WITHIN_MS = 20_000;

/** Starts a host that outlives this process: in its own session, without descriptors or environment of this process. */
export async function startHost(start: HostStart): Promise<HostAddress> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(start)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: '/',
    env: {},
  });
  child.unref();
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new Error(`The process that holds the terminals did not start: ${why}. See pty-host.log in ${start.home}.`),
      );
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('it takes too long');
    }, START_WITHIN_MS);
    child.once('message', () => resolve());
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code, signal) => fail(`it ended with ${code ?? signal}`));
    child.once('disconnect', () => clearTimeout(timer));
  });
  const address = await readHostAddress(start.home);
  if (!address) throw new Error('The process that holds the terminals cannot be found in the data folder.');
  return address;
}
