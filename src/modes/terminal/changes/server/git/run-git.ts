import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';

/** Of one command, unless it says otherwise. */
const MAX_MS = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** What does not end when it is asked to is killed. Shorter than the stop of a server. */
const KILL_AFTER_MS = 2_000;
/** The priority of a process, as `nice` counts. */
const BEHIND = 5;

/**
 * The whole environment of a command: no settings but those it is given, nothing that asks, fetches, pages or edits. A
 * repository that names a program runs none by being looked at.
 */
const NOTHING_RUNS = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/dev/null',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_SSH_COMMAND: 'false',
  GIT_PROXY_COMMAND: 'false',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  // No transport at all: an object that is missing is not fetched.
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
} as const;

/** Settings that win over those of every file. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.alternateRefsCommand=false',
  'core.commitGraph=false',
  'core.multiPackIndex=false',
  'credential.helper=',
  'diff.external=',
  'diff.ignoreSubmodules=dirty',
  'diff.submodule=short',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'log.showSignature=false',
  'safe.directory=*',
];

export interface GitCommand {
  readonly args: readonly string[];
  /** The folder that it works in. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings, each `name=value`, beside those that keep everything from running. */
  readonly settings?: readonly string[];
  readonly input?: string | Uint8Array;
  readonly maxBytes?: number;
  readonly maxMs?: number;
  /** The environment of the person's terminals in place of the one in which nothing runs, and their own settings. */
  readonly asPerson?: Readonly<Record<string, string>>;
}

/** A command of git that did not do what it should. */
export class GitFailure extends Error {
  /** What git said. */
  readonly said: string;

  constructor(command: string, said: string) {
    super(`git ${command}: ${said || 'failed'}`);
    this.name = 'GitFailure';
    this.said = said;
  }
}

/** Runs commands of git, one child process each, with limits of time and output. */
export class Git {
  readonly #file: string;
  readonly #running = new Set<ChildProcess>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async text(command: GitCommand): Promise<string> {
    return (await this.bytes(command)).toString('utf8');
  }

  /** Ends what runs, and runs nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const child of this.#running) end(child);
  }

  /** What it wrote. Throws a GitFailure if it ends in any other way than with 0. */
  bytes({ args, cwd, env, settings = [], input, maxBytes = MAX_BYTES, maxMs = MAX_MS, asPerson }: GitCommand) {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    if (this.#isClosed) return Promise.reject(new GitFailure('', 'Warren is stopping'));
    const name = args.find((each) => !each.startsWith('-')) ?? '';
    const given = asPerson ? [] : [...SETTINGS, ...settings].flatMap((each) => ['-c', each]);
    const child = spawn(this.#file, [...given, ...args], {
      cwd,
      env: { ...(asPerson ?? NOTHING_RUNS), ...env },
      stdio: 'pipe',
      detached: true,
    });
    const fail = (said: string) => {
      reject(new GitFailure(name, said));
      end(child);
    };
    this.#running.add(child);
    if (!asPerson) yieldToOthers(child);
    const timer = setTimeout(() => fail('it took too long'), maxMs);
    const out: Buffer[] = [];
    const said: Buffer[] = [];
    let bytes = 0;
    let saidBytes = 0;
    child.stdout.on('data', (data: Buffer) => {
      bytes += data.length;
      if (bytes > maxBytes) fail('it wrote too much');
      else out.push(data);
    });
    child.stderr.on('data', (data: Buffer) => {
      if (saidBytes < MAX_ERROR_BYTES) said.push(data);
      saidBytes += data.length;
    });
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      this.#running.delete(child);
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new GitFailure(name, Buffer.concat(said).toString('utf8').trim()));
    });
    // It may end before it has read all.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    return promise;
  }
}

/** What is looked up behind a session must not slow it, or others, down. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // It has just ended.
  }
}

/** Ends it with what it has started. It may remove its locks first. */
function end(child: ChildProcess): void {
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), KILL_AFTER_MS);
  child.once('close', () => clearTimeout(timer));
}

function signal({ pid, exitCode, signalCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, name);
  } catch {
    // It has just ended.
  }
}

/** The git of a search path, or null. Only whole paths count, so that a folder's own program is never taken for it. */
export async function findGit(searchPath: string): Promise<Git | null> {
  for (const folder of searchPath.split(':').filter((each) => path.isAbsolute(each))) {
    const file = path.join(folder, 'git');
    const found = await stat(file).catch(() => null);
    if (found?.isFile() === true && (await succeeds(access(file, constants.X_OK)))) return new Git(file);
  }
  return null;
}
