import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const TOP = path.resolve(import.meta.dirname, '../..');

export interface LaunchedServer {
  readonly process: ChildProcess;
  /** For example `http://127.0.0.1:45231`. */
  readonly url: string;
  readonly token: string;
  /** The sign-in link of the ready line. */
  readonly link: string;
  /** The time from the launch to the ready line. */
  readonly readyAfterMs: number;
  /** Whether the launcher had to build something first. */
  readonly hasBuilt: boolean;
  stop(): Promise<void>;
  /** Kills the server at once, like a power failure. Only if the launcher started it directly. */
  kill(): Promise<void>;
}

/** How Warren is started: like a person does, or by the launcher directly, whose process becomes the server's. */
export type Launch = 'npm start' | 'bin/warren start';

export async function launchServer(
  launch: Launch,
  home: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<LaunchedServer> {
  const [command = '', ...parameters] = launch.split(' ');
  const began = performance.now();
  const child = spawn(command, parameters, {
    cwd: TOP,
    env: {
      ...ownEnvironment(),
      WARREN_HOME: home,
      WARREN_PORT: '0',
      WARREN_OFFLINE: '1',
      WARREN_END_TERMINALS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const exited = once(child, 'exit');
  const [link = '', url = '', token = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const found = /(http:\/\/[^/\s]+)\/#token=(\S+)/.exec(output);
      if (found && output.includes('Warren is ready at')) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${launch} ended with ${code}: ${errors.slice(-2_000)}`)));
  });
  return {
    process: child,
    url,
    token: decodeURIComponent(token),
    link,
    readyAfterMs: performance.now() - began,
    hasBuilt: errors.includes('Building the '),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The environment without settings for a Warren of the developer. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isSetting = (name: string) => name.startsWith('WARREN_') && name !== 'WARREN_USER_PATH';
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)));
}
